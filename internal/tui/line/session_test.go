package line_test

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
	"unicode/utf8"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/testaid"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

func newGame(t *testing.T, id string, players ...string) local.Saved {
	t.Helper()
	g, err := full.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := game.NewMatch(g, game.Setup{Players: players, Begins: game.FirstParty, FirstSide: game.FirstParty}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return local.SavedFrom(game.RecordOf(m))
}

// testSession is a session with what is typed and where it is saved.
type testSession struct {
	line.Config
	dir string
}

func newTestSession(t *testing.T, saved local.Saved) *testSession {
	t.Helper()
	dir := t.TempDir()
	return &testSession{dir: dir, Config: line.Config{
		Game: saved, Games: full.All().Games(), Store: local.NewStore(dir, full.All().Games()),
		Width: 80, Style: text.Style{ASCII: true, Looks: full.All().Looks()}, Texts: english,
		Time: time.Second, Rules: func(g game.Game) ([]string, error) { return []string{"The rules of " + g.ID()}, nil },
	}}
}

// english is what the sessions of tests speak.
var english = text.Texts{Language: words.In("en").Adapt(text.ASCII), NamedLike: full.All().NamedLike()}

// types runs the session on lines and returns what it wrote.
func (b *testSession) types(t *testing.T, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	b.In, b.Out = strings.NewReader(strings.Join(lines, "\n")), &out
	if err := line.NewSession(b.Config).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// saved is the content of the store's file.
func (b *testSession) saved(t *testing.T) string {
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
	b := newTestSession(t, newGame(t, "quixo", "Ann", "Ben"))
	got := b.types(t, "accept", "draw", "a1-a5", "decline", "a1-a5", "draw", "accept")
	want(t, got,
		"No draw has been offered", `Ann \(X, crosses\) offers`, `Ben \(O, circles\), accept or decline`,
		"Answer the offer first", `Ben \(O, circles\) declines`, "The game is a draw. The players agreed")
	want(t, b.saved(t), `Result "1/2-1/2"`, `Reason "agreement"`, `1\. a1-a5 1/2-1/2`)
}

func TestOfferOfFourIsAnsweredByTheOtherSide(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo4p", "Ann", "Ben", "Cid", "Dea"))
	got := b.types(t, "a1-a5.1", "draw", "accept", "undo", "decline")
	want(t, got, `Ben \(O1, circles\) offers`, `Cid \(X2, crosses\), accept`, "The game is a draw", "The game continues", "No draw has been offered")
}

func TestUndoTakesRandomMovesBackToo(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Random[1], saved.Seed = true, 7
	b := newTestSession(t, saved)
	got := b.types(t, "undo", "a1-a5", "b1-b5", "undo", "history", "redo", "history", "undo", "undo", "history")
	want(t, got, "nothing to take back", "Took back 2 moves", "Replayed 2 moves", "No moves yet")
	histories := regexp.MustCompile(`(?m)^1\. .*`).FindAllString(got, -1)
	if len(histories) != 2 || !strings.HasPrefix(histories[1], histories[0]+" 2. b1-b5 ") {
		t.Errorf("histories %q", histories)
	}
}

func TestUndoAndRedoTakeANumber(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	got := b.types(t, "a1-a5", "b1-b5", "c1-c5", "undo 2", "history", "redo 5", "history", "undo 9", "redo 1", "history")
	want(t, got, `Took back 2 moves\.`, `(?m)^1\. a1-a5$`, `Replayed 2 moves\.`, `(?m)^1\. a1-a5 b1-b5 2\. c1-c5$`,
		`Took back 3 moves\.`, `(?s)Replayed 1 move\..*\n1\. a1-a5\n`)
	want(t, b.types(t, "undo two", "redo 0"), `undo takes a number of moves, such as undo 2\.`, `redo takes a number of moves, such as redo 2\.`)

	saved := newGame(t, "quixo")
	saved.Random[1], saved.Seed = true, 7
	got = newTestSession(t, saved).types(t, "a1-a5", "b1-b5", "undo 2", "history")
	want(t, got, `Took back 4 moves\.`, "No moves yet")
}

func TestUndoCountsAResignation(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	got := b.types(t, "a1-a5", "b1-b5", "resign", "undo", "resign", "undo 2", "history")
	want(t, got, `The game continues\.`, `Took back 1 move\.`, `(?m)^1\. a1-a5$`)
}

func TestHelpExplainsOneCommand(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	for line, answer := range map[string]string{
		"help hint":  `(?m)^  hint {12}show the best move and what it is worth$`,
		"help UNDO":  `(?m)^  undo \[N\] {8}take back the last move`,
		"help ?":     `(?m)^  \? \[CELL\] `,
		"help chess": `There is no command chess; help lists them all\.`,
	} {
		got := b.types(t, line)
		want(t, got, answer)
		if strings.Contains(got, "accept the draw") {
			t.Errorf("%s explains more:\n%s", line, got)
		}
	}
	for line := range strings.Lines(b.types(t, "help")) {
		if len(line) > 81 {
			t.Errorf("longer than the screen: %s", line)
		}
	}
}

func TestCommandsRefuseArguments(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	want(t, b.types(t, "resign now", "hint a1", "quit please", "history"),
		`resign takes no argument\.`, `hint takes no argument\.`, `quit takes no argument\.`, "No moves yet")
}

func TestOnlyARandomMoveCannotBeTakenBack(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Random[0] = true
	b := newTestSession(t, saved)
	want(t, b.types(t, "undo", "history"), "You have no move to take back", `(?m)^1\. ..-..$`)
}

func TestRandomSeatsContinueAsTheyWouldHave(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Random[0], saved.Random[1], saved.Seed = true, true, 3
	b := newTestSession(t, saved)
	b.types(t)
	whole := b.saved(t)
	want(t, whole, `RandomSeats "X O"`, `Seed "3"`, `Result "(1-0|0-1|1/2-1/2)"`)

	rec, err := game.NewRecordReader(strings.NewReader(whole), full.All().Games()).Read()
	if err != nil {
		t.Fatal(err)
	}
	rec.Plies, rec.Outcome, rec.Reason = rec.Plies[:10], game.Running, ""
	again := newTestSession(t, local.SavedFrom(rec))
	again.types(t)
	if got := again.saved(t); got != whole {
		t.Errorf("played\n%s\nafter resuming, want\n%s", got, whole)
	}
}

func TestRandomSeatDeclines(t *testing.T) {
	saved := newGame(t, "quixo", "Ann", "Robot")
	saved.Random[1] = true
	b := newTestSession(t, saved)
	want(t, b.types(t, "draw"), `Robot \(O, circles\) declines`)
}

func TestRepetitionIsAnnounced(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	var lines []string
	for range 3 {
		lines = append(lines, "a1-e1", "a5-e5", "e1-a1", "e5-a5")
	}
	got := b.types(t, lines...)
	want(t, got, "The game is a draw. The same position came up for the third time", "e1-a1: The game is over")
	if n := strings.Count(got, "come up twice; the third time is a draw"); n != 4 {
		t.Errorf("announced %d times", n)
	}
}

func TestMovesAreListed(t *testing.T) {
	tests := []struct{ game, lines, want string }{
		{"quantik", "?", `64 legal moves.*\n  C@ or N@ or S@ or Y@  a1 a2`},
		{"quixo", "?", `44 legal moves.*\n  a1-  a5 e1\n`},
		{"quixo", "? c1", `4 legal moves.*\n  c1-  a1 c5 e1\n  c5-  c1\n`},
		{"quixo", "?C1-", `3 legal moves.*\n  c1-  a1 c5 e1\n`},
		{"quixo", "? z9", "No legal move contains z9"},
		{"quixo4p", "? a1-a", `2 legal moves.*\n  a1-  a5.1 a5.2\n`},
		{"pivot", "C@a1;?", `(?s)60 legal moves.*\n  a1-a2\+S@ or s@  a1 a3 a4 b1`},
	}
	for _, test := range tests {
		b := newTestSession(t, newGame(t, test.game))
		want(t, b.types(t, strings.Split(test.lines, ";")...), test.want)
	}
}

func TestLongListsWaitForAPerson(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	b.Interactive, b.Height = true, 6
	got := b.types(t, "?", "", "q")
	want(t, got, `a4-.*\n\(12 more lines`, `c5-.*\n\(7 more lines`)
	if strings.Contains(got, "e5-") {
		t.Errorf("the list continued after q:\n%s", got)
	}
	want(t, b.types(t, "?", "a1-a5"), `\(X\)`)
}

func TestRefusalsLeaveTheGame(t *testing.T) {
	b := newTestSession(t, newGame(t, "quantik"))
	got := b.types(t, "S@b3", "S@b1", "nonsense", "\x1b[A", "s@d1", "S@a4", "history")
	want(t, got,
		"S@b1: Your opponent's sphere on b3 is in the same column", "nonsense: A move is", "lists the legal moves",
		`"\\x1b\[A": A move is`, `1\. S@b3 S@d1`)
	if strings.Contains(got, "\x1b") {
		t.Error("an escape sequence was repeated")
	}
}

func TestSaveAndLoad(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo", "Ann", "Ben"))
	file := filepath.Join(t.TempDir(), "my game 2.plateau")
	got := b.types(t, "a1-a5", "save", "save "+file, "save "+file, "b1-b5", "save! "+file, "load", "load "+file+".none", "undo", "load "+file, "history")
	want(t, got, "Name the file: save FILE", "Saved in ", "already exists; save! ", "Name the file: load FILE", "Nothing was loaded", `1\. a1-a5 b1-b5`)
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
	b := newTestSession(t, newGame(t, "pivot"))
	b.types(t, "load "+file, "undo", "c1-c5")
	want(t, b.saved(t), `Event "Club"`, `\{Well met\} 1\. a1-a5 \{bold\} c1-c5 \*`)
	want(t, b.types(t, "load "+file+" 2", "load "+file+" 3"),
		"line 10, column 10: .* This is what comes before the damage", "has 2 games")
}

func TestGameThatCannotBeSavedContinues(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b.Store = local.NewStore(filepath.Join(file, "below"), full.All().Games())
	got := b.types(t, "a1-a5", "b1-b5", "history")
	want(t, got, "This game cannot be saved: ", `1\. a1-a5 b1-b5`, "This game is not saved: ")
	if n := strings.Count(got, "cannot be saved"); n != 1 {
		t.Errorf("said %d times", n)
	}
}

func TestAnotherSessionIsNoticed(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	b.types(t, "a1-a5")
	if err := os.WriteFile(filepath.Join(b.dir, "resume.plateau"), []byte("of another"), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, b.types(t, "b1-b5"), "Another session is using .*resume.plateau; this game is now saved in .*resume-1.plateau",
		`To continue: plateau play --resume resume-1\n`)
}

// A session whose file another one has replaced does not call that file its own.
func TestQuitNamesTheOwnGame(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	in, typing := io.Pipe()
	var out bytes.Buffer
	b.In, b.Out = in, &out
	ended := make(chan error)
	go func() { ended <- line.NewSession(b.Config).Run(t.Context()) }()
	// A line is read while the one before it waits, so the third is read after
	// the first has been executed.
	for _, line := range []string{"a1-a5\n", "board\n", "board\n"} {
		if _, err := io.WriteString(typing, line); err != nil {
			t.Fatal(err)
		}
	}
	other := newTestSession(t, newGame(t, "pivot"))
	other.dir, other.Store = b.dir, local.NewStore(b.dir, full.All().Games())
	other.types(t, "C@a1")
	typing.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	want(t, out.String(), `The game is saved in .*resume-1.plateau`, `To continue: plateau play --resume resume-1\n`)
	saved, err := local.Load(filepath.Join(b.dir, "resume-1.plateau"), 1, full.All().Games())
	if err != nil || saved.Record.Game.ID() != "quixo" {
		t.Errorf("%v, %v", saved, err)
	}
}

func TestSentencesFitTheScreen(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	b.Screen = true
	file := filepath.Join(t.TempDir(), "a game with a name that is long enough to need a line of its own.plateau")
	got := b.types(t, "a1-a5", "save "+file, "save "+file, "load there is no such file in this folder at all.plateau")
	for line := range strings.Lines(got) {
		if line = strings.TrimSpace(line); utf8.RuneCountInString(line) > 80 {
			t.Errorf("longer than the screen: %s", line)
		}
	}
}

func TestInterruptEndsTheSession(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	in, typing := io.Pipe()
	defer typing.Close()
	var out bytes.Buffer
	b.In, b.Out = in, &out
	ctx, interrupt := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- line.NewSession(b.Config).Run(ctx) }()
	if _, err := io.WriteString(typing, "a1-a5\n\n"); err != nil {
		t.Fatal(err)
	}
	interrupt()
	select {
	case err := <-ended:
		if !errors.Is(err, line.ErrInterrupted) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(testaid.Patience):
		t.Fatal("the session did not end")
	}
}
