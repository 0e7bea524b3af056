package screen

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
)

// minds are the engines of an app, one for each game. An engine does one thing at a
// time.
type minds struct {
	lock    sync.Mutex
	engines map[string]*mind
}

type mind struct {
	sync.Mutex

	engine engine.Engine
}

func (m *minds) of(g game.Game, newEngine func(g game.Game) (engine.Engine, error)) (*mind, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if found := m.engines[g.ID()]; found != nil {
		return found, nil
	}
	e, err := newEngine(g)
	if err != nil {
		return nil, err
	}
	if m.engines == nil {
		m.engines = map[string]*mind{}
	}
	m.engines[g.ID()] = &mind{engine: e}
	return m.engines[g.ID()], nil
}

// failedMsg says that an engine could not work.
type failedMsg struct{ err error }

// think lets the engine of a game work and sends what it makes of it, unless the
// context has ended.
func (e *env) think(ctx context.Context, g game.Game, work func(ctx context.Context, e engine.Engine) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		m, err := e.minds.of(g, e.NewEngine)
		if err != nil {
			return failedMsg{err}
		}
		m.Lock()
		defer m.Unlock()
		if ctx.Err() != nil {
			return nil
		}
		msg := work(ctx, m.engine)
		if ctx.Err() != nil {
			return nil
		}
		return msg
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

// done takes the answer of a task, unless it is one of an earlier task.
func (t *task) done(number int) bool {
	if t.stop == nil || t.number != number {
		return false
	}
	t.stop()
	t.stop = nil
	return true
}
