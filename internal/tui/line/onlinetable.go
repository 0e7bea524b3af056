package line

import (
	"context"
	"errors"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/tui/local"
)

// table is a table at which somebody is.
type table struct {
	*visitor

	id   play.TableID
	last api.Table
	// known is set once the server has said what the table is like.
	known bool
	match *game.Match
	// said is the last offer that was said: draw or takeback.
	said string
	// ahead is how far the server's clock is ahead of this one.
	ahead time.Duration
	// rematch is the table to go on to.
	rematch play.TableID
}

// errLeave means that somebody wants to go back to the list of tables.
var errLeave = errors.New("leave")

// play stays at a table, and at those of the rematches that follow it.
func (s *visitor) play(ctx context.Context, id play.TableID) error {
	for id != "" {
		t := &table{visitor: s, id: id}
		if err := t.stay(ctx); err != nil && !errors.Is(err, errLeave) {
			return err
		}
		id = t.rematch
	}
	return nil
}

// stay tells what happens at the table, and does what is typed.
func (t *table) stay(ctx context.Context) error {
	following, stop := context.WithCancel(ctx)
	defer stop()
	messages, ended := make(chan client.Message), make(chan error, 1)
	go func() {
		ended <- t.Client.Follow(following, "/tables/"+string(t.id)+"/events", func(m client.Message) error {
			select {
			case messages <- m:
				return nil
			case <-following.Done():
				return following.Err()
			}
		})
	}()
	for {
		if err := t.out.Flush(); err != nil {
			return err
		}
		select {
		case m := <-messages:
			t.hear(ctx, m)
		case err := <-ended:
			if ctx.Err() != nil {
				return errQuit
			}
			t.say(t.words.Problem(err))
			return errLeave
		case line, ok := <-t.typed:
			if !ok {
				return errQuit
			}
			if err := t.execute(ctx, line); err != nil {
				return err
			}
		case <-ctx.Done():
			return errQuit
		}
	}
}

// hear takes a message of the table.
func (t *table) hear(ctx context.Context, m client.Message) {
	switch m.Event {
	case "table":
		news, err := client.Read[api.TableNews](m)
		if err != nil {
			t.refuse(err)
			return
		}
		t.learn(news)
	case "beat":
		if t.last.Phase == client.Running && t.seat() >= 0 {
			t.Client.AnswerHeartbeat(ctx, t.id, m)
		}
	}
}

func (t *table) seat() int { return t.last.SeatOf(t.Player.ID) }

// learn says what has changed.
func (t *table) learn(news api.TableNews) {
	before, first := t.last, !t.known
	t.last, t.known, t.ahead = news.Table, true, time.Until(time.UnixMilli(news.Now))
	for i := range news.Events {
		if said := t.words.Said(&t.last, &news.Events[i]); said != "" && (first || news.Events[i].By != t.Player.ID) {
			t.say(said)
		}
	}
	match, err := t.words.Match(&t.last)
	if err != nil {
		t.refuse(err)
		return
	}
	switch {
	case match == nil:
		t.describeOpen(&before, first)
	case t.match == nil:
		t.match = match
		t.introduce()
	default:
		t.tellMoves(match)
	}
	t.tellOffer()
	if t.last.Phase == client.Over && (first || before.Phase != client.Over) {
		t.tellEnd()
	}
	if t.last.Next != "" && before.Next == "" && !first {
		t.tell("table.nextGame")
	}
}

// describeOpen says who sits at a table whose game has not begun.
func (t *table) describeOpen(before *api.Table, first bool) {
	if t.last.Phase == client.Over {
		return
	}
	names := strings.Join(t.words.Names(t.last.Sitters), ", ")
	if !first && names == strings.Join(t.words.Names(before.Sitters), ", ") {
		return
	}
	t.say(t.words.Text("terminal.intro", "game", t.words.Game(t.last.Terms.Game), "players", names) + " " + t.words.Time(t.last.Terms.Time) + ".")
	if !first {
		return
	}
	if t.seat() >= 0 {
		t.tell("table.link.text")
		t.say(t.Client.Server + "/#/table/" + string(t.id))
	} else {
		t.say(t.words.Labelled("sit", t.words.Text("table.sit")))
	}
}

// introduce says who plays what, and what the board is like.
func (t *table) introduce() {
	g := t.match.Game()
	var players []string
	for i := range g.Seats() {
		players = append(players, t.player(game.Seat(i)))
	}
	t.say(t.words.Text("terminal.intro", "game", t.words.Texts.Game(g), "players", strings.Join(players, ", ")))
	if t.seat() < 0 {
		t.tell("table.watching")
	}
	t.show(t.match, t.words.Names(t.last.Sitters))
	if moves := t.match.Position().Moves(); t.seat() >= 0 && len(moves) > 0 && !t.match.Verdict().Outcome.Over() {
		t.tell("terminal.typeMove", "example", t.match.Position().MoveText(moves[0]), "list", "moves")
	}
	t.tellTurn()
}

func (t *table) player(seat game.Seat) string {
	return t.words.Player(t.match.Game(), t.words.Names(t.last.Sitters), seat)
}

// tellMoves says which moves were played, or taken back.
func (t *table) tellMoves(match *game.Match) {
	before := t.match.Plies()
	t.match = match
	switch {
	case match.Plies() < before:
		t.tell("terminal.tookBack", "n", before-match.Plies())
	case match.Plies() == before:
		return
	}
	for ply := before; ply < match.Plies(); ply++ {
		from := match.PositionAfter(ply)
		t.say(t.words.Labelled(t.player(from.ToMove()), match.MoveText(ply)+", "+t.words.Move(from, match.Moves()[ply])) + ".")
	}
	t.tellTurn()
}

// tellTurn says whose turn it is.
func (t *table) tellTurn() {
	if t.last.Phase != client.Running || t.last.ToMove == nil {
		return
	}
	if *t.last.ToMove == t.seat() {
		t.say(t.words.Text("online.mine.yourTurn") + ".")
	} else if t.seat() >= 0 {
		t.say(t.words.Text("online.mine.theirTurn") + ".")
	}
}

// tellOffer says once what the other side offers.
func (t *table) tellOffer() {
	offer, question := t.words.Offer(&t.last, t.match, t.seat())
	if offer == t.said {
		return
	}
	t.said = offer
	if offer != "" {
		t.say(question + " (accept, decline)")
	}
}

// tellEnd says how the game ended, and what may follow.
func (t *table) tellEnd() {
	switch {
	case t.match == nil:
		t.tell("table.closed")
		return
	case t.match.Verdict().Outcome.Over():
		t.say(t.words.Verdict(t.match.Game(), t.words.Names(t.last.Sitters), t.match.Verdict()))
	default:
		t.tell("table.result.void")
	}
	t.tell("terminal.overAsk", "commands", "rematch, leave, quit")
}

// tellTime says what is left on the clocks.
func (t *table) tellTime() {
	clock := t.last.Clock
	switch {
	case !t.known:
		return
	case t.last.Terms.Time == (play.Time{}):
		t.tell("terminal.noClock")
		return
	case t.match == nil || clock == nil || len(clock.Left) == 0:
		// The game has not begun, or every move has its own time.
		t.say(t.words.Time(t.last.Terms.Time) + ".")
		return
	}
	for i, left := range clock.Left {
		rest := time.Duration(left) * time.Millisecond
		if clock.Counts && t.last.ToMove != nil && *t.last.ToMove == i && t.last.Phase == client.Running {
			rest -= time.Now().Add(t.ahead).Sub(time.UnixMilli(clock.Since))
		}
		t.say(t.words.Labelled(t.player(game.Seat(i)), local.ClockText(max(rest, 0))))
	}
}

// execute does what somebody typed at the table.
func (t *table) execute(ctx context.Context, line string) error {
	command, argument, _ := strings.Cut(line, " ")
	switch strings.ToLower(command) {
	case "":
		return nil
	case "quit", "exit":
		return errQuit
	case "leave", "tables":
		if t.last.Phase == client.Open && t.seat() >= 0 {
			t.do(ctx, "leave", client.NewRequest())
		}
		return errLeave
	case "help":
		t.help(tableCommands)
	case "sit":
		t.do(ctx, "sit", client.NewRequest())
	case "board":
		if t.match != nil {
			t.show(t.match, t.words.Names(t.last.Sitters))
			t.tellTurn()
		}
	case "moves", "?":
		if t.match != nil {
			t.say(strings.Join(local.MoveTexts(t.match.Position()), " "))
		}
	case "time":
		t.tellTime()
	case "rules":
		if t.known {
			t.rules(t.last.Terms.Game)
		}
	case "say":
		t.do(ctx, "say", api.Say{RequestID: client.NewRequest(), Channel: play.ToTable, Text: strings.TrimSpace(argument)})
	case "draw":
		t.do(ctx, "draw", api.Draw{RequestID: client.NewRequest(), Do: "offer"})
	case "undo":
		t.do(ctx, "takeback", api.TakeBack{RequestID: client.NewRequest(), Do: "ask"})
	case "accept", "decline":
		switch offer, _ := t.words.Offer(&t.last, t.match, t.seat()); offer {
		case "draw":
			t.do(ctx, offer, api.Draw{RequestID: client.NewRequest(), Do: strings.ToLower(command)})
		case "takeback":
			t.do(ctx, offer, api.TakeBack{RequestID: client.NewRequest(), Do: strings.ToLower(command)})
		default:
			t.say(t.words.Phrase(game.NoOffer.Phrase))
		}
	case "resign":
		return t.resign(ctx)
	case "rematch":
		if t.last.Next != "" {
			t.rematch = t.last.Next
			return errLeave
		}
		t.do(ctx, "rematch", client.NewRequest())
	default:
		t.move(ctx, line)
	}
	return nil
}

// resign asks first.
func (t *table) resign(ctx context.Context) error {
	answer, err := t.ask(ctx, t.words.Text("play.resign.textYou")+" "+t.words.Text("terminal.yesNo"))
	if err != nil {
		return err
	}
	if IsYes(answer, t.words.Text("terminal.yes")) {
		t.do(ctx, "resign", client.NewRequest())
	}
	return nil
}

// move plays what was typed.
func (t *table) move(ctx context.Context, text string) {
	if t.match == nil || t.last.Phase != client.Running || t.seat() < 0 {
		t.unknown(text, tableCommands)
		return
	}
	move, err := t.match.Position().ParseMove(text)
	if err != nil {
		t.refuse(err)
		t.suggest(text, local.MoveTexts(t.match.Position()))
		return
	}
	t.do(ctx, "move", api.Move{RequestID: client.NewRequest(), Ply: t.match.Plies(), Move: t.match.Position().MoveText(move)})
}

// do sends a command to the table, and says why if it is refused.
func (t *table) do(ctx context.Context, action string, body any) {
	_, err := t.Client.Do(ctx, t.id, action, body)
	if err != nil && ctx.Err() == nil {
		t.say(t.words.Problem(err))
	}
}
