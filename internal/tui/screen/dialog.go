package screen

import (
	tea "charm.land/bubbletea/v2"
)

// dialog is a question with a few answers, in place of a screen's messages.
type dialog struct {
	*env

	question string
	answers  []string
	at       int
	// do is called with the number of the answer; -1 means that there was none.
	do func(answer int) tea.Cmd
}

// key handles a key. It reports whether the dialog has ended.
func (d *dialog) key(key string) (cmd tea.Cmd, ended bool) {
	switch key {
	case "left", "up", "h", "k", "shift+tab":
		d.at = max(d.at-1, 0)
	case "right", "down", "l", "j", "tab":
		d.at = min(d.at+1, len(d.answers)-1)
	case "enter", "space":
		return d.do(d.at), true
	case "esc", "q":
		return d.do(-1), true
	}
	return nil, false
}

// rows are the question and the answers; shut is called before a click takes
// effect.
func (d *dialog) rows(shut func()) []row {
	rows := d.message(plainTone, d.question)
	for i, answer := range d.answers {
		text := "  " + answer
		if i == d.at {
			text = d.accent("> " + answer)
		}
		rows = append(rows, row{text: text, spans: []span{{0, wide(text), func() tea.Cmd {
			shut()
			return d.do(i)
		}}}})
	}
	return rows
}
