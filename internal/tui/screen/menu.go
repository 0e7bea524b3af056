package screen

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/textinput"
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

// pager shows text that may be longer than the screen.
type pager struct {
	*env

	title string
	// lines are the text for a width.
	lines func(width int) []string
	from  int
	more  []action
}

func newPager(e *env, title string, lines func(width int) []string) *pager {
	return &pager{env: e, title: title, lines: lines}
}

// newKeys lists what keys do.
func newKeys(e *env, actions []action) *pager {
	return newPager(e, e.text("play.keys"), func(width int) []string {
		var lines []string
		column := 0
		for _, a := range actions {
			column = max(column, wide(keysOf(a)))
		}
		for _, a := range actions {
			head := e.pad(keysOf(a), column) + "  "
			for i, line := range wrap(a.label, width-column-2) {
				if i > 0 {
					head = e.pad("", column+2)
				}
				lines = append(lines, e.accent(head)+line)
			}
		}
		return lines
	})
}

func keysOf(a action) string {
	return strings.Join(text.Each(a.keys, func(k string) string { return action{keys: []string{k}}.key() }), " ")
}

func (p *pager) start() tea.Cmd { return nil }
func (p *pager) leave()         {}

// widestText is how long lines of running text are at most.
const widestText = 90

func (p *pager) body() []string { return p.lines(min(p.width-1, widestText)) }

func (p *pager) scroll(by int) tea.Cmd {
	p.from = max(0, min(p.from+by, len(p.body())-p.pageRoom()))
	return nil
}

func (p *pager) actions() []action {
	page := p.pageRoom() - 1
	all := []action{
		{keys: []string{"space", "pgdown", "f"}, label: p.text("terminal.app.pageDown"), do: func() tea.Cmd { return p.scroll(page) }},
		{keys: []string{"b", "pgup"}, label: p.text("terminal.app.pageUp"), do: func() tea.Cmd { return p.scroll(-page) }},
		{keys: []string{"down", "j"}, label: p.text("terminal.app.down"), rare: true, do: func() tea.Cmd { return p.scroll(1) }},
		{keys: []string{"up", "k"}, label: p.text("terminal.app.up"), rare: true, do: func() tea.Cmd { return p.scroll(-1) }},
	}
	all = append(all, p.more...)
	back := p.backAction()
	back.keys = append(back.keys, "enter", "?")
	return append(all, back)
}

func (p *pager) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		cmd, _ := press(msg.String(), p.actions())
		return cmd
	case tea.MouseWheelMsg:
		if msg.Button == tea.MouseWheelUp {
			return p.scroll(-3)
		}
		return p.scroll(3)
	}
	return nil
}

func (p *pager) view() []string { return p.page(p.title, rowsOf(p.body()...), p.from, p.actions()) }

// ask is a screen with lines to fill in.
type ask struct {
	*env

	title, hint string
	inputs      []textinput.Model
	at          int
	problem     string
	// do gets what was filled in. A problem that it returns is shown.
	do func(values []string) (cmd tea.Cmd, problem string)
}

// answerField is a line to fill in.
type answerField struct {
	label, value string
	secret       bool
}

// longestAnswer is how many characters a line has at most.
const longestAnswer = 200

func newAsk(e *env, title, hint string, fields []answerField, do func(values []string) (tea.Cmd, string)) *ask {
	a := &ask{env: e, title: title, hint: hint, do: do}
	for i, f := range fields {
		input := e.newInput(f.label+":", longestAnswer)
		input.SetWidth(max(e.width-wide(f.label)-5, 8))
		input.SetValue(f.value)
		if f.secret {
			input.EchoMode = textinput.EchoPassword
		}
		if i > 0 {
			input.Blur()
		}
		a.inputs = append(a.inputs, input)
	}
	return a
}

func (a *ask) start() tea.Cmd { return nil }
func (a *ask) leave()         {}

func (a *ask) step(by int) tea.Cmd {
	a.inputs[a.at].Blur()
	a.at = min(max(a.at+by, 0), len(a.inputs)-1)
	return a.inputs[a.at].Focus()
}

// enter goes to the next line, and after the last does what was asked for.
func (a *ask) enter() tea.Cmd {
	if a.at < len(a.inputs)-1 {
		return a.step(1)
	}
	values := text.Each(a.inputs, func(input textinput.Model) string { return strings.TrimSpace(input.Value()) })
	cmd, problem := a.do(values)
	a.problem = problem
	return cmd
}

func (a *ask) actions() []action {
	return []action{
		{keys: []string{"enter"}, label: a.text("terminal.app.next"), do: a.enter},
		{keys: []string{"down", "tab"}, label: a.text("terminal.app.down"), rare: true, do: func() tea.Cmd { return a.step(1) }},
		{keys: []string{"up", "shift+tab"}, label: a.text("terminal.app.up"), rare: true, do: func() tea.Cmd { return a.step(-1) }},
		{keys: []string{"esc"}, label: a.text("terminal.app.back"), do: a.back},
	}
}

func (a *ask) update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		if cmd, ok := press(key.String(), a.actions()); ok {
			return cmd
		}
	}
	var cmd tea.Cmd
	a.inputs[a.at], cmd = a.inputs[a.at].Update(msg)
	return cmd
}

func (a *ask) view() []string {
	rows := rowsOf(wrap(a.hint, min(a.width, widestHint))...)
	for i := range a.inputs {
		mark := "  "
		if i == a.at {
			mark = "> "
		}
		rows = append(rows, row{text: mark + a.inputs[i].View()})
	}
	rows = append(rows, row{})
	rows = append(rows, a.wrapped(warnTone, a.problem, a.width)...)
	return a.page(a.title, rows, 0, a.actions())
}

// openRecord asks for a file and continues its first game.
func (e *env) openRecord() tea.Cmd {
	return e.open(newAsk(e, e.text("play.load"), "", []answerField{{label: e.text("analysis.games.field")}}, func(values []string) (tea.Cmd, string) {
		saved, err := e.ReadRecord(values[0])
		if saved.Record == nil {
			return nil, e.texts.Error(err)
		}
		return e.replace(e.loaded(saved, err, e.NewStore())), ""
	}))
}

// saveRecord asks for a file and writes the game to it.
func (p *localGame) saveRecord() tea.Cmd {
	return p.open(newAsk(p.env, p.text("play.save"), "", []answerField{{label: p.text("analysis.games.field")}}, func(values []string) (tea.Cmd, string) {
		if err := p.WriteRecord(values[0], p.game.Saved.Snapshot(p.game.Match)); err != nil {
			return nil, p.text("terminal.notSaved", "problem", err.Error())
		}
		p.tell(goodTone, p.text("terminal.savedIn", "path", values[0]))
		return p.back(), ""
	}))
}
