package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
)

// stdinArg stands for the standard input.
const stdinArg = "-"

// findGame reads a GAME argument. An unknown game is wrong usage.
func (a *app) findGame(id string) (game.Game, error) {
	g, err := a.games.Find(id)
	if err != nil {
		return nil, usageError{err.Error()}
	}
	return g, nil
}

// onGame is a command that runs with the game that is the first argument, and the
// other arguments.
func (a *app) onGame(run func(cmd *cobra.Command, g game.Game, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		g, err := a.findGame(args[0])
		if err == nil {
			err = a.checkNotation(g)
		}
		if err != nil {
			return err
		}
		return run(cmd, g, args[1:])
	}
}

// completeGame completes the ids of the games as the first argument.
func (a *app) completeGame(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	if len(args) == 0 {
		for _, g := range a.games {
			if strings.HasPrefix(g.ID(), strings.ToLower(prefix)) {
				ids = append(ids, cobra.CompletionWithDesc(g.ID(), g.Name()))
			}
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// startWord is the start position; the player who begins may follow it.
const startWord = "start"

func isStart(text string) bool { return strings.EqualFold(text, startWord) }

// parsePosition reads a position or the word start.
func parsePosition(g game.Game, text string) (game.Position, error) {
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
		return startWord, words
	}
	return splitPosition(g, words)
}

func splitPosition(g game.Game, words []string) (position string, rest []string) {
	position, rest = words[0], words[1:]
	if len(rest) > 0 && !strings.Contains(position, " ") {
		if _, ok := findSeat(g, rest[0]); ok {
			return position + " " + rest[0], rest[1:]
		}
	}
	return position, rest
}

// findSeat reads the ID of a seat.
func findSeat(g game.Game, id string) (game.Seat, bool) {
	for i, seat := range g.Seats() {
		if strings.EqualFold(seat.ID, id) {
			return game.Seat(i), true
		}
	}
	return game.NoSeat, false
}

// playWords plays moves from a position.
func playWords(g game.Game, words []string) (*game.Match, error) {
	text, moves := splitMoves(g, words)
	start, err := parsePosition(g, text)
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
type flushingReader struct{ *app }

func (r flushingReader) Read(p []byte) (int, error) {
	if err := r.flush(); err != nil {
		return 0, err
	}
	return r.In.Read(p)
}

// layout is how the output for several positions is arranged.
type layout bool

const (
	oneLine    layout = false // one line each
	paragraphs layout = true  // several lines each, separated by empty ones
)

// eachInput calls do for the arguments, or with - for the words of every line of
// the standard input.
func (a *app) eachInput(words []string, out layout, do func(words []string) error) error {
	if len(words) == 0 || words[0] != stdinArg {
		return do(words)
	}
	if len(words) > 1 {
		return usagef("nothing may follow -: %q", words[1])
	}
	first := true
	return a.eachLine(func(text string) error {
		if !first && !a.asJSON && out == paragraphs {
			fmt.Fprintln(a.out)
		}
		first = false
		return do(strings.Fields(text))
	})
}

// eachLine calls do for every line of the standard input that is not empty. A
// refusal is printed with the number of its line, and the next line follows.
func (a *app) eachLine(do func(text string) error) error {
	in := bufio.NewReaderSize(flushingReader{a}, bufferSize)
	wrong := false
	for number := 1; ; number++ {
		text, err := readLine(in)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && text != "" {
			err = do(text)
		}
		var refusal *game.Refusal
		if errors.As(err, &refusal) {
			wrong = true
			err = a.refuseLine(number, err, refusal)
		}
		if err != nil {
			return err
		}
	}
	if wrong {
		return errReported
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

func (a *app) refuseLine(number int, err error, refusal *game.Refusal) error {
	if !a.asJSON {
		a.warnf("line %d: %s", number, a.errorText(err))
		return nil
	}
	object := wrongLine{Line: number, Error: refusal}
	var move *moveError
	if errors.As(err, &move) {
		object.Move = move.number
	}
	return a.writeJSON(object)
}

// writeJSON writes an object as one line.
func (a *app) writeJSON(object any) error {
	encoder := json.NewEncoder(a.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil {
		return writeError{err}
	}
	return nil
}
