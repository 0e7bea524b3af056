package bridge

import (
	"slices"
	"testing"
	"testing/fstest"

	"plateau/catalogue"
	"plateau/games"
	"plateau/puzzles"
	"plateau/rulebook"
)

func TestBooks(t *testing.T) {
	for _, g := range games.All() {
		for _, language := range []string{"en", "fr-CH", "pt"} {
			got := must[Book](t, "book", params{"game": g.Game.ID(), "language": language})
			figures := 0
			for _, block := range got.Blocks {
				if block.Kind == "figure" {
					figures++
					must[MatchView](t, "match", params{"match": MatchText{Game: got.Game, Start: block.Position, Moves: block.Moves}})
				}
			}
			if got.Blocks[0].Kind != "title" || got.Language != language[:2] || figures == 0 {
				t.Errorf("%s in %s: %+v", g.Game.ID(), language, got)
			}
		}
	}
}

func TestStrategies(t *testing.T) {
	for _, g := range games.All() {
		got := must[Book](t, "strategy", params{"game": g.Game.ID(), "language": "pl"})
		if got.Language != "pl" || len(got.Blocks) == 0 || got.Blocks[0].Kind != "title" {
			t.Errorf("%s: %+v", g.Game.ID(), got)
		}
	}
	without := games.Quantik()
	without.Rulebook = rulebook.Source{Files: fstest.MapFS{}, Game: "none"}
	b := New(catalogue.List{without}, nil)
	if got, err := b.Strategy(BookRequest{"quantik", "en"}); err != nil || got.Blocks == nil || len(got.Blocks) > 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestLessons(t *testing.T) {
	for _, g := range games.All() {
		tasks := must[[]rulebook.Task](t, "lesson", params{"game": g.Game.ID(), "language": "de"})
		if len(tasks) == 0 {
			t.Errorf("%s has no lesson", g.Game.ID())
		}
		for _, task := range tasks {
			p := must[PositionView](t, "position", params{"game": task.Game, "text": task.Position})
			if len(task.Answers) == 0 || task.Prompt == "" || p.Text != task.Position {
				t.Errorf("%s: %+v", g.Game.ID(), task)
			}
		}
	}
}

func TestPuzzles(t *testing.T) {
	for _, g := range games.All() {
		list := must[[]puzzles.Puzzle](t, "puzzles", params{"game": g.Game.ID()})
		if list == nil {
			t.Errorf("the puzzles of %s are null", g.Game.ID())
		}
		if len(list) == 0 {
			continue
		}
		today := must[puzzles.Puzzle](t, "puzzleOfTheDay", params{"game": g.Game.ID(), "date": "2026-11-15"})
		if !slices.ContainsFunc(list, func(p puzzles.Puzzle) bool { return p.ID == today.ID }) {
			t.Errorf("%s: the puzzle of the day, %+v, is not one of them", g.Game.ID(), today)
		}
		must[MatchView](t, "match", params{"match": MatchText{Game: g.Game.ID(), Start: today.Position, Moves: today.Line}})
	}
}
