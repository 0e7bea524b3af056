package bridge

import (
	"maps"
	"slices"
	"testing"
	"testing/fstest"

	"plateau/catalogue"
	"plateau/games"
	"plateau/puzzles"
	"plateau/rulebook"
	"plateau/rulebook/guide"
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

func TestGuidedGames(t *testing.T) {
	for _, g := range games.All() {
		id := g.Game.ID()
		steps := must[[]rulebook.Step](t, "guided", params{"game": id, "language": "pl"})
		if len(steps) == 0 || steps[0].Position == "" || steps[0].Prompt == "" {
			t.Fatalf("%s: %+v", id, steps)
		}
		first := slices.IndexFunc(steps, func(step rulebook.Step) bool { return step.Kind == rulebook.MoveStep })
		at := params{"game": id, "task": "", "step": steps[first].ID, "moves": []string{}}
		question := must[Question](t, "guideQuestion", at)
		if len(question.Answers) == 0 {
			t.Fatalf("%s accepts nothing", id)
		}
		at["moves"] = question.Answers[:1]
		if reply := must[guide.Reply](t, "guideReply", at); reply.Moves == nil || reply.Stuck {
			t.Errorf("%s: %+v", id, reply)
		}
		for name, wrong := range map[string]any{"step": "nowhere", "task": "nothing", "moves": []string{"z9"}, "game": "chess"} {
			request := maps.Clone(at)
			request[name] = wrong
			if _, refused := ask[Question](t, "guideQuestion", request); refused == nil {
				t.Errorf("%s: %v is accepted", id, request)
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
