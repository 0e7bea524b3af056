// Package prompt lets people play a game at one keyboard, by typing moves and
// commands line by line. It reads and writes what it is given, so that a test
// or a script plays as a person does.
package prompt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/rulebook/words"
)

// ErrInterrupted means that the user interrupted the session. The game is
// saved, as after every move.
var ErrInterrupted = errors.New("interrupted")

// Session is one run of the prompt: a match, or several if others are loaded or
// follow.
type Session struct {
	base
	match *game.Match
	// clock is nil without a time control.
	clock *clock
	// saveError is why the game could not be saved; it is shown once.
	saveError error
	// quit ends the session.
	quit bool
}

// NewSession prepares a session; nothing is read or written yet.
func NewSession(config Config) *Session {
	s := &Session{base: newBase(config)}
	s.start(config.Game)
	return s
}

// start makes a game the one that is played.
func (s *Session) start(saved Saved) {
	s.Game, s.match, s.clock = saved, saved.Record.Match(), nil
	if control := saved.Control; control != (TimeControl{}) {
		s.clock = newClock(s.Watch, control, len(s.match.Players()), s.match.Plies(), saved.Left)
	}
}

// Run plays until the user quits, the input ends or ctx is done, which gives
// ErrInterrupted. Other errors are those of input and output.
func (s *Session) Run(ctx context.Context) error {
	defer s.open(s.completions)()
	s.introduce()
	for !s.quit {
		if ctx.Err() != nil {
			return s.finish(ErrInterrupted)
		}
		if s.playAutomatic(ctx) {
			continue
		}
		line, err := s.askInTime(ctx)
		if errors.Is(err, errOutOfTime) {
			s.runOutOfTime()
			continue
		}
		if err != nil {
			return s.finish(err)
		}
		s.execute(ctx, line)
	}
	return s.finish(nil)
}

var errOutOfTime = errors.New("out of time")

// askInTime asks for a line, until the time of the player to move has run out.
func (s *Session) askInTime(ctx context.Context) (string, error) {
	if s.clock == nil || s.over() {
		return s.ask(ctx, s.question())
	}
	toMove := s.match.Position().ToMove()
	left := s.clock.left(toMove, toMove)
	if left == 0 {
		return "", errOutOfTime
	}
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	passed, stop := s.Watch.After(left)
	defer stop()
	go func() {
		select {
		case <-passed:
			cancel(errOutOfTime)
		case <-limited.Done():
		}
	}()
	line, err := s.ask(limited, s.question())
	if err != nil && ctx.Err() == nil && errors.Is(context.Cause(limited), errOutOfTime) {
		return "", errOutOfTime
	}
	return line, err
}

// runOutOfTime ends the game if the player to move has no time left, and reports
// whether it did.
func (s *Session) runOutOfTime() bool {
	toMove := s.match.Position().ToMove()
	if s.clock == nil || s.over() || s.clock.left(toMove, toMove) > 0 {
		return false
	}
	fmt.Fprintln(s.out)
	s.tell("play.end.timeout", "name", s.who(toMove))
	s.end(s.match.RunOutOfTime(toMove))
	return true
}

// question is the prompt for the active player.
func (s *Session) question() string {
	switch {
	case s.over() && s.Interactive:
		return s.text("terminal.overAsk", "commands", "again, swap, review, undo, save FILE, quit") + ">"
	case s.over():
		return ""
	case s.match.Offer() != game.NoSeat:
		return s.text("terminal.answerDraw", "who", s.player(s.active()))
	}
	who := s.player(s.active())
	if s.clock != nil {
		toMove := s.match.Position().ToMove()
		who += " " + clockText(s.clock.left(toMove, toMove))
	}
	if s.Interactive {
		return who + ">"
	}
	return s.text("analysis.toMove", "side", words.Name(who))
}

// active is the seat whose player is to type. An offer of a draw is answered by
// the next player in turn order, who is always on the other side.
func (s *Session) active() game.Seat {
	if offer := s.match.Offer(); offer != game.NoSeat {
		return (offer + 1) % game.Seat(len(s.match.Players()))
	}
	return s.match.Position().ToMove()
}

func (s *Session) over() bool { return s.match.Verdict().Outcome.Over() }

// introduce shows who plays what and how to start.
func (s *Session) introduce() {
	g := s.match.Game()
	var players []string
	for i := range g.Seats() {
		players = append(players, s.player(game.Seat(i)))
	}
	text := s.text("terminal.intro", "game", s.Texts.Game(g), "players", strings.Join(players, ", "))
	switch {
	case s.over():
	case s.match.Plies() > 0:
		text += " " + s.text("terminal.soFar", "n", s.match.Plies())
	default:
		text += " " + s.text("terminal.begins", "who", s.player(s.match.Position().ToMove()))
	}
	s.say(text)
	if s.Game.hasPartners() {
		s.tell(s.Game.adviceKey())
	}
	if moves := s.match.Position().Moves(); !s.over() && len(moves) > 0 {
		s.tell("terminal.typeMove", "example", s.match.Position().MoveText(moves[0]), "list", "?")
	}
	s.noteStrongest()
	s.showBoard()
}

// showBoard draws the board or describes it, and says how the game ended or may
// end.
func (s *Session) showBoard() {
	if s.Plain {
		for _, line := range s.Texts.Position(s.match.Position(), s.names()) {
			s.say(line)
		}
	} else {
		fmt.Fprint(s.out, "\n"+board.DrawNamed(s.match, s.names(), s.Style)+"\n")
	}
	switch v := s.match.Verdict(); {
	case v.Outcome.Over():
		s.say(s.Texts.Verdict(s.match.Game(), s.names(), v))
	case s.match.Game().Repeats() && s.match.Occurrences(s.match.Position()) == 2:
		s.tell("terminal.twice")
	}
}

// play makes the move that the active player typed.
func (s *Session) play(text string) {
	if s.match.Offer() != game.NoSeat {
		s.tell("terminal.answerFirst")
		return
	}
	if s.runOutOfTime() {
		return
	}
	if err := s.match.Play(text); err != nil {
		s.refuseMove(text, err)
		return
	}
	// A person sees what they typed.
	s.moved(s.Plain || !s.Interactive || !strings.EqualFold(text, s.match.MoveText(s.match.Plies()-1)))
}

// refuseMove says why a move is refused, after the move as it was typed, and what
// may have been meant.
func (s *Session) refuseMove(text string, err error) {
	s.refuse(err)
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || !unreadable(refusal.Code) {
		return
	}
	if near := s.nearMisses(text); len(near) > 0 {
		s.tell("terminal.didYouMean", "text", strings.Join(near, ", "))
		return
	}
	s.tell("terminal.seeHelp", "list", "?")
}

// unreadable reports whether a refusal says that a text is not a move at all.
func unreadable(code string) bool {
	return strings.HasSuffix(code, ".syntax") || code == game.OffBoard.Code
}

// moved saves the game after a move and shows the board, with or without the
// text of the move.
func (s *Session) moved(withText bool) {
	ply := s.match.Plies() - 1
	before := s.match.PositionAfter(ply)
	if s.clock != nil {
		s.clock.moved(before.ToMove())
	}
	if withText {
		text := s.match.MoveText(ply)
		if s.Plain {
			text += ", " + s.Texts.Move(before, s.match.Moves()[ply])
		}
		s.sayLine(s.Texts.Labelled(s.player(before.ToMove()), text))
	}
	s.autosave()
	s.showBoard()
}

// sayLine prints a line that is not wrapped unless it has to be read by a person.
func (s *Session) sayLine(text string) {
	if s.Plain {
		s.say(text + ".")
		return
	}
	fmt.Fprintln(s.out, text)
}

// finish says where the game is saved, and returns the error that ends the
// session. The end of the input is like quit.
func (s *Session) finish(err error) error {
	if s.Store.Overwritten() {
		s.autosave()
	}
	if s.clock != nil && s.match.Plies() > 0 && !s.over() && s.saveError == nil {
		s.autosave() // the time that the last turn has taken so far
	}
	switch {
	case s.match.Plies() == 0 && !s.over():
	case s.saveError != nil:
		s.tellPath("terminal.notKept", "problem", s.saveError.Error())
	case s.Store.Path() == "":
	case s.over():
		s.tellPath("terminal.finishedIn", "path", s.Store.Path())
	default:
		s.tellPath("terminal.keptIn", "path", s.Store.Path())
		s.tellPath("terminal.toContinue", "command", "plateau play --resume"+s.Store.Argument())
	}
	if flushErr := s.out.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// spareMoves is how many moves the computer's remaining time has to last for.
const spareMoves = 20

// thinkingTime is how long the computer may think about a move: less if its clock
// says so.
func (s *Session) thinkingTime() time.Duration {
	if s.clock == nil {
		return s.Time
	}
	toMove := s.match.Position().ToMove()
	return min(s.Time, s.clock.left(toMove, toMove)/spareMoves+s.clock.control.Increment/2)
}

// player names a seat and its player.
func (s *Session) player(seat game.Seat) string {
	return s.Texts.Player(s.match.Game(), s.names(), seat)
}

// names are the players' names by seat; those of computers in the reader's
// language.
func (s *Session) names() []string { return s.Game.DisplayNames(s.match.Players(), s.Texts) }
