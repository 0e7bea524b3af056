package house_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/live"
)

var errBroken = fmt.Errorf("%w: the disk is full", play.ErrUnavailable)

// brokenStore fails to write as long as it is broken, and to read as long as it
// is blind.
type brokenStore struct {
	Store
	broken, blind bool
	// full fails to add events, and nothing else.
	full bool
	// late commits what it says that it could not.
	late bool
	// damaged is a table whose events make a replay panic.
	damaged play.TableID
	// heartbeats is how many were tried while it was broken.
	heartbeats int
}

func (s *brokenStore) Events(ctx context.Context, table play.TableID, after uint64, limit int) ([]play.Event, error) {
	if s.blind {
		return nil, errBroken
	}
	if table == s.damaged {
		return []play.Event{{Table: table, Seq: after + 1}}, nil
	}
	return s.Store.Events(ctx, table, after, limit)
}

func (s *brokenStore) Append(ctx context.Context, batches ...play.Batch) error {
	if _, limited := ctx.Deadline(); !limited {
		return errors.New("a commit could take for ever")
	}
	if s.broken || s.full {
		return errBroken
	}
	if err := s.Store.Append(ctx, batches...); err != nil || !s.late {
		return err
	}
	return context.DeadlineExceeded
}

func (s *brokenStore) Heartbeat(ctx context.Context, now func() time.Time, gap time.Duration) (downtimes int, err error) {
	if s.broken {
		s.heartbeats++
		return 0, errBroken
	}
	return s.Store.Heartbeat(ctx, now, gap)
}

func (s *brokenStore) Share(ctx context.Context, now time.Time, changes ...play.SharedChange) error {
	if s.broken {
		return errBroken
	}
	return s.Store.Share(ctx, now, changes...)
}

// TestBrokenStore shows nothing to anybody that could not be stored, and does
// what was due as soon as it can.
func TestBrokenStore(t *testing.T) {
	s := newSite(t)
	store := &brokenStore{Store: s.store}
	s.store = store
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	s.move(h, id, "a1-a5", "b1-b5")
	store.broken = true
	_, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: ann.ID, Command: play.Play{Ply: 2, Move: "c1-c5"}})
	if !errors.Is(err, errBroken) {
		t.Errorf("a move that was not stored was answered with %v", err)
	}
	if n := s.table(h, id).Plies(); n != 2 {
		t.Errorf("%d moves are shown, want 2", n)
	}
	s.wait(time.Hour)
	h.Tick(t.Context())
	s.wantReason(h, id, "")
	if store.heartbeats == 0 {
		t.Error("the house did not try to note that it runs")
	}
	store.heartbeats = 0
	h.Tick(t.Context())
	if store.heartbeats > 0 {
		t.Error("what failed is tried at every tick")
	}
	store.broken = false
	s.wait(time.Second)
	h.Tick(t.Context())
	s.wantReason(h, id, "")
	s.move(h, id, "c1-c5")
	if left := s.table(h, id).Remaining(0, s.Now()); left != 60_000 {
		t.Errorf("Ann has %d ms after her store was broken for an hour, want 60000", left)
	}
	s.wait(61 * time.Second)
	h.Tick(t.Context())
	s.wantReason(h, id, "timeout")
}

// TestFullDisk costs nobody any time if it still has room for heartbeats, but not for
// moves.
func TestFullDisk(t *testing.T) {
	s := newSite(t)
	store := &brokenStore{Store: s.store}
	s.store = store
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	s.move(h, id, "a1-a5", "b1-b5")
	s.wait(20 * time.Second)
	move := live.Request{Table: id, By: ann.ID, ID: "m", Command: play.Play{Ply: 2, Move: "c1-c5"}}
	store.full = true
	for range 100 {
		if _, err := h.Tables.Do(t.Context(), move); !errors.Is(err, play.ErrUnavailable) {
			t.Fatalf("a move that was not stored was answered with %v", err)
		}
		s.wait(time.Second)
		h.Tick(t.Context())
	}
	store.full = false
	if _, err := h.Tables.Do(t.Context(), move); err != nil {
		t.Fatal(err)
	}
	s.wantReason(h, id, "")
	if left := s.table(h, id).Remaining(0, s.Now()); left != 40_000 {
		t.Errorf("Ann has %d ms, want the 40000 when she moved", left)
	}
}

// TestComputerPlayerFails to move while the store is broken, and moves later.
func TestComputerPlayerFails(t *testing.T) {
	s := newSite(t)
	store := &brokenStore{Store: s.store}
	s.store = store
	h := s.house()
	terms := play.Terms{Game: "quixo", FirstSide: play.SecondParty, Begins: play.SecondParty}
	answer, err := h.Tables.Open(t.Context(), ann, terms, []play.Sitter{{Player: ann.ID}, {Level: "perfect"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	store.broken = true
	h.Tables.ThinkNext(t.Context(), false)
	store.broken = false
	if n := s.table(h, answer.Table).Plies(); n != 0 {
		t.Errorf("%d moves are shown, want none", n)
	}
	s.wait(time.Second)
	h.Tick(t.Context())
	h.Tables.ThinkNext(t.Context(), false)
	if n := s.table(h, answer.Table).Plies(); n != 1 {
		t.Errorf("%d moves were played, want 1", n)
	}
}

// TestLateCommit is found by the repeat of its request, and by the house.
func TestLateCommit(t *testing.T) {
	s := newSite(t)
	store := &brokenStore{Store: s.store}
	s.store = store
	h := s.house()
	id := s.begin(h, play.Terms{})
	move := live.Request{Table: id, By: ann.ID, ID: "m", Command: play.Play{Move: "a1-a5"}}
	store.late = true
	if _, err := h.Tables.Do(t.Context(), move); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a move that may be lost was answered with %v", err)
	}
	store.late = false
	if _, err := h.Tables.Do(t.Context(), move); err != nil {
		t.Error(err)
	}
	if n := s.table(h, id).Plies(); n != 1 {
		t.Errorf("%d moves are shown, want 1", n)
	}
	store.late = true
	_, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: ben.ID, Command: play.Play{Ply: 1, Move: "b1-b5"}})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a move that may be lost was answered with %v", err)
	}
	store.late = false
	s.wait(time.Second)
	h.Tick(t.Context())
	if n := s.table(h, id).Plies(); n != 2 {
		t.Errorf("%d moves are shown, want 2", n)
	}
}

// TestComputerPlayerWithoutTable finds it when the store can be read again.
func TestComputerPlayerWithoutTable(t *testing.T) {
	s := newSite(t)
	store := &brokenStore{Store: s.store}
	s.store = store
	h := s.house()
	terms := play.Terms{Game: "quixo", FirstSide: play.SecondParty, Begins: play.SecondParty}
	answer, err := h.Tables.Open(t.Context(), ann, terms, []play.Sitter{{Player: ann.ID}, {Level: "perfect"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // The house looks after the table, and then it leaves memory.
		s.wait(time.Hour)
		h.Tick(t.Context())
		s.wait(time.Second)
		h.Tick(t.Context())
	}
	if n := h.Tables.Stats().Tables; n != 0 {
		t.Fatalf("%d tables are in memory", n)
	}
	store.blind = true
	h.Tables.ThinkNext(t.Context(), false)
	store.blind = false
	s.wait(time.Second)
	h.Tick(t.Context())
	h.Tables.ThinkNext(t.Context(), false)
	if n := s.table(h, answer.Table).Plies(); n != 1 {
		t.Errorf("%d moves were played, want 1", n)
	}
}
