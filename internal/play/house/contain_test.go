package house_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/parallel"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// panicking is a computer player that panics at one game, in a goroutine of its search.
type panicking struct {
	firstMove
	game string
	mu   sync.Mutex
	n    int
}

func (p *panicking) Choose(ctx context.Context, m *game.Match, level engine.Level) (game.Move, error) {
	if m.Game().ID() == p.game {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.n++
		_ = parallel.For(ctx, 2, 2, func(int, int) { panic("an index is out of range") })
	}
	return p.firstMove.Choose(ctx, m, level)
}

func (p *panicking) times() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.n
}

// TestComputerPlayerPanics aborts the game at which it happens, and no other
// one. It used to end the server, and the next server at the same table.
func TestComputerPlayerPanics(t *testing.T) {
	s := newSite(t)
	robot := &panicking{game: "pivot"}
	s.chooser = robot
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	h := s.house()
	against := func(id string) play.TableID {
		answer, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: id, FirstSide: play.SecondParty, Begins: play.SecondParty},
			[]play.Sitter{{Player: ann.ID}, {Level: "3"}}, "")
		if err != nil {
			t.Fatal(err)
		}
		return answer.Table
	}
	bad := against("pivot")
	h.Tables.ThinkNext(t.Context(), false)
	s.wantReason(h, bad, "") // It gets another try.
	s.wait(time.Second)
	h.Tick(t.Context())
	h.Tables.ThinkNext(t.Context(), false)
	if table := s.table(h, bad); table.Phase != play.Over || table.Result != play.Void || table.Reason != play.Failed.Code {
		t.Errorf("the table is %s with %s by %q", table.Phase, table.Result, table.Reason)
	}
	good := against("quixo")
	h.Tables.ThinkNext(t.Context(), false)
	if n := s.table(h, good).Plies(); n != 1 {
		t.Errorf("%d moves were played at another table, want 1", n)
	}
	if n := h.Tables.Stats().Panics; n != 2 || !strings.Contains(log.String(), "out of range") || !strings.Contains(log.String(), "contain_test.go") {
		t.Errorf("%d panics were counted, want 2; the log is %s", n, &log)
	}
	h.Close()
	s.reopen()
	h = s.house()
	s.wait(time.Hour)
	h.Tick(t.Context())
	s.wantReason(h, bad, play.Failed.Code)
	if n := robot.times(); n != 2 {
		t.Errorf("the computer player was asked %d times, want 2", n)
	}
	s.refuse(h, good, ann.ID, play.CallOff{}, play.NotForPlayers)
}

// TestTableThatPanics is set aside, and all others go on.
func TestTableThatPanics(t *testing.T) {
	s := newSite(t)
	store := &brokenStore{Store: s.store}
	s.store = store
	h := s.house()
	clock := play.Terms{Time: play.Time{Main: 60_000}, Spectators: true}
	bad, good := s.begin(h, clock), s.begin(h, clock)
	watch := s.watch(h, bad, ann.ID, 0)
	if _, err := watch.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	store.damaged = bad
	s.wait(time.Hour) // Ending the game asks the store.
	store.Store = &conflicting{Store: store.Store}
	h.Tick(t.Context())
	store.Store = store.Store.(*conflicting).Store
	if n := h.Tables.Stats(); n.SetAside != 1 || n.Panics != 1 {
		t.Errorf("%d tables were set aside after %d panics, want 1 after 1", n.SetAside, n.Panics)
	}
	s.refuse(h, bad, ann.ID, play.Resign{}, play.TableFailed)
	_, err := h.Tables.Table(t.Context(), bad, ann.ID)
	wantRefusal(t, err, play.TableFailed)
	_, err = watch.Look(t.Context())
	wantRefusal(t, err, play.TableFailed)
	s.wait(time.Second)
	h.Tick(t.Context())
	s.wantReason(h, good, "aborted")
	// Another server finds it as it is.
	store.damaged = ""
	h.Close()
	h = s.house()
	s.wait(time.Minute)
	h.Tick(t.Context())
	s.wantReason(h, bad, "aborted")
}

// conflicting answers every commit with a conflict, the first time.
type conflicting struct {
	Store
	mu   sync.Mutex
	seen map[play.TableID]bool
}

func (s *conflicting) Append(ctx context.Context, batches ...play.Batch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := batches[0].Summary.ID
	if s.seen == nil {
		s.seen = map[play.TableID]bool{}
	}
	if !s.seen[id] {
		s.seen[id] = true
		return play.ErrConflict
	}
	return s.Store.Append(ctx, batches...)
}

var _ live.Chooser = (*panicking)(nil)
