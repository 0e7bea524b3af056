package house_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/playerwatch"
)

// countingStore counts what it is asked, by kind.
type countingStore struct {
	Store
	mu    sync.Mutex
	asked map[string]int
}

func (s *countingStore) count(what string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked[what] += n
}

// take is what was asked since the last call.
func (s *countingStore) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, what := range slices.Sorted(maps.Keys(s.asked)) {
		all = append(all, fmt.Sprint(what, " ", s.asked[what]))
	}
	s.asked = make(map[string]int)
	return strings.Join(all, ", ")
}

func (s *countingStore) Shared(ctx context.Context, now time.Time, prefixes ...string) ([]play.SharedValue, error) {
	s.count("Shared", len(prefixes))
	return s.Store.Shared(ctx, now, prefixes...)
}

func (s *countingStore) Share(ctx context.Context, now time.Time, changes ...play.SharedChange) error {
	s.count("Share", len(changes))
	return s.Store.Share(ctx, now, changes...)
}

func (s *countingStore) Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (int, error) {
	s.count("Heartbeat", 1)
	return s.Store.Heartbeat(ctx, now, gap)
}

func (s *countingStore) Seqs(ctx context.Context, tables ...play.TableID) (map[play.TableID]uint64, error) {
	s.count("Seqs", 1)
	return s.Store.Seqs(ctx, tables...)
}

func (s *countingStore) SeatsOf(ctx context.Context, players ...play.PlayerID) ([]play.SeatOf, error) {
	s.count("SeatsOf", 1)
	return s.Store.SeatsOf(ctx, players...)
}

func (s *countingStore) Tables(ctx context.Context, q play.TableQuery) ([]play.Summary, error) {
	s.count("Tables", 1)
	return s.Store.Tables(ctx, q)
}

func (s *countingStore) Events(ctx context.Context, table play.TableID, after uint64, limit int) ([]play.Event, error) {
	s.count("Events", 1)
	return s.Store.Events(ctx, table, after, limit)
}

func (s *countingStore) Due(ctx context.Context, by time.Time, limit int) ([]play.Due, error) {
	s.count("Due", 1)
	return s.Store.Due(ctx, by, limit)
}

// TestCostOfTicks counts what servers ask the store. While nothing happens, it does not
// depend on how many tables are in memory, or on how many players follow theirs; and
// when notices were lost, it does not depend on how many tables those players have.
func TestCostOfTicks(t *testing.T) {
	var mu sync.Mutex
	quiet, missed := make(map[int]string), make(map[int]string)
	t.Run("count", func(t *testing.T) {
		for _, n := range []int{1, 30} {
			t.Run(strconv.Itoa(n), func(t *testing.T) {
				while, after := costOfTicks(t, n)
				mu.Lock()
				defer mu.Unlock()
				quiet[n], missed[n] = while, after
			})
		}
	})
	if quiet[1] != quiet[30] {
		t.Errorf("with one table and follower the store is asked\n%s, with 30\n%s", quiet[1], quiet[30])
	}
	if missed[1] != missed[30] {
		t.Errorf("when one game has ended the store is asked\n%s, after 30\n%s", missed[1], missed[30])
	}
}

func costOfTicks(t *testing.T, n int) (quiet, missed string) {
	t.Helper()
	s := newSite(t)
	store := &countingStore{Store: s.store, asked: make(map[string]int)}
	s.store = store
	c := clusterAt(s, 30, 2)
	c.faults.lose = 1
	a, b := c.houses[0], c.houses[1]
	tables := make([]play.TableID, n)
	for i := range tables {
		tables[i] = c.begin(a, play.Terms{Spectators: true, Time: play.Time{Main: 3_600_000}})
		c.watch(a, tables[i], ann.ID)
		c.watch(a, tables[i], ben.ID)
		player := play.Player{ID: play.PlayerID(fmt.Sprint("p", i)), Name: fmt.Sprint("P", i)}
		if _, err := a.Tables.Open(t.Context(), player, play.Terms{Game: "quixo"}, []play.Sitter{{Player: player.ID}, {}}, ""); err != nil {
			t.Fatal(err)
		}
		followOwn(t, b, player.ID)
	}
	following := followOwn(t, b, ben.ID)
	c.pass(30 * time.Second)
	store.take()
	c.pass(36 * time.Second)
	quiet = store.take()
	for _, table := range tables {
		c.do(a, table, ann.ID, play.Resign{})
	}
	store.take()
	c.pass(10 * time.Second)
	missed = store.take()
	over := 0
	for _, s := range following.Look() {
		if s.Phase == play.Over {
			over++
		}
	}
	if over != n {
		t.Errorf("of %d games that were over Ben learned of %d", n, over)
	}
	return quiet, missed
}

// followOwn has a player follow their tables until the end of the test.
func followOwn(t *testing.T, h *house.House, player play.PlayerID) *playerwatch.Watch {
	t.Helper()
	watch, _, err := h.PlayerWatches.Watch(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(watch.Close)
	return watch
}
