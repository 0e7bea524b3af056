package app

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
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
}

func newStage(e *env, chosen func(m game.Move) tea.Cmd) *stage {
	d := &stage{env: e}
	d.field = &field{
		env: e, chosen: chosen, picked: func() { d.tell(plainTone, "") },
		refused: func(err error) tea.Cmd {
			d.tell(warnTone, e.refusalText(err))
			return nil
		},
	}
	return d
}

func (d *stage) tell(t tone, text string) { d.note, d.noteTone = text, t }

func (d *stage) leave() { d.work.end() }

// saidMsg is a sentence that took time to find.
type saidMsg struct {
	stage  *stage
	number int
	text   string
}

// find lets the engine find a sentence.
func (d *stage) find(g game.Game, work func(ctx context.Context, e engine.Engine) string) tea.Cmd {
	ctx, number := d.work.begin()
	return d.think(ctx, g, func(ctx context.Context, e engine.Engine) tea.Msg {
		return saidMsg{d, number, work(ctx, e)}
	})
}

// update handles what all screens with a board handle alike: the board's keys, then
// the actions, the mouse, and what was found.
func (d *stage) update(msg tea.Msg, actions []action) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if cmd, ok := d.field.key(msg.String()); ok {
			return cmd
		}
		cmd, _ := press(msg.String(), actions)
		return cmd
	case tea.MouseMsg:
		return d.field.mouse(msg)
	case walkMsg:
		return d.field.walk.step(msg)
	case saidMsg:
		if msg.stage == d && d.work.done(msg.number) {
			d.tell(warnTone, msg.text)
		}
	case failedMsg:
		d.tell(warnTone, d.texts.Error(msg.err))
	}
	return nil
}

// allKeys are the keys of the board and the screen.
func (d *stage) allKeys(actions func() []action) action {
	return d.keysAction(func() []action { return append(d.field.keys(), actions()...) })
}
