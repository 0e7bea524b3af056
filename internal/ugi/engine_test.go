package ugi_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/ugi"
)

// patience is never waited for: the tests decide when it is over.
const patience = time.Minute

// command starts a bad engine. The time for the answers in late is over at once,
// and that for all others never.
func command(kind string, late ...string) ugi.Command {
	return ugi.Command{
		Words: []string{os.Args[0], "engine:" + kind}, Patience: patience, Grace: time.Second,
		Timer: func(what string, _ time.Duration) (<-chan time.Time, func() bool) {
			over := make(chan time.Time, 1)
			if slices.Contains(late, what) {
				over <- time.Time{}
			}
			return over, func() bool { return true }
		},
	}
}

func find(t *testing.T, id string) game.Game {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// firstMove starts an engine and lets it move from the start of a game.
func firstMove(ctx context.Context, g game.Game, c ugi.Command, limits ugi.Limits) (string, error) {
	e, err := ugi.Start(ctx, c)
	if err != nil {
		return "", err
	}
	failed := true
	defer func() { e.Close(failed) }()
	if err := e.NewGame(ctx, g); err != nil {
		return "", err
	}
	m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
	reply, err := e.Choose(ctx, m, limits)
	if err != nil {
		return "", err
	}
	failed = false
	return m.Position().MoveText(reply.Move), nil
}

// Whatever an engine does, its user learns what it was, in finite time.
func TestBadEngines(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind, late string
		want       ugi.Kind
		detail     string
	}{
		{"mute", "ugiok", ugi.NoStart, "it did not answer with ugiok within 1m0s"},
		{"exits", "", ugi.NoStart, "it ended (exit status 3): no such module"},
		{"floods", "", ugi.NoStart, "it wrote more than 8 megabytes without ugiok"},
		{"endless", "", ugi.NoStart, "a line is longer than 65536 bytes"},
		{"closes", "exit status", ugi.NoStart, "it closed its output"},
		{"leaves children", "ugiok", ugi.NoStart, "it did not answer with ugiok within 1m0s"},
		{"never ready", "readyok", ugi.Silent, "it did not answer with readyok within 1m0s"},
		{"other game", "", ugi.NoStart, "it does not play quixo"},
		{"dies", "", ugi.Died, "it ended (exit status 11): segmentation fault"},
		{"illegal", "", ugi.Illegal, "bestmove c3-c5: the cube on c3 is not on the outer ring"},
		{"not a move", "", ugi.Illegal, "bestmove xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…: "},
		{"not UTF-8", "", ugi.Illegal, "bestmove \uFFFD"},
		{"nothing", "", ugi.Illegal, "bestmove : "},
		{"chatters", "", ugi.Flooded, "it wrote more than 8 megabytes without bestmove"},
		{"long line", "", ugi.Flooded, "a line is longer than 65536 bytes"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			t.Parallel()
			_, err := firstMove(t.Context(), find(t, "quixo"), command(test.kind, test.late), ugi.Limits{MoveTime: patience})
			var failed *ugi.Failure
			if !errors.As(err, &failed) || failed.Kind != test.want || !strings.HasPrefix(failed.Detail, test.detail) {
				t.Errorf("%#v, want %v %q", err, test.want, test.detail)
			}
		})
	}
}

// Clocks decide how long an engine may think, patience where there is none.
func TestSlowEngines(t *testing.T) {
	t.Parallel()
	clock := []time.Duration{10 * time.Second, time.Hour}
	for name, test := range map[string]struct {
		limits ugi.Limits
		want   ugi.Kind
		detail string
	}{
		"time for a move": {ugi.Limits{MoveTime: 3 * time.Second}, ugi.Late, "no move within 4s"},
		"clock":           {ugi.Limits{Left: clock, Increments: make([]time.Duration, 2)}, ugi.Late, "no move within 11s"},
		"depth":           {ugi.Limits{Depth: 3}, ugi.Silent, "it did not answer with bestmove within 1m0s"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := firstMove(t.Context(), find(t, "quixo"), command("thinks for ever", "bestmove"), test.limits)
			var failed *ugi.Failure
			if !errors.As(err, &failed) || failed.Kind != test.want || failed.Detail != test.detail {
				t.Errorf("%#v", err)
			}
		})
	}
}

func TestGoodEngine(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var log []string
	c := command("good")
	c.Options = []ugi.Option{{Name: "style of play", Value: "bold"}}
	c.Log = func(direction byte, text string) {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, string(direction)+" "+text)
	}
	e, err := ugi.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if e.Name != "good\uFFFD[2J\uFFFD" || e.Author != "nobody" {
		t.Errorf("it is %q by %q", e.Name, e.Author)
	}
	g := find(t, "quixo4p")
	if err := e.NewGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	m := game.MatchFrom(g.Start(g.Openers()[1]), nil)
	minute := []time.Duration{time.Minute, time.Minute, time.Minute, time.Minute}
	for range 5 {
		reply, err := e.Choose(t.Context(), m, ugi.Limits{Left: minute, Increments: make([]time.Duration, 4)})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.PlayMove(reply.Move); err != nil {
			t.Fatal(err)
		}
	}
	e.Close(false)
	mu.Lock()
	defer mu.Unlock()
	all := strings.Join(log, "\n")
	for _, want := range []string{
		"> setoption name style of play value bold\n> setoption name LegalMoves value true\n> uginewgame\n> isready\n< readyok\n> position fen 5/5/5/5/5 O1\n> info legal a1-a5.1 a1-a5.2 ",
		// It is sent with the position, without waiting for readyok.
		"> isready\n> go p1time 60000 p2time 60000 p3time 60000 p4time 60000 p1inc 0 p2inc 0 p3inc 0 p4inc 0\n",
		"< bestmove " + m.MoveText(0) + " ponder ",
		"> position fen 5/5/5/5/5 O1 moves " + strings.Join(m.MoveTexts()[:4], " ") + "\n",
		"> quit",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
}

// A move that comes unasked is not taken for the answer to the next question.
func TestStrayMovesAreIgnored(t *testing.T) {
	t.Parallel()
	if move, err := firstMove(t.Context(), find(t, "quixo"), command("unasked"), ugi.Limits{MoveTime: patience}); err != nil || move != "a1-a5" {
		t.Errorf("%s, %v", move, err)
	}
}

// An engine that does several things at a time may move before it says that it is
// ready. It is asked again, and gets time to say so from then on.
func TestMovesBeforeReadyok(t *testing.T) {
	t.Parallel()
	g := find(t, "quixo")
	var mu sync.Mutex
	var sent []string
	c := command("at a time")
	c.Log = func(direction byte, text string) {
		mu.Lock()
		defer mu.Unlock()
		verb, _, _ := strings.Cut(text, " ")
		sent = append(sent, string(direction)+verb)
	}
	e, err := ugi.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(false)
	if err := e.NewGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	m := game.MatchFrom(g.Start(0), nil)
	for range 2 {
		reply, err := e.Choose(t.Context(), m, ugi.Limits{MoveTime: patience})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.PlayMove(reply.Move); err != nil {
			t.Fatal(err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if all := strings.Join(sent, " "); !strings.HasSuffix(all, ">isready >go <info <bestmove <readyok >go <info <bestmove >position >info >isready <readyok >go <info <bestmove") {
		t.Error(all)
	}
}

func TestUnknownOptionIsRefused(t *testing.T) {
	t.Parallel()
	c := command("good")
	c.Options = []ugi.Option{{Name: "Hash", Value: "1"}}
	_, err := ugi.Start(t.Context(), c)
	var failed *ugi.Failure
	if err == nil || errors.As(err, &failed) || err.Error() != "the engine has no option Hash" {
		t.Error(err)
	}
}

func TestCancelledEngineEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := command("thinks for ever")
	c.Log = func(_ byte, text string) {
		if strings.HasPrefix(text, "go") {
			cancel()
		}
	}
	if _, err := firstMove(ctx, find(t, "quixo"), c, ugi.Limits{MoveTime: patience}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The checker names what is wrong with each of them.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	t.Parallel()
	late := map[string]string{"mute": "ugiok", "stubborn": "end after quit"}
	for kind, want := range map[string]string{
		"mute":       "ugi: introduces itself and says ugiok: it did not answer with ugiok within 1m0s",
		"illegal":    "plays quixo: after position startpos: bestmove c3-c5: the cube on c3 is not",
		"dies":       "go with clocks: it ended (exit status 11): segmentation fault",
		"stubborn":   "quit ends it: it still runs 1m0s after quit",
		"other game": "ugi: introduces itself and says ugiok: its option Game names none of quixo",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			var wrong []string
			c := ugi.Checker{
				Command: command(kind, late[kind]), Games: game.List{find(t, "quixo")}, MoveTime: patience, Seed: 1,
				Report: func(f ugi.Finding) {
					if f.State == ugi.Wrong {
						wrong = append(wrong, f.Check+": "+f.Detail)
					}
				},
			}
			count, err := c.Run(t.Context())
			if err != nil || count != len(wrong) || !strings.Contains(strings.Join(wrong, "\n"), want) {
				t.Errorf("%d wrong, %v: %q", count, err, wrong)
			}
		})
	}
}

// BenchmarkReferee measures what a move of an engine costs that answers at once.
func BenchmarkReferee(b *testing.B) {
	e, err := ugi.Start(b.Context(), ugi.Command{Words: []string{os.Args[0], "engine:good"}, Patience: patience, Grace: patience})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close(false)
	g, err := games.All().Games().Find("quixo")
	if err != nil {
		b.Fatal(err)
	}
	if err := e.NewGame(b.Context(), g); err != nil {
		b.Fatal(err)
	}
	m := game.MatchFrom(g.Start(0), nil)
	for b.Loop() {
		if m.Plies() == 30 || m.Verdict().Outcome.Over() {
			m = game.MatchFrom(g.Start(0), nil)
		}
		reply, err := e.Choose(b.Context(), m, ugi.Limits{MoveTime: patience})
		if err != nil {
			b.Fatal(err)
		}
		if err := m.PlayMove(reply.Move); err != nil {
			b.Fatal(err)
		}
	}
}
