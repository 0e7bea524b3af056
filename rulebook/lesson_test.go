package rulebook_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/rulebook"
)

func entry(t *testing.T, gameID string) catalogue.Entry {
	t.Helper()
	e, err := full.All().Find(gameID)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func lesson(t *testing.T, gameID, language string) []rulebook.Task {
	t.Helper()
	tasks, err := entry(t, gameID).Rulebook.Lesson(language)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

// ownLessons are the games with a lesson of their own.
var ownLessons = []string{"quantik", "pivot", "quixo", "quixo4p"}

func TestSmallBoardsShareALesson(t *testing.T) {
	for _, id := range []string{"quixo3", "quixo4", "Quixo"} {
		for _, task := range lesson(t, id, "en") {
			if task.Game != "quixo" {
				t.Errorf("%s: a task of %s", id, task.Game)
			}
		}
	}
}

// TestAnswers finds the right answers of every task again: none is missing and
// none is wrong.
func TestAnswers(t *testing.T) {
	for _, id := range ownLessons {
		tasks := lesson(t, id, "en")
		if len(tasks) < 6 || len(tasks) > 10 {
			t.Errorf("%s: %d tasks, want 6 to 10", id, len(tasks))
		}
		for _, task := range tasks {
			t.Run(id+"/"+task.ID, func(t *testing.T) {
				p := taskPosition(t, task)
				right := rightAnswers(t, p, task)
				if !slices.Equal(task.Answers, right) {
					t.Errorf("the answers are %v, want %v", task.Answers, right)
				}
				if len(right) == 0 || len(right) > 10 {
					t.Errorf("%d right answers", len(right))
				}
				if task.Kind == rulebook.MoveTask {
					checkMoves(t, p, task)
				}
			})
		}
	}
}

func taskPosition(t *testing.T, task rulebook.Task) game.Position {
	t.Helper()
	g, err := full.All().Find(task.Game)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Game.Parse(task.Position)
	if err != nil {
		t.Fatal(err)
	}
	if p.String() != task.Position {
		t.Errorf("%s is written %s", task.Position, p)
	}
	return p
}

// checkMoves requires exact texts, and that not every move is right.
func checkMoves(t *testing.T, p game.Position, task rulebook.Task) {
	t.Helper()
	for _, text := range task.Answers {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if exact := p.MoveText(m); exact != text {
			t.Errorf("%s is written %s", text, exact)
		}
	}
	if len(task.Answers) == len(p.Moves()) && task.Goal != "only" {
		t.Error("every move is right")
	}
}

// TestLessonsTeachGoodMoves uses the exact engines: a task may allow several
// moves, but one of them keeps the value.
func TestLessonsTeachGoodMoves(t *testing.T) {
	for _, id := range []string{"quantik", "pivot"} {
		newEngine, err := entry(t, id).Open(catalogue.Sources{Data: full.Data})
		if err != nil {
			t.Fatal(err)
		}
		exact := newEngine(engine.Options{TranspositionBytes: 1 << 20})
		for _, task := range lesson(t, id, "en") {
			if task.Kind != rulebook.MoveTask || task.Goal == "follow" {
				continue
			}
			t.Run(id+"/"+task.ID, func(t *testing.T) {
				p := taskPosition(t, task)
				found := exact.Analyse(context.Background(), p, p.Game().MaxPlies(), func(*engine.Analysis) {})
				best := found.Moves[0].Value
				if !slices.ContainsFunc(found.Moves, func(m engine.MoveVerdict) bool {
					return slices.Contains(task.Answers, p.MoveText(m.Move)) && m.Value.Result() == best.Result()
				}) {
					t.Errorf("no answer reaches the best result, %s", best)
				}
			})
		}
	}
}

// TestLessonsSayTheSame compares the words of each language with the English
// ones; the tasks themselves are the same file.
func TestLessonsSayTheSame(t *testing.T) {
	for _, l := range rulebook.Languages() {
		for _, id := range ownLessons {
			english := lesson(t, id, "en")
			for i, task := range lesson(t, id, l.Code) {
				t.Run(l.Code+"/"+id+"/"+task.ID, func(t *testing.T) {
					checkWords(t, task)
					compareWords(t, l, task, english[i])
				})
			}
		}
	}
}

func checkWords(t *testing.T, task rulebook.Task) {
	t.Helper()
	const longest = 170 // a prompt has to fit above the board on a phone
	if utf8.RuneCountInString(task.Prompt) > longest {
		t.Errorf("the prompt has %d characters: %q", utf8.RuneCountInString(task.Prompt), task.Prompt)
	}
	for _, text := range []string{task.Prompt, task.Hint, task.Praise} {
		if text == "" || !strings.ContainsAny(text[len(text)-1:], ".?!") {
			t.Errorf("no sentence: %q", text)
		}
	}
	if task.Goal == "follow" {
		for _, cell := range cellsIn(task.Answers[0]) {
			if !strings.Contains(task.Prompt, cell) {
				t.Errorf("the prompt does not name %s: %q", cell, task.Prompt)
			}
		}
	}
}

// compareWords requires the same cells and rulings, and different words.
func compareWords(t *testing.T, l rulebook.Language, got, want rulebook.Task) {
	t.Helper()
	for _, texts := range [][2]string{{got.Prompt, want.Prompt}, {got.Hint, want.Hint}, {got.Praise, want.Praise}} {
		if !slices.Equal(cellsIn(texts[0]), cellsIn(texts[1])) {
			t.Errorf("%q does not name the cells of %q", texts[0], texts[1])
		}
		if l.Code != "en" && texts[0] == texts[1] {
			t.Errorf("not translated: %q", texts[0])
		}
		if strings.Contains(texts[0], rulebook.RulingSign) != strings.Contains(texts[1], rulebook.RulingSign) {
			t.Errorf("%q and %q are not both rulings", texts[0], texts[1])
		}
	}
}

// cellsIn are the names of cells in a text, sorted.
func cellsIn(text string) []string {
	var cells []string
	for i := 0; i+1 < len(text); i++ {
		isName := text[i] >= 'a' && text[i] <= 'e' && text[i+1] >= '1' && text[i+1] <= '5'
		if isName {
			cells = append(cells, text[i:i+2])
		}
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}
