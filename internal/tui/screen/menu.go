package screen

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"plateau/internal/tui/text"
)

// option is an entry of a menu.
type option struct {
	label string
	// hint explains it; it may be empty.
	hint string
	do   func() tea.Cmd
	// heading options cannot be chosen.
	heading bool
}

// menu is a list to choose from.
type menu struct {
	*env

	title   string
	options func() []option
	at      int
	// fromTop is set if the first option is chosen whenever the menu is seen again,
	// and first if leaving the menu ends the app.
	fromTop, first bool
	// more are further actions.
	more func() []action
}

func newMenu(e *env, title string, options func() []option) *menu {
	m := &menu{env: e, title: title, options: options}
	m.step(0)
	return m
}

func (m *menu) start() tea.Cmd {
	if m.fromTop {
		m.at = 0
	}
	m.step(0)
	return nil
}

func (m *menu) leave() {}

// step moves the choice, past headings.
func (m *menu) step(by int) {
	options := m.options()
	m.at = min(max(m.at+by, 0), len(options)-1)
	for direction := max(by, -1); len(options) > 0 && options[m.at].heading; {
		if direction >= 0 && m.at < len(options)-1 {
			m.at++
			continue
		}
		if direction < 0 && m.at > 0 {
			m.at--
			continue
		}
		direction = -direction
		if direction == 0 {
			return
		}
	}
}

func (m *menu) choose() tea.Cmd {
	options := m.options()
	if m.at >= len(options) || options[m.at].do == nil {
		return nil
	}
	return options[m.at].do()
}

func (m *menu) actions() []action {
	all := []action{
		{keys: []string{"enter", "space", "right", "l"}, label: m.text("terminal.app.choose"), do: m.choose},
		{keys: []string{"up", "k"}, label: m.text("terminal.app.up"), rare: true, do: func() tea.Cmd { m.step(-1); return nil }},
		{keys: []string{"down", "j"}, label: m.text("terminal.app.down"), rare: true, do: func() tea.Cmd { m.step(1); return nil }},
	}
	if m.more != nil {
		all = append(all, m.more()...)
	}
	back := m.backAction()
	if m.first {
		back.label = m.text("terminal.app.quit")
	} else {
		back.keys = append(back.keys, "left", "h")
	}
	return append(all, m.keysAction(m.actions), back)
}

func (m *menu) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if n, err := strconv.Atoi(msg.String()); err == nil {
			return m.number(n)
		}
		cmd, _ := press(msg.String(), m.actions())
		return cmd
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			m.step(-1)
		} else {
			m.step(1)
		}
	}
	return nil
}

// number chooses an option by its number, counted from 1.
func (m *menu) number(n int) tea.Cmd {
	for i, o := range m.options() {
		if o.heading {
			continue
		}
		if n--; n == 0 {
			m.at = i
			return m.choose()
		}
	}
	return nil
}

func (m *menu) view() []string {
	var rows []row
	chosen := 0
	number := 0
	for i, o := range m.options() {
		if o.heading {
			rows = append(rows, m.wrapped(quietTone, o.label, m.width)...)
			continue
		}
		number++
		if i == m.at {
			chosen = len(rows)
		}
		rows = append(rows, m.optionRows(i, number, o)...)
	}
	from := max(0, chosen-m.pageRoom()+4)
	return m.page(m.title, rows, from, m.actions())
}

// widestHint is how long the lines of a hint are at most.
const widestHint = 76

func (m *menu) optionRows(i, number int, o option) []row {
	mark := "  "
	if i == m.at {
		mark = "> "
	}
	head := "   "
	if number < 10 {
		head = strconv.Itoa(number) + "  "
	}
	do := func() tea.Cmd {
		m.at = i
		return m.choose()
	}
	// What is chosen is seen as a whole.
	lines := []string{o.label}
	if i == m.at {
		lines = wrap(o.label, m.width-len(mark+head))
	}
	var rows []row
	for n, line := range lines {
		before := mark + head
		if n > 0 {
			before = strings.Repeat(" ", len(before))
		}
		text := m.cut(before+line, m.width)
		if i == m.at {
			text = m.accent(text)
		}
		rows = append(rows, row{text: text, spans: []span{{0, m.width, do}}})
	}
	if o.hint != "" && i == m.at {
		for _, line := range text.Lines(o.hint, min(m.width-6, widestHint), "") {
			rows = append(rows, row{text: "     " + m.quiet(line)})
		}
	}
	return rows
}
