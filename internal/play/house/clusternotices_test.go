package house_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
)

// One lost notice leaves nobody without news.
func TestLostNotices(t *testing.T) {
	c := newCluster(t, 7, 2)
	c.faults.lose = 1
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, minute)
	sub := c.watch(b, table, "cleo")
	own, _, err := b.PlayerWatches.Watch(t.Context(), ben.ID)
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
	news, _ := h.Lobby.Since(0)
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
	news, _ := a.Lobby.Since(0)
	if len(news.Changes) != 1 || news.Changes[0].Table != first {
		t.Fatalf("A has %v", news.Changes)
	}
	if news, _ := b.Lobby.Since(news.Version); !news.Whole {
		t.Errorf("B takes a version of A for its own, and reports %v", news.Changes)
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
	got, err := a.Tables.TableAt(t.Context(), table, ann.ID, seq)
	if err != nil || got.Seq != seq {
		t.Errorf("got the table at %v, %v, want %d", got, err, seq)
	}
	c.do(b, table, ann.ID, play.Play{Ply: 2, Move: "c1-c5"})
	sub, err := a.Tables.Watch(t.Context(), table, ann.ID, seq+1)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if news, err := sub.Look(t.Context()); err != nil || len(news.Events) != 0 || news.Table.Seq != seq+1 {
		t.Errorf("a stream after event %d begins with %d events of a table with %d, %v", seq+1, len(news.Events), news.Table.Seq, err)
	}
}

// interruptedStore does something before it says how a request was answered, and once
// before it reads or stores something.
type interruptedStore struct {
	Store
	first, reading func()
	// looking is for downtimes, storing for events.
	looking, storing func()
}

func (s *interruptedStore) Events(ctx context.Context, table play.TableID, after uint64, limit int) ([]play.Event, error) {
	once(&s.reading)
	return s.Store.Events(ctx, table, after, limit)
}

func (s *interruptedStore) Downtimes(ctx context.Context) ([]play.Downtime, error) {
	once(&s.looking)
	return s.Store.Downtimes(ctx)
}

func (s *interruptedStore) Append(ctx context.Context, batches ...play.Batch) error {
	once(&s.storing)
	return s.Store.Append(ctx, batches...)
}

// once does something the first time.
func once(do *func()) {
	if first := *do; first != nil {
		*do = nil
		first()
	}
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
	if _, err := b.Tables.Do(t.Context(), live.Request{Table: table, By: ben.ID, ID: "r", Command: play.Play{Ply: 1, Move: "b1-b5"}}); err != nil {
		t.Error(err)
	}
}
