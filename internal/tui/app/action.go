package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

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

// keyNames are how keys are shown that are not their own name.
var keyNames = map[string]string{"enter": "Enter", "esc": "Esc", "tab": "Tab", "space": "Space", "left": "<", "right": ">"}

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

// footer is the line at the bottom: as many actions as fit.
func (e *env) footer(actions []action) row {
	var r row
	var text strings.Builder
	at := 0
	for _, a := range actions {
		if a.rare {
			continue
		}
		width := wide(a.key()) + 1 + wide(a.label)
		if at > 0 {
			width += 2
		}
		if at+width > e.width {
			continue
		}
		if at > 0 {
			text.WriteString("  ")
			at += 2
			width -= 2
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
