package house_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/house"
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
	s := newSite(t)
	c := &cluster{site: s, stride: 2 * time.Second, faults: &faultyBus{rng: rand.New(rand.NewPCG(seed, 1)), receivers: map[int]func(play.Notice){}}}
	for range houses {
		c.join()
	}
	return c
}

// join starts another house.
func (c *cluster) join() *house.House {
	c.Helper()
	h, err := house.New(c.Context(), house.Config{
		Games: games.All().Games(),
		Store: c.store, Bus: c.faults, Chooser: &c.robot, Judge: &c.judge, Cluster: true,
		Now: c.Now, Random: c.random(), Log: slog.New(slog.DiscardHandler), YourTurn: c.yourTurn,
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
	h.Die()
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
		h.Settle()
	}
}

func (c *cluster) watch(h *house.House, table play.TableID, viewer play.PlayerID) *house.Subscription {
	c.Helper()
	sub, err := h.Watch(c.Context(), table, viewer, 0)
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

// One lost notice leaves nobody without news.
func TestLostNotices(t *testing.T) {
	c := newCluster(t, 7, 2)
	c.faults.lose = 1
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, minute)
	sub := c.watch(b, table, "cleo")
	own, _, err := b.WatchPlayer(t.Context(), ben.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	listed := c.open(a, play.Terms{Listed: true})
	look := func() (seq uint64) {
		news, err := sub.Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return news.Table.Seq
	}
	look()
	own.Look()
	c.move(a, table, "a1-a5")
	c.pass(20 * time.Second)
	if got, want := look(), c.table(a, table).Seq; got != want {
		t.Errorf("a watcher at another server knows %d events of %d", got, want)
	}
	if changed := own.Look(); len(changed) != 1 || changed[0].ID != table {
		t.Errorf("a player at another server learns of %v", changed)
	}
	c.wantListed(b, listed)
	c.do(a, listed, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	c.pass(20 * time.Second)
	c.wantListed(b)
	if changed := own.Look(); len(changed) != 1 || changed[0].ID != listed {
		t.Errorf("a player at another server learns of %v", changed)
	}
	c.do(a, listed, ben.ID, play.Resign{})
	c.pass(20 * time.Second)
	if changed := own.Look(); len(changed) != 1 || changed[0].Phase != play.Over {
		t.Errorf("a player at another server learns of %v", changed)
	}
}

func (c *cluster) wantListed(h *house.House, want ...play.TableID) {
	c.Helper()
	news, _ := h.LobbySince(0)
	var got []play.TableID
	for _, change := range news.Changes {
		got = append(got, change.Table)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		c.Errorf("the lobby has %q, want %q", got, want)
	}
}

// The notice that a table has gone comes before the one that it is there.
func TestReorderedNotices(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			c := newCluster(t, seed, 2)
			a, b := c.houses[0], c.houses[1]
			table := c.open(a, play.Terms{Listed: true})
			c.do(b, table, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
			c.faults.deliver(1)
			c.settle()
			c.wantListed(a)
			c.wantListed(b)
		})
	}
}

// A version of the lobby belongs to the server that said it.
func TestLobbyVersionsOfOtherServers(t *testing.T) {
	c := newCluster(t, 9, 2)
	a, b := c.houses[0], c.houses[1]
	first := c.open(a, play.Terms{Listed: true})
	c.open(b, play.Terms{Listed: true})
	news, _ := a.LobbySince(0)
	if len(news.Changes) != 1 || news.Changes[0].Table != first {
		t.Fatalf("A has %v", news.Changes)
	}
	if news, _ := b.LobbySince(news.Version); !news.Whole {
		t.Errorf("B takes a version of A for its own, and reports %v", news.Changes)
	}
}

// A computer move is thought about once: by the server that made it the computer's
// turn, or by another one when that has died.
func TestOneServerThinks(t *testing.T) {
	c := newCluster(t, 10, 3)
	answer, err := c.houses[0].Open(t.Context(), ann, play.Terms{Game: "quixo", Begins: play.FirstParty, FirstSide: play.FirstParty, Spectators: true},
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
			all += h.Queued()
		}
		return all
	}
	c.move(c.houses[1], table, "a1-a5")
	c.faults.deliver(1)
	c.settle()
	c.tick()
	if queued() != 1 || c.houses[1].Queued() != 1 {
		t.Errorf("%d servers think about a move, want the one that committed the last", queued())
	}
	c.die(c.houses[1])
	c.pass(20 * time.Second)
	if queued() != 1 {
		t.Errorf("%d servers think for one that has died, want 1", queued())
	}
	for _, h := range c.houses {
		if h.Queued() == 1 {
			h.Think(t.Context())
		}
	}
	c.pass(5 * time.Second)
	for _, h := range c.houses {
		if plies := c.table(h, table).Plies(); plies != 2 {
			t.Errorf("%d plies were played, want 2", plies)
		}
	}
}

// Players see who is present at other servers.
func TestPresenceAtOtherServers(t *testing.T) {
	c := newCluster(t, 11, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, minute)
	sub := c.watch(a, table, ann.ID)
	wantHere := func(when string, want ...play.PlayerID) {
		t.Helper()
		news, err := sub.Look(t.Context())
		if err != nil || news.Here == nil || !slices.Equal(news.Here, want) {
			t.Errorf("%s: news of %v, %v, want %v", when, news.Here, err, want)
		}
		if got := a.Here(table); !slices.Equal(got, want) {
			t.Errorf("%s: %v are here, want %v", when, got, want)
		}
	}
	wantHere("at first", ann.ID)
	other := c.watch(b, table, ben.ID)
	c.faults.deliver(1)
	wantHere("after a notice", ann.ID, ben.ID)
	if !a.Present(ann.ID) {
		t.Error("Ann is not present at her own server")
	}
	c.faults.lose = 1
	other.Close()
	c.pass(15 * time.Second)
	wantHere("after a lost notice", ann.ID)
	c.watch(b, table, ben.ID)
	c.pass(15 * time.Second)
	wantHere("after another one", ann.ID, ben.ID)
	if !a.Present(ben.ID) || a.Live().Online != 2 {
		t.Errorf("%d players are online, want 2", a.Live().Online)
	}
	c.die(b)
	c.pass(25 * time.Second)
	wantHere("after the death of a server", ann.ID)
}

// A host who is at another server keeps the table in the lobby.
func TestHostsAtOtherServers(t *testing.T) {
	c := newCluster(t, 12, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.open(a, play.Terms{Listed: true})
	c.watch(a, table, ann.ID)
	c.stride = 3 * time.Second
	c.pass(6 * time.Minute)
	c.wantListed(b, table)
	c.wantListed(a, table)
}

// Players at different servers are paired once, whatever becomes of notices.
func TestPairingAcrossServers(t *testing.T) {
	c := newCluster(t, 13, 3)
	c.faults.lose = 1
	terms := house.PairingTerms{Game: "quixo", Time: play.Time{Main: 60_000}}
	var seekers []*house.Seeker
	for i, p := range people {
		seeker, err := c.houses[i%3].Seek(t.Context(), p, terms)
		if err != nil {
			t.Fatal(err)
		}
		defer seeker.Close()
		seekers = append(seekers, seeker)
	}
	c.pass(3 * time.Second)
	tables := map[play.TableID]int{}
	for i, s := range seekers {
		table, _ := s.Look()
		if table == "" {
			t.Errorf("%s was not paired", people[i].Name)
			continue
		}
		tables[table]++
		if got := c.table(c.houses[0], table); got.SeatOf(people[i].ID) == game.NoSeat {
			t.Errorf("%s does not sit at %s", people[i].Name, table)
		}
	}
	if len(tables) != 2 {
		t.Errorf("four players sit at %d tables: %v", len(tables), tables)
	}
	for _, p := range people {
		if n, err := c.store.CountTables(t.Context(), play.TableQuery{Player: p.ID}); err != nil || n != 1 {
			t.Errorf("%s sits at %d tables, %v", p.Name, n, err)
		}
	}
}

// Who has stopped looking, or whose server has died, is not paired.
func TestSeekersWhoHaveGone(t *testing.T) {
	c := newCluster(t, 14, 3)
	c.faults.lose = 1
	terms := house.PairingTerms{Game: "quixo", Time: play.Time{Main: 60_000}}
	seek := func(h *house.House, p play.Player) *house.Seeker {
		t.Helper()
		s, err := h.Seek(t.Context(), p, terms)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	seek(c.houses[0], ann).Close()
	dies := c.houses[1]
	seek(dies, ben)
	c.die(dies)
	c.pass(30 * time.Second)
	cleo := seek(c.houses[1], people[2])
	defer cleo.Close()
	c.pass(2 * time.Second)
	if table, waiting := cleo.Look(); table != "" || waiting != 0 {
		t.Errorf("Cleo sits at %q, %d others wait", table, waiting)
	}
}

// Everybody decides on the newest table, also a server that has not heard of it.
func TestStaleServer(t *testing.T) {
	c := newCluster(t, 15, 2)
	c.faults.lose = 1
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, minute)
	c.table(b, table)
	c.do(a, table, ann.ID, play.Play{Move: "a1-a5"})
	c.do(b, table, ben.ID, play.Play{Ply: 1, Move: "b1-b5"})
	// Who has seen an event does not see an older table.
	seq := c.table(b, table).Seq
	got, err := a.TableAt(t.Context(), table, ann.ID, seq)
	if err != nil || got.Seq != seq {
		t.Errorf("got the table at %v, %v, want %d", got, err, seq)
	}
	c.do(b, table, ann.ID, play.Play{Ply: 2, Move: "c1-c5"})
	sub, err := a.Watch(t.Context(), table, ann.ID, seq+1)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if news, err := sub.Look(t.Context()); err != nil || len(news.Events) != 0 || news.Table.Seq != seq+1 {
		t.Errorf("a stream after event %d begins with %d events of a table with %d, %v", seq+1, len(news.Events), news.Table.Seq, err)
	}
}

// interruptedStore does something before it says how a request was answered, or before
// it reads the next events.
type interruptedStore struct {
	play.Store
	first, reading func()
}

func (s *interruptedStore) Events(ctx context.Context, table play.TableID, after uint64, limit int) ([]play.Event, error) {
	if do := s.reading; do != nil {
		s.reading = nil
		do()
	}
	return s.Store.Events(ctx, table, after, limit)
}

func (s *interruptedStore) Answered(ctx context.Context, player play.PlayerID, request string) (*play.Repeated, error) {
	if s.first != nil {
		s.first()
	}
	return s.Store.Answered(ctx, player, request)
}

// A command that is refused on an old table is not refused for good because a notice
// brings the new one at that moment.
func TestNoticeDuringARefusal(t *testing.T) {
	c := newCluster(t, 16, 1)
	a, store := c.houses[0], &interruptedStore{Store: c.store}
	c.store = store
	b := c.join()
	table := c.begin(a, minute)
	c.table(b, table)
	c.faults.deliver(1)
	c.settle()
	c.do(a, table, ann.ID, play.Play{Move: "a1-a5"})
	store.first = func() {
		c.faults.deliver(1)
		c.settle()
	}
	if _, err := b.Do(t.Context(), house.Request{Table: table, By: ben.ID, ID: "r", Command: play.Play{Ply: 1, Move: "b1-b5"}}); err != nil {
		t.Error(err)
	}
}

// What an administrator or a player deletes is gone at all servers.
func TestDeletedEverywhere(t *testing.T) {
	c := newCluster(t, 16, 2)
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, play.Terms{Chat: true, Spectators: true})
	c.do(a, table, ann.ID, play.Say{Channel: play.ToTable, Text: "secret"})
	sub := c.watch(b, table, ben.ID)
	if err := a.Erase(t.Context(), table, c.table(a, table).Seq); err != nil {
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
	if err := c.store.AddPlayer(t.Context(), ann, "ann", play.Access{ID: "a", Player: ann.ID}); err != nil {
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
