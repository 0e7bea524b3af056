package screen_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/games/full"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/tui/local"
	"plateau/rulebook"
)

func TestMovesAreMadeWithTheCursor(t *testing.T) {
	u := start(t)
	u.people("Quixo")
	u.sees("Choose a cube to take", "> Player X (crosses)")
	u.seesNot("u Take back") // There is no move yet.
	// The cursor is in the middle, where no cube can be taken.
	u.types("enter")
	u.sees("The cube on c3 is not on the outer")
	u.types("down", "down", "enter")
	u.sees("Choose where to push the cube back")
	u.seesNot("not on the outer")
	u.types("up", "up", "up", "up", "enter")
	u.sees("> Player O (circles)", "1. c1-c5", "1 move", "u Take back")
	u.types("u")
	u.sees("Took back 1 move", "> Player X (crosses)")
	u.types("r")
	u.sees("Replayed 1 move", "1. c1-c5")
}

func TestPiecesAreChosenByLetter(t *testing.T) {
	u := start(t)
	u.people("Quantik")
	u.types("n")
	u.sees("[N △]", "Choose a cell for the piece")
	u.types("n")
	u.sees(" N △ ", "Choose a piece and a cell")
	u.types("enter")
	u.sees("Choose a piece for c3")
	u.types("tab", "tab", "esc", "s")
	u.sees("1. S@c3")
	// The same shape in the same column is refused, with the reason.
	u.types("s", "up", "enter")
	u.sees("sphere on c3")
	u.types("left", "enter")
	u.sees("1. S@c3 S@b4")
}

func TestTabTurnsTheCardOver(t *testing.T) {
	u := start(t)
	u.people("Pivot")
	u.types("tab")
	first := u.screen()
	u.types("tab")
	if first == u.screen() || !strings.Contains(first, "[C ●]") {
		t.Errorf("the card was not turned over:\n%s", u.screen())
	}
	u.types("enter")
	u.sees("1. c@c3")
}

func TestMouseChoosesCells(t *testing.T) {
	u := start(t)
	u.people("Quixo 3")
	var x, y int
	for i, line := range strings.Split(u.screen(), "\n") {
		if at := strings.Index(line, "1 │"); at >= 0 {
			x, y = at+5, i
		}
	}
	// A cube is dragged from a1 to a3, four lines higher for each cell.
	high := 0
	for i, line := range strings.Split(u.screen(), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "2 │") {
			high = y - i
		}
	}
	u.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	u.sees("Choose where to push")
	u.send(tea.MouseReleaseMsg{X: x, Y: y - 2*high, Button: tea.MouseLeft})
	u.sees("1. a1-a3")
}

func TestTypedMoves(t *testing.T) {
	u := start(t)
	u.people("Quixo")
	u.types(":", "b3-b5", "enter")
	u.sees("b3-b5:", "Did you mean")
	u.types(":", "a1-a5", "enter")
	u.sees("1. a1-a5")
}

func TestComputerReplies(t *testing.T) {
	u := start(t)
	u.choose("Quantik")
	u.types("ctrl+s")
	u.sees("Computer 2 (2, dark)")
	u.types("s", "enter")
	u.sees("2 moves", "> You (1, light)")
	// Its move goes with the one that is taken back.
	u.types("u")
	u.sees("Took back 2 moves")
	u.types("h")
	u.sees("loses in", "*")
	u.types("v")
	u.sees("+3 wins in 3 turns")
	if !strings.Contains(u.screen(), "-1") && !strings.Contains(u.screen(), "+1") {
		t.Errorf("no values on\n%s", u.screen())
	}
	u.types("x")
	u.sees("If you resign, the other side wins.")
}

func TestPersonIsCalledByName(t *testing.T) {
	u := start(t)
	u.choose("Quantik")
	u.types("down", "down", "down", "down", "A", "n", "n", "ctrl+s")
	u.sees("> Ann (1, light)")
	u.types("s", "enter")
	u.sees("2 moves", "> Ann (1, light)")
	u.types("q")
	u.sees("Continue Quantik: Ann, Computer 2")
	// The next game knows the name.
	u.choose("Pivot")
	u.sees("Your name: Ann")
	u.types("ctrl+s")
	u.sees("> Ann (1, circles)")
}

func TestViKeysMoveOnceTheyAreUsed(t *testing.T) {
	u := start(t)
	u.people("Quixo 3")
	before := u.screen()
	u.types("l")
	moved := u.screen()
	u.types("h")
	if before == moved || u.screen() != before {
		t.Errorf("h did not go back:\n%s", u.screen())
	}
	u.types("H")
	u.sees("a1-a3: wins in 7 turns.")
}

func TestDrawsAndResignationsAreAsked(t *testing.T) {
	u := start(t)
	u.people("Quixo")
	u.types("d")
	u.sees("offers a draw", "> Accept")
	u.types("down", "enter")
	u.sees("The draw was declined")
	u.types("x")
	u.sees("resigns, and", "> Cancel")
	u.types("enter", "x", "down", "enter")
	u.sees("Player O (circles) wins!")
	u.types("g")
	u.sees("Choose a cube to take")
	u.seesNot("wins!")
}

func TestGamesAreSavedAndContinued(t *testing.T) {
	u := start(t)
	u.people("Quixo")
	u.types(":", "a1-a5", "enter", "q")
	u.sees("Continue Quixo: ")
	u.types("enter")
	u.sees("1. a1-a5", "> Player O (circles)")
	u.types("q")
	u.choose("Saved games")
	u.sees("Quixo: Player X (crosses), Player O (circles) (1 move)")
	// Line mode reads the same game.
	if saved, err := local.NewStore(u.dir, full.All().Games()).Resume(); err != nil || len(saved.Record.Plies) != 1 {
		t.Errorf("%v, %v", saved, err)
	}
	u.send(tea.WindowSizeMsg{Width: 40, Height: 20})
	u.sees("(1", "move)") // What is chosen is seen as a whole.
	u.types("x")
	u.sees("Delete Quixo?", "move)")
	u.choose("Delete")
	u.sees("No games are saved")
	if left, err := filepath.Glob(filepath.Join(u.dir, "*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

func TestGameThatCannotBeSavedGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	u := open(t, config(t, filepath.Join(file, "below")), 80, 24)
	u.people("Quixo")
	u.types(":", "a1-a5", "enter")
	u.sees("cannot be saved", "1. a1-a5")
}

func TestClocksRunOut(t *testing.T) {
	u := start(t)
	u.choose("Quixo")
	u.types("right", "down", "right", "ctrl+s")
	u.sees("1:00")
	u.watch.now = u.watch.now.Add(55 * time.Second)
	u.sees("5.0")
	u.watch.now = u.watch.now.Add(6 * time.Second)
	u.types("down", "down", "enter", "up", "up", "up", "up", "enter")
	u.sees("ran out of time", "Player O (circles) wins!")
}

// TestAllLanguagesFit plays a little in every language and at every size.
func TestAllLanguagesFit(t *testing.T) {
	sizes := [][2]int{{40, 20}, {80, 24}, {140, 45}}
	for i, l := range rulebook.Languages() {
		size := sizes[i%len(sizes)]
		c := config(t, t.TempDir())
		c.Language, c.Time = l.Code, time.Millisecond
		u := open(t, c, size[0], size[1])
		u.fits(size[0], size[1])
		for n, keys := range []string{"s", "", "", ""} {
			u.types(string(rune('1'+n)), "right")
			u.fits(size[0], size[1])
			u.types("ctrl+s", keys, "enter", "?")
			u.fits(size[0], size[1])
			u.types("q", "v")
			u.fits(size[0], size[1])
			u.types("q", "q", "down")
		}
	}
}

func TestRecordsAreWrittenAndRead(t *testing.T) {
	u := start(t)
	u.people("Quixo")
	u.types(":", "a1-a5", "enter", "ctrl+s")
	u.sees("Save the record")
	file := filepath.Join(u.dir, "game.txt")
	u.types(file, "enter")
	u.sees("Saved in", "1. a1-a5")
	u.types("q")
	u.choose("Open a record")
	u.types(file+".none", "enter")
	u.sees("directory.") // Where the lines before end depends on the name of the folder.
	for range ".none" {
		u.types("backspace")
	}
	u.types("enter")
	u.sees("1. a1-a5", "> Player O (circles)")
}

// However narrow the window is, it shows how to leave a screen.
func TestBackIsAlwaysShown(t *testing.T) {
	u := start(t)
	u.send(tea.WindowSizeMsg{Width: 40, Height: 20})
	u.sees("q Quit")
	// The left arrow goes back, but does not end the app by mistake.
	u.types("left")
	u.sees("q Quit")
	u.people("Quixo")
	u.sees("q Back")
	u.types("x", "down", "enter")
	u.sees("wins!", "g Start over", "q Back")
	u.types("e")
	u.sees("u Previous move", "q Back")
}

func TestLanguageIsChosen(t *testing.T) {
	c := config(t, t.TempDir())
	c.Language = "de"
	u := open(t, c, 80, 24)
	u.choose("Sprache")
	u.sees("> 2  Deutsch")
	u.types("up", "enter")
	u.sees("Language", "Saved games")
}

// A window that is too small says so, and the game is there again when it has grown.
func TestSmallWindowsAreRefused(t *testing.T) {
	u := start(t)
	u.people("Quixo")
	u.send(tea.WindowSizeMsg{Width: 39, Height: 19})
	u.sees("Plateau needs a window of at least")
	u.fits(39, 19)
	u.send(tea.WindowSizeMsg{Width: 40, Height: 20})
	u.sees("Choose a cube to take")
	u.fits(40, 20)
}

// TestHeadingsAreWrapped opens the lobby of a server that has nothing to say.
func TestHeadingsAreWrapped(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	c := config(t, t.TempDir())
	c.Client, c.Player = client.New(server.URL), api.Player{ID: "ann", Name: "Ann"}
	u := open(t, c, 40, 20)
	u.choose("Play online")
	u.sees("There are no open tables right now.", "others will find it")
}
