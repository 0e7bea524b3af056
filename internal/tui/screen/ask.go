package screen

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

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
	var values []string
	for _, input := range a.inputs {
		values = append(values, strings.TrimSpace(input.Value()))
	}
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
