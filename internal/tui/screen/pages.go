package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

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
	var names []string
	for _, k := range a.keys {
		names = append(names, action{keys: []string{k}}.key())
	}
	return strings.Join(names, " ")
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
