// Package catalogue describes games to the rest of the program. An [Entry] is
// everything about one game; commands, servers, pages and tests use entries and
// know no game themselves.
//
// A program links what its entries refer to. So the entries for a browser leave
// out the solver and the terminal.
package catalogue

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"plateau/catalogue/look"
	"plateau/engine"
	"plateau/exact"
	"plateau/game"
	"plateau/puzzles"
	"plateau/rulebook"
)

// Entry is everything about one game.
type Entry struct {
	// Game is the rules.
	Game game.Game
	// Open unpacks the knowledge about the game and returns a function that
	// makes engines, which share it.
	Open func(src Sources) (NewEngine, error)
	// Remote is the game's packed tablebase, of which parts are read from
	// elsewhere when they are needed; nil if there is no such file.
	Remote func(read exact.ReadSpans) exact.RemoteTablebase
	// Exact is set if engines know the value of every position from the
	// embedded data alone.
	Exact bool
	// OneSided is set if one side is known to win from the start with best play.
	// In tournaments, both sides are then played in turn.
	OneSided bool
	// Rulebook has the rules for people and the lessons.
	Rulebook rulebook.Source
	// Puzzles are the game's puzzles; there may be none.
	Puzzles puzzles.Source
	// Words are the names of its pieces and seats and the sentences of its
	// rules, as files LANGUAGE/AREA.json like those of rulebook/words; nil if
	// they are there.
	Words fs.FS
	// Look is how a terminal shows the game; nil in programs without a
	// terminal.
	Look *look.Terminal
	// Picture is how pictures show the game; without it they show the letters of
	// its pieces. Programs that make no pictures have none.
	Picture *look.Picture
	// Method is how the game is solved; nil if it is not solved, or if the
	// program has no solvers.
	Method *exact.Method
}

// NewEngine makes an engine. It is safe for concurrent use; the engines are not.
type NewEngine func(o engine.Options) engine.Engine

// Sources is where the knowledge about a game comes from. With the zero value
// there are only the rules, which are enough for all levels below the highest.
type Sources struct {
	// Data returns a data set by name, or nil if it is not available.
	Data func(name string) ([]byte, error)
	// Tablebase is the game's tablebase, or nil.
	Tablebase exact.Tablebase
}

// List is the games of a program, in the order in which they are shown.
type List []Entry

// Games returns the rules.
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
		if e.Game.ID() == g.ID() {
			return e
		}
	}
	panic("catalogue: " + g.ID() + " is not in this program")
}

// NamedLike returns for games that share a book with another, such as on a smaller
// board, the id of that one, by whose names their pieces and seats are called.
func (l List) NamedLike() map[string]string {
	names := map[string]string{}
	for _, e := range l {
		names[e.Game.ID()] = e.Rulebook.Game
	}
	return names
}

// Looks returns the looks by game id.
func (l List) Looks() map[string]*look.Terminal {
	looks := map[string]*look.Terminal{}
	for _, e := range l {
		looks[e.Game.ID()] = e.Look
	}
	return looks
}

// Pictures returns the looks in pictures by game id, plain ones where a game has
// none.
func (l List) Pictures() map[string]*look.Picture {
	looks := map[string]*look.Picture{}
	for _, e := range l {
		looks[e.Game.ID()] = cmp.Or(e.Picture, look.Plain())
	}
	return looks
}

// Check returns what the entries lack. It is for tests, since it opens every
// game without data.
func (l List) Check() error {
	var err error
	ids := map[string]bool{}
	for _, e := range l {
		if e.Game == nil {
			return errors.New("an entry has no rules")
		}
		id := e.Game.ID()
		if ids[id] {
			err = errors.Join(err, fmt.Errorf("%s: there are two entries", id))
		}
		ids[id] = true
		if wrong := e.check(); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", id, wrong))
		}
	}
	return err
}

func (e Entry) check() error {
	if e.Open == nil {
		return errors.New("no engine: Open is missing")
	}
	newEngine, err := e.Open(Sources{})
	if err != nil {
		return fmt.Errorf("without data: %w", err)
	}
	if newEngine(engine.Options{TranspositionBytes: 1}).Exact() && !e.Exact {
		return errors.New("it is exact without data, and does not say so")
	}
	if _, err := e.Rulebook.Book("en"); err != nil {
		return err
	}
	if _, err := e.Rulebook.Lesson("en"); err != nil {
		return err
	}
	e.Puzzles.All()
	if m := e.Method; m != nil && (m.NewSolver == nil || m.Positions == nil || m.Count == nil || m.CoreSeconds == 0) {
		return errors.New("its method of solving is not complete")
	}
	return e.checkLook()
}

// checkLook requires a drawing for every letter, if there is a look.
func (e Entry) checkLook() error {
	if e.Look == nil {
		return nil
	}
	if e.Look.Width == 0 || e.Look.First == "" {
		return errors.New("its look has no width or first side")
	}
	for _, letter := range append([]byte{0}, e.Game.Letters()...) {
		if _, ok := e.Look.Unicode[letter]; !ok {
			return fmt.Errorf("its look has no drawing for the letter %q", letter)
		}
	}
	return nil
}
