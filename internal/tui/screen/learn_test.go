package screen_test

import (
	"strings"
	"testing"

	"plateau/games/full"
	"plateau/rulebook"
)

// cell chooses a cell with the cursor.
func (u *user) cell(name string, size int) {
	u.Helper()
	// To the corner a1, and from there.
	for range size {
		u.types("left", "down")
	}
	for range int(name[0] - 'a') {
		u.types("right")
	}
	for range int(name[1] - '1') {
		u.types("up")
	}
	u.types("enter")
}

func TestRulesAndStrategyAreRead(t *testing.T) {
	u := start(t)
	u.choose("Learn")
	u.choose("Quixo")
	u.choose("Rules")
	u.sees("Quixo\n=====", "Page down")
	before := u.screen()
	u.types("space")
	if u.screen() == before {
		t.Error("the page did not turn")
	}
	u.types("q")
	u.choose("Strategy")
	u.fits(80, 24)
}

func TestLessonIsSolved(t *testing.T) {
	tasks, err := rulebook.Of("quixo").Lesson("en")
	if err != nil {
		t.Fatal(err)
	}
	u := start(t)
	u.choose("Learn")
	u.choose("Quixo")
	u.choose("Start the lesson")
	u.sees("Quixo: task 1 of")
	// A legal move that is not asked for is explained.
	u.cell("a1", 5)
	u.cell("a5", 5)
	u.sees("That is legal")
	u.types("h")
	for i, task := range tasks {
		u.sees("task " + itoa(i+1) + " of")
		for turn := 0; !strings.Contains(u.screen(), "Correct!") || turn <= len(task.Turns); turn++ {
			if turn > len(task.Turns) {
				t.Fatalf("task %d is not solved:\n%s", i+1, u.screen())
			}
			answer := task.Answers[0]
			if turn > 0 {
				u.types("=")
				answer = shownMove(u.screen())
			}
			if task.Kind == rulebook.CellTask {
				u.cell(answer, 5)
				continue
			}
			u.cell(answer[:2], 5)
			u.cell(answer[3:5], 5)
		}
		u.sees("Correct!")
		if i < len(tasks)-1 {
			u.types("enter")
		}
	}
	u.sees("last task in this lesson")
}

// shownMove is a move of Quixo on the screen.
func shownMove(screen string) string {
	for word := range strings.FieldsSeq(screen) {
		if len(word) == 5 && word[2] == '-' && word[0] >= 'a' && word[0] <= 'e' && word[3] >= 'a' && word[3] <= 'e' {
			return word
		}
	}
	return ""
}

func itoa(n int) string { return string(rune('0' + n)) }

// TestGuidedGameIsPlayed plays a guided game to its end, with the moves it shows.
func TestGuidedGameIsPlayed(t *testing.T) {
	u := start(t)
	u.choose("Learn")
	u.choose("Quixo")
	u.choose("Guided first game")
	u.sees("Your first game: Quixo", "Hello!")
	for range 80 {
		screen := u.screen()
		switch {
		case strings.Contains(screen, "Guided first game"):
			return
		case strings.Contains(screen, ". Go on"):
			u.types(".")
		case strings.Contains(screen, "= Show me"):
			u.types("=")
			move := shownMove(u.screen())
			if move == "" {
				t.Fatalf("no move is shown on\n%s", u.screen())
			}
			u.cell(move[:2], 5)
			u.cell(move[3:5], 5)
		default:
			t.Fatalf("nothing to do on\n%s", screen)
		}
	}
	t.Fatalf("no end:\n%s", u.screen())
}

func TestPuzzlesAreSolved(t *testing.T) {
	list := full.All()[0].Puzzles.All()
	at := 0
	for len(list[at].Line) < 3 {
		at++
	}
	u := start(t)
	u.choose("Puzzles")
	u.choose("Quantik")
	for range at {
		u.types(".")
	}
	u.sees("Quantik: puzzle "+digits(at+1), "0 of 200 puzzles solved")
	u.types("h")
	u.sees("Start with")
	u.types("h")
	u.sees("The move is " + list[at].Line[0])
	u.types("=")
	u.sees("The solution was:")
	u.types(":", list[at].Line[0], "enter")
	for i := 2; i < len(list[at].Line); i += 2 {
		move := list[at].Line[i]
		u.types(strings.ToLower(move[:1]))
		u.cell(move[2:4], 4)
	}
	u.sees("Solved!", "1 of 200 puzzles solved")
	u.types("u")
	// Another move is explained.
	wrong := list[at].Line[0]
	for _, shape := range "sycn" {
		if !strings.EqualFold(string(shape), wrong[:1]) && strings.Contains(u.screen(), strings.ToUpper(string(shape))+" ") {
			u.types(string(shape))
			break
		}
	}
	u.cell(wrong[2:4], 4)
	if screen := u.screen(); !strings.Contains(screen, "That ") && !strings.Contains(screen, "in the same") {
		t.Errorf("nothing is explained on\n%s", screen)
	}
}

func digits(n int) string {
	if n < 10 {
		return itoa(n)
	}
	return digits(n/10) + itoa(n%10)
}

func TestAnalysisShowsValues(t *testing.T) {
	u := start(t)
	u.choose("Analysis")
	u.choose("Quixo 3")
	u.sees("Quixo 3×3 analysis", "wins in 7 turns", "Best play:", "+7")
	u.cell("a1", 3)
	u.cell("a3", 3)
	u.sees("1. a1-a3", "loses in 6 turns", "-6")
	u.types("u")
	u.seesNot("1. a1-a3")
	u.types("r")
	u.sees("1. a1-a3")
	u.types("u", ":", "a1-c1", "enter")
	u.sees("1. a1-c1")
}

func TestGamesAreReviewed(t *testing.T) {
	u := start(t)
	u.people("Quixo 3")
	u.types(":", "a1-a3", "enter", ":", "a1-c1", "enter", ":", "a3-c3", "enter", "a")
	u.sees("Quixo 3×3 analysis", "a1-c1")
	u.types("e")
	u.sees("What could have been better", "Move 3, Blunder: a3-c3", "loses in 6 turns")
	u.types("enter")
	u.sees("Quixo 3×3 analysis")
	// The game itself goes on where it was.
	u.types("q")
	u.sees("a3-c3", "3 moves")
}
