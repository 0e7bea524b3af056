package house_test

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	servers "plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
)

// faultyBus loses, doubles, delays and reorders notices. Nothing arrives before the
// test says so.
type faultyBus struct {
	mu        sync.Mutex
	rng       *rand.Rand
	lose      float64 // the part of all notices
	receivers map[int]func(play.Notice)
	last      int
	waiting   []delivery
}

type delivery struct {
	to     int
	notice play.Notice
}

func (b *faultyBus) Publish(n play.Notice) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for to := 1; to <= b.last; to++ {
		for range 1 + b.rng.IntN(2) {
			if b.rng.Float64() >= b.lose {
				b.waiting = append(b.waiting, delivery{to, n})
			}
		}
	}
}

func (b *faultyBus) Subscribe(receive func(play.Notice)) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	id := b.last
	b.receivers[id] = receive
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.receivers, id)
	}
}

// deliver lets notices arrive in any order, and some of them later.
func (b *faultyBus) deliver(part float64) {
	b.mu.Lock()
	b.rng.Shuffle(len(b.waiting), func(i, j int) { b.waiting[i], b.waiting[j] = b.waiting[j], b.waiting[i] })
	n := int(part * float64(len(b.waiting)))
	now := slices.Clone(b.waiting[:n])
	b.waiting = slices.Clone(b.waiting[n:])
	b.mu.Unlock()
	for _, d := range now {
		b.mu.Lock()
		receive := b.receivers[d.to]
		b.mu.Unlock()
		if receive != nil {
			receive(d.notice)
		}
	}
}

// cluster is several houses with one store.
type cluster struct {
	*site
	faults *faultyBus
	houses []*house.House
	// stride is the time between two ticks.
	stride time.Duration
}

// newCluster starts houses. Most tests choose what is lost on their own.
func newCluster(t *testing.T, seed uint64, houses int) *cluster {
	t.Helper()
	return clusterAt(newSite(t), seed, houses)
}

// clusterAt starts houses at a site.
func clusterAt(s *site, seed uint64, houses int) *cluster {
	s.Helper()
	c := &cluster{site: s, stride: 2 * time.Second, faults: &faultyBus{rng: rand.New(rand.NewPCG(seed, 1)), receivers: map[int]func(play.Notice){}}}
	for range houses {
		c.join()
	}
	return c
}

// join starts another house.
func (c *cluster) join() *house.House {
	c.Helper()
	log, random := slog.New(slog.DiscardHandler), c.random()
	h, err := house.New(c.Context(), house.Config{
		Games: games.All().Games(),
		Store: c.store, Chooser: &c.robot, Judge: &c.judge,
		Cluster: servers.Join(servers.Config{Store: c.store, Bus: c.faults, Now: c.Now, Random: random, Log: log}),
		Now:     c.Now, Random: random, Log: log, YourTurn: c.yourTurn,
	})
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(h.Close)
	c.houses = append(c.houses, h)
	return h
}

// random is a random source for ids, from that of the bus.
func (c *cluster) random() *lockedRandom {
	return &lockedRandom{source: rand.NewChaCha8([32]byte{byte(len(c.houses)), byte(c.faults.rng.Uint32())})}
}

type lockedRandom struct {
	mu     sync.Mutex
	source *rand.ChaCha8
}

func (r *lockedRandom) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.source.Read(p)
}

// die ends a house as a power failure does: nothing is said or stored.
func (c *cluster) die(h *house.House) {
	c.houses = slices.DeleteFunc(c.houses, func(other *house.House) bool { return other == h })
	h.Cluster.Close()
	h.Cluster.Wait()
}

// pass lets time pass, stride by stride. Every house does what is due, and a part
// of the notices arrives.
func (c *cluster) pass(d time.Duration) {
	c.Helper()
	for ; d > 0; d -= c.stride {
		c.wait(min(d, c.stride))
		c.tick()
		c.faults.deliver(0.7)
		c.settle()
	}
}

func (c *cluster) tick() {
	for _, h := range c.houses {
		h.Tick(c.Context())
	}
	c.settle()
}

// settle waits for what houses do in the background.
func (c *cluster) settle() {
	for _, h := range c.houses {
		h.Cluster.Wait()
	}
}

func (c *cluster) watch(h *house.House, table play.TableID, viewer play.PlayerID) *live.Subscription {
	c.Helper()
	sub, err := h.Tables.Watch(c.Context(), table, viewer, 0)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(sub.Close)
	return sub
}

// events is how many events a table has in the store.
func (c *cluster) events(table play.TableID) int {
	c.Helper()
	events, err := c.store.Events(c.Context(), table, 0, 10_000)
	if err != nil {
		c.Fatal(err)
	}
	return len(events)
}

var minute = play.Terms{Time: play.Time{Main: 60_000}, Spectators: true}

// An opponent who is present at another server has not left.
func TestClaimAgainstSomebodyAtAnotherServer(t *testing.T) {
	c := newCluster(t, 1, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, play.Terms{Time: play.Time{Main: 3_600_000}})
	c.move(a, table, "a1-a5", "b1-b5")
	c.watch(a, table, ann.ID)
	c.faults.lose = 1
	present := c.watch(b, table, ben.ID)
	c.pass(2 * time.Minute)
	c.refuse(a, table, ann.ID, play.Claim{}, play.NobodyLeft)
	present.Close()
	c.pass(30 * time.Second)
	c.refuse(a, table, ann.ID, play.Claim{}, play.NobodyLeft)
	again := c.watch(b, table, ben.ID)
	c.pass(40 * time.Second)
	c.refuse(a, table, ann.ID, play.Claim{}, play.NobodyLeft)
	again.Close()
	c.pass(70 * time.Second)
	c.do(a, table, ann.ID, play.Claim{})
	c.wantReason(a, table, play.Abandoned.Code)
}

// Nobody knows who is present at a server that has died. That is refused until
// everybody has had time to come back.
func TestClaimAfterTheDeathOfAServer(t *testing.T) {
	c := newCluster(t, 2, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, play.Terms{Time: play.Time{Main: 3_600_000}})
	c.move(a, table, "a1-a5", "b1-b5")
	c.watch(a, table, ann.ID)
	c.watch(b, table, ben.ID)
	c.pass(time.Minute)
	c.die(b)
	c.pass(70 * time.Second)
	c.refuse(a, table, ann.ID, play.Claim{}, play.NobodyLeft)
	c.pass(70 * time.Second)
	c.do(a, table, ann.ID, play.Claim{})
}

// A server that joins others changes nothing at any table.
func TestJoining(t *testing.T) {
	c := newCluster(t, 3, 1)
	table := c.begin(c.houses[0], minute)
	c.move(c.houses[0], table, "a1-a5", "b1-b5")
	c.pass(2 * time.Second)
	c.wait(500 * time.Millisecond)
	before, left := c.events(table), c.table(c.houses[0], table).Remaining(0, c.Now())
	joined := c.join()
	c.table(joined, table)
	c.pass(5 * time.Second)
	after := c.table(joined, table)
	if c.events(table) != before {
		t.Errorf("a server that joins has added %d events to a waiting table", c.events(table)-before)
	}
	if got := after.Remaining(0, c.Now()); got != left-5000 {
		t.Errorf("%d ms are left on the clock, want %d", got, left-5000)
	}
}

// A computer move is thought about once: by the server that made it the computer's
// turn, or by another one when that has died.
func TestOneServerThinks(t *testing.T) {
	c := newCluster(t, 10, 3)
	answer, err := c.houses[0].Tables.Open(t.Context(), ann, play.Terms{Game: "quixo", Begins: play.FirstParty, FirstSide: play.FirstParty, Spectators: true},
		[]play.Sitter{{Player: ann.ID}, {Level: "1"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	table := answer.Table
	for _, h := range c.houses {
		c.watch(h, table, "cleo")
	}
	queued := func() (all int) {
		for _, h := range c.houses {
			all += h.Tables.Stats().Queued
		}
		return all
	}
	c.move(c.houses[1], table, "a1-a5")
	c.faults.deliver(1)
	c.settle()
	c.tick()
	if queued() != 1 || c.houses[1].Tables.Stats().Queued != 1 {
		t.Errorf("%d servers think about a move, want the one that committed the last", queued())
	}
	c.die(c.houses[1])
	c.pass(20 * time.Second)
	if queued() != 1 {
		t.Errorf("%d servers think for one that has died, want 1", queued())
	}
	for _, h := range c.houses {
		if h.Tables.Stats().Queued == 1 {
			h.Tables.ThinkNext(t.Context(), false)
		}
	}
	c.pass(5 * time.Second)
	for _, h := range c.houses {
		if plies := c.table(h, table).Plies(); plies != 2 {
			t.Errorf("%d plies were played, want 2", plies)
		}
	}
}

// What an administrator or a player deletes is gone at all servers.
func TestDeletedEverywhere(t *testing.T) {
	c := newCluster(t, 16, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, play.Terms{Chat: true, Spectators: true})
	c.do(a, table, ann.ID, play.Say{Channel: play.ToTable, Text: "secret"})
	sub := c.watch(b, table, ben.ID)
	if err := a.Tables.Erase(t.Context(), table, c.table(a, table).Seq); err != nil {
		t.Fatal(err)
	}
	c.faults.lose = 1
	c.pass(10 * time.Second)
	news, err := sub.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range news.Events {
		if said, is := e.Body.(play.Said); is && said.Text != "" {
			t.Errorf("another server still says %q", said.Text)
		}
	}
}

// Who was erased is forgotten at all servers, also where the notice was lost.
func TestForgottenEverywhere(t *testing.T) {
	c := newCluster(t, 17, 2)
	c.faults.lose = 1
	a, b := c.houses[0], c.houses[1]
	if err := c.store.AddPlayer(t.Context(), ann, "ann", accounts.Access{ID: "a", Player: ann.ID}); err != nil {
		t.Fatal(err)
	}
	table := c.begin(a, play.Terms{Chat: true, Spectators: true})
	c.do(a, table, ann.ID, play.Say{Channel: play.ToTable, Text: "I am Ann"})
	sub := c.watch(b, table, ben.ID)
	if got := c.table(b, table).Sitters[0].Name; got != ann.Name {
		t.Fatalf("at first the name is %q", got)
	}
	if err := c.store.Forget(t.Context(), ann.ID); err != nil {
		t.Fatal(err)
	}
	// The server that erased her may die before it says so.
	c.die(a)
	c.pass(10 * time.Second)
	if got := c.table(b, table).Sitters[0].Name; got != "" {
		t.Errorf("another server still says %q", got)
	}
	news, err := sub.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range news.Events {
		if said, is := e.Body.(play.Said); is && said.Text != "" {
			t.Errorf("another server still says %q", said.Text)
		}
	}
}
