// Package catalogue describes games to the rest of the program. An [Entry] is
// everything that is known about one game; commands, servers, pages and tests
// ask the entry and know no game themselves.
//
// A program links what its entries name. So the entries for a browser leave out
// the solver and the terminal, which only other programs need.
package catalogue

import (
	"plateau/engine"
	"plateau/exact"
	"plateau/game"
	"plateau/internal/tui/board"
	"plateau/puzzles"
	"plateau/rulebook"
)

// Entry is one game with everything that is known about it.
type Entry struct {
	// Game is the rules.
	game.Game
	// Open unpacks what is known about the game and returns what makes
	// engines, which share it.
	Open func(src Sources) (NewEngine, error)
	// Exact tells that engines know the value of every position from the
	// program's data alone.
	Exact bool
	// Rulebook has the rules for people, and the lessons.
	Rulebook rulebook.Source
	// Puzzles are the game's; there may be none.
	Puzzles puzzles.Source
	// Look is how a terminal shows the game. Programs without a terminal
	// leave it out.
	Look *board.Look
	// Method is how the game is solved; nil if it is not, or if the program
	// solves nothing.
	Method *exact.Method
}

// NewEngine makes an engine. It is safe for concurrent use; the engines are not.
type NewEngine func(o engine.Options) engine.Engine

// Sources is where the knowledge about a game comes from. The zero value knows
// the rules alone, which is enough for all levels below the highest.
type Sources struct {
	// Data returns a data set by its name, or nil to do without it.
	Data func(name string) ([]byte, error)
	// Tablebase is the game's; nil where there is none.
	Tablebase exact.Tablebase
}

// List is the games of a program, in the order in which they are shown.
type List []Entry

// Games are the rules alone.
func (l List) Games() game.List {
	games := make(game.List, len(l))
	for i, e := range l {
		games[i] = e.Game
	}
	return games
}

// Find returns the entry with the id, in either case. Its errors are refusals.
func (l List) Find(id string) (Entry, error) {
	g, err := l.Games().Find(id)
	if err != nil {
		return Entry{}, err
	}
	return l.Of(g), nil
}

// Of returns the entry of one of the games.
func (l List) Of(g game.Game) Entry {
	for _, e := range l {
		if e.ID() == g.ID() {
			return e
		}
	}
	panic("catalogue: " + g.ID() + " is not in this program")
}

// Looks are how a terminal shows the games, by id.
func (l List) Looks() map[string]*board.Look {
	looks := map[string]*board.Look{}
	for _, e := range l {
		looks[e.ID()] = e.Look
	}
	return looks
}
