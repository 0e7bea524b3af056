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
