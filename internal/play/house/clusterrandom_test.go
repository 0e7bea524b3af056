package house_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/lobby"
	"plateau/internal/testaid"
)

// TestRandomPlayAtSeveralServers has players give random commands at random
// servers, while notices are lost, doubled, late and out of order, and servers die
// and join. Whatever was acknowledged is in the store once, no table is stuck, and
// in the end all servers know the same.
func TestRandomPlayAtSeveralServers(t *testing.T) {
	first := testaid.Seed(t, 0)
	for seed := first; seed < first+3; seed++ {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { playAtSeveralServers(t, seed) })
	}
}

func playAtSeveralServers(t *testing.T, seed uint64) {
	t.Helper()
	c := newCluster(t, seed, 3)
	rng := rand.New(rand.NewPCG(seed, 2))
	crowd := &crowd{site: c.site, seed: seed, acknowledged: map[play.TableID]uint64{}}
	crowd.open(c.houses[0], 0)
	for range 3 {
		listed := c.open(pick(rng, c.houses...), play.Terms{Listed: true})
		crowd.tables = append(crowd.tables, listed)
	}
	c.faults.lose = 0.3
	for step := range 240 {
		crowd.act(pick(rng, c.houses...), rng)
		switch {
		case step%60 == 59:
			c.die(pick(rng, c.houses...))
			c.join()
		case step%4 == 3:
			c.wait(time.Second)
			c.tick()
			c.faults.deliver(rng.Float64())
			c.settle()
		}
	}
	c.pass(20 * time.Second)
	open := map[play.TableID]struct{}{}
	for _, id := range crowd.tables {
		want := c.table(c.houses[0], id)
		for _, h := range c.houses[1:] {
			if got := c.table(h, id); got.Seq != want.Seq {
				t.Errorf("%s has %d events at one server, %d at another", id.Short(), want.Seq, got.Seq)
			}
		}
		if deadline, exists := want.Deadline(); exists && deadline.Before(c.Now().Add(-5*time.Second)) {
			t.Errorf("%s is stuck: its deadline was %v ago", id.Short(), c.Now().Sub(deadline))
		}
		if uint64(c.events(id)) < crowd.acknowledged[id] {
			t.Errorf("%s has %d events, although %d were acknowledged", id.Short(), c.events(id), crowd.acknowledged[id])
		}
		if want.Summary().InLobby() {
			open[id] = struct{}{}
		}
	}
	for _, h := range c.houses {
		wantSameLobby(t, h, open)
	}
}

func wantSameLobby(t *testing.T, h *house.House, want map[play.TableID]struct{}) {
	t.Helper()
	news, _ := h.Lobby.Since(0)
	for _, change := range news.Changes {
		if _, open := want[change.Table]; !open {
			t.Errorf("the lobby has %s, which is not open", change.Table.Short())
		}
	}
	for id := range want {
		if !slices.ContainsFunc(news.Changes, func(c lobby.Change) bool { return c.Table == id }) {
			t.Errorf("the lobby does not have %s, which is open", id.Short())
		}
	}
}
