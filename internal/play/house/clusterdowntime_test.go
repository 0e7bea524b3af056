package house_test

import (
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/house"
)

// When all servers were down, nobody is charged for it, and it is given back once.
func TestDowntimeOfTheWholeCluster(t *testing.T) {
	c := newCluster(t, 4, 2)
	table := c.begin(c.houses[0], minute)
	c.move(c.houses[0], table, "a1-a5", "b1-b5")
	c.pass(10 * time.Second)
	left := c.table(c.houses[0], table).Remaining(0, c.Now())
	for len(c.houses) > 0 {
		c.die(c.houses[0])
	}
	c.wait(10 * time.Minute)
	one, two := c.join(), c.join()
	for _, h := range []*house.House{one, two} {
		if got := c.table(h, table).Remaining(0, c.Now()); got != left {
			t.Errorf("%d ms are left on the clock, %d before", got, left)
		}
	}
}

// While the store is away, time stands still for everybody.
func TestDowntimeOfTheStore(t *testing.T) {
	c := newCluster(t, 5, 0)
	broken := &brokenStore{Store: c.store}
	c.store = broken
	a, b := c.join(), c.join()
	table := c.begin(a, minute)
	c.move(a, table, "a1-a5", "b1-b5")
	c.watch(b, table, ben.ID)
	c.pass(10 * time.Second)
	left := c.table(a, table).Remaining(0, c.Now())
	broken.broken = true
	c.pass(10 * time.Minute)
	broken.broken = false
	// The first thing that happens is a move, before any heartbeat.
	c.move(b, table, "c1-c5")
	if got := c.table(b, table).Remaining(0, c.Now()); got < left {
		t.Errorf("%d ms are left on the clock, %d before the store was away", got, left)
	}
	c.pass(5 * time.Second)
	c.wantReason(a, table, "")
}

// A server that falls asleep while it decides charges nobody for that.
func TestSleepingServer(t *testing.T) {
	c := newCluster(t, 19, 0)
	slow := &interruptedStore{Store: c.store}
	c.store = slow
	a, b := c.join(), c.join()
	table := c.begin(a, minute)
	c.move(a, table, "a1-a5", "b1-b5")
	c.pass(10 * time.Second)
	now := c.table(a, table)
	left := now.Remaining(0, c.Now())
	// The table is not in the memory of the other server, which has to read it.
	slow.reading = func() { c.wait(30 * time.Second) }
	c.do(b, table, now.Sitters[now.ToMove()].Player, play.Play{Ply: 2, Move: "c1-c5"})
	if got := c.table(b, table).Remaining(0, c.Now()); got < left {
		t.Errorf("%d ms are left on the clock, %d before the server fell asleep", got, left)
	}
}

// Time that cannot be given back when that is noticed is given back later, before
// anything else happens.
func TestDowntimeIsGivenBackLater(t *testing.T) {
	c := newCluster(t, 18, 0)
	broken := &brokenStore{Store: c.store}
	c.store = broken
	a := c.join()
	table := c.begin(a, minute)
	c.move(a, table, "a1-a5", "b1-b5")
	c.pass(10 * time.Second)
	left := c.table(a, table).Remaining(0, c.Now())
	broken.broken = true
	c.pass(10 * time.Minute)
	broken.broken, broken.full = false, true
	c.tick()
	broken.full = false
	c.move(a, table, "c1-c5")
	if got := c.table(a, table).Remaining(0, c.Now()); got < left {
		t.Errorf("%d ms are left on the clock, %d before the store was away", got, left)
	}
	c.wantReason(a, table, "")
}

// Time that is given back while the store goes away once more is no excuse to charge
// anybody for the second time.
func TestDowntimeWhileTimeIsGivenBack(t *testing.T) {
	c := newCluster(t, 21, 0)
	store := &interruptedStore{Store: c.store}
	c.store = store
	a := c.join()
	table := c.begin(a, minute)
	c.move(a, table, "a1-a5", "b1-b5")
	c.pass(10 * time.Second)
	left := c.table(a, table).Remaining(0, c.Now())
	c.wait(time.Minute)
	// The heartbeat after that is stored; everything that follows takes too long.
	store.looking = func() { c.wait(5 * time.Second) }
	store.storing = func() { c.wait(10 * time.Second) }
	c.tick()
	c.tick()
	if got := c.table(a, table).Remaining(0, c.Now()); got != left {
		t.Errorf("%d ms are left on the clock, %d before the store was away", got, left)
	}
}

// Time runs out although the server with the table has died.
func TestTimeoutsOutliveTheirServer(t *testing.T) {
	c := newCluster(t, 6, 3)
	c.faults.lose = 1
	table := c.begin(c.houses[0], minute)
	c.move(c.houses[0], table, "a1-a5", "b1-b5")
	c.pass(5 * time.Second)
	c.die(c.houses[0])
	c.pass(80 * time.Second)
	c.wantReason(c.houses[0], table, game.Timeout.Code)
}
