package house_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/testaid"
)

var people = []play.Player{ann, ben, {ID: "cleo", Name: "Cleo", Registered: true}, {ID: "dan", Name: "Dan"}}

func pick[E any](rng *rand.Rand, from ...E) E { return from[rng.IntN(len(from))] }

// TestRandomPlayWithRestarts has several players give random commands at the
// same time to tables of all games, and reopens the house and its store
// again and again. Every table is always the replay of its stored events, and
// whatever was acknowledged is among them.
func TestRandomPlayWithRestarts(t *testing.T) {
	s := newSite(t)
	first := testaid.Seed(t, 0)
	crowd := &crowd{site: s, seed: first, acknowledged: map[play.TableID]uint64{}}
	for round := range 4 {
		h := s.house()
		crowd.open(h, round)
		var all sync.WaitGroup
		for seed := range 4 {
			rng := rand.New(rand.NewPCG(first+uint64(round), uint64(seed)))
			all.Go(func() {
				for range 80 {
					crowd.act(h, rng)
				}
			})
		}
		all.Wait()
		if round%2 == 0 {
			h.Tick(t.Context())
		}
		crowd.check(h)
		before, since := crowd.clocks(h), s.Now().Sub(h.Cluster.LastHeartbeat())
		h.Close()
		s.reopen()
		s.wait(time.Duration(round) * time.Minute)
		crowd.wantClocks(s.house(), before, since)
	}
	crowd.check(s.house())
}

// clocks are what the seats to move have left.
func (c *crowd) clocks(h *house.House) map[play.TableID]play.Millis {
	c.Helper()
	left := map[play.TableID]play.Millis{}
	for _, id := range c.tables {
		if t := c.table(h, id); t.Counts() {
			left[id] = t.Remaining(t.ToMove(), c.Now())
		}
	}
	return left
}

// wantClocks checks that nobody was charged for the time without a house. The
// time since the last heartbeat is given back, too.
func (c *crowd) wantClocks(h *house.House, before map[play.TableID]play.Millis, since time.Duration) {
	c.Helper()
	for id, after := range c.clocks(h) {
		if after < before[id] || after > before[id]+play.Millis(since.Milliseconds()) {
			c.Errorf("%s: the seat to move had %d ms before the restart, and %d after it; the last heartbeat was %v before",
				id, before[id], after, since)
		}
	}
}

// crowd plays at many tables.
type crowd struct {
	*site
	seed         uint64
	mu           sync.Mutex
	tables       []play.TableID
	acknowledged map[play.TableID]uint64
}

// open opens a table of every game.
func (c *crowd) open(h *house.House, round int) {
	c.Helper()
	rng := rand.New(rand.NewPCG(c.seed+uint64(round), 99))
	for _, g := range games.All().Games() {
		chairs := make([]play.Sitter, len(g.Seats()))
		chairs[0].Player = ann.ID
		terms := play.Terms{
			Game: g.ID(), Chat: true, Spectators: true, Rated: rng.IntN(3) == 0 && len(chairs) == 2 && !g.Casual(),
			Time: pick(rng, play.Time{}, play.Time{Main: 60_000, Increment: 1000}, play.Time{Days: 1}),
		}
		answer, err := h.Tables.Open(c.Context(), ann, terms, chairs, "")
		if err != nil {
			c.Fatal(err)
		}
		c.tables = append(c.tables, answer.Table)
		for _, p := range people[1:] {
			// The last ones find no chair, and guests none at rated tables.
			_, _ = h.Tables.Do(c.Context(), live.Request{Table: answer.Table, By: p.ID, Command: play.Sit{Player: p, Chair: play.AnyChair}})
		}
	}
}

// act gives one command to one table.
func (c *crowd) act(h *house.House, rng *rand.Rand) {
	c.wait(time.Duration(rng.IntN(300)) * time.Millisecond)
	c.mu.Lock()
	id := pick(rng, c.tables...)
	c.mu.Unlock()
	table, err := h.Tables.Table(c.Context(), id, ann.ID)
	if err != nil {
		c.Error(err)
		return
	}
	by := pick(rng, people...).ID
	if seat := table.ToMove(); seat != game.NoSeat && rng.IntN(3) > 0 {
		by = table.Sitters[seat].Player
	}
	answer, err := h.Tables.Do(c.Context(), live.Request{
		Table: id, By: by, ID: fmt.Sprint("r", rng.Uint64()), Command: command(table, rng),
	})
	var refusal *game.Refusal
	if err != nil {
		if !errors.As(err, &refusal) {
			c.Error(err)
		}
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acknowledged[answer.Table] = max(c.acknowledged[answer.Table], answer.Seq)
}

// command is a move as a rule.
func command(t *play.Table, rng *rand.Rand) play.Command {
	switch rng.IntN(50) {
	case 0:
		return play.Resign{}
	case 1:
		return play.OfferDraw{}
	case 2:
		return play.AnswerDraw{Accept: true}
	case 3, 4:
		return play.AskTakeBack{}
	case 5, 6:
		return play.AnswerTakeBack{Accept: rng.IntN(2) == 0}
	case 7:
		return play.Flag{}
	case 8:
		return play.Claim{}
	case 9, 10, 11, 12:
		return play.AskRematch{}
	case 13, 14:
		return play.Say{Channel: play.ToTable, Text: "hm"}
	}
	c := play.Play{Ply: t.Plies(), Move: "pass", RoundTrip: play.Millis(rng.IntN(500))}
	if p := t.Position(); p != nil && len(p.Moves()) > 0 {
		c.Move = p.MoveText(pick(rng, p.Moves()...))
	}
	return c
}

// check looks at all tables, those of rematches included.
func (c *crowd) check(h *house.House) {
	c.Helper()
	for i := 0; i < len(c.tables); i++ {
		t := c.table(h, c.tables[i])
		if t.Seq < c.acknowledged[t.ID] {
			c.Errorf("%s: event %d was acknowledged, the last is %d", t.ID, c.acknowledged[t.ID], t.Seq)
		}
		for seat, left := range t.Clock.Left {
			if left < 0 {
				c.Errorf("%s: seat %d has %d ms", t.ID, seat, left)
			}
		}
		if _, known := c.acknowledged[t.Next]; t.Next != "" && !known {
			c.acknowledged[t.Next] = 2
			c.tables = append(c.tables, t.Next)
		}
	}
}
