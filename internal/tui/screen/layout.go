package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"plateau/catalogue"
	"plateau/internal/tui/screen/tiles"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// row is a line of a screen, of which parts can be clicked.
type row struct {
	text string
	// spans are from one column to another.
	spans []span
}

type span struct {
	from, to int
	do       func() tea.Cmd
}

// hit is a place that can be clicked.
type hit struct {
	y int
	span
}

func (e *env) hitAt(x, y int) func() tea.Cmd {
	for _, h := range e.hits {
		if h.y == y && x >= h.from && x < h.to {
			return h.do
		}
	}
	return nil
}

// put places rows: it notes what can be clicked, and returns their texts.
func (e *env) put(x, y int, rows []row) []string {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r.text
		for _, s := range r.spans {
			e.hits = append(e.hits, hit{y + i, span{x + s.from, x + s.to, s.do}})
		}
	}
	return lines
}

// rowsOf are lines that cannot be clicked.
func rowsOf(lines ...string) []row {
	rows := make([]row, len(lines))
	for i, line := range lines {
		rows[i].text = line
	}
	return rows
}

// wide is how many columns a text takes.
func wide(text string) int { return ansi.StringWidth(text) }

// cut shortens a text to a width, with a sign that something is missing.
func (e *env) cut(text string, width int) string {
	tail := "…"
	if e.ASCII {
		tail = "..."
	}
	return ansi.Truncate(text, max(width, 0), tail)
}

// pad makes a text as wide as a column.
func (e *env) pad(text string, width int) string {
	text = e.cut(text, width)
	return text + strings.Repeat(" ", max(width-wide(text), 0))
}

// fitLines makes lines fit the screen.
func (e *env) fitLines(lines []string) []string {
	lines = lines[:min(len(lines), e.height)]
	fitted := make([]string, len(lines))
	for i, line := range lines {
		fitted[i] = ansi.Truncate(line, e.width, "")
	}
	return fitted
}

// wrap breaks paragraphs into lines, and also words that are longer than a line.
func wrap(paragraphs string, width int) []string {
	if paragraphs == "" {
		return nil
	}
	width = max(width, 10)
	var lines []string
	for part := range strings.SplitSeq(paragraphs, "\n") {
		for _, line := range text.Lines(part, width, "") {
			// Some letters are two columns wide.
			lines = append(lines, strings.Split(ansi.Hardwrap(line, width, true), "\n")...)
		}
	}
	return lines
}

func (e *env) accent(text string) string {
	return tiles.Ink{Front: e.theme.Accent, Bold: true}.Paint(text)
}

func (e *env) quiet(text string) string {
	return tiles.Ink{Front: e.theme.Quiet, Faint: e.theme.Quiet == nil}.Paint(text)
}

// tone is what a message is like.
type tone uint8

const (
	plainTone tone = iota
	warnTone
	goodTone
	quietTone
)

func (e *env) toned(t tone, text string) string {
	switch t {
	case warnTone:
		return tiles.Ink{Front: e.theme.Warning, Bold: true}.Paint(text)
	case goodTone:
		return tiles.Ink{Front: e.theme.Good, Bold: true}.Paint(text)
	case quietTone:
		return e.quiet(text)
	}
	return text
}

// wrapped are the lines of a text as rows.
func (e *env) wrapped(t tone, text string, width int) []row {
	lines := wrap(text, width)
	for i, line := range lines {
		lines[i] = e.toned(t, line)
	}
	return rowsOf(lines...)
}

// titleLine is the first line of a screen.
func (e *env) titleLine(title, right string) string {
	room := e.width - wide(right) - 1
	return e.accent(e.pad(title, max(room, 0))) + " " + e.quiet(right)
}

// page is a screen of rows between a title and the keys: from a row on, if there are
// more than fit. Signs in the title say on which side there are more.
func (e *env) page(title string, body []row, from int, actions []action) []string {
	room := e.pageRoom()
	from = max(min(from, len(body)-room), 0)
	shown := body[from:min(from+room, len(body))]
	lines := append([]string{e.titleLine(title, e.moreSigns(from > 0, from+room < len(body))), ""}, e.put(0, 2, shown)...)
	for len(lines) < e.height-1 {
		lines = append(lines, "")
	}
	return append(lines, e.put(0, e.height-1, []row{e.footer(actions)})...)
}

// moreSigns says whether there is more above and below what is shown.
func (e *env) moreSigns(above, below bool) string {
	up, down := "▲", "▼"
	if e.ASCII {
		up, down = "^", "v"
	}
	signs := ""
	if above {
		signs += up
	}
	if below {
		signs += down
	}
	return signs
}

// pageRoom is how many rows of a page are seen at a time.
func (e *env) pageRoom() int { return max(e.height-4, 1) }

// action is something that a key does on a screen. The line at the bottom, the list
// of keys and clicks use the same actions.
type action struct {
	// keys are the names of the keys; the first is shown.
	keys  []string
	label string
	do    func() tea.Cmd
	// shown is how the keys are written, if not like the first.
	shown string
	// rare actions are in the list of keys only.
	rare bool
}

// rarely is an action that is in the list of keys only.
func rarely(a action) action {
	a.rare = true
	return a
}

// keyNames are how keys are shown that are not their own name.
var keyNames = map[string]string{
	"enter": "Enter", "esc": "Esc", "tab": "Tab", "shift+tab": "Shift-Tab", "space": "Space", "ctrl+s": "Ctrl-S",
	"left": "<", "right": ">", "up": "Up", "down": "Down", "pgup": "PgUp", "pgdown": "PgDn", "home": "Home", "delete": "Del",
}

func (a action) key() string {
	if a.shown != "" {
		return a.shown
	}
	if name, ok := keyNames[a.keys[0]]; ok {
		return name
	}
	return a.keys[0]
}

// press does what a key does, if it does anything.
func press(key string, actions []action) (tea.Cmd, bool) {
	for _, a := range actions {
		for _, k := range a.keys {
			if k == key && a.do != nil {
				return a.do(), true
			}
		}
	}
	return nil, false
}

// footer is the line at the bottom: as many actions as fit. The last one, which leaves
// the screen, is always there.
func (e *env) footer(actions []action) row {
	var r row
	var text strings.Builder
	var shown []action
	for _, a := range actions {
		if !a.rare {
			shown = append(shown, a)
		}
	}
	const between = 2
	widthOf := func(a action) int { return wide(a.key()) + 1 + wide(a.label) }
	at := 0
	for i, a := range shown {
		width, room := widthOf(a), e.width
		if last := len(shown) - 1; i < last {
			room -= between + widthOf(shown[last])
		}
		if at > 0 {
			room -= between
		}
		if at+width > room {
			continue
		}
		if at > 0 {
			text.WriteString(strings.Repeat(" ", between))
			at += between
		}
		text.WriteString(e.accent(a.key()) + " " + e.quiet(a.label))
		r.spans = append(r.spans, span{at, at + width, a.do})
		at += width
	}
	r.text = text.String()
	return r
}

// backAction leaves a screen.
func (e *env) backAction() action {
	return action{keys: []string{"q", "esc"}, label: e.text("terminal.app.back"), do: func() tea.Cmd { return e.back() }}
}

// keysAction shows all keys of a screen.
func (e *env) keysAction(all func() []action) action {
	return action{keys: []string{"?"}, label: e.text("terminal.app.keys"), do: func() tea.Cmd {
		return e.open(newKeys(e, all()))
	}}
}

// TextsIn are the words of a language, with those of the games, in characters that a
// terminal can show.
func TextsIn(games catalogue.List, code string, ascii bool) text.Texts {
	language := words.In(code)
	for _, e := range games {
		if e.Words != nil {
			language = language.With(e.Words)
		}
	}
	if ascii {
		language = language.Adapt(text.ASCII)
	}
	return text.Texts{Language: language, NamedLike: games.NamedLike(), ASCII: ascii}
}
