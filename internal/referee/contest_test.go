package referee_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/elo"
	"plateau/internal/referee"
	"plateau/internal/ugi"
)

// script is a player of a test: it moves at random, or as its function says.
type script struct {
	choose func(m *game.Match, l ugi.Limits) (ugi.Reply, error)
	closed func(failed bool)
}

func (script) NewGame(context.Context, game.Game) error { return nil }

func (s script) Close(failed bool) {
	if s.closed != nil {
		s.closed(failed)
	}
}

func (s script) Choose(_ context.Context, m *game.Match, l ugi.Limits, rng *rand.Rand) (ugi.Reply, error) {
	if s.choose != nil {
		return s.choose(m, l)
	}
	moves := m.Position().Moves()
	return ugi.Reply{Move: moves[rng.IntN(len(moves))]}, nil
}

func entrant(name string, s script) referee.Entrant {
	return referee.Entrant{Name: name, Start: func(context.Context) (referee.Player, error) { return s, nil }}
}

func find(t *testing.T, id string) game.Game {
	t.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newContest(t *testing.T, id string, count, workers int, entrants ...referee.Entrant) *referee.Contest {
	t.Helper()
	if entrants == nil {
		entrants = []referee.Entrant{entrant("Ann", script{}), entrant("Ben", script{})}
	}
	return &referee.Contest{
		Game: find(t, id), Entrants: entrants, Format: referee.RoundRobin, Games: count, RandomPlies: 2, MaxPlies: 400,
		Seed: 7, Workers: workers, Finished: func(referee.Result) bool { return true },
	}
}

// results are the games of a contest by number.
func results(t *testing.T, c *referee.Contest) map[int]referee.Result {
	t.Helper()
	found := map[int]referee.Result{}
	c.Finished = func(r referee.Result) bool {
		found[r.Number] = r
		return true
	}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return found
}

func recordText(t *testing.T, m *game.Match) string {
	t.Helper()
	var b strings.Builder
	if err := game.WriteRecord(&b, game.RecordOf(m)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestContestIsTheSameOnAnyNumberOfWorkers(t *testing.T) {
	for _, id := range []string{"quantik", "quixo4p"} {
		one, three := results(t, newContest(t, id, 12, 1)), results(t, newContest(t, id, 12, 3))
		for number := range 12 {
			a, b := one[number], three[number]
			if recordText(t, a.Match) != recordText(t, b.Match) || a.Pairing != b.Pairing {
				t.Errorf("%s: game %d differs", id, number)
			}
			if first := a.Match.Players()[0]; (first == "Ann") != a.AFirst {
				t.Errorf("game %d: %s has the first side", number, first)
			}
		}
	}
}

// Both games of a pair begin with the same moves.
func TestOpeningsAreShared(t *testing.T) {
	c := newContest(t, "pivot", 6, 2)
	c.RandomPlies = 3
	found := results(t, c)
	for number := 0; number < 6; number += 2 {
		a, b := found[number].Match.PositionAfter(3), found[number+1].Match.PositionAfter(3)
		if a.Key() != b.Key() {
			t.Errorf("games %d and %d: %v and %v", number, number+1, a, b)
		}
	}
	opening := game.MatchFrom(c.Game.Start(0), nil)
	if err := opening.PlayMove(opening.Position().Moves()[5]); err != nil {
		t.Fatal(err)
	}
	c.Openings = []*game.Match{opening}
	for number, r := range results(t, c) {
		if r.Match.MoveText(0) != opening.MoveText(0) {
			t.Errorf("game %d begins with %s", number, r.Match.MoveText(0))
		}
	}
}

// Everybody meets everybody equally often with both sides; in a gauntlet, all meet
// the first.
func TestSchedules(t *testing.T) {
	c := newContest(t, "quixo3", 3, 1, entrant("a", script{}), entrant("b", script{}), entrant("c", script{}))
	var got []string
	for _, p := range c.Schedule() {
		got = append(got, fmt.Sprintf("%d:%d-%d%v/%d", p.Number, p.A, p.B, p.AFirst, p.Round))
	}
	want := []string{
		"0:0-1true/0", "1:0-1false/0", "2:0-2true/0", "3:0-2false/0", "4:1-2true/0", "5:1-2false/0",
		"6:0-1true/1", "7:0-2true/1", "8:1-2true/1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	c.Format = referee.Gauntlet
	for _, p := range c.Schedule() {
		if p.A != 0 {
			t.Errorf("%+v", p)
		}
	}
	if n := len(c.Schedule()); n != 6 {
		t.Errorf("%d games", n)
	}
}

func TestCancelledContestCountsWhatIsFinished(t *testing.T) {
	c := newContest(t, "quantik", 1000, 2)
	ctx, cancel := context.WithCancel(t.Context())
	finished := 0
	c.Finished = func(referee.Result) bool {
		if finished++; finished == 5 {
			cancel()
		}
		return true
	}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) || finished != 5 {
		t.Errorf("%d games, %v", finished, err)
	}
}

func TestDecidedContestEnds(t *testing.T) {
	c := newContest(t, "quantik", 1000, 2)
	finished := 0
	c.Finished = func(referee.Result) bool {
		finished++
		return finished < 4
	}
	if err := c.Run(t.Context()); err != nil || finished != 4 {
		t.Errorf("%d games, %v", finished, err)
	}
}

// Who fails loses, with the reason, and is started again.
func TestFailures(t *testing.T) {
	for reason, failure := range map[string]error{
		"crash":        &ugi.Failure{Kind: ugi.Died, Detail: "it ended"},
		"timeout":      &ugi.Failure{Kind: ugi.Late, Detail: "no move within 1s"},
		"illegal-move": &ugi.Failure{Kind: ugi.Illegal, Detail: "bestmove z9"},
	} {
		starts, closes := 0, 0
		bad := referee.Entrant{Name: "bad", Start: func(context.Context) (referee.Player, error) {
			starts++
			return script{
				choose: func(*game.Match, ugi.Limits) (ugi.Reply, error) { return ugi.Reply{}, failure },
				closed: func(failed bool) {
					if failed {
						closes++
					}
				},
			}, nil
		}}
		c := newContest(t, "quixo", 4, 1, entrant("good", script{}), bad)
		standing := referee.NewStanding(2)
		for _, r := range results(t, c) {
			v := r.Match.Verdict()
			if v.Reason.Code != reason || r.Failure != failure.Error() {
				t.Errorf("%s: %s, %q", reason, v.Reason.Code, r.Failure)
			}
			standing.Add(r.Pairing, v.Outcome, v.Reason.Code)
			recordText(t, r.Match)
		}
		if standing.Scores[0][1] != (elo.Score{Wins: 4}) || standing.Failures[1][reason] != 4 || standing.Pairs != (elo.Pairs{4: 2}) {
			t.Errorf("%s: %+v", reason, standing)
		}
		if starts != 4 || closes != 4 {
			t.Errorf("%s: started %d times, closed %d times", reason, starts, closes)
		}
	}
}

// An entrant that never starts ends the contest, before or in the middle of it.
func TestEntrantsThatDoNotStart(t *testing.T) {
	broken := &ugi.Failure{Kind: ugi.NoStart, Detail: "it cannot be started"}
	for _, works := range []int{0, 1} {
		starts := 0
		bad := referee.Entrant{Name: "bad", Start: func(context.Context) (referee.Player, error) {
			if starts++; starts > works {
				return nil, broken
			}
			return script{choose: func(*game.Match, ugi.Limits) (ugi.Reply, error) {
				return ugi.Reply{}, &ugi.Failure{Kind: ugi.Died}
			}}, nil
		}}
		c := newContest(t, "quixo", 100, 1, entrant("good", script{}), bad)
		finished := 0
		c.Finished = func(referee.Result) bool {
			finished++
			return true
		}
		if err := c.Run(t.Context()); !errors.Is(err, broken) || finished != 3*works {
			t.Errorf("%d games, %v", finished, err)
		}
	}
}

// The clock of a seat loses what its moves take and gains the increment; each seat
// of a game for four has its own.
func TestClocks(t *testing.T) {
	var mu sync.Mutex
	var seen []ugi.Limits
	slow := script{choose: func(m *game.Match, l ugi.Limits) (ugi.Reply, error) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, l)
		return ugi.Reply{Move: m.Position().Moves()[0], Taken: 3 * time.Second}, nil
	}}
	c := newContest(t, "quixo4p", 1, 1, entrant("a", slow), entrant("b", slow))
	c.RandomPlies, c.MaxPlies = 0, 9
	c.Control = referee.Control{Main: 10 * time.Second, Increment: time.Second}
	c.Entrants[1].Control = referee.Control{Depth: 4}
	results(t, c)
	if len(seen) < 6 {
		t.Fatalf("%d moves", len(seen))
	}
	var lefts [][]time.Duration
	for _, l := range seen {
		if l.Depth == 0 {
			lefts = append(lefts, l.Left)
		} else if l.Left != nil {
			t.Errorf("a player without a clock is sent %v", l)
		}
	}
	ten, eight, six := 10*time.Second, 8*time.Second, 6*time.Second
	first := slices.Index(lefts[1], eight)
	want := [][]time.Duration{{ten, ten}, {eight, ten}, {eight, eight}, {six, eight}}
	for i, left := range want[:min(len(want), len(lefts))] {
		if got := []time.Duration{lefts[i][first], lefts[i][(first+2)%4]}; !reflect.DeepEqual(got, left) {
			t.Errorf("before move %d: %v, want %v", i, got, left)
		}
	}
}

func TestAdjudication(t *testing.T) {
	for value, want := range map[game.Value]game.Outcome{game.WinIn(5): game.Won(0), game.Loss: game.Won(1), game.Draw: game.Drawn} {
		c := newContest(t, "quixo", 1, 1)
		c.AdjudicateFrom = 4
		c.Value = func(_ context.Context, p game.Position) game.Value {
			if p.ToMove() == 1 {
				return value.Before()
			}
			return value
		}
		m := results(t, c)[0].Match
		if v := m.Verdict(); v.Outcome != want || v.Reason != game.Adjudication || m.Plies() != 4 {
			t.Errorf("%v: %+v after %d moves", value, v, m.Plies())
		}
		recordText(t, m)
	}
}

func TestLongGamesAreDrawn(t *testing.T) {
	c := newContest(t, "quixo", 1, 1)
	c.MaxPlies = 5
	m := results(t, c)[0].Match
	if v := m.Verdict(); v.Outcome != game.Drawn || v.Reason != game.TooLong || m.Plies() != 5 {
		t.Errorf("%+v after %d moves", v, m.Plies())
	}
	recordText(t, m)
}

// A file whose last record was cut off continues after the whole ones.
func TestRecordsResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.plateau")
	c := newContest(t, "quixo3", 6, 1)
	found := results(t, c)
	record := func(number int) *game.Record {
		rec := game.RecordOf(found[number].Match)
		rec.Tags = []game.Tag{{Name: referee.RoundTag, Value: strconv.Itoa(number + 1)}, {Name: referee.ContestTag, Value: "this one"}}
		return rec
	}
	all, err := referee.CreateRecords(path)
	if err != nil {
		t.Fatal(err)
	}
	all.Expect([]int{0, 1, 2, 3, 4, 5})
	for _, number := range []int{1, 0, 4, 2} {
		if err := all.Add(number, record(number)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := referee.CreateRecords(path); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Error(err)
	}
	records, err := referee.ReadRecords(path, games.All().Games())
	if err != nil || len(records) != 3 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if err := all.Close(); err != nil {
		t.Fatal(err)
	}
	cutOff(t, path, 20)
	if records, err = referee.ReadRecords(path, games.All().Games()); err != nil || len(records) != 3 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	rest, err := referee.ResumeRecords(path, records)
	if err != nil {
		t.Fatal(err)
	}
	rest.Expect([]int{3, 4, 5})
	for _, number := range []int{5, 4, 3} {
		if err := rest.Add(number, record(number)); err != nil {
			t.Fatal(err)
		}
	}
	if err := rest.Close(); err != nil {
		t.Fatal(err)
	}
	records, err = referee.ReadRecords(path, games.All().Games())
	if err != nil || len(records) != 6 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, rec := range records {
		if number, err := referee.NumberOf(rec, "this one", 6); err != nil || number != i {
			t.Errorf("record %d is game %d, %v", i, number, err)
		}
	}
	if _, err := referee.NumberOf(records[0], "another", 6); err == nil {
		t.Error("a record of another contest is accepted")
	}
}
