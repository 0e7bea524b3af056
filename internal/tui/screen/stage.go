package screen

import (
	"context"
	"strings"
	"sync"

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

// dialog is a question with a few answers, in place of a screen's messages.
type dialog struct {
	question string
	answers  []string
	at       int
	// do is called with the number of the answer; -1 means that there was none.
	do func(answer int) tea.Cmd
}

// asks puts a question to the reader.
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

// engines are those of an app, one for each game. An engine does one thing at a time.
type engines struct {
	mu     sync.Mutex
	byGame map[string]*sharedEngine
}

type sharedEngine struct {
	sync.Mutex

	engine engine.Engine
}

func (all *engines) of(g game.Game, newEngine func(g game.Game) (engine.Engine, error)) (*sharedEngine, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if found := all.byGame[g.ID()]; found != nil {
		return found, nil
	}
	e, err := newEngine(g)
	if err != nil {
		return nil, err
	}
	if all.byGame == nil {
		all.byGame = make(map[string]*sharedEngine)
	}
	all.byGame[g.ID()] = &sharedEngine{engine: e}
	return all.byGame[g.ID()], nil
}

// think lets the engine of a game work and replies what follows from that, unless the
// context has ended.
func (d *stage) think(ctx context.Context, g game.Game, work func(ctx context.Context, e engine.Engine) (take func() tea.Cmd)) tea.Cmd {
	return func() tea.Msg {
		shared, err := d.engines.of(g, d.NewEngine)
		if err != nil {
			return reply{take: func() tea.Cmd { return d.fail(err) }}
		}
		shared.Lock()
		defer shared.Unlock()
		if ctx.Err() != nil {
			return nil
		}
		take := work(ctx, shared.engine)
		if ctx.Err() != nil {
			return nil
		}
		return reply{take: take}
	}
}

// task is work in the background that can be ended; the zero task is none.
type task struct {
	stop context.CancelFunc
	// number tells the answers of one task from those of an earlier one.
	number int
}

// begin ends the task before and starts another.
func (t *task) begin() (ctx context.Context, number int) {
	t.end()
	ctx, t.stop = context.WithCancel(context.Background())
	return ctx, t.number
}

func (t *task) end() {
	if t.stop != nil {
		t.stop()
	}
	t.stop = nil
	t.number++
}

// running reports whether somebody waits for the task.
func (t *task) running() bool { return t.stop != nil }

// once ends the task before something is done with its answer, unless that is the answer
// of an earlier task.
func (t *task) once(number int, take func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		if t.stop == nil || t.number != number {
			return nil
		}
		t.stop()
		t.stop = nil
		return take()
	}
}
