package line_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/puzzles"
	"plateau/rulebook/words"
)

// solve runs puzzles of a game on typed lines.
func solve(t *testing.T, code, gameID, dir string, list []puzzles.Puzzle, plain bool, lines ...string) string {
	t.Helper()
	b := newComputerSession(t, newGame(t, gameID))
	b.Texts = text.Texts{Language: words.In(code).Adapt(text.ASCII), NamedLike: full.All().NamedLike()}
	var out strings.Builder
	b.In, b.Out, b.Plain = strings.NewReader(strings.Join(lines, "\n")), &out, plain
	g := b.Game.Record.Game
	solved, err := local.ReadSolved(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := line.NewPuzzles(b.Config, g, list, solved.Next(list), solved).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPuzzlesAreSolved(t *testing.T) {
	list := puzzles.Of("quantik").All()
	at := 0
	for list[at].Goal != puzzles.ToWin || list[at].Turns < 3 {
		at++
	}
	list = list[at : at+2]
	dir := t.TempDir()
	line := list[0].Line
	got := solve(t, "en", "quantik", dir, list, false, "hint", "hint", "nonsense", "hnit", line[0], line[2], "next", "previous", "solution", "board", "rules", "?", "help")
	want(t, got, `Quantik: puzzle 1 \(`, `to move: win in 3 turns, counting both sides`, `Start with [a-d][1-4]\.`, `The move is `+line[0],
		"nonsense: A move is", `Did you mean: hint\?`, `Correct! Now find move 2 of 2`, "Solved!", "1 of 2 puzzles solved",
		"Quantik: puzzle 2", "The solution was: "+line[0]+" "+line[1], "The rules of quantik", `\d+ legal moves:`)
	// What was solved does not come first the next time.
	want(t, solve(t, "fr", "quantik", dir, list, true), `Quantik. probleme 2|Quantik: probl`)
}

func TestWrongAnswersAreExplained(t *testing.T) {
	list := puzzles.Of("quantik").All()
	at := 0
	for list[at].Goal != puzzles.ToWin || list[at].Turns < 3 {
		at++
	}
	g, err := full.All().Games().Find("quantik")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(list[at].Position)
	if err != nil {
		t.Fatal(err)
	}
	lines := make([]string, 0, len(p.Moves()))
	for _, m := range p.Moves() {
		if text := p.MoveText(m); text != list[at].Line[0] {
			lines = append(lines, text)
		}
	}
	got := solve(t, "en", "quantik", t.TempDir(), list[at:at+1], false, lines...)
	explained := 0
	for _, answer := range []string{"That loses: ", "That wins too, but there is a faster way", "That does not win in ", "That only draws", "That is not what the puzzle asks for"} {
		explained += strings.Count(got, answer)
	}
	if explained != len(lines) {
		t.Errorf("%d of %d wrong moves were explained:\n%s", explained, len(lines), got)
	}
	if strings.Contains(got, "Solved!") {
		t.Error("a wrong move solved the puzzle")
	}
}

func TestChoosing(t *testing.T) {
	three := newTestSession(t, newGame(t, "quixo3"))
	three.types(t, "a1-a3") // a game to continue
	choose := func(lines ...string) (local.Choice, string, error) {
		var out strings.Builder
		config := three.Config
		config.In, config.Out, config.Interactive = strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, true
		hasPuzzles := func(g game.Game) bool { return len(full.All().Of(g).Puzzles.All()) > 0 }
		choice, err := line.NewChooser(config, hasPuzzles, func(g game.Game) bool { return full.All().Of(g).Exact }).Run(t.Context())
		return choice, out.String(), err
	}
	choice, text, err := choose("")
	if err != nil || choice.Resume != "resume" {
		t.Errorf("%+v, %v", choice, err)
	}
	want(t, text, `What would you like to play\?`, `1  Continue Quixo 3x3: Player X \(crosses\), Player O \(circles\) \(1 move\)`, `  2  Quantik`, ` 10  Puzzles`)

	choice, text, err = choose("11", "quant", "1", "6", "2", "3")
	if err != nil || choice.Game.ID() != "quantik" || choice.Level != engine.Hardest || choice.Side != game.SecondParty ||
		choice.Control != (local.TimeControl{Main: 5 * time.Minute, Increment: 5 * time.Second}) {
		t.Errorf("%+v, %v", choice, err)
	}
	want(t, text, "Type a number from 1 to 10, or q to leave", "Level 6", `1  Light\n`, `7  Perfect`, "5 min . 5 s")

	choice, text, err = choose("Quixo for four", "pass", "Ann", "", "Cid", "", "2", "")
	if err != nil || choice.Game.ID() != "quixo4p" || choice.Level != 0 || strings.Join(choice.Names, ",") != "Ann,,Cid," || !choice.Advice ||
		choice.Control != (local.TimeControl{}) {
		t.Errorf("%+v, %v", choice, err)
	}
	want(t, text, `Name: Player O2 \(circles\)`, `May partners advise each other\?`)

	choice, _, err = choose("puzz", "Pivot")
	if err != nil || !choice.Puzzles || choice.Game.ID() != "pivot" {
		t.Errorf("%+v, %v", choice, err)
	}
	if _, _, err = choose("2", "q"); !errors.Is(err, io.EOF) {
		t.Errorf("q gave %v", err)
	}
}
