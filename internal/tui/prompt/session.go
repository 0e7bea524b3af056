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

// ErrInterrupted means that the user interrupted the session. The game is
// saved, as after every move.
var ErrInterrupted = errors.New("interrupted")

// Config is what a session needs.
type Config struct {
	// Game is the game to play: a new one, or one to continue.
	Game Saved
	In   io.Reader
	Out  io.Writer
	// Interactive means that a person types at In: prompts do not end the
	// line, and long lists stop after each page.
	Interactive bool
	// Screen means that Out is a terminal, on which a line can be rewritten.
	Screen bool
	Style  board.Style
	// Width and Height are the size of the screen; Height 0 means no limit.
	Width, Height int
	// Games are the games that can be loaded.
	Games game.List
	Store *Store
	// NewEngine makes the engine for computer players and hints.
	NewEngine func(g game.Game) (engine.Engine, error)
	// WriteRules explains the rules of a game.
	WriteRules func(g game.Game, out *bufio.Writer) error
	// Time is how long the engine may think about a hint, and about a move
	// where the values of the game are not known.
	Time time.Duration
}

// Session is one run of the prompt: a match, or several if others are loaded.
type Session struct {
	Config
	out   *bufio.Writer
	lines *lineReader
	match *game.Match
	// engine is for the game engineGame; nil until it is needed.
	engine     engine.Engine
	engineGame string
	// saveError is why the game could not be saved; it is shown once.
	saveError error
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
			return s.finish(ErrInterrupted)
		}
		if s.playAutomatic(ctx) {
			continue
		}
		line, err := s.ask(ctx, s.question())
		if err != nil {
			if s.Interactive {
				fmt.Fprintln(s.out)
			}
			return s.finish(err)
		}
		s.execute(ctx, line)
	}
	return s.finish(nil)
}

// ask prints a question and waits for a line.
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

// question is the prompt for the active player.
func (s *Session) question() string {
	switch {
	case s.over() && s.Interactive:
		return "The game is over (undo, save FILE, history, quit)>"
	case s.over():
		return ""
	case s.match.Offer() != game.NoSeat:
		return s.player(s.active()) + ", accept or decline the draw?"
	case s.Interactive:
		return s.player(s.active()) + ">"
	default:
		return s.player(s.active()) + " to move"
	}
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

func (s *Session) player(seat game.Seat) string {
	return caption.Player(s.match.Game(), s.match.Players(), seat)
}

// introduce shows who plays what and how to start.
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
		s.say("Type a move such as " + s.match.Position().MoveText(moves[0]) +
			"; ? lists the legal moves, help explains the rest.")
	}
	s.noteStrongest()
	s.showBoard()
}

// showBoard draws the board, and says how the game ended or may end.
func (s *Session) showBoard() {
	fmt.Fprint(s.out, "\n"+board.DrawMatch(s.match, s.Style)+"\n")
	switch v := s.match.Verdict(); {
	case v.Outcome.Over():
		s.say(caption.Verdict(s.match.Game(), s.match.Players(), v))
	case s.match.Game().Repeats() && s.match.Occurrences(s.match.Position()) == 2:
		s.say("This position has occurred twice; the third time draws the game.")
	}
}

// say prints a sentence, wrapped to the width of the screen.
func (s *Session) say(text string) {
	fmt.Fprint(s.out, caption.Wrap(strings.Fields(text), s.Width, ""))
}

// sayPath prints a sentence with paths in it. It is wrapped on a screen only: a
// program may look for the path.
func (s *Session) sayPath(text string) {
	if s.Screen {
		s.say(text)
		return
	}
	fmt.Fprintln(s.out, text)
}

// refuse says why something cannot be done.
func (s *Session) refuse(err error) {
	text := err.Error()
	s.sayPath(strings.ToUpper(text[:1]) + text[1:] + ".")
}

// play makes the move that the active player typed.
func (s *Session) play(text string) {
	if s.match.Offer() != game.NoSeat {
		s.say("Answer the offer first: accept or decline.")
		return
	}
	if err := s.match.Play(text); err != nil {
		s.refuseMove(err)
		return
	}
	// A person sees what they typed.
	s.moved(!s.Interactive || !strings.EqualFold(text, s.match.MoveText(s.match.Plies()-1)))
}

// refuseMove says why a move is refused. The sentence begins with the move as it
// was typed.
func (s *Session) refuseMove(err error) {
	s.say(err.Error() + ".")
	var refusal *game.Refusal
	if errors.As(err, &refusal) && strings.HasSuffix(refusal.Code, ".syntax") {
		s.say("(? lists the legal moves, help the commands.)")
	}
}

// moved saves the game after a move and draws the board, with or without the
// text of the move.
func (s *Session) moved(withText bool) {
	if ply := s.match.Plies() - 1; withText {
		seat := s.match.PositionAfter(ply).ToMove()
		fmt.Fprintf(s.out, "%s: %s\n", s.player(seat), s.match.MoveText(ply))
	}
	s.autosave()
	s.showBoard()
}

// finish says where the game is saved, and returns the error that ends the
// session. The end of the input is like quit.
func (s *Session) finish(err error) error {
	if s.Store.Overwritten() {
		s.autosave()
	}
	switch {
	case s.match.Plies() == 0 && !s.over():
	case s.saveError != nil:
		s.sayPath("This game is not saved: " + s.saveError.Error() + ".")
	case s.Store.Path() == "":
	case s.over():
		s.sayPath("The finished game is in " + s.Store.Path() + ".")
	default:
		s.sayPath("The game is saved in " + s.Store.Path() + ".")
		s.sayPath("To continue: plateau play --resume" + s.Store.Argument())
	}
	if flushErr := s.out.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// maxLine bounds a line of input, in bytes.
const maxLine = 64 << 10

// lineReader reads lines in its own goroutine, so that waiting for one can be
// interrupted. The goroutine ends with the input or, after stop, with the line
// that it is reading.
type lineReader struct {
	lines chan string
	done  chan struct{}
	// err is set before lines is closed.
	err error
}

func newLineReader(in io.Reader) *lineReader {
	r := &lineReader{lines: make(chan string), done: make(chan struct{})}
	go r.read(in)
	return r
}

func (r *lineReader) read(in io.Reader) {
	defer close(r.lines)
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case r.lines <- strings.TrimSpace(scanner.Text()):
		case <-r.done:
			return
		}
	}
	if r.err = scanner.Err(); r.err == nil {
		r.err = io.EOF
	}
}

// next gives the next line, io.EOF after the last, or ErrInterrupted when ctx
// is done.
func (r *lineReader) next(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", ErrInterrupted
	case line, ok := <-r.lines:
		if !ok {
			return "", r.err
		}
		return line, nil
	}
}

func (r *lineReader) stop() { close(r.done) }
