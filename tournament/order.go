package tournament

import "plateau/game"

// Order is a command of an organiser as JSON, for programs that are not on the same
// machine. Do says which command it is, and which fields count. The tags of Order,
// [Entrant], [Settings] and [Clock] describe them in the API of servers, too.
type Order struct {
	Do string `json:"do" enum:"add,edit,withdraw,return,bye,cancel-bye,forbid,allow,pair,repair,unpair,result,correct,noshow,amend,settings,finish,reopen,renew-codes,undo"`
	// Entrant is for add and edit.
	Entrant *Entrant `json:"entrant,omitempty" doc:"For add and edit; edit replaces everything but the number"`
	// Number is an entrant, for withdraw, return, bye and cancel-bye.
	Number int `json:"number,omitempty" doc:"The entrant, for withdraw, return, bye and cancel-bye"`
	// First and Second are entrants, for forbid and allow.
	First  int `json:"first,omitempty" doc:"An entrant, for forbid and allow"`
	Second int `json:"second,omitempty" doc:"Another entrant, for forbid and allow"`
	// Round and Board are for results; round 0 is the last one.
	Round int `json:"round,omitempty" minimum:"0" doc:"For byes and results; without it, results are those of the last round"`
	Board int `json:"board,omitempty" minimum:"0" doc:"For result, correct and noshow"`
	// Result and Detail are for result and correct.
	Result Result `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,+-,-+,--" doc:"For result and correct; missing in correct to remove the result"`
	Detail string `json:"detail,omitempty" maxLength:"20" doc:"The score of a mini-match, such as 1½-½"`
	// Absent is for noshow.
	Absent string `json:"absent,omitempty" enum:"first,second,both" doc:"For noshow: who did not show up"`
	// Pairs is for repair.
	Pairs [][2]int `json:"pairs,omitempty" maxItems:"1000" doc:"For repair: the pairs of the last round, first side first; all others have a bye"`
	// WithResults is for unpair, Early for finish.
	WithResults bool `json:"with_results,omitempty" doc:"For unpair: remove a round that has results, too"`
	Early       bool `json:"early,omitempty" doc:"For finish: with rounds left; an arena also with games that are not over, which then count for nobody"`
	// TieBreaks, Categories and Rounds are for amend.
	TieBreaks  []TieBreak `json:"tie_breaks,omitempty" enum:"buchholz1,buchholz,direct,sonneborn,wins" doc:"For amend: the tie-breaks in their order"`
	Categories []string   `json:"categories,omitempty" maxItems:"20" doc:"For amend"`
	Rounds     int        `json:"rounds,omitempty" minimum:"0" doc:"For amend: the number of Swiss rounds; without it, it stays"`
	// Settings is for settings.
	Settings *Settings `json:"settings,omitempty" doc:"For settings: all of them"`
}

// BadOrder refuses an order that is none.
var BadOrder = game.Invalid("tournament.order", "there is no such command, or something is missing from it")

// UndoOrder is the order to take back the last change. It needs what was before, so
// it is not a command by itself.
const UndoOrder = "undo"

// commands are what orders mean, by what they do.
var commands = map[string]func(o Order) Command{
	"add":        func(o Order) Command { return Add{*o.Entrant} },
	"edit":       func(o Order) Command { return Edit{*o.Entrant} },
	"withdraw":   func(o Order) Command { return Withdraw{o.Number} },
	"return":     func(o Order) Command { return Return{o.Number} },
	"bye":        func(o Order) Command { return RequestBye{o.Number, o.Round} },
	"cancel-bye": func(o Order) Command { return CancelBye{o.Number, o.Round} },
	"forbid":     func(o Order) Command { return Forbid{o.First, o.Second} },
	"allow":      func(o Order) Command { return Allow{o.First, o.Second} },
	"pair":       func(Order) Command { return Pair{} },
	"repair":     func(o Order) Command { return Repair{o.Pairs} },
	"unpair":     func(o Order) Command { return Unpair{o.WithResults} },
	"result":     func(o Order) Command { return Enter{o.Round, o.Board, o.Result, o.Detail} },
	"correct":    func(o Order) Command { return Correct{o.Round, o.Board, o.Result, o.Detail} },
	"noshow": func(o Order) Command {
		return NoShow{o.Round, o.Board, o.Absent == "first" || o.Absent == "both", o.Absent == "second" || o.Absent == "both"}
	},
	"amend":       func(o Order) Command { return Amend{o.TieBreaks, o.Categories, o.Rounds} },
	"settings":    func(o Order) Command { return ChangeSettings{*o.Settings} },
	"finish":      func(o Order) Command { return Finish{o.Early} },
	"reopen":      func(Order) Command { return Reopen{} },
	"renew-codes": func(Order) Command { return RenewCodes{} },
}

// Command is the command that an order means.
func (o Order) Command() (Command, error) {
	command := commands[o.Do]
	lacksEntrant := (o.Do == "add" || o.Do == "edit") && o.Entrant == nil
	if command == nil || lacksEntrant || o.Do == "settings" && o.Settings == nil {
		return nil, BadOrder.Refuse(o.Do)
	}
	return command(o), nil
}

// OrderOf is the order that means a command of an organiser.
func OrderOf(c Command) (Order, error) {
	if c, ordered := c.(interface{ order() Order }); ordered {
		return c.order(), nil
	}
	return Order{}, BadOrder.Refuse("")
}

func (c Add) order() Order        { return Order{Do: "add", Entrant: &c.Entrant} }
func (c Edit) order() Order       { return Order{Do: "edit", Entrant: &c.Entrant} }
func (c Withdraw) order() Order   { return Order{Do: "withdraw", Number: c.Number} }
func (c Return) order() Order     { return Order{Do: "return", Number: c.Number} }
func (c RequestBye) order() Order { return Order{Do: "bye", Number: c.Number, Round: c.Round} }
func (c CancelBye) order() Order  { return Order{Do: "cancel-bye", Number: c.Number, Round: c.Round} }

func (c Forbid) order() Order { return Order{Do: "forbid", First: c.First, Second: c.Second} }

func (c Allow) order() Order          { return Order{Do: "allow", First: c.First, Second: c.Second} }
func (c Pair) order() Order           { return Order{Do: "pair"} }
func (c Repair) order() Order         { return Order{Do: "repair", Pairs: c.Pairs} }
func (c Unpair) order() Order         { return Order{Do: "unpair", WithResults: c.WithResults} }
func (c ChangeSettings) order() Order { return Order{Do: "settings", Settings: &c.Settings} }
func (c Finish) order() Order         { return Order{Do: "finish", Early: c.Early} }
func (c Reopen) order() Order         { return Order{Do: "reopen"} }
func (c RenewCodes) order() Order     { return Order{Do: "renew-codes"} }

func (c Amend) order() Order {
	return Order{Do: "amend", TieBreaks: c.TieBreaks, Categories: c.Categories, Rounds: c.Rounds}
}

func (c Enter) order() Order {
	return Order{Do: "result", Round: c.Round, Board: c.Board, Result: c.Result, Detail: c.Detail}
}

func (c Correct) order() Order {
	return Order{Do: "correct", Round: c.Round, Board: c.Board, Result: c.Result, Detail: c.Detail}
}

func (c NoShow) order() Order {
	absent := map[[2]bool]string{{true, false}: "first", {false, true}: "second", {true, true}: "both"}[[2]bool{c.First, c.Second}]
	return Order{Do: "noshow", Round: c.Round, Board: c.Board, Absent: absent}
}
