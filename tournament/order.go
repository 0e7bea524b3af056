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

// Command is the command that an order means.
func (o Order) Command() (Command, error) {
	switch o.Do {
	case "withdraw":
		return Withdraw{o.Number}, nil
	case "return":
		return Return{o.Number}, nil
	case "bye":
		return RequestBye{o.Number, o.Round}, nil
	case "cancel-bye":
		return CancelBye{o.Number, o.Round}, nil
	case "forbid":
		return Forbid{o.First, o.Second}, nil
	case "allow":
		return Allow{o.First, o.Second}, nil
	case "amend":
		return Amend{o.TieBreaks, o.Categories, o.Rounds}, nil
	case "finish":
		return Finish{o.Early}, nil
	case "reopen":
		return Reopen{}, nil
	case "renew-codes":
		return RenewCodes{}, nil
	}
	switch {
	case o.Do == "add" && o.Entrant != nil:
		return Add{*o.Entrant}, nil
	case o.Do == "edit" && o.Entrant != nil:
		return Edit{*o.Entrant}, nil
	case o.Do == "settings" && o.Settings != nil:
		return ChangeSettings{*o.Settings}, nil
	}
	return o.roundCommand()
}

// roundCommand is a command about rounds and results.
func (o Order) roundCommand() (Command, error) {
	switch o.Do {
	case "pair":
		return Pair{}, nil
	case "repair":
		return Repair{o.Pairs}, nil
	case "unpair":
		return Unpair{o.WithResults}, nil
	case "result":
		return Enter{o.Round, o.Board, o.Result, o.Detail}, nil
	case "correct":
		return Correct{o.Round, o.Board, o.Result, o.Detail}, nil
	case "noshow":
		return NoShow{o.Round, o.Board, o.Absent == "first" || o.Absent == "both", o.Absent == "second" || o.Absent == "both"}, nil
	}
	return nil, BadOrder.Refuse(o.Do)
}

// OrderOf is the order that means a command of an organiser.
func OrderOf(c Command) (Order, error) {
	switch c := c.(type) {
	case Add:
		return Order{Do: "add", Entrant: &c.Entrant}, nil
	case Edit:
		return Order{Do: "edit", Entrant: &c.Entrant}, nil
	case Withdraw:
		return Order{Do: "withdraw", Number: c.Number}, nil
	case Return:
		return Order{Do: "return", Number: c.Number}, nil
	case RequestBye:
		return Order{Do: "bye", Number: c.Number, Round: c.Round}, nil
	case CancelBye:
		return Order{Do: "cancel-bye", Number: c.Number, Round: c.Round}, nil
	case Forbid:
		return Order{Do: "forbid", First: c.First, Second: c.Second}, nil
	case Allow:
		return Order{Do: "allow", First: c.First, Second: c.Second}, nil
	case Amend:
		return Order{Do: "amend", TieBreaks: c.TieBreaks, Categories: c.Categories, Rounds: c.Rounds}, nil
	case ChangeSettings:
		return Order{Do: "settings", Settings: &c.Settings}, nil
	case Finish:
		return Order{Do: "finish", Early: c.Early}, nil
	case Reopen:
		return Order{Do: "reopen"}, nil
	case RenewCodes:
		return Order{Do: "renew-codes"}, nil
	}
	return orderOfRound(c)
}

func orderOfRound(c Command) (Order, error) {
	switch c := c.(type) {
	case Pair:
		return Order{Do: "pair"}, nil
	case Repair:
		return Order{Do: "repair", Pairs: c.Pairs}, nil
	case Unpair:
		return Order{Do: "unpair", WithResults: c.WithResults}, nil
	case Enter:
		return Order{Do: "result", Round: c.Round, Board: c.Board, Result: c.Result, Detail: c.Detail}, nil
	case Correct:
		return Order{Do: "correct", Round: c.Round, Board: c.Board, Result: c.Result, Detail: c.Detail}, nil
	case NoShow:
		absent := map[[2]bool]string{{true, false}: "first", {false, true}: "second", {true, true}: "both"}[[2]bool{c.First, c.Second}]
		return Order{Do: "noshow", Round: c.Round, Board: c.Board, Absent: absent}, nil
	}
	return Order{}, BadOrder.Refuse("")
}
