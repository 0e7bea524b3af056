//go:build unix

package cluster_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

// These tests show that the checks find what they look for.

// script is a game with its history, made by hand.
type script struct {
	*testing.T
	*history
	table  *play.Table
	events []play.Event
	at     time.Time
	clock  int64
	asked  map[int]*request // by ply
}

var (
	ann = play.Player{ID: "ann", Name: "Ann", Registered: true}
	ben = play.Player{ID: "ben", Name: "Ben", Registered: true}
)

// newScript is a game of four moves, a second each, of which everybody knows.
func newScript(t *testing.T) *script {
	t.Helper()
	s := &script{T: t, history: new(history), table: play.NewTable(games.All().Games(), ""), at: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), asked: make(map[int]*request)}
	terms := play.Terms{Game: games.All().Games()[0].ID(), Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty, Time: play.Time{Main: 60_000}}
	s.do(ann.ID, -1, "", play.OpenTable{ID: "table", Terms: terms, Host: ann, Chairs: []play.Sitter{{Player: ann.ID}, {}}})
	s.do(ben.ID, -1, "", play.Sit{Player: ben, Chair: 1})
	for range 4 {
		s.move()
	}
	s.events = slices.Clip(s.events) // Several games may go on from here.
	return s
}

// tick is the next moment of the history.
func (s *script) tick() int64 {
	s.clock++
	return s.clock
}

// do has a player ask for something, and the server do it.
func (s *script) do(by play.PlayerID, ply int, move string, c play.Command) *request {
	s.Helper()
	r := &request{by: by, id: "r" + string(rune('0'+len(s.requests))), ply: ply, move: move, called: s.tick()}
	s.apply(by, r.id, c)
	r.answered, r.seq = s.tick(), s.table.Seq
	for _, e := range s.events {
		if e.Request == r.id && e.By == by {
			r.seq = e.Seq
		}
	}
	s.requests = append(s.requests, r)
	return r
}

// apply has something happen.
func (s *script) apply(by play.PlayerID, id string, c play.Command) {
	s.Helper()
	d, err := play.Decide(s.table, c, play.Moment{Now: s.at, By: by, Request: id, Random: rand.New(rand.NewPCG(1, 2))})
	if err != nil {
		s.Fatal(err)
	}
	if d.NeedsRating() {
		standings := make([]play.Standing, 2)
		for i, p := range d.Table.Sitters {
			standings[i] = play.Standing{Player: p.Player, Rating: glicko.New()}
		}
		if err := d.Rate(standings); err != nil {
			s.Fatal(err)
		}
	}
	s.events, s.table = append(s.events, d.Events...), d.Table
}

// move plays the first legal move, a second later.
func (s *script) move() {
	s.Helper()
	s.at = s.at.Add(time.Second)
	p := s.table.Position()
	ply, text := s.table.Plies(), p.MoveText(p.Moves()[0])
	s.asked[ply] = s.do(s.table.Sitters[s.table.ToMove()].Player, ply, text, play.Play{Ply: ply, Move: text})
}

// moves are the first moves of the game.
func (s *script) moves(number int) list {
	var moves []string
	for ply := range number {
		moves = append(moves, s.asked[ply].move)
	}
	return listOf(moves)
}

// shows has moves shown to somebody who knows of some.
func (s *script) shows(k kind, known, number int) {
	called := s.tick()
	s.show(input{kind: k, known: known}, called, s.moves(number))
	s.shown[len(s.shown)-1].Return = s.tick()
}

// wants expects a check to fail because of something, or not at all.
func wants(t *testing.T, err error, because string) {
	t.Helper()
	switch {
	case because == "" && err != nil:
		t.Errorf("there is nothing wrong, but: %v", err)
	case because != "" && (err == nil || !strings.Contains(err.Error(), because)):
		t.Errorf("it should fail because %s, and says: %v", because, err)
	}
}

func TestStoredFindsWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		because string
		change  func(s *script)
	}{
		"nothing":                          {"", func(*script) {}},
		"a lost move":                      {"was acknowledged as event 7, and is not there", func(s *script) { s.events = s.events[:len(s.events)-1] }},
		"a doubled move":                   {"is there 2 times", func(s *script) { s.events = append(s.events, s.events[len(s.events)-1]) }},
		"a move elsewhere":                 {"was acknowledged as event 7, and is event 8", func(s *script) { s.events[6].Seq = 8 }},
		"another move":                     {"became", func(s *script) { s.events[6].Body = play.Moved{Ply: 3, Move: "other"} }},
		"a refused move":                   {"was refused, and is event 7", func(s *script) { s.asked[3].seq = 0 }},
		"a move of nobody":                 {"nobody has asked for event 7", func(s *script) { s.requests = s.requests[:len(s.requests)-1] }},
		"an unknown outcome that happened": {"", func(s *script) { s.asked[3].answered, s.asked[3].seq = 0, 0 }},
		"an unknown outcome that did not": {"", func(s *script) {
			s.asked[3].answered, s.asked[3].seq = 0, 0
			s.events = s.events[:len(s.events)-1]
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			c.change(s)
			wants(t, s.stored(s.events), c.because)
		})
	}
}

func TestLinearizableFindsWhatIsWrong(t *testing.T) {
	const wrong = "not linearizable"
	for name, c := range map[string]struct {
		because string
		change  func(s *script)
	}{
		"nothing":              {"", func(*script) {}},
		"looks and reads":      {"", func(s *script) { s.shows(lookKind, 4, 4); s.shows(readKind, 0, 4) }},
		"an old look":          {"", func(s *script) { s.shows(lookKind, 2, 3) }},
		"an own move vanishes": {wrong, func(s *script) { s.shows(lookKind, 4, 3) }},
		"a stale read":         {wrong, func(s *script) { s.shows(readKind, 0, 3) }},
		"a move before its time": {wrong, func(s *script) {
			s.shown, s.clock = nil, 0
			s.shows(lookKind, 0, 4)
			s.shown[0].Return = s.asked[3].called - 1
		}},
		"two moves for one place": {wrong, func(s *script) { s.twin().seq = 9 }},
		"a refusal":               {"", func(s *script) { s.twin() }},
		"a refusal for no reason": {wrong, func(s *script) { r := s.twin(); r.ply = 4 }},
		"other moves are shown": {wrong, func(s *script) {
			s.shows(lookKind, 0, 4)
			s.shown[0].Output = answer{moves: s.moves(3).with("other").moves}
		}},
		"a lost move":       {wrong, func(s *script) { s.requests = slices.Delete(s.requests, 4, 5) }},
		"an unknown move":   {"", func(s *script) { s.asked[3].answered, s.asked[3].seq = 0, 0; s.shows(readKind, 0, 4) }},
		"a computer's move": {"", func(s *script) { s.requests = s.requests[:5]; s.events[6].By, s.events[6].Request = "", "" }},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			c.change(s)
			wants(t, s.linearizable(s.events), c.because)
		})
	}
}

// twin is a second request for the last move, which is refused.
func (s *script) twin() *request {
	r := &request{by: ben.ID, id: "twin", ply: 3, move: s.asked[3].move, called: s.tick()}
	r.answered = s.tick()
	s.requests = append(s.requests, r)
	return r
}

func TestChargedFairlyFindsWhatIsWrong(t *testing.T) {
	s := newScript(t)
	outage := span{s.at.Add(time.Second), s.at.Add(9 * time.Second)}
	wants(t, chargedFairly(s.events, nil, imprecision), "")
	charged := *s
	charged.at = outage.to
	charged.move()
	wants(t, chargedFairly(charged.events, nil, imprecision), "")
	// On a machine that came four seconds late, nobody can tell.
	var late lag
	late.note(4 * time.Second)
	late.note(time.Second)
	wants(t, chargedFairly(charged.events, []span{outage}, late.tolerance()), "")
	wants(t, chargedFairly(charged.events, []span{outage}, new(lag).tolerance()), "10s were charged, although servers ran for only 2s of 10s")
	given := *s
	given.at = outage.to
	given.apply("", "", play.Resume{Downtimes: []play.Downtime{{Began: outage.from, Ended: outage.to}}})
	given.move()
	wants(t, chargedFairly(given.events, []span{outage}, imprecision), "")
	long := span{s.at.Add(time.Second), s.at.Add(60 * time.Second)}
	lost := *s
	lost.at = s.at.Add(65 * time.Second)
	lost.apply("", "", play.Flag{})
	wants(t, chargedFairly(lost.events, nil, imprecision), "")
	wants(t, chargedFairly(lost.events, []span{long}, imprecision), "lost on time with 59s left, although servers ran for only 6s")
}

func TestRatingsFindWhatIsWrong(t *testing.T) {
	s := newScript(t)
	change, err := ratedRightly(s.events)
	if wants(t, err, ""); change != nil {
		t.Errorf("a game that goes on is rated: %+v", change)
	}
	s.move()
	s.move() // The third of each: a game that ends sooner may not be rated.
	s.apply(ann.ID, "", play.Resign{})
	change, err = ratedRightly(s.events)
	if wants(t, err, ""); change == nil || len(change.changes) != 2 {
		t.Fatal("a rated game is not rated")
	}
	unrated, err := ratedRightly(s.events[:len(s.events)-1])
	wants(t, err, "")
	many := slices.Repeat([]rated{*change}, play.RatedPerDay)
	wants(t, oftenEnough(append(many, *unrated)), "")
	wants(t, oftenEnough(append(many[1:], *unrated)), "without a rating")
	wants(t, oftenEnough(append(many, *change)), "rated for 11 games")
	now := func(games int) func(play.Rank) (play.Standing, error) {
		return func(rank play.Rank) (play.Standing, error) {
			for _, c := range change.changes {
				if c.Player == rank.Player {
					return play.Standing{Player: c.Player, Rating: c.After, Games: games}, nil
				}
			}
			return play.Standing{}, play.ErrNoPlayer
		}
	}
	wants(t, chained([]rated{*change}, now(1)), "")
	wants(t, chained([]rated{*change}, now(2)), "after 1 games")
	wants(t, chained([]rated{*change, *change}, now(2)), "game 2 of a player")
	later := rated{change.game, change.pairs, slices.Clone(change.changes)}
	for i := range later.changes {
		later.changes[i].Games = 2
	}
	wants(t, chained([]rated{*change, later}, now(2)), "the one before ended with")
	body := s.events[len(s.events)-1].Body.(play.Rated)
	body.Changes[0].After.Value++
	_, err = ratedRightly(s.events)
	wants(t, err, "the rating of seat 0 is")
}

func TestNotCovered(t *testing.T) {
	at := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	second := func(n int) time.Time { return at.Add(time.Duration(n) * time.Second) }
	o := span{second(10), second(20)}
	for _, c := range []struct {
		noticed []play.Downtime
		want    time.Duration
	}{
		{nil, 10 * time.Second},
		{[]play.Downtime{{Began: second(5), Ended: second(25)}}, 0},
		{[]play.Downtime{{Began: second(0), Ended: second(5)}, {Began: second(12), Ended: second(15)}, {Began: second(14), Ended: second(18)}}, 4 * time.Second},
		{[]play.Downtime{{Began: second(20), Ended: second(25)}}, 10 * time.Second},
	} {
		if got := notCovered(o, c.noticed); got != c.want {
			t.Errorf("%v of %v are missing, want %v", got, c.noticed, c.want)
		}
	}
}
