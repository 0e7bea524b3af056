package bridge

import (
	"plateau/puzzles"
	"plateau/rulebook"
	"plateau/rulebook/guide"
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
		return Book{Game: r.Game, Language: r.Language, Blocks: []rulebook.Block{}}, err
	}
	return viewBook(found), nil
}

func viewBook(found *rulebook.Book) Book {
	return Book{Game: found.Game, Language: found.Language.Code, Blocks: found.Blocks}
}

// Lesson is the list of exercises of a game.
func (b *Bridge) Lesson(r BookRequest) ([]rulebook.Task, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return nil, err
	}
	return e.Rulebook.Lesson(r.Language)
}

// Guided is the list of steps of the guided game; some games have none.
func (b *Bridge) Guided(r BookRequest) ([]rulebook.Step, error) {
	e, err := b.games.Find(r.Game)
	if err != nil {
		return nil, err
	}
	steps, err := e.Rulebook.Guided(r.Language)
	return append([]rulebook.Step{}, steps...), err
}

// GuideRequest names a step of the guided game, or with a task one of its turns,
// and the moves since its scene began.
type GuideRequest struct {
	Game  string   `json:"game"`
	Task  string   `json:"task"`
	Step  string   `json:"step"`
	Moves []string `json:"moves"`
}

// Question is what a step accepts, and what it draws on the board.
type Question struct {
	Answers []string      `json:"answers"`
	Drawing guide.Drawing `json:"drawing"`
}

// GuideQuestion is what a step asks in a position.
func (b *Bridge) GuideQuestion(r GuideRequest) (Question, error) {
	scene, err := b.scene(r)
	if err != nil {
		return Question{}, err
	}
	answers, err := scene.Answers()
	if err != nil {
		return Question{}, err
	}
	drawing, err := scene.Drawing()
	return Question{append([]string{}, answers...), drawing}, err
}

// GuideReply is what the others play after a step.
func (b *Bridge) GuideReply(r GuideRequest) (guide.Reply, error) {
	scene, err := b.scene(r)
	if err != nil {
		return guide.Reply{}, err
	}
	return scene.Reply()
}

func (b *Bridge) scene(r GuideRequest) (*guide.Scene, error) {
	if len(r.Moves) > maxMoves {
		return nil, refuseLarge("moves", maxMoves)
	}
	e, err := b.games.Find(r.Game)
	if err != nil {
		return nil, err
	}
	steps, err := stepsOf(e.Rulebook, r.Task)
	if err != nil {
		return nil, err
	}
	g := e.Game
	if len(steps) > 0 {
		if g, err = b.games.Games().Find(steps[0].Game); err != nil {
			return nil, err
		}
	}
	return guide.Open(g, steps, r.Step, r.Moves)
}

// stepsOf are the steps of the guided game, or the turns of a task. Their words
// do not matter.
func stepsOf(book rulebook.Source, task string) ([]rulebook.Step, error) {
	if task == "" {
		return book.Guided("en")
	}
	tasks, err := book.Lesson("en")
	if err != nil {
		return nil, err
	}
	for _, one := range tasks {
		if one.ID == task {
			return one.Steps(), nil
		}
	}
	return nil, guide.NoSuchStep.Refuse(task)
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
