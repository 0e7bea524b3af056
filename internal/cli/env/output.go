package env

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"plateau/game"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

// writeError is output that could not be written.
type writeError struct{ err error }

func (e writeError) Error() string { return "cannot write the output: " + e.err.Error() }

func (e writeError) Unwrap() error { return e.err }

// Flush writes the buffered output.
func (e *Env) Flush() error {
	if err := e.Out.Flush(); err != nil {
		return writeError{err}
	}
	return nil
}

// WriteJSON writes an object as one line.
func (e *Env) WriteJSON(object any) error {
	encoder := json.NewEncoder(e.Out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil {
		return writeError{err}
	}
	return nil
}

// When is a time for people.
func When(ms int64) string { return time.UnixMilli(ms).Format("2006-01-02 15:04") }

// WriteRows writes a list from the server: as JSON what it sent, line by line, or
// else a table with a row for each.
func WriteRows[T any](e *Env, list []json.RawMessage, row func(out io.Writer, one T)) error {
	out, end := e.Table(0)
	defer end()
	for _, text := range list {
		if e.AsJSON {
			fmt.Fprintln(e.Out, string(text))
			continue
		}
		var one T
		if err := json.Unmarshal(text, &one); err != nil {
			return err
		}
		row(out, one)
	}
	return nil
}

// ErrorText is an error for people. A refusal is translated; in English it is as
// scripts have always read it.
func (e *Env) ErrorText(err error) string {
	var refusal *game.Refusal
	if e.Lang != "" && e.Lang != rulebook.Languages()[0].Code && errors.As(err, &refusal) && e.Texts().Has("phrase."+refusal.Code) {
		return e.Texts().Error(err)
	}
	return err.Error()
}

// Table aligns cells that are separated by tabs until it is ended. The buffer
// below it returns its errors when it is flushed.
func (e *Env) Table(flags uint) (table *tabwriter.Writer, end func()) {
	table = tabwriter.NewWriter(e.Out, 0, 0, 2, ' ', flags)
	return table, func() { _ = table.Flush() }
}

// Warnf prints a message on the error stream, wrapped if that is a terminal.
func (e *Env) Warnf(format string, args ...any) {
	message := "plateau: " + fmt.Sprintf(format, args...)
	width, _, ok := sizeOf(e.Err)
	for line := range strings.SplitSeq(message, "\n") {
		if ok {
			line = strings.TrimSuffix(text.Wrap(strings.Split(line, " "), width, ""), "\n")
		}
		fmt.Fprintln(e.Err, line)
	}
}

// Agrees asks a person at a terminal a question. Only yes is yes.
func (e *Env) Agrees(question string) bool {
	fmt.Fprint(e.Err, question+" [y/N] ")
	answer, _ := bufio.NewReader(e.In).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true
	}
	return false
}

// Standing is the state of a match; its keys are documented as stable.
type Standing struct {
	Position string      `json:"position"`
	ToMove   string      `json:"to_move"`
	Outcome  string      `json:"outcome"`
	Winner   *string     `json:"winner"`
	Reason   *string     `json:"reason"`
	Line     []game.Cell `json:"line"`
}

// NewStanding describes a match.
func NewStanding(m *game.Match) Standing {
	g, now, v := m.Game(), m.Position(), m.Verdict()
	object := Standing{
		Position: now.String(), ToMove: g.Seats()[now.ToMove()].ID,
		Outcome: v.Outcome.String(), Line: append([]game.Cell{}, v.Line...),
	}
	if winner, won := v.Outcome.Winner(); won {
		object.Winner = new(g.TeamID(winner))
	}
	if v.Reason.Code != "" {
		object.Reason = &v.Reason.Code
	}
	return object
}

// WriteBoard draws the board of a match or describes it.
func (e *Env) WriteBoard(m *game.Match) {
	if !e.Plain {
		fmt.Fprint(e.Out, text.DrawMatch(m, e.Drawing()))
		return
	}
	for _, line := range e.Texts().Position(m.Position(), m.Players()) {
		fmt.Fprintln(e.Out, line)
	}
}

// WriteStanding draws the board and prints the state of the match. The text of the
// position may be in another notation.
func (e *Env) WriteStanding(m *game.Match, position string) {
	texts := e.Texts()
	g, now, v := m.Game(), m.Position(), m.Verdict()
	e.WriteBoard(m)
	toMove, outcome := texts.Player(g, m.Players(), now.ToMove()), texts.Text("terminal.show.running")
	if v.Outcome.Over() {
		toMove, outcome = texts.Text("terminal.show.nobody"), texts.Verdict(g, m.Players(), v)
	}
	fmt.Fprintln(e.Out)
	e.WriteLabelled(
		texts.Text("terminal.show.position"), position,
		texts.Text("terminal.show.toMove"), toMove,
		texts.Text("terminal.show.outcome"), outcome)
}

// WriteLabelled prints texts after their labels, which are alternating.
func (e *Env) WriteLabelled(pairs ...string) {
	width := utf8.RuneCountInString(e.Texts().Text("terminal.show.position"))
	for i := 0; i < len(pairs); i += 2 {
		width = max(width, utf8.RuneCountInString(pairs[i]))
	}
	for i := 0; i < len(pairs); i += 2 {
		gap := strings.Repeat(" ", width-utf8.RuneCountInString(pairs[i]))
		fmt.Fprintf(e.Out, "%s%s  %s\n", pairs[i], gap, pairs[i+1])
	}
}
