package finder

import (
	"context"
	"strings"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
)

// maxTurns bounds the length of a win: five own moves if all values are known,
// and four if a search has to prove that nothing is faster.
const (
	maxTurnsExact    = 9
	maxTurnsSearched = 7
)

// transpositionBytes is per engine.
const transpositionBytes = 32 << 20

// analyser evaluates moves. It never uses a tablebase on the machine, so that a
// search finds the same puzzles everywhere.
type analyser struct {
	engine   engine.Engine
	maxTurns int
}

func newAnalyser(newEngine catalogue.NewEngine) *analyser {
	e := newEngine(engine.Options{TranspositionBytes: transpositionBytes})
	a := &analyser{e, maxTurnsSearched}
	if e.Exact() {
		a.maxTurns = maxTurnsExact
	}
	return a
}

// open uses the embedded data if it makes a game exact, and otherwise only the
// rules: then everything is proved by search, the same on every machine.
func open(e catalogue.Entry, data func(name string) ([]byte, error)) (catalogue.NewEngine, error) {
	newEngine, err := e.Open(catalogue.Sources{Data: data})
	if err != nil || newEngine(engine.Options{TranspositionBytes: 1}).Exact() {
		return newEngine, err
	}
	return e.Open(catalogue.Sources{})
}

// moves are those of a position, best first, with their proved values: all of
// them in games with known values, otherwise those that end within a number of
// turns. The search goes no deeper than a win that it has found: by then it
// knows all moves that win as fast.
func (a *analyser) moves(ctx context.Context, p game.Position, turns int) []engine.MoveVerdict {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	return a.engine.Analyse(ctx, p, turns, func(so *engine.Analysis) {
		if so.Won() {
			stop()
		}
	}).Moves
}

// quickest is how many of the sorted moves have the value of the first. Pushes
// of Quixo for four that win at once and differ only in the dot count as one:
// nobody will take that cube again.
func quickest(p game.Position, moves []engine.MoveVerdict) int {
	different := map[string]bool{}
	for _, m := range moves {
		if m.Value != moves[0].Value {
			break
		}
		text := p.MoveText(m.Move)
		if m.Value == game.WinIn(1) {
			text, _, _ = strings.Cut(text, ".")
		}
		different[text] = true
	}
	return len(different)
}

// countKeepers is how many moves keep the result of the first, at any distance; 0 if
// that is not known for every move.
func countKeepers(moves []engine.MoveVerdict) int {
	n := 0
	for _, m := range moves {
		switch {
		case m.Value == game.Unknown:
			return 0
		case m.Value.Result() == moves[0].Value.Result():
			n++
		}
	}
	return n
}

// after is the position after a legal move.
func after(p game.Position, m game.Move) game.Position {
	next, err := p.Play(m)
	if err != nil {
		panic("finder: " + err.Error())
	}
	return next
}

// wins reports whether a move wins the game at once.
func wins(p game.Position, m game.Move) bool {
	return after(p, m).Outcome() == game.Won(toMove(p))
}

// toMove is the side to move.
func toMove(p game.Position) game.Team { return p.Game().Seats()[p.ToMove()].Team }
