package screen

import tea "charm.land/bubbletea/v2"

// dialog is a question with a few answers, in place of a screen's messages.
type dialog struct {
	question string
	answers  []string
	at       int
	// do is called with the number of the answer; -1 means that there was none.
	do func(answer int) tea.Cmd
}

// asks asks a question.
func (d *stage) asks(question string, answers []string, do func(answer int) tea.Cmd) {
	d.dialog = &dialog{question: question, answers: answers, do: do}
}

// dialogKey handles a key while a question is asked.
func (d *stage) dialogKey(key string) tea.Cmd {
	asked := d.dialog
	switch key {
	case "left", "up", "h", "k", "shift+tab":
		asked.at = max(asked.at-1, 0)
	case "right", "down", "l", "j", "tab":
		asked.at = min(asked.at+1, len(asked.answers)-1)
	case "enter", "space":
		return d.answer(asked.at)
	case "esc", "q":
		return d.answer(-1)
	}
	return nil
}

// answer ends the question with an answer, which may lead to another one.
func (d *stage) answer(number int) tea.Cmd {
	do := d.dialog.do
	d.dialog = nil
	return do(number)
}

// dialogRows are the question and the answers.
func (d *stage) dialogRows() []row {
	rows := d.message(plainTone, d.dialog.question)
	for i, answer := range d.dialog.answers {
		text := "  " + answer
		if i == d.dialog.at {
			text = d.accent("> " + answer)
		}
		rows = append(rows, row{text: text, spans: []span{{0, wide(text), func() tea.Cmd { return d.answer(i) }}}})
	}
	return rows
}
