package bridge

import (
	"plateau/puzzles"
	"plateau/rulebook"
)

// BookRequest names a game and a language.
type BookRequest struct {
	Game     string `json:"game"`
	Language string `json:"language"`
}

// Book is the rulebook of a game.
func (b *Bridge) Book(r BookRequest) (Book, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return Book{}, err
	}
	found, err := e.Rulebook.Book(r.Language)
	if err != nil {
		return Book{}, err
	}
	return viewBook(found), nil
}

// Strategy is what the solution of a game teaches; a game without one has an
// empty book.
func (b *Bridge) Strategy(r BookRequest) (Book, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return Book{}, err
	}
	found, err := e.Rulebook.Strategy(r.Language)
	if err != nil || found == nil {
		return Book{Game: r.Game, Language: r.Language, Blocks: []BookBlock{}}, err
	}
	return viewBook(found), nil
}

func viewBook(found *rulebook.Book) Book {
	shown := Book{Game: found.Game, Language: found.Language.Code, Blocks: []BookBlock{}}
	for _, block := range found.Blocks {
		moves := append([]string{}, block.Moves...)
		shown.Blocks = append(shown.Blocks, BookBlock{block.Kind, block.Label, block.Text, block.Position, moves})
	}
	return shown
}

// Lesson is the list of exercises of a game.
func (b *Bridge) Lesson(r BookRequest) ([]rulebook.Task, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return nil, err
	}
	return e.Rulebook.Lesson(r.Language)
}

// PuzzlesRequest names a game.
type PuzzlesRequest struct {
	Game string `json:"game"`
}

// Puzzles lists the puzzles of a game; some games have none.
func (b *Bridge) Puzzles(r PuzzlesRequest) ([]puzzles.Puzzle, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return nil, err
	}
	return append([]puzzles.Puzzle{}, e.Puzzles.All()...), nil
}

// PuzzleOfTheDayRequest names a game and a date such as 2026-11-15.
type PuzzleOfTheDayRequest struct {
	Game string `json:"game"`
	Date string `json:"date"`
}

// PuzzleOfTheDay is the puzzle of a game for a date.
func (b *Bridge) PuzzleOfTheDay(r PuzzleOfTheDayRequest) (puzzles.Puzzle, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return puzzles.Puzzle{}, err
	}
	return e.Puzzles.OfTheDay(r.Date)
}
