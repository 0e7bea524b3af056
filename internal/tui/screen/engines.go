package screen

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
)

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

// failedMsg says that an engine could not work.
type failedMsg struct{ err error }

// think lets the engine of a game work and sends what it makes of it, unless the
// context has ended.
func (e *env) think(ctx context.Context, g game.Game, work func(ctx context.Context, e engine.Engine) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		shared, err := e.engines.of(g, e.NewEngine)
		if err != nil {
			return failedMsg{err}
		}
		shared.Lock()
		defer shared.Unlock()
		if ctx.Err() != nil {
			return nil
		}
		msg := work(ctx, shared.engine)
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
