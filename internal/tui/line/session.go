// Package line lets people play line by line, by typing moves and commands: at one
// keyboard, and on a server ([Online]). It reads and writes what it is given, so that a
// test or a script plays as a person does.
package line

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/rulebook/words"
)

// ErrInterrupted means that the user interrupted the session. The game is
// saved, as after every move.
var ErrInterrupted = errors.New("interrupted")

// Session is one run at a keyboard: a match, or several if others are loaded or
// follow.
type Session struct {
	base
	*local.Play

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
func (s *Session) start(saved local.Saved) {
	s.Play = local.Start(saved, s.base.Store, s.base.Watch)
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
	if !s.HasClock() || s.Over() {
		return s.ask(ctx, s.question())
	}
	toMove := s.Match.Position().ToMove()
	left := s.Left(toMove)
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
	toMove := s.Match.Position().ToMove()
	if !s.RunOutOfTime() {
		return false
	}
	fmt.Fprintln(s.out)
	s.tell("play.end.timeout", "name", s.Who(toMove, s.Texts))
	s.end(nil)
	return true
}

// question is the prompt for the active player.
func (s *Session) question() string {
	switch {
	case s.Over() && s.Interactive:
		return s.text("terminal.overAsk", "commands", "again, swap, review, undo, save FILE, quit") + ">"
	case s.Over():
		return ""
	case s.Match.Offer() != game.NoSeat:
		return s.text("terminal.answerDraw", "who", s.player(s.Active()))
	}
	who := s.player(s.Active())
	if s.HasClock() {
		toMove := s.Match.Position().ToMove()
		who += " " + local.ClockText(s.Left(toMove))
	}
	if s.Interactive {
		return who + ">"
	}
	return s.text("analysis.toMove", "side", words.Name(who))
}

// introduce shows who plays what and how to start.
func (s *Session) introduce() {
	g := s.Match.Game()
	var players []string
	for i := range g.Seats() {
		players = append(players, s.player(game.Seat(i)))
	}
	text := s.text("terminal.intro", "game", s.Texts.Game(g), "players", strings.Join(players, ", "))
	switch {
	case s.Over():
	case s.Match.Plies() > 0:
		text += " " + s.text("terminal.soFar", "n", s.Match.Plies())
	default:
		text += " " + s.text("terminal.begins", "who", s.player(s.Match.Position().ToMove()))
	}
	s.say(text)
	if s.Saved.HasPartners() {
		s.tell(s.Saved.AdviceKey())
	}
	if moves := s.Match.Position().Moves(); !s.Over() && len(moves) > 0 {
		s.tell("terminal.typeMove", "example", s.Match.Position().MoveText(moves[0]), "list", "?")
	}
	s.noteStrongest()
	s.showBoard()
}

// showBoard draws the board or describes it, and says how the game ended or may
// end.
func (s *Session) showBoard() {
	s.show(s.Match, s.names())
	switch v := s.Match.Verdict(); {
	case v.Outcome.Over():
		s.say(s.Texts.Verdict(s.Match.Game(), s.names(), v))
	case s.Match.Game().Repeats() && s.Match.Occurrences(s.Match.Position()) == 2:
		s.tell("terminal.twice")
	}
}

// play makes the move that the active player typed.
func (s *Session) play(text string) {
	if s.Match.Offer() != game.NoSeat {
		s.tell("terminal.answerFirst")
		return
	}
	if s.runOutOfTime() {
		return
	}
	if err := s.Match.Play(text); err != nil {
		s.refuseMove(text, err)
		return
	}
	// A person sees what they typed.
	s.moved(s.Plain || !s.Interactive || !strings.EqualFold(text, s.Match.MoveText(s.Match.Plies()-1)))
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
	ply := s.Match.Plies() - 1
	before := s.Match.PositionAfter(ply)
	s.Moved()
	if withText {
		s.sayLine(s.Texts.Labelled(s.player(before.ToMove()), s.moveText(before, s.Match.Moves()[ply])))
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
	news, unsaved := s.Leave()
	s.report(news)
	switch {
	case s.Match.Plies() == 0 && !s.Over():
	case unsaved != nil:
		s.tellPath("terminal.notKept", "problem", unsaved.Error())
	case s.Store.Path() == "":
	case s.Over():
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

// player names a seat and its player.
func (s *Session) player(seat game.Seat) string {
	return s.Texts.Player(s.Match.Game(), s.names(), seat)
}

// names are the players' names by seat; those of computers in the reader's
// language.
func (s *Session) names() []string { return s.Names(s.Texts) }

// playAutomatic makes the turn of an automatic seat, unless ctx ends first. It
// reports false if no such seat is active.
func (s *Session) playAutomatic(ctx context.Context) bool {
	seat := s.Active()
	if s.Over() || !s.Automatic(seat) {
		return false
	}
	if s.Match.Offer() != game.NoSeat {
		s.answerOffer(ctx, seat)
		return true
	}
	move := game.NoMove
	if s.Level(seat) == 0 {
		move = s.RandomMove()
	} else if chosen, ok := think(ctx, &s.base, s.Match.Game(), s.thinking(seat), s.Chooser(s.Time)); ok {
		move = chosen
	}
	if ctx.Err() != nil {
		return true
	}
	if s.runOutOfTime() {
		return true
	}
	if err := s.Match.PlayMove(move); err != nil {
		s.refuse(err)
		return false
	}
	s.moved(true)
	return true
}

// thinking is what a screen shows while the computer thinks for a seat.
func (s *Session) thinking(seat game.Seat) func(seconds int) string {
	return func(seconds int) string {
		return s.text("terminal.thinking", "who", s.player(seat), "seconds", strconv.Itoa(seconds))
	}
}

// answerOffer accepts or declines a draw for an automatic seat. A random player
// declines.
func (s *Session) answerOffer(ctx context.Context, seat game.Seat) {
	accept := false
	if s.Level(seat) != 0 {
		accept, _ = think(ctx, &s.base, s.Match.Game(), s.thinking(seat), s.Answerer())
		if ctx.Err() != nil {
			return
		}
	}
	if accept {
		s.tell("terminal.accepts", "who", s.player(seat))
		s.end(s.Match.AcceptDraw(seat))
		return
	}
	s.tell("terminal.declines", "who", s.player(seat))
	if err := s.Match.DeclineDraw(seat); err != nil {
		s.refuse(err)
	}
}

// noteStrongest says that a perfect player is not perfect here, if there is one
// and the values of the game are not known.
func (s *Session) noteStrongest() {
	if !s.HasPerfect() {
		return
	}
	g := s.Match.Game()
	if e, err := s.engineFor(g); err != nil || e.Exact() {
		return
	}
	s.tell("terminal.strongest", "game", s.Texts.Game(g), "time", s.Time.String())
	if s.Solve == nil {
		return
	}
	if command := s.Solve(g); command != "" {
		s.tell("terminal.solve", "command", command)
	}
}
