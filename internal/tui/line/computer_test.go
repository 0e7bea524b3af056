package line_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/games/full"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
)

func newComputerSession(t *testing.T, saved local.Saved) *testSession {
	t.Helper()
	b := newTestSession(t, saved)
	b.Time = 100 * time.Millisecond
	b.NewEngine = func(g game.Game) (engine.Engine, error) {
		newEngine, err := full.All().Of(g).Open(catalogue.Sources{})
		if err != nil {
			return nil, err
		}
		return newEngine(engine.Options{TranspositionBytes: 1 << 20}), nil
	}
	return b
}

func from(t *testing.T, id, position string) local.Saved {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	return local.SavedFrom(game.RecordOf(game.MatchFrom(start, nil)))
}

func TestUndoTakesTheComputersAnswerBackToo(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Computer[1] = 2
	b := newComputerSession(t, saved)
	got := b.types(t, "a1-a5", "undo", "undo", "history", "redo", "history")
	want(t, got, "Took back 2 moves", "nothing to take back", "No moves yet", "Replayed 2 moves", `1\. a1-a5 ..-..`)
}

func TestComputersContinueAsTheyWouldHave(t *testing.T) {
	saved := newGame(t, "quantik")
	saved.Computer[0], saved.Computer[1], saved.Seed = 2, engine.Perfect, 3
	b := newComputerSession(t, saved)
	b.types(t)
	whole := b.saved(t)
	want(t, whole, `ComputerSeats "1=2 2=perfect"`, `Seed "3"`, `Result "(1-0|0-1)"`)

	rec, err := game.NewRecordReader(strings.NewReader(whole), games.All().Games()).Read()
	if err != nil {
		t.Fatal(err)
	}
	rec.Plies, rec.Outcome, rec.Reason = rec.Plies[:3], game.Running, ""
	again := newComputerSession(t, local.SavedFrom(rec))
	again.types(t)
	if got := again.saved(t); got != whole {
		t.Errorf("played\n%s\nafter resuming, want\n%s", got, whole)
	}
}

func TestInvalidComputerTagsAreIgnored(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Record.Tags = []game.Tag{{Name: "ComputerSeats", Value: "Z=3 X= O=9 =2 X=5"}}
	if got := local.SavedFrom(saved.Record).Computer; len(got) != 1 || got[0] != 5 {
		t.Errorf("%v", got)
	}
}

func TestComputerAnswersOffers(t *testing.T) {
	for position, answer := range map[string]string{
		"5/5/5/5/5 X":         "accepts",  // nobody has anything
		"5/5/5/OOOO1/5 X":     "declines", // it threatens to win
		"XXXX1/5/5/5/OOO2 X":  "accepts",  // it loses at once
		"OOOO1/OOOO1/5/5/5 X": "declines", // it wins whatever is played
	} {
		saved := from(t, "quixo", position)
		saved.Computer[1] = 3
		b := newComputerSession(t, saved)
		want(t, b.types(t, "draw"), `Player O \(circles\) `+answer)
	}
}

func TestHints(t *testing.T) {
	b := newComputerSession(t, from(t, "quixo", "XXXX1/5/5/5/5 X"))
	got := b.types(t, "hint", "values")
	want(t, got, `(?m)^..-..: wins in 1 turn\.$`, `(?m)^Best first`, `(?m)^  wins in 1 turn +..-..`)
	b = newComputerSession(t, newGame(t, "quixo"))
	want(t, b.types(t, "hint", "values", "resign", "hint", "values"),
		`(?m)^..-..: estimate: (roughly even|(slightly|clearly) (better|worse))\.( Then perhaps ..-.. )?`,
		`(?m)^  [+-]\d\.\d\d  ..-..`, "The game is over.\nThe game is over.")
}

func TestStrongestIsNotPerfect(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Computer[1] = engine.Perfect
	want(t, newComputerSession(t, saved).types(t), "perfect plays as strongest")
	saved = newGame(t, "quantik")
	saved.Computer[1] = engine.Perfect
	if got := newComputerSession(t, saved).types(t); strings.Contains(got, "strongest") {
		t.Errorf("said\n%s", got)
	}
}

func TestNoEngine(t *testing.T) {
	saved := newGame(t, "quixo")
	saved.Computer[1] = 2
	b := newComputerSession(t, saved)
	b.NewEngine = func(game.Game) (engine.Engine, error) { return nil, errors.New("the table is damaged") }
	want(t, b.types(t, "draw", "a1-a5", "hint"), "declines", "The table is damaged")
}

// reader is somebody who does something when a text is shown.
type reader struct {
	bytes.Buffer

	text string
	read func()
}

func (r *reader) Write(b []byte) (int, error) {
	n, err := r.Buffer.Write(b)
	if strings.Contains(r.String(), r.text) {
		r.read()
	}
	return n, err
}

func TestThinkingIsShownAndCanBeInterrupted(t *testing.T) {
	saved := newGame(t, "quixo", "", "Robot")
	saved.Computer[1] = engine.Perfect
	b := newComputerSession(t, saved)
	b.Screen, b.Time = true, time.Hour
	in, typing := io.Pipe()
	defer typing.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out := reader{text: "thinking, 1 s", read: interrupt}
	b.In, b.Out = in, &out
	ended := make(chan error)
	go func() { ended <- line.NewSession(b.Config).Run(ctx) }()
	if _, err := io.WriteString(typing, "a1-a5\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, line.ErrInterrupted) {
		t.Errorf("ended with %v", err)
	}
	want(t, out.String(), `\r\x1b\[KRobot \(O, circles\) is thinking, 1 s`)
	want(t, b.saved(t), `1\. a1-a5 \*`)
}
