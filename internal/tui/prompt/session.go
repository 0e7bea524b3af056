// Package prompt lets people play a game at one keyboard, by typing moves and
// commands line by line. It reads and writes what it is given, so that a test
// or a script plays as a person does.
package prompt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/internal/tui/caption"
)

// ErrInterrupted tells that the user broke the session off; the game has been
// saved like after every move.
var ErrInterrupted = errors.New("interrupted")

// Config is what a session needs.
type Config struct {
	// Game is the game to play: a new one, or one to go on with.
	Game Saved
	In   io.Reader
	Out  io.Writer
	// Interactive tells that a person sits at In: questions stay on their
	// line, and long lists wait at the end of a page.
	Interactive bool
	// Screen tells that Out is a terminal, on which a line can be written anew.
	Screen bool
	Style  board.Style
	// Width and Height are those of the screen; 0 lines are endless.
	Width, Height int
	// Games are those that may be loaded.
	Games game.List
	Store *Store
	// NewEngine makes what computers play with and hints come from.
	NewEngine func(g game.Game) (engine.Engine, error)
	// Time is how long the engine may think about a move where the values of
	// the game are not known, and about a hint.
	Time time.Duration
}

// Session is one sitting: a match, or several where others are loaded.
type Session struct {
	Config
	out   *bufio.Writer
	lines *lineReader
	match *game.Match
	// engine is that of the game engineGame; there is none before it is needed.
	engine     engine.Engine
	engineGame string
	// saving is the error that kept the game from being saved, told once.
	saving error
	// quit ends the session.
	quit bool
}

// NewSession prepares a session; nothing is read or written yet.
func NewSession(config Config) *Session {
	s := &Session{Config: config, out: bufio.NewWriter(config.Out)}
	s.match = config.Game.Record.Match()
	return s
}

// Run plays until the user quits, the input ends or ctx is done, which gives
// ErrInterrupted. Other errors are those of input and output.
func (s *Session) Run(ctx context.Context) error {
	s.lines = newLineReader(s.In)
	defer s.lines.stop()
	s.introduce()
	for !s.quit {
		if ctx.Err() != nil {
			return s.farewell(ErrInterrupted)
		}
		if s.playAlone(ctx) {
			continue
		}
		line, err := s.ask(ctx, s.question())
		if err != nil {
			if s.Interactive {
				fmt.Fprintln(s.out)
			}
			return s.farewell(err)
		}
		s.obey(ctx, line)
	}
	return s.farewell(nil)
}

// ask prints a question and waits for the line that answers it.
func (s *Session) ask(ctx context.Context, question string) (string, error) {
	end := " "
	if !s.Interactive {
		end = "\n"
	}
	if question != "" {
		fmt.Fprint(s.out, question+end)
	}
	if err := s.out.Flush(); err != nil {
		return "", err
	}
	return s.lines.next(ctx)
}

// question names whoever is to type.
func (s *Session) question() string {
	switch {
	case s.over() && s.Interactive:
		return "The game is over (undo, save FILE, history, quit)>"
	case s.over():
		return ""
	case s.match.Offer() != game.NoSeat:
		return s.player(s.speaker()) + ", accept or decline the draw?"
	case s.Interactive:
		return s.player(s.speaker()) + ">"
	default:
		return s.player(s.speaker()) + " to move"
	}
}

// speaker is the seat of whoever is to type: an offer of a draw is answered by
// the player next in turn, who is always of the other side.
func (s *Session) speaker() game.Seat {
	if offer := s.match.Offer(); offer != game.NoSeat {
		return (offer + 1) % game.Seat(len(s.match.Players()))
	}
	return s.match.Position().ToMove()
}

func (s *Session) over() bool { return s.match.Verdict().Outcome.Over() }

func (s *Session) player(seat game.Seat) string {
	return caption.Player(s.match.Game(), s.match.Players(), seat)
}

// introduce says who plays what and how to begin.
func (s *Session) introduce() {
	g := s.match.Game()
	var players []string
	for i := range g.Seats() {
		players = append(players, s.player(game.Seat(i)))
	}
	text := fmt.Sprintf("%s: %s.", s.Style.GameName(g), strings.Join(players, ", "))
	switch {
	case s.over():
	case s.match.Plies() > 0:
		text += fmt.Sprintf(" %s played so far.", caption.Count(s.match.Plies(), "move"))
	default:
		text += fmt.Sprintf(" %s begins.", s.player(s.match.Position().ToMove()))
	}
	fmt.Fprint(s.out, caption.Wrap(strings.Fields(text), s.Width, ""))
	if moves := s.match.Position().Moves(); !s.over() && len(moves) > 0 {
		fmt.Fprintf(s.out, "Type a move such as %s; ? lists the legal moves, help explains the rest.\n",
			s.match.Position().MoveText(moves[0]))
	}
	s.tellStrongest()
	s.showBoard()
}

// showBoard draws the board and says what has to be known about it.
func (s *Session) showBoard() {
	fmt.Fprint(s.out, "\n"+board.DrawMatch(s.match, s.Style)+"\n")
	switch v := s.match.Verdict(); {
	case v.Outcome.Over():
		s.say(caption.Verdict(s.match.Game(), s.match.Players(), v))
	case s.match.Game().Repeats() && s.match.Occurrences(s.match.Position()) == 2:
		s.say("This position has occurred twice; the third time draws the game.")
	}
}

// say prints a sentence within the width of the screen.
func (s *Session) say(text string) {
	fmt.Fprint(s.out, caption.Wrap(strings.Fields(text), s.Width, ""))
}

// tell prints a sentence as it is, for those with names of files in them.
func (s *Session) tell(text string) { fmt.Fprintln(s.out, text) }

// refuse tells why something cannot be done.
func (s *Session) refuse(err error) {
	text := err.Error()
	s.tell(strings.ToUpper(text[:1]) + text[1:] + ".")
}

// play makes the move that the speaker typed.
func (s *Session) play(text string) {
	if s.match.Offer() != game.NoSeat {
		s.say("Answer the offer first: accept or decline.")
		return
	}
	if err := s.match.Play(text); err != nil {
		s.refuseMove(err)
		return
	}
	// What the player typed stands there already.
	s.moved(!s.Interactive || !strings.EqualFold(text, s.match.MoveText(s.match.Plies()-1)))
}

// refuseMove repeats the move as it was typed, so no capital letter is put in
// front of it.
func (s *Session) refuseMove(err error) {
	s.say(err.Error() + ".")
	var refusal *game.Refusal
	if errors.As(err, &refusal) && strings.HasSuffix(refusal.Code, ".syntax") {
		s.say("(? lists the legal moves, help the commands.)")
	}
}

// moved saves the last move and draws the board; telling the move itself can
// be left out.
func (s *Session) moved(tell bool) {
	if ply := s.match.Plies() - 1; tell {
		mover := s.match.PositionAfter(ply).ToMove()
		fmt.Fprintf(s.out, "%s: %s\n", s.player(mover), s.match.MoveText(ply))
	}
	s.keep()
	s.showBoard()
}

// farewell says where the game is, and gives what ends the session: the end of
// the input is as good as quitting.
func (s *Session) farewell(err error) error {
	switch {
	case s.match.Plies() == 0 && !s.over():
	case s.saving != nil:
		s.tell("This game is not saved: " + s.saving.Error() + ".")
	case s.Store.Path() == "":
	case s.over():
		s.tell("The finished game is in " + s.Store.Path() + ".")
	default:
		s.tell("The game is saved in " + s.Store.Path() + ".")
		s.tell("To go on: plateau play --resume" + s.Store.Argument())
	}
	if flushErr := s.out.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
