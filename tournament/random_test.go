package tournament_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/testaid"
	"plateau/tournament"
)

// longRuns is the environment variable with the number of random tournaments.
const longRuns = "PLATEAU_TOURNAMENTS"

var start = time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)

// TestRandomTournaments gives random commands, sensible and not, to tournaments of
// all forms. After every command the replay of the events, read back from
// their JSON, is the tournament itself, and what a tournament promises holds.
func TestRandomTournaments(t *testing.T) {
	count := uint64(1200)
	if text := os.Getenv(longRuns); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		count = n
	}
	first := testaid.Seed(t, 1)
	happened := map[string]int{}
	for seed := first; seed < first+count; seed++ {
		w := &wild{T: t, rng: rand.New(rand.NewPCG(seed, 5)), now: start, live: &tournament.Tournament{}, replayed: &tournament.Tournament{}, happened: happened}
		w.run()
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
	// What never happens is not tested.
	for _, what := range []string{
		"added", "withdrew", "returned", "bye-requested", "pair-forbidden", "pair-allowed", "paired", "repaired", "unpaired", "scored",
		"corrected", "amended", "finished", "reopened", "late", "swiss", "roundrobin", "knockout", "arena", "third place", "decided",
	} {
		if happened[what] == 0 {
			t.Errorf("%q never happened: %v", what, happened)
		}
	}
}

// wild is a tournament in which anything is tried.
type wild struct {
	*testing.T
	rng            *rand.Rand
	now            time.Time
	live, replayed *tournament.Tournament
	events         []tournament.Event
	happened       map[string]int
}

func pick[E any](rng *rand.Rand, from ...E) E { return from[rng.IntN(len(from))] }

func (w *wild) run() {
	s := tournament.Settings{
		Name: "Wild", Game: "quixo", Form: pick(w.rng, tournament.Forms()...), LateUntil: w.rng.IntN(4), HalfByes: w.rng.IntN(3),
		Begins:     pick(w.rng, tournament.Alternating, tournament.AtRandom, tournament.BothSides),
		Categories: []string{"juniors", "beginners"},
	}
	switch s.Form {
	case tournament.Swiss:
		s.Rounds = 1 + w.rng.IntN(8)
	case tournament.RoundRobin:
		s.Double = w.rng.IntN(3) == 0
	case tournament.Knockout:
		s.ThirdPlace = w.rng.IntN(2) == 0
	case tournament.Arena:
		s.Minutes = 60
	}
	w.happened[string(s.Form)]++
	w.must(tournament.Create{Settings: s.Standard()})
	for range w.rng.IntN(13) {
		if err := w.add(); err != nil {
			w.Fatal(err)
		}
	}
	for range 150 {
		w.step()
		if w.Failed() {
			return
		}
	}
	w.checkOrder()
}

func (w *wild) add() error {
	name := fmt.Sprintf("Player %d", len(w.live.Entrants)+1)
	return w.give(tournament.Add{Entrant: tournament.Entrant{Name: name, Rating: pick(w.rng, 0, 0, 1500, 1600, w.rng.IntN(2500)), Category: pick(w.rng, "", "juniors")}})
}

func (w *wild) must(c tournament.Command) {
	w.Helper()
	if err := w.give(c); err != nil {
		w.Fatal(err)
	}
}

// give gives a command, and checks what follows from it.
func (w *wild) give(c tournament.Command) error {
	w.Helper()
	before := w.live
	d, err := tournament.Decide(w.live, c, tournament.Moment{Now: w.now, Random: w.rng, Expected: pick(w.rng, 0, w.live.Seq)})
	var refusal *game.Refusal
	switch {
	case errors.As(err, &refusal):
		return err
	case err != nil:
		w.Errorf("%#v: a failure that is no refusal: %v", c, err)
		return err
	}
	w.live = d.Tournament
	if _, err := tournament.Decide(w.live, c, tournament.Moment{Now: w.now, Expected: before.Seq}); before.Seq > 0 && (!errors.As(err, &refusal) || refusal.Code != tournament.Stale.Code) {
		w.Errorf("a second command on the same state: %v", err)
	}
	for _, e := range d.Events {
		w.happened[e.Kind()]++
	}
	w.replay(d.Events)
	if _, paired := c.(tournament.Pair); paired {
		w.checkRound(before)
	}
	w.checkPoints()
	return nil
}

func (w *wild) replay(events []tournament.Event) {
	w.Helper()
	text, err := json.Marshal(events)
	if err != nil {
		w.Fatal(err)
	}
	var read []tournament.Event
	if err := json.Unmarshal(text, &read); err != nil {
		w.Fatal(err)
	}
	w.events = append(w.events, read...)
	if w.replayed, err = tournament.Replay(w.replayed, read); err != nil {
		w.Fatal(err)
	}
	if !reflect.DeepEqual(w.live, w.replayed) {
		w.Errorf("live and replayed differ after %s:\n%+v\n%+v", text, w.live, w.replayed)
	}
}

func (w *wild) step() {
	w.now = w.now.Add(pick(w.rng, 0, time.Second, time.Minute, -time.Second))
	n := w.rng.IntN(len(w.live.Entrants)+2) + 0
	m := w.rng.IntN(len(w.live.Entrants) + 2)
	round := w.rng.IntN(len(w.live.Played) + 2)
	var c tournament.Command
	switch w.rng.IntN(60) {
	case 0:
		if len(w.live.Entrants) < 14 && w.add() == nil && len(w.live.Played) > 0 {
			w.happened["late"]++
		}
		return
	case 1:
		c = tournament.Withdraw{Number: n}
	case 2:
		c = tournament.Return{Number: n}
	case 3:
		c = tournament.RequestBye{Number: n, Round: round}
	case 4:
		c = tournament.CancelBye{Number: n, Round: round}
	case 5:
		c = tournament.Forbid{First: n, Second: m}
	case 6, 7:
		c = tournament.Allow{First: n, Second: m}
	case 8:
		c = tournament.Unpair{WithResults: w.rng.IntN(3) == 0}
	case 9:
		c = tournament.Amend{TieBreaks: pick(w.rng, nil, tournament.TieBreaks(), []tournament.TieBreak{tournament.Wins}), Categories: []string{"juniors"}}
	case 10:
		c = tournament.Finish{Early: w.rng.IntN(4) == 0}
	case 11, 12:
		c = pick[tournament.Command](w.rng, tournament.Reopen{}, tournament.Reopen{}, tournament.RenewCodes{})
	case 13:
		c = w.repair()
	case 14, 15:
		c = tournament.NoShow{Round: round, Board: 1 + w.rng.IntN(8), First: w.rng.IntN(2) == 0, Second: w.rng.IntN(2) == 0}
	case 16, 17, 18:
		c = tournament.Correct{Round: round, Board: 1 + w.rng.IntN(8), Result: w.result()}
	case 19, 20, 21, 22, 23, 24, 25:
		c = tournament.Pair{}
	default:
		c = w.enter()
	}
	_ = w.give(c) // Refusals are as good as events.
}

func (w *wild) result() tournament.Result {
	return pick(w.rng, tournament.FirstWon, tournament.FirstWon, tournament.SecondWon, tournament.SecondWon, tournament.Drawn, tournament.FirstCame,
		tournament.SecondCame, tournament.NobodyCame, tournament.Unknown, "x")
}

// enter enters a result, mostly of an open game.
func (w *wild) enter() tournament.Command {
	for i, r := range slices.Backward(w.live.Played) {
		for _, g := range r.Games {
			if !g.Result.Known() {
				return tournament.Enter{Round: i + 1, Board: g.Board, Result: w.result()}
			}
		}
	}
	return tournament.Enter{Board: 1, Result: w.result()}
}

// repair shuffles the last round.
func (w *wild) repair() tournament.Command {
	last := w.live.Last()
	if last == nil {
		return tournament.Repair{}
	}
	var entrants []int
	for _, g := range last.Games {
		entrants = append(entrants, g.First, g.Second)
	}
	w.rng.Shuffle(len(entrants), func(i, j int) { entrants[i], entrants[j] = entrants[j], entrants[i] })
	var pairs [][2]int
	for i := 0; i+1 < len(entrants); i += 2 {
		pairs = append(pairs, [2]int{entrants[i], entrants[i+1]})
	}
	return tournament.Repair{Pairs: pairs}
}

// checkRound checks that everybody present is paired once or has a bye, and that
// nobody meets again or has a second bye if that can be avoided.
func (w *wild) checkRound(before *tournament.Tournament) {
	w.Helper()
	last := w.live.Last()
	seen := map[int]int{}
	for _, g := range last.Games {
		seen[g.First]++
		seen[g.Second]++
	}
	for _, b := range last.Byes {
		seen[b.Number]++
	}
	for _, e := range before.Entrants {
		want := 1
		switch {
		case e.Withdrawn, before.Form == tournament.Arena && playing(before, e.Number), before.Form == tournament.RoundRobin && e.Joined > 0:
			want = 0
		case before.Form == tournament.Knockout && len(before.Played) > 0:
			want = seen[e.Number] // checked by the bracket
		case before.Form == tournament.RoundRobin && len(before.Played) > 0:
			want = seen[e.Number]
		}
		if seen[e.Number] != want || seen[e.Number] > 1 {
			w.Errorf("round %d: %s is there %d times", len(w.live.Played), e.Name, seen[e.Number])
		}
	}
	if before.Form == tournament.Swiss {
		w.checkSwiss(before)
	}
}

func playing(t *tournament.Tournament, number int) bool {
	for _, r := range t.Played {
		for _, g := range r.Games {
			if g.Has(number) && !g.Result.Known() {
				return true
			}
		}
	}
	return false
}

// checkSwiss compares repeats and second byes with the fewest possible.
func (w *wild) checkSwiss(before *tournament.Tournament) {
	w.Helper()
	met, hadBye := map[[2]int]int{}, map[int]bool{}
	for _, r := range before.Played {
		for _, g := range r.Games {
			if g.Result.Played() {
				met[[2]int{g.First, g.Second}]++
				met[[2]int{g.Second, g.First}]++
			} else if first, second := g.Result.Points(); first+second > 0 {
				hadBye[g.First] = hadBye[g.First] || first > 0
				hadBye[g.Second] = hadBye[g.Second] || second > 0
			}
		}
		for _, b := range r.Byes {
			hadBye[b.Number] = hadBye[b.Number] || b.Points > 0
		}
	}
	for _, p := range before.Forbidden {
		met[[2]int{p.First, p.Second}] += 1000
		met[[2]int{p.Second, p.First}] += 1000
	}
	last, cost := w.live.Last(), 0
	var entrants []int
	for _, g := range last.Games {
		entrants = append(entrants, g.First, g.Second)
		cost += 100 * met[[2]int{g.First, g.Second}]
	}
	for _, b := range last.Byes {
		if b.Points != tournament.OnePoint {
			continue
		}
		entrants = append(entrants, b.Number)
		if hadBye[b.Number] {
			cost++
		}
	}
	if best := fewest(entrants, met, hadBye, 1<<len(entrants)-1, map[uint]int{}); cost != best {
		w.Errorf("round %d: repeats and second byes cost %d, and could cost %d", len(w.live.Played), cost, best)
	}
}

// fewest tries all pairings.
func fewest(entrants []int, met map[[2]int]int, hadBye map[int]bool, left uint, known map[uint]int) int {
	if left == 0 {
		return 0
	}
	if best, ok := known[left]; ok {
		return best
	}
	i := bits.TrailingZeros(left)
	rest := left &^ (1 << i)
	best := 1 << 30
	if bits.OnesCount(left)%2 == 1 {
		bye := 0
		if hadBye[entrants[i]] {
			bye = 1
		}
		best = bye + fewest(entrants, met, hadBye, rest, known)
	}
	for j := i + 1; j < len(entrants); j++ {
		if rest>>j&1 == 1 {
			best = min(best, 100*met[[2]int{entrants[i], entrants[j]}]+fewest(entrants, met, hadBye, rest&^(1<<j), known))
		}
	}
	known[left] = best
	return best
}

// checkPoints checks that the points of the standings are those that were given.
func (w *wild) checkPoints() {
	w.Helper()
	rows := w.live.Standings()
	if len(rows) != len(w.live.Entrants) {
		w.Errorf("the standings have %d of %d", len(rows), len(w.live.Entrants))
	}
	given, have := 0, 0
	for _, r := range w.live.Played {
		for _, g := range r.Games {
			first, second := g.Result.Points()
			given += int(first + second)
		}
		for _, b := range r.Byes {
			given += int(b.Points)
		}
	}
	for i, r := range rows {
		have += int(r.Points)
		if i > 0 && (r.Rank < rows[i-1].Rank || r.Rank > i+1) {
			w.Errorf("rank %d follows rank %d", r.Rank, rows[i-1].Rank)
		}
		if r.Decided != nil {
			w.happened["decided"]++
		}
	}
	if w.live.Form != tournament.Arena && given != have {
		w.Errorf("%d half points were given, and the standings have %d", given, have)
	}
	if w.live.Bracket().Third != nil {
		w.happened["third place"]++
	}
}

// checkOrder enters the same results in another order, and expects the same
// standings.
func (w *wild) checkOrder() {
	w.Helper()
	bodies := []tournament.Body{tournament.Created{Settings: w.live.Settings}}
	for _, e := range w.live.Entrants {
		bodies = append(bodies, tournament.Added{Entrant: e})
		if e.Withdrawn {
			bodies = append(bodies, tournament.Withdrew{Number: e.Number})
		}
	}
	var results []tournament.Body
	for i, r := range w.live.Played {
		paired := tournament.Paired{Round: i + 1, Byes: r.Byes}
		if i == 0 {
			paired.Slots = w.live.Slots
		}
		for _, g := range r.Games {
			paired.Pairs = append(paired.Pairs, [2]int{g.First, g.Second})
			if g.Result.Known() {
				results = append(results, tournament.Scored{Round: i + 1, Board: g.Board, Result: g.Result})
			}
		}
		bodies = append(bodies, paired)
	}
	w.rng.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
	var events []tournament.Event
	for i, b := range append(bodies, results...) {
		events = append(events, tournament.Event{Seq: uint64(i + 1), Body: b})
	}
	other, err := tournament.Replay(&tournament.Tournament{}, events)
	if err != nil {
		w.Fatal(err)
	}
	if !reflect.DeepEqual(other.Standings(), w.live.Standings()) {
		w.Errorf("the standings depend on the order of results:\n%+v\n%+v", other.Standings(), w.live.Standings())
	}
}
