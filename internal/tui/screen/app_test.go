package screen_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/internal/knowledge"
	"plateau/internal/tui/local"
	"plateau/internal/tui/screen"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

var update = flag.Bool("update", false, "rewrite the expected screens")

// watch is a clock that tests set. Short waits, as those of animations, are over at
// once; the test learns of longer ones, which never end.
type watch struct {
	now   time.Time
	waits chan struct{}
}

func newWatch() *watch {
	return &watch{time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC), make(chan struct{}, 100)}
}

func (w *watch) Now() time.Time { return w.now }

func (w *watch) After(d time.Duration) (passed <-chan time.Time, stop func()) {
	c := make(chan time.Time, 1)
	if d < time.Second/2 {
		c <- w.now
	} else {
		w.waits <- struct{}{}
	}
	return c, func() {}
}

// user is somebody at an app.
type user struct {
	*testing.T

	model tea.Model
	watch *watch
	dir   string
	// messages are what commands have led to, in tests with a server: there some
	// commands wait for as long as the app runs. Otherwise it is nil.
	messages chan tea.Msg
}

// known is what is known about the games, which takes time to open.
var known = sync.OnceValue(func() *knowledge.Knowledge {
	return knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data})
})

// config is that of an app for tests, with the games saved in a folder.
func config(t *testing.T, dir string) screen.Config {
	t.Helper()
	return screen.Config{
		Games: full.All(), Language: "en", Time: time.Second / 2, Watch: newWatch(),
		Texts: func(code string) text.Texts {
			return text.Texts{Language: words.In(code), NamedLike: full.All().NamedLike()}
		},
		NewStore: func() *local.Store { return local.NewStore(dir, full.All().Games()) },
		NewEngine: func(g game.Game) (engine.Engine, error) {
			return known().NewEngine(g, engine.Options{TranspositionBytes: 1 << 20})
		},
		ReadRecord: func(path string) (local.Saved, error) { return local.Load(path, 1, full.All().Games()) },
		WriteRecord: func(path string, rec *game.Record) error {
			var text bytes.Buffer
			if err := game.WriteRecord(&text, rec); err != nil {
				return err
			}
			return os.WriteFile(path, text.Bytes(), 0o600)
		},
		Exact:      func(g game.Game) bool { return full.All().Of(g).Exact },
		Solved:     func() (*local.Solved, error) { return local.ReadSolved(dir) },
		LastServer: func() local.LastServer { return local.ReadLastServer(dir) },
		KeepServer: func(last local.LastServer) error { return last.Keep(dir) },
		NewGame: func(c local.Choice) (local.Saved, error) {
			m, err := game.NewMatch(c.Game, game.Setup{Players: c.Names, Begins: game.FirstParty, FirstSide: game.FirstParty}, nil)
			if err != nil {
				return local.Saved{}, err
			}
			saved := local.SavedFrom(game.RecordOf(m))
			saved.Control = c.Control
			if c.Level != 0 {
				saved.Computer[1] = c.Level
				saved.Record.Players[1] = local.ComputerName + c.Level.String()
			}
			return saved, nil
		},
	}
}

// open starts an app of a size.
func open(t *testing.T, c screen.Config, width, height int) *user {
	t.Helper()
	u := &user{T: t, model: screen.New(c), watch: c.Watch.(*watch)}
	u.run(u.model.Init())
	u.send(tea.WindowSizeMsg{Width: width, Height: height})
	return u
}

// start is an app whose games are saved in a folder of its own.
func start(t *testing.T) *user {
	t.Helper()
	dir := t.TempDir()
	u := open(t, config(t, dir), 80, 24)
	u.dir = dir
	return u
}

// send gives the app a message, and all that follow from it.
func (u *user) send(msg tea.Msg) {
	var cmd tea.Cmd
	u.model, cmd = u.model.Update(msg)
	u.run(cmd)
}

// run runs commands until nothing follows. What waits for time to pass is dropped.
func (u *user) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if u.messages != nil {
		go func() { u.messages <- cmd() }()
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		u.take(msg)
	case <-u.watch.waits:
	}
}

// take gives the app what a command led to.
func (u *user) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, each := range msg {
			u.run(each)
		}
	default:
		u.send(msg)
	}
}

// keys are keys by name; others are typed.
var keys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
}

// types presses keys.
func (u *user) types(all ...string) {
	for _, name := range all {
		switch code, special := keys[name]; {
		case special:
			u.send(tea.KeyPressMsg{Code: code})
		case name == "ctrl+s":
			u.send(tea.KeyPressMsg{Code: 's', Mod: tea.ModCtrl})
		default:
			for _, r := range name {
				u.send(tea.KeyPressMsg{Code: r, Text: string(r)})
			}
		}
	}
}

// screen is what is seen, without colours.
func (u *user) screen() string { return ansi.Strip(u.model.View().Content) }

func (u *user) sees(texts ...string) {
	u.Helper()
	for _, text := range texts {
		if !strings.Contains(u.screen(), text) {
			u.Errorf("no %q on\n%s", text, u.screen())
		}
	}
}

func (u *user) seesNot(text string) {
	u.Helper()
	if strings.Contains(u.screen(), text) {
		u.Errorf("%q is on\n%s", text, u.screen())
	}
}

// choose goes down a menu to an entry and chooses it.
func (u *user) choose(label string) {
	u.Helper()
	for range 60 {
		for line := range strings.Lines(u.screen()) {
			if strings.HasPrefix(line, "> ") && strings.Contains(line, label) {
				u.types("enter")
				return
			}
		}
		u.types("down")
	}
	u.Fatalf("no %q in the menu\n%s", label, u.screen())
}

// people starts a game between two people.
func (u *user) people(name string) {
	u.Helper()
	u.choose(name)
	u.types("right", "ctrl+s")
}

// fits checks that every line fits the screen and is made of single columns.
func (u *user) fits(width, height int) {
	u.Helper()
	lines := strings.Split(u.screen(), "\n")
	if len(lines) > height {
		u.Errorf("%d lines on %d:\n%s", len(lines), height, u.screen())
	}
	for _, line := range lines {
		if n := ansi.StringWidth(line); n > width || n != utf8.RuneCountInString(line) {
			u.Errorf("%d columns of %d characters on %d: %q", n, utf8.RuneCountInString(line), width, line)
		}
	}
}

// golden compares a screen with the one that was looked at.
func golden(t *testing.T, name, screen string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	var trimmed strings.Builder
	for line := range strings.SplitSeq(screen, "\n") {
		trimmed.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if *update {
		if err := os.WriteFile(path, []byte(trimmed.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := trimmed.String(); got != string(want) {
		t.Errorf("%s is\n%s\nand was\n%s", name, got, want)
	}
}

// TestScreensOfTheProgram runs the program of Bubble Tea and compares its last
// screens.
func TestScreensOfTheProgram(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		digit         rune
	}{
		{"menu", 40, 20, 0},
		{"quixo-small", 40, 20, '3'},
		{"pivot-medium", 80, 24, '2'},
		{"quantik-large", 140, 45, '1'},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := tea.NewProgram(screen.New(config(t, t.TempDir())), tea.WithInput(strings.NewReader("")), tea.WithOutput(io.Discard),
				tea.WithoutSignals(), tea.WithWindowSize(c.width, c.height), tea.WithColorProfile(colorprofile.ASCII))
			ended := make(chan tea.Model, 1)
			go func() {
				final, err := p.Run()
				if err != nil {
					t.Error(err)
				}
				ended <- final
			}()
			p.Send(tea.WindowSizeMsg{Width: c.width, Height: c.height})
			if c.digit != 0 {
				for _, key := range []tea.KeyPressMsg{
					{Code: c.digit, Text: string(c.digit)}, {Code: tea.KeyRight}, {Code: 's', Mod: tea.ModCtrl}, {Code: ':', Text: ":"}, {Code: tea.KeyEscape},
				} {
					p.Send(key)
				}
			}
			p.Quit()
			final := <-ended
			golden(t, c.name, ansi.Strip(final.View().Content))
		})
	}
}
