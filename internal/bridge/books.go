package bridge

import (
	"plateau/puzzles"
	"plateau/rulebook"
)

// bookAsked names a game and the language in which people want to read of it.
type bookAsked struct {
	Game     string `json:"game"`
	Language string `json:"language"`
}

func (b *Bridge) book(asked bookAsked) (book, error) {
	e, err := b.games.Find(asked.Game)
	if err != nil {
		return book{}, err
	}
	found, err := e.Rulebook.Book(asked.Language)
	if err != nil {
		return book{}, err
	}
	shown := book{Game: found.Game, Language: found.Language.Code, Blocks: []bookBlock{}}
	for _, block := range found.Blocks {
		view := bookBlock{Kind: block.Kind(), Text: block.Text(), Moves: []string{}}
		if figure, ok := block.(rulebook.Figure); ok {
			view.Position, view.Moves = figure.Position, append(view.Moves, figure.Moves...)
		}
		shown.Blocks = append(shown.Blocks, view)
	}
	return shown, nil
}

func (b *Bridge) lesson(asked bookAsked) ([]rulebook.Task, error) {
	e, err := b.games.Find(asked.Game)
	if err != nil {
		return nil, err
	}
	return e.Rulebook.Lesson(asked.Language)
}

type puzzlesAsked struct {
	Game string `json:"game"`
}

// puzzles are none for games that have none.
func (b *Bridge) puzzles(asked puzzlesAsked) ([]puzzles.Puzzle, error) {
	e, err := b.games.Find(asked.Game)
	if err != nil {
		return nil, err
	}
	return append([]puzzles.Puzzle{}, e.Puzzles.All()...), nil
}

type dayAsked struct {
	Game string `json:"game"`
	Date string `json:"date"`
}

func (b *Bridge) puzzleOfTheDay(asked dayAsked) (puzzles.Puzzle, error) {
	e, err := b.games.Find(asked.Game)
	if err != nil {
		return puzzles.Puzzle{}, err
	}
	return e.Puzzles.OfTheDay(asked.Date)
}
