package screen

import (
	"context"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/local"
)

// stage is what screens with a board share: the board, a message, and an engine that
// works for it.
type stage struct {
	*env

	field *field
	// note is the latest message.
	note     string
	noteTone tone
	work     task
	// dialog is a question that is asked, if there is one.
	dialog *dialog
	// line is the line that is typed, if one is open, and entered gets its text.
	line    *textinput.Model
	entered func(text string) tea.Cmd
}

func newStage(e *env, chosen func(m game.Move) tea.Cmd) *stage {
	d := &stage{env: e}
	d.field = &field{
		env: e, chosen: chosen, picked: func() { d.tell(plainTone, "") },
		refused: func(err error) tea.Cmd { return d.warn(e.refusalText(err)) },
	}
	return d
}

func (d *stage) tell(t tone, text string) { d.note, d.noteTone = text, t }

// warn says that something is not possible, or was wrong.
func (d *stage) warn(text string) tea.Cmd {
	d.tell(warnTone, text)
	return nil
}

func (d *stage) fail(err error) tea.Cmd { return d.warn(d.texts.Error(err)) }

func (d *stage) leave() { d.work.end() }

// find lets the engine find a sentence.
func (d *stage) find(g game.Game, work func(ctx context.Context, e engine.Engine) string) tea.Cmd {
	ctx, number := d.work.begin()
	return d.think(ctx, g, func(ctx context.Context, e engine.Engine) func() tea.Cmd {
		text := work(ctx, e)
		return d.work.once(number, func() tea.Cmd { return d.warn(text) })
	})
}

// update handles what all screens with a board handle alike: the keys of a question, of
// the line to type in, or else of the board and then the actions; and the mouse.
func (d *stage) update(msg tea.Msg, actions []action) tea.Cmd {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return d.typed(msg)
	case tea.KeyPressMsg:
		switch {
		case d.dialog != nil:
			return d.dialogKey(msg.String())
		case d.line != nil:
			return d.typed(msg)
		}
		if cmd, ok := d.field.key(msg.String()); ok {
			return cmd
		}
		cmd, _ := press(msg.String(), actions)
		return cmd
	case tea.MouseMsg:
		if d.dialog == nil && d.field.match != nil {
			return d.field.mouse(msg)
		}
	}
	return nil
}

// allKeys are the keys of the board and the screen.
func (d *stage) allKeys(actions func() []action) action {
	return d.keysAction(func() []action { return append(d.field.keys(), actions()...) })
}

// sayAction says something when a key is pressed.
func (d *stage) sayAction(label string, text func() string, keys ...string) action {
	return action{keys: keys, label: d.text(label), do: func() tea.Cmd {
		d.tell(plainTone, text())
		return nil
	}}
}

// openLine opens a line to type in.
func (d *stage) openLine(label string, limit int, entered func(text string) tea.Cmd) *textinput.Model {
	input := d.newInput(label, limit)
	d.line, d.entered = &input, entered
	return d.line
}

// lineRows are the line, if one is open.
func (d *stage) lineRows() []row {
	if d.line == nil {
		return nil
	}
	return []row{{text: d.line.View()}}
}

// typed handles what is typed or pasted in the line.
func (d *stage) typed(msg tea.Msg) tea.Cmd {
	if d.line == nil {
		return nil
	}
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc":
			d.line = nil
			return nil
		case "enter":
			text := strings.TrimSpace(d.line.Value())
			d.line = nil
			if text == "" {
				return nil
			}
			return d.entered(text)
		}
	}
	input, cmd := d.line.Update(msg)
	d.line = &input
	return cmd
}

// longestMove is how many characters a typed move has at most.
const longestMove = 40

// typeMove opens a line for moves, which completes them.
func (d *stage) typeMove() action {
	return action{keys: []string{":"}, label: d.text("move.type"), do: func() tea.Cmd {
		if d.field.free {
			line := d.openLine(":", longestMove, d.playText)
			line.SetSuggestions(local.MoveTexts(d.field.match.Position()))
			line.ShowSuggestions = true
		}
		return nil
	}}
}

// playText plays a move that was typed, or says what is wrong with it and what may
// have been meant.
func (d *stage) playText(text string) tea.Cmd {
	at := d.field.match.Position()
	m, err := at.ParseMove(text)
	if err == nil {
		return d.field.chosen(m)
	}
	return d.warn(strings.TrimSpace(d.texts.Error(err) + " " + local.DidYouMean(d.texts, text, local.MoveTexts(at))))
}
