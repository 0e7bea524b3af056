package env

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
)

// StdinArg stands for the standard input.
const StdinArg = "-"

// FindGame reads a GAME argument. An unknown game is wrong usage.
func (e *Env) FindGame(id string) (game.Game, error) {
	g, err := e.Games.Find(id)
	if err != nil {
		return nil, UsageError(err.Error())
	}
	return g, nil
}

// OnGame is a command that runs with the game that is the first argument, and the
// other arguments.
func (e *Env) OnGame(run func(cmd *cobra.Command, g game.Game, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		g, err := e.FindGame(args[0])
		if err != nil {
			return err
		}
		return run(cmd, g, args[1:])
	}
}

// CompleteGame completes the ids of the games as the first argument.
func (e *Env) CompleteGame(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	if len(args) == 0 {
		for _, g := range e.Games {
			if strings.HasPrefix(g.ID(), strings.ToLower(prefix)) {
				ids = append(ids, cobra.CompletionWithDesc(g.ID(), g.Name()))
			}
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// StartWord is the start position; the player who begins may follow it.
const StartWord = "start"

func isStart(text string) bool { return strings.EqualFold(text, StartWord) }

// ParsePosition reads a position or the word start.
func ParsePosition(g game.Game, text string) (game.Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, emptyPosition.Refuse(text)
	}
	if !isStart(words[0]) {
		return g.Parse(text)
	}
	if len(words) == 1 {
		return g.Start(g.Openers()[0]), nil
	}
	opener := strings.Join(words[1:], " ")
	var ids []string
	for _, seat := range g.Openers() {
		id := g.Seats()[seat].ID
		if strings.EqualFold(opener, id) {
			return g.Start(seat), nil
		}
		ids = append(ids, id)
	}
	return nil, cannotBegin.Refuse(text, "seats", strings.Join(ids, " or "))
}

var emptyPosition = game.Invalid("position.empty", "the position is empty; start is the start position")

var cannotBegin = game.Invalid("position.opener", "the player who may begin is {seats}")

// splitMoves splits words into a position, which may be missing, and the moves
// after it. A board and the player to move may be two words.
func splitMoves(g game.Game, words []string) (position string, moves []string) {
	if len(words) == 0 || words[0] != "" && !strings.Contains(words[0], "/") && !isStart(words[0]) {
		return StartWord, words
	}
	return SplitPosition(g, words)
}

// SplitPosition takes a position, of one or two words, off the words that begin with it.
func SplitPosition(g game.Game, words []string) (position string, rest []string) {
	position, rest = words[0], words[1:]
	if len(rest) > 0 && !strings.Contains(position, " ") {
		if _, ok := FindSeat(g, rest[0]); ok {
			return position + " " + rest[0], rest[1:]
		}
	}
	return position, rest
}

// FindSeat reads the ID of a seat.
func FindSeat(g game.Game, id string) (game.Seat, bool) {
	for i, seat := range g.Seats() {
		if strings.EqualFold(seat.ID, id) {
			return game.Seat(i), true
		}
	}
	return game.NoSeat, false
}

// PlayWords plays moves from a position.
func PlayWords(g game.Game, words []string) (*game.Match, error) {
	text, moves := splitMoves(g, words)
	start, err := ParsePosition(g, text)
	if err != nil {
		return nil, err
	}
	m := game.MatchFrom(start, nil)
	for i, move := range moves {
		if err := m.Play(move); err != nil {
			return nil, refuseMove(i+1, err)
		}
	}
	return m, nil
}

// moveError is the refusal of one of several moves.
type moveError struct {
	number int
	*game.Refusal
}

func refuseMove(number int, err error) error {
	var refusal *game.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	return &moveError{number, refusal}
}

// Error has the number of the move.
func (e *moveError) Error() string { return fmt.Sprintf("move %d: %v", e.number, e.Refusal) }

// Unwrap returns the refusal.
func (e *moveError) Unwrap() error { return e.Refusal }

// maxLine is the longest line of input, in bytes: far more than any game needs.
const maxLine = 1 << 20

var lineTooLong = game.Invalid("line.long", "the line is longer than {limit} bytes")

// flushingReader flushes the output before it reads more input. So the output
// is buffered while there is work, and complete whenever a program at the other
// end of a pipe may be waiting for it.
type flushingReader struct{ *Env }

func (r flushingReader) Read(p []byte) (int, error) {
	if err := r.Flush(); err != nil {
		return 0, err
	}
	return r.In.Read(p)
}

// EachLine calls do for every line of the standard input that is not empty. A
// refusal is printed with the number of its line, and the next line follows.
func (e *Env) EachLine(do func(text string) error) error {
	in := bufio.NewReaderSize(flushingReader{e}, bufferSize)
	wrong := false
	for number := 1; ; number++ {
		text, err := readLine(in)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && text != "" {
			err = do(text)
		}
		if refusal, ok := errors.AsType[*game.Refusal](err); ok {
			wrong = true
			err = e.refuseLine(number, err, refusal)
		}
		if err != nil {
			return err
		}
	}
	if wrong {
		return ErrReported
	}
	return nil
}

// readLine returns the next line without the space around it. A line that is too
// long is skipped and refused.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(line) > 0 || long):
		case err != nil:
			return "", err
		}
		if long {
			return "", lineTooLong.Refuse("", "limit", strconv.Itoa(maxLine))
		}
		// A file may begin with a byte order mark.
		return strings.TrimSpace(strings.TrimPrefix(string(line), "\uFEFF")), nil
	}
}

// wrongLine is the output for a line that was refused.
type wrongLine struct {
	Line  int           `json:"line"`
	Move  int           `json:"move,omitempty"`
	Error *game.Refusal `json:"error"`
}

func (e *Env) refuseLine(number int, err error, refusal *game.Refusal) error {
	if !e.AsJSON {
		e.Warnf("line %d: %s", number, e.ErrorText(err))
		return nil
	}
	object := wrongLine{Line: number, Error: refusal}
	if move, ok := errors.AsType[*moveError](err); ok {
		object.Move = move.number
	}
	return e.WriteJSON(object)
}
