package prompt_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/tui/board"
	"plateau/internal/tui/prompt"
)

func newGame(t *testing.T, id string, players ...string) prompt.Saved {
	t.Helper()
	g, err := full.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := game.NewMatch(g, game.Setup{Players: players, Begins: game.FirstParty, FirstSide: game.FirstParty}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return prompt.SavedFrom(game.RecordOf(m))
}

// table is a session in a test: what is typed and where it is saved.
type table struct {
	prompt.Config
	dir string
}

func newTable(t *testing.T, saved prompt.Saved) *table {
	t.Helper()
	dir := t.TempDir()
	return &table{dir: dir, Config: prompt.Config{
		Game: saved, Games: full.All().Games(), Store: prompt.NewStore(dir, full.All().Games()),
		Width: 80, Style: board.Style{ASCII: true, Looks: full.All().Looks()},
	}}
}

// types runs the session on lines and gives what it wrote.
func (b *table) types(t *testing.T, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	b.In, b.Out = strings.NewReader(strings.Join(lines, "\n")), &out
	if err := prompt.NewSession(b.Config).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// saved is what the store's file says.
func (b *table) saved(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, "resume.plateau"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func want(t *testing.T, text string, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("no %q in\n%s", pattern, text)
		}
	}
}

func TestDrawIsOfferedAndAnswered(t *testing.T) {
	b := newTable(t, newGame(t, "quixo", "Ann", "Ben"))
	got := b.types(t, "accept", "draw", "a1-a5", "decline", "a1-a5", "draw", "accept")
	want(t, got,
		"No draw has been offered", `Ann \(X, crosses\) offers`, `Ben \(O, circles\), accept or decline`,
		"Answer the offer first", `Ben \(O, circles\) declines`, "Drawn: the players agreed")
	want(t, b.saved(t), `Result "1/2-1/2"`, `Reason "agreement"`, `1\. a1-a5 1/2-1/2`)
}

func TestOfferOfFourIsAnsweredByTheOtherSide(t *testing.T) {
	b := newTable(t, newGame(t, "quixo4p", "Ann", "Ben", "Cid", "Dea"))
	got := b.types(t, "a1-a5.1", "draw", "accept", "undo", "decline")
	want(t, got, `Ben \(O1, circles\) offers`, `Cid \(X2, crosses\), accept`, "Drawn", "The game goes on", "No draw has been offered")
}

func TestUndoTakesRandomMovesBackToo(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Random[1], saved.Seed = true, 7
	b := newTable(t, saved)
	got := b.types(t, "undo", "a1-a5", "b1-b5", "undo", "history", "redo", "history", "undo", "undo", "history")
	want(t, got, "nothing to take back", "Took back 2 moves", "Played 2 moves again", "Nothing has been played yet")
	histories := regexp.MustCompile(`(?m)^1\. .*`).FindAllString(got, -1)
	if len(histories) != 2 || !strings.HasPrefix(histories[1], histories[0]+" 2. b1-b5 ") {
		t.Errorf("histories %q", histories)
	}
}

func TestOnlyARandomMoveCannotBeTakenBack(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Random[0] = true
	b := newTable(t, saved)
	want(t, b.types(t, "undo", "history"), "nothing of yours", `(?m)^1\. ..-..$`)
}

func TestRandomSeatsGoOnAsTheyWouldHave(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Random[0], saved.Random[1], saved.Seed = true, true, 3
	b := newTable(t, saved)
	b.types(t)
	whole := b.saved(t)
	want(t, whole, `RandomSeats "X O"`, `Seed "3"`, `Result "(1-0|0-1|1/2-1/2)"`)

	rec, err := game.NewRecordReader(strings.NewReader(whole), full.All().Games()).Read()
	if err != nil {
		t.Fatal(err)
	}
	rec.Plies, rec.Outcome, rec.Reason = rec.Plies[:10], game.Running, ""
	again := newTable(t, prompt.SavedFrom(rec))
	again.types(t)
	if got := again.saved(t); got != whole {
		t.Errorf("played\n%s\nafter going on, want\n%s", got, whole)
	}
}

func TestRandomSeatDeclines(t *testing.T) {
	saved := newGame(t, "quixo", "Ann", "Robot")
	saved.Random[1] = true
	b := newTable(t, saved)
	want(t, b.types(t, "draw"), `Robot \(O, circles\) declines`)
}

func TestRepetitionIsAnnounced(t *testing.T) {
	b := newTable(t, newGame(t, "quixo"))
	var lines []string
	for range 3 {
		lines = append(lines, "a1-e1", "a5-e5", "e1-a1", "e5-a5")
	}
	got := b.types(t, lines...)
	want(t, got, "Drawn: the same position occurred for the third time", "e1-a1: the game is over")
	if n := strings.Count(got, "occurred twice; the third time draws"); n != 4 {
		t.Errorf("announced %d times", n)
	}
}

func TestMovesAreListed(t *testing.T) {
	tests := []struct{ game, lines, want string }{
		{"quantik", "?", `64 legal moves.*\n  C@ or N@ or S@ or Y@  a1 a2`},
		{"quixo", "?", `44 legal moves.*\n  a1-  a5 e1\n`},
		{"quixo", "? c1", `4 legal moves.*\n  c1-  a1 c5 e1\n  c5-  c1\n`},
		{"quixo", "?C1-", `3 legal moves.*\n  c1-  a1 c5 e1\n`},
		{"quixo", "? z9", "No legal move has z9"},
		{"quixo4p", "? a1-a", `2 legal moves.*\n  a1-  a5.1 a5.2\n`},
		{"pivot", "C@a1;?", `(?s)60 legal moves.*\n  a1-a2\+S@ or s@  a1 a3 a4 b1`},
	}
	for _, test := range tests {
		b := newTable(t, newGame(t, test.game))
		want(t, b.types(t, strings.Split(test.lines, ";")...), test.want)
	}
}

func TestLongListsWaitForAPerson(t *testing.T) {
	b := newTable(t, newGame(t, "quixo"))
	b.Interactive, b.Height = true, 6
	got := b.types(t, "?", "", "q")
	want(t, got, `a4-.*\n\(12 lines more`, `c5-.*\n\(7 lines more`)
	if strings.Contains(got, "e5-") {
		t.Errorf("the list went on after q:\n%s", got)
	}
	want(t, b.types(t, "?", "a1-a5"), `\(X\)`)
}

func TestRefusalsLeaveTheGame(t *testing.T) {
	b := newTable(t, newGame(t, "quantik"))
	got := b.types(t, "S@b3", "S@b1", "nonsense", "\x1b[A", "s@d1", "S@a4", "history")
	want(t, got,
		"S@b1: your opponent's sphere on b3 is in the same column", "nonsense: a move is", "lists the legal moves",
		`"\\x1b\[A": a move is`, `1\. S@b3 S@d1`)
	if strings.Contains(got, "\x1b") {
		t.Error("an escape sequence was repeated")
	}
}

func TestSaveAndLoad(t *testing.T) {
	b := newTable(t, newGame(t, "quixo", "Ann", "Ben"))
	file := filepath.Join(t.TempDir(), "my game 2.plateau")
	got := b.types(t, "a1-a5", "save", "save "+file, "save "+file, "b1-b5", "save! "+file, "load", "load "+file+".none", "undo", "load "+file, "history")
	want(t, got, "Name the file: save FILE", "Saved in ", "exists already; save! ", "Name the file: load FILE", "Nothing was loaded", `1\. a1-a5 b1-b5`)
	want(t, got, `An unfinished game was saved there; it is now in .*unfinished-1.plateau`)
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestLoadKeepsTagsAndComments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "g.plateau")
	text := "[Game \"quixo\"]\n[Result \"*\"]\n[Event \"Club\"]\n\n{Well met} 1. a1-a5 {bold} b1-b5 {hm} *\n\n" +
		"[Game \"quixo3\"]\n[Result \"*\"]\n\n1. a1-a3 zz *\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newTable(t, newGame(t, "pivot"))
	b.types(t, "load "+file, "undo", "c1-c5")
	want(t, b.saved(t), `Event "Club"`, `\{Well met\} 1\. a1-a5 \{bold\} c1-c5 \*`)
	want(t, b.types(t, "load "+file+" 2", "load "+file+" 3"),
		"line 10, column 10: .* This is what comes before the damage", "has 2 games")
}

func TestGameThatCannotBeSavedGoesOn(t *testing.T) {
	b := newTable(t, newGame(t, "quixo"))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b.Store = prompt.NewStore(filepath.Join(file, "below"), full.All().Games())
	got := b.types(t, "a1-a5", "b1-b5", "history")
	want(t, got, "This game cannot be saved: ", `1\. a1-a5 b1-b5`, "This game is not saved: ")
	if n := strings.Count(got, "cannot be saved"); n != 1 {
		t.Errorf("said %d times", n)
	}
}

func TestAnotherSessionIsNoticed(t *testing.T) {
	b := newTable(t, newGame(t, "quixo"))
	b.types(t, "a1-a5")
	if err := os.WriteFile(filepath.Join(b.dir, "resume.plateau"), []byte("of another"), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, b.types(t, "b1-b5"), "Another session has taken .*resume.plateau; this game is now saved in .*resume-1.plateau",
		"To go on: plateau play --resume .*resume-1.plateau")
}

func TestInterruptEndsTheSession(t *testing.T) {
	b := newTable(t, newGame(t, "quixo"))
	in, typing := io.Pipe()
	defer typing.Close()
	var out bytes.Buffer
	b.In, b.Out = in, &out
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- prompt.NewSession(b.Config).Run(ctx) }()
	if _, err := io.WriteString(typing, "a1-a5\n\n"); err != nil {
		t.Fatal(err)
	}
	interrupt()
	select {
	case err := <-ended:
		if !errors.Is(err, prompt.ErrInterrupted) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the session did not end")
	}
}
