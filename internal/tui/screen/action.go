package screen

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
