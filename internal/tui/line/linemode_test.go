package line_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
	"plateau/rulebook"
	"plateau/rulebook/words"
)

// TestEverythingIsSaidInEveryLanguage plays the same game in all languages: no
// sentence of English is left in the others.
func TestEverythingIsSaidInEveryLanguage(t *testing.T) {
	lines := []string{
		"a1-a3", "a1-a1", "undu", "hint", "values", "?", "? z9", "draw", "decline", "undo", "redo", "redo", "history", "help",
		"help chess", "hint now", "undo two", "time", "again", "save", "load none", "saved", "resume none", "delete none", "resign", "review",
	}
	english := sentences(speak(t, "en", lines))
	for _, l := range rulebook.Languages() {
		text := speak(t, l.Code, lines)
		if strings.Contains(text, "terminal.") || strings.Contains(text, "{") {
			t.Errorf("%s: a message or parameter is missing:\n%s", l.Code, text)
		}
		for sentence := range sentences(text) {
			if l.Code != "en" && english[sentence] {
				t.Errorf("%s: not translated: %q", l.Code, sentence)
			}
		}
	}
}

func speak(t *testing.T, code string, lines []string) string {
	t.Helper()
	b := newComputerSession(t, newGame(t, "quixo3", "Ann", "Ben"))
	b.Texts = text.Texts{Language: words.In(code), NamedLike: full.All().NamedLike()}
	return b.types(t, lines...)
}

// sentences are the lines of a text that have at least three words of letters
// alone, which paths and moves do not.
func sentences(text string) map[string]bool {
	word := regexp.MustCompile(`(^|\s)\p{L}{3,}`)
	found := map[string]bool{}
	for line := range strings.Lines(text) {
		if len(word.FindAllString(line, -1)) >= 3 {
			found[strings.TrimSpace(line)] = true
		}
	}
	return found
}

func TestNearMisses(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	for line, answer := range map[string]string{
		"udno": "Did you mean: undo\\?", "hitn": "Did you mean: hint\\?", "a1-a6": "Did you mean: a1-a5\\?",
		"aa1-a5": "Did you mean: a1-a5\\?", "help resing": "Did you mean: resign\\?", "zzzzzzzz": "lists the legal moves, help the commands",
	} {
		want(t, b.types(t, line), answer)
	}
	if got := b.types(t, "c3-c1"); strings.Contains(got, "Did you mean") {
		t.Errorf("a move that is only not legal was taken for a mistake of typing:\n%s", got)
	}
}

func TestResignAsksAPerson(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo", "Ann", "Ben"))
	b.Interactive = true
	want(t, b.types(t, "a1-a5", "resign", "no", "history"), `Ben \(O, circles\) resigns, and the other side wins\. \(yes or no\)`, "The game continues", `1\. a1-a5`)
	want(t, b.types(t, "a1-a5", "resign", "Y"), `Ann \(X, crosses\) wins! The other side resigned\.`)
	b.Texts.Language = words.In("de")
	want(t, b.types(t, "a1-a5", "resign", "ja"), `Ann \(X, Kreuze\) gewinnt!`)
}

func TestAnotherGameFollows(t *testing.T) {
	saved := newGame(t, "quixo3", "Ann", "Computer 1")
	saved.Computer[1], saved.Seed = 1, 5
	b := newComputerSession(t, saved)
	got := b.types(t, "again", "a1-a3", "again", "resign", "swap", "resign", "again", "history")
	want(t, got, "The game is not over", `Quixo 3x3: Computer 1 \(X, crosses\), Ann \(O, circles\)`)
	if n := strings.Count(got, "Quixo 3x3: "); n != 3 {
		t.Errorf("%d games began:\n%s", n, got)
	}
	want(t, b.saved(t), `PlayerX "Computer 1"`, `PlayerO "Ann"`, `ComputerSeats "X=1"`, `Seed "7"`)
}

func TestSidesOfFourChange(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo4p", "Ann", "Ben", "Cid", "Dea"))
	want(t, b.types(t, "resign", "swap"), `Ben \(X1, crosses\), Cid \(O1, circles\), Dea \(X2, crosses\), Ann\s+\(O2, circles\)`)
}

func TestReview(t *testing.T) {
	b := newComputerSession(t, from(t, "quixo3", "XX1/3/1OO X"))
	// The crosses could win at once, and let the circles win instead.
	got := b.types(t, "a2-c2", "review", "a1-c1", "review")
	want(t, got, "What could have been better:", `(?s)- Move 1, Blunder\. Player X \(crosses\): a2-c2 - loses in 2 turns\. +Better: \S+ -\s+wins in\s+1 turn\.`)
	want(t, newComputerSession(t, newGame(t, "quixo3")).types(t, "review"), "No moves yet")
	want(t, newComputerSession(t, from(t, "quixo3", "XX1/3/3 X")).types(t, "c1-c3", "review"), "No mistakes found")
}

func TestRulesAreWithinReach(t *testing.T) {
	want(t, newTestSession(t, newGame(t, "pivot")).types(t, "rules"), "The rules of pivot")
}

func TestSavedGamesHaveNames(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo", "Ann", "Ben"))
	got := b.types(t, "a1-a5", "name club evening", "name club", "b1-b5", "saved")
	want(t, got, "A name can have letters", `saved in .*club\.plateau`, `(?m)^club +Quixo +Ann, Ben +2 moves +20\d\d-`, `To continue: plateau play --resume club\n`)
	other := newTestSession(t, newGame(t, "pivot"))
	other.dir, other.Store = b.dir, local.NewStore(b.dir, full.All().Games())
	got = other.types(t, "C@a1", "name club", "delete resume", "resume club", "history", "delete club", "delete resume", "delete resume", "resume ../x")
	want(t, got, "already a saved game club", "You are playing this game", "Quixo: Ann", `1\. a1-a5 b1-b5`,
		"You are playing this game", "resume was deleted", "There is no saved game resume", `There is no saved game \.\./x`)
	if files, _ := filepath.Glob(filepath.Join(b.dir, "*")); len(files) != 1 || filepath.Base(files[0]) != "club.plateau" {
		t.Errorf("left: %v", files)
	}
}

func TestDeletingAsksAPerson(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	b.types(t, "a1-a5", "name old")
	b.Interactive, b.Store = true, local.NewStore(b.dir, full.All().Games())
	want(t, b.types(t, "delete old", "no", "saved", "delete old", "yes"), `Delete old\?`, `old +Quixo`, "old was deleted")
	want(t, newTestSession(t, newGame(t, "quixo")).types(t, "saved"), "No games are saved")
}

// A file in the folder that is no record is listed, and cannot be resumed.
func TestUnreadableSaves(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo"))
	if err := os.WriteFile(filepath.Join(b.dir, "odd.plateau"), []byte("odd"), 0o600); err != nil {
		t.Fatal(err)
	}
	want(t, b.types(t, "saved", "resume odd"), `(?m)^odd +cannot be read`, "Nothing was loaded: ")
}

func TestPlainDrawsNothing(t *testing.T) {
	b := newTestSession(t, newGame(t, "quixo3", "Ann", "Ben"))
	b.Plain, b.Interactive = true, true
	got := b.types(t, "a1-a3", "?", "resign", "yes")
	want(t, got, "All cells: neutral", `Ann \(X, crosses\): a1-a3, a1 pushed in at a3\.`, `Row 3: a3 cross\.`, `All other cells: neutral`, `\d+ legal moves:\n`)
	if strings.ContainsAny(got, "|+") {
		t.Errorf("something is drawn:\n%s", got)
	}
}

func TestPartnersSitAroundTheBoard(t *testing.T) {
	saved := newGame(t, "quixo4p", "Ann", "Ben", "Cid", "Dea")
	saved.Advice = true
	b := newTestSession(t, saved)
	got := b.types(t, "a1-a5.1")
	want(t, got, "Partners may advise each other", `(?m)^ +X2 Cid\n +\+----`, `(?m)^O1 Ben 3 \|.*\| O2 Dea$`, `(?m)a    b .*\n +X1 Ann$`)
	want(t, b.saved(t), `Advice "yes"`)
	saved.Computer[2], saved.Computer[3] = 1, 1
	if got := newComputerSession(t, saved).types(t); strings.Contains(got, "advise") {
		t.Errorf("nobody has a partner to talk to:\n%s", got)
	}
}

// fakeWatch is a watch whose time passes when a test says so.
type fakeWatch struct {
	lock sync.Mutex
	now  time.Time
	// passed ends the wait that is under way.
	passed chan time.Time
	waits  chan time.Duration
}

func newFakeWatch() *fakeWatch {
	return &fakeWatch{
		now:    time.Date(2026, 11, 16, 20, 0, 0, 0, time.UTC),
		passed: make(chan time.Time, 1),
		waits:  make(chan time.Duration, 100),
	}
}

func (w *fakeWatch) Now() time.Time { return w.pass(0) }

// pass lets time pass, and returns what time it is then.
func (w *fakeWatch) pass(d time.Duration) time.Time {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.now = w.now.Add(d)
	return w.now
}

func (w *fakeWatch) After(d time.Duration) (<-chan time.Time, func()) {
	w.waits <- d
	return w.passed, func() {}
}

// slowLines types lines, and lets time pass before each.
type slowLines struct {
	watch *fakeWatch
	lines []string
	after []time.Duration
	asked []string
}

func (l *slowLines) Next(_ context.Context, question string) (string, error) {
	l.asked = append(l.asked, question)
	if len(l.lines) == 0 {
		return "", io.EOF
	}
	l.watch.pass(l.after[0])
	line := l.lines[0]
	l.lines, l.after = l.lines[1:], l.after[1:]
	return line, nil
}

func (l *slowLines) Complete(func(string) []string) {}
func (l *slowLines) Close() error                   { return nil }

func clockedGame(t *testing.T, control string) local.Saved {
	t.Helper()
	saved := newGame(t, "quixo", "Ann", "Ben")
	var err error
	if saved.Control, err = local.ParseTimeControl(control); err != nil {
		t.Fatal(err)
	}
	return saved
}

func TestClocks(t *testing.T) {
	b := newTestSession(t, clockedGame(t, "1+5"))
	watch := newFakeWatch()
	lines := &slowLines{
		watch: watch,
		lines: []string{"a1-a5", "time", "b1-b5", "undo", "time", "hint please"},
		after: []time.Duration{20 * time.Second, 10 * time.Second, 5500 * time.Millisecond, time.Second, 2 * time.Second, 3 * time.Second},
	}
	b.Watch, b.Lines, b.Interactive = watch, lines, true
	got := b.types(t)
	// Ann used 20 s of 60 and got 5 back.
	want(t, got, `Ann \(X, crosses\): 0:45\nBen \(O, circles\): 0:50\n`, `Took back 1 move`, `Ann \(X, crosses\): 0:45\nBen \(O, circles\): 0:58\n`)
	wantAsked := []string{
		"Ann (X, crosses) 1:00>", "Ben (O, circles) 1:00>", "Ben (O, circles) 0:50>", "Ann (X, crosses) 0:45>",
		"Ben (O, circles) 1:00>", "Ben (O, circles) 0:58>", "Ben (O, circles) 0:55>",
	}
	if strings.Join(lines.asked, "\n") != strings.Join(wantAsked, "\n") {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(lines.asked, "\n"), strings.Join(wantAsked, "\n"))
	}
	want(t, b.saved(t), `TimeControl "60\+5"`, `TimeLeft "X=45\.0 O=55\.0"`)

	saved, err := local.NewStore(b.dir, full.All().Games()).Resume()
	if err != nil {
		t.Fatal(err)
	}
	again := newTestSession(t, saved)
	watch = newFakeWatch()
	lines = &slowLines{watch: watch, lines: []string{"c1-c5", "undo 2", "time"}, after: []time.Duration{time.Second, 0, 0}}
	again.Watch, again.Lines = watch, lines
	want(t, again.types(t), `Ann \(X, crosses\): 0:45\nBen \(O, circles\): 0:55\n`)
}

// watchedOutput closes found when a text was written.
type watchedOutput struct {
	text   strings.Builder
	wanted string
	found  chan struct{}
}

func (w *watchedOutput) Write(p []byte) (int, error) {
	before := strings.Contains(w.text.String(), w.wanted)
	w.text.Write(p)
	if !before && strings.Contains(w.text.String(), w.wanted) {
		close(w.found)
	}
	return len(p), nil
}

func TestTimeRunsOut(t *testing.T) {
	// Before a line is complete.
	b := newTestSession(t, clockedGame(t, "1"))
	watch := newFakeWatch()
	in, typing := io.Pipe()
	defer typing.Close()
	out := &watchedOutput{wanted: "The other side ran out of time", found: make(chan struct{})}
	b.Watch, b.In, b.Out = watch, in, out
	ended := make(chan error)
	go func() { ended <- line.NewSession(b.Config).Run(t.Context()) }()
	if d := <-watch.waits; d != time.Minute {
		t.Errorf("it waits for %v", d)
	}
	watch.passed <- watch.pass(time.Minute)
	<-out.found
	if _, err := io.WriteString(typing, "quit\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	want(t, out.text.String(), `Ann \(X, crosses\) ran out of time\.`, `Ben \(O, circles\) wins! The other side ran out of time\.`)
	want(t, b.saved(t), `Reason "timeout"`)

	// And when a move comes too late.
	b = newTestSession(t, clockedGame(t, "1"))
	watch = newFakeWatch()
	b.Watch, b.Lines = watch, &slowLines{watch: watch, lines: []string{"a1-a5"}, after: []time.Duration{2 * time.Minute}}
	want(t, b.types(t), `Ben \(O, circles\) wins! The other side ran out of time\.`)
	if strings.Contains(b.saved(t), "a1-a5") {
		t.Error("a move was made after the end of time")
	}
}

func TestTimeControls(t *testing.T) {
	for text, want := range map[string]local.TimeControl{
		"5": {Main: 5 * time.Minute}, "5+3": {Main: 5 * time.Minute, Increment: 3 * time.Second}, "0.5+1.5": {Main: 30 * time.Second, Increment: 1500 * time.Millisecond},
	} {
		if got, err := local.ParseTimeControl(text); err != nil || got != want {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "5+", "5+x", "0.1", "400", "5+301", "NaN", "5+-1", "Inf"} {
		if got, err := local.ParseTimeControl(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestComputerKeepsToItsClock(t *testing.T) {
	saved := clockedGame(t, "1")
	saved.Computer[1] = engine.Easiest
	b := newComputerSession(t, saved)
	watch := newFakeWatch()
	b.Watch, b.Lines = watch, &slowLines{watch: watch, lines: []string{"a1-a5"}, after: []time.Duration{time.Second}}
	b.types(t)
	want(t, b.saved(t), `TimeLeft "X=59\.0 O=60\.0"`)
}

func TestNamesOfComputersAreTranslated(t *testing.T) {
	saved := newGame(t, "quixo3", "Computer perfect", "Computer 3")
	saved.Computer[0], saved.Computer[1] = engine.Perfect, 3
	b := newComputerSession(t, saved)
	b.Texts.Language = words.In("fr")
	want(t, b.types(t, "resign"), `Ordinateur parfait \(X, croix\)`, `Ordinateur 3 \(O, ronds\)`)
	want(t, b.saved(t), `PlayerX "Computer perfect"`)
	if _, err := game.NewRecordReader(strings.NewReader(b.saved(t)), full.All().Games()).Read(); err != nil {
		t.Error(err)
	}
}
