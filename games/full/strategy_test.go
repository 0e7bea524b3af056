package full_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plateau/engine"
	"plateau/game"
	"plateau/games/full"
	"plateau/rulebook"
)

// strategyTest proves the claims of one game.
type strategyTest struct {
	testing.TB
	id     string
	game   game.Game
	engine engine.Engine
}

// provers prove checks, by their names. Each returns what it finds, in the words
// of the check.
var provers = map[string]func(t *strategyTest, about string) []string{
	"value":    (*strategyTest).value,
	"moves":    (*strategyTest).moves,
	"keep":     (*strategyTest).keep,
	"fastest":  (*strategyTest).fastest,
	"losing":   (*strategyTest).losing,
	"unsolved": (*strategyTest).unsolved,

	"replies-in-region":     (*strategyTest).repliesInRegion,
	"replies-draw":          (*strategyTest).repliesDraw,
	"counts":                (*strategyTest).counts,
	"drawn-on-full-board":   (*strategyTest).drawnOnFullBoard,
	"one-mark-a-turn":       (*strategyTest).oneMarkATurn,
	"drawn-with-up-to-four": (*strategyTest).drawnWithUpToFour,
	"won-with-five":         (*strategyTest).wonWithFive,
	"lost-with-six":         (*strategyTest).lostWithSix,
	"open-lines-with-six":   (*strategyTest).openLinesWithSix,
}

// long are the checks that take long; BenchmarkStrategy proves them.
var long = []string{"won-with-five", "lost-with-six", "open-lines-with-six"}

// TestStrategy proves what the strategies claim, except what takes long.
func TestStrategy(t *testing.T) {
	used := map[string]bool{}
	proveAll(t, func(name string) bool {
		used[name] = true
		return !slices.Contains(long, name)
	})
	for name := range maps.Keys(provers) {
		if !used[name] {
			t.Errorf("no claim uses the check %s", name)
		}
	}
}

// BenchmarkStrategy proves the rest.
func BenchmarkStrategy(b *testing.B) {
	for b.Loop() {
		proveAll(b, func(name string) bool { return slices.Contains(long, name) })
	}
}

func proveAll(tb testing.TB, wanted func(name string) bool) {
	tb.Helper()
	for _, e := range full.All() {
		id := e.Game.ID()
		if e.Rulebook.Game != id {
			continue
		}
		claims, err := e.Rulebook.Claims()
		if err != nil {
			tb.Fatal(err)
		}
		t := &strategyTest{TB: tb, id: id, game: e.Game, engine: newEngine(tb, id)}
		for _, claim := range claims {
			for _, check := range claim.Checks {
				t.prove(claim.ID, check, wanted)
			}
		}
	}
}

func (t *strategyTest) prove(claim string, c rulebook.Check, wanted func(name string) bool) {
	t.Helper()
	prover, ok := provers[c.Name]
	if !ok {
		t.Errorf("%s, %s: nobody can prove %q", t.id, claim, c.Name)
		return
	}
	if !wanted(c.Name) {
		return
	}
	if got := prover(t, c.About); !slices.Equal(got, c.Want) {
		t.Errorf("%s, %s: %s %s finds %v, the claim is %v", t.id, claim, c.Name, c.About, got, c.Want)
	}
}

// provenTurns is how far a search has to prove where no value is known.
const provenTurns = 3

func (t *strategyTest) position(text string) game.Position {
	t.Helper()
	p, err := t.game.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if p.String() != text {
		t.Fatalf("%s is written %s", text, p)
	}
	return p
}

func (t *strategyTest) analyse(p game.Position) *engine.Analysis {
	return t.engine.Analyse(t.Context(), p, provenTurns, func(*engine.Analysis) {})
}

// value is the value of a position: "win 3", "draw".
func (t *strategyTest) value(about string) []string {
	p := t.position(about)
	verdict := t.analyse(p).Verdict(p.Outcome(), t.game.Seats()[p.ToMove()].Team)
	return strings.Fields(verdict.Value.String())
}

// moves counts the moves that win, draw and lose.
func (t *strategyTest) moves(about string) []string {
	won, drawn, lost := 0, 0, 0
	for _, m := range t.analyse(t.position(about)).Moves {
		switch {
		case m.Value.IsWin():
			won++
		case m.Value.IsLoss():
			lost++
		case m.Value == game.Draw:
			drawn++
		}
	}
	return countsText(won, drawn, lost)
}

// keep lists the moves that keep a win.
func (t *strategyTest) keep(about string) []string {
	return t.movesWith(about, game.Value.IsWin)
}

// losing lists the moves that lose.
func (t *strategyTest) losing(about string) []string {
	return t.movesWith(about, game.Value.IsLoss)
}

// fastest lists the moves that win soonest.
func (t *strategyTest) fastest(about string) []string {
	best := game.Value(0)
	for _, m := range t.analyse(t.position(about)).Moves {
		best = max(best, m.Value)
	}
	return t.movesWith(about, func(v game.Value) bool { return v.IsWin() && v == best })
}

func (t *strategyTest) movesWith(about string, is func(game.Value) bool) []string {
	p := t.position(about)
	var found []string
	for _, m := range t.analyse(p).Moves {
		if is(m.Value) {
			found = append(found, p.MoveText(m.Move))
		}
	}
	slices.Sort(found)
	return found
}

// unsolved finds nothing, as it must, if nobody knows the values of the game.
func (t *strategyTest) unsolved(string) []string {
	if t.engine.Exact() || entry(t, t.id).Method != nil {
		return []string{"solved"}
	}
	return nil
}

func countsText(list ...int) []string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return texts
}

// play is the position after a move.
func (t *strategyTest) play(p game.Position, m game.Move) game.Position {
	t.Helper()
	next, err := p.Play(m)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", p, err))
	}
	return next
}
