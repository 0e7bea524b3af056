package house_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/live"
)

func TestComputerPlayers(t *testing.T) {
	s := newSite(t)
	h := s.house()
	answer, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "pivot", FirstSide: play.SecondParty},
		[]play.Sitter{{Player: ann.ID}, {Level: "3"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	// The house goes down before the computer player has moved.
	h.Close()
	h = s.house()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	defer running.Wait()
	defer stop()

	watch := s.watch(h, answer.Table, ann.ID, 0)
	for {
		news, err := watch.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		table := news.Table
		if table.Phase == play.Over {
			break
		}
		if table.ToMove() == table.SeatOf(ann.ID) {
			p := table.Position()
			moves := p.Moves()
			_, err := h.Tables.Do(t.Context(), live.Request{
				Table: table.ID, By: ann.ID, Command: play.Play{Ply: table.Plies(), Move: p.MoveText(moves[len(moves)-1])},
			})
			if err != nil {
				// The news may be of several moves ago.
				wantRefusal(t, err, play.StalePly)
			}
		}
	}
	s.table(h, answer.Table)
}

// TestForgottenComputerPlayer moves after a restart, even if nobody looks at the
// table.
func TestForgottenComputerPlayer(t *testing.T) {
	s := newSite(t)
	h := s.house()
	answer, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo", FirstSide: play.SecondParty, Begins: play.SecondParty},
		[]play.Sitter{{Player: ann.ID}, {Level: "3"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	h.Close()
	s.reopen()
	h = s.house()
	s.wait(10 * time.Second)
	h.Tick(t.Context())
	h.Tables.ThinkNext(t.Context(), false)
	if n := s.table(h, answer.Table).Plies(); n != 1 {
		t.Errorf("%d moves were played, want 1", n)
	}
}

// TestComputerPlayerIsInterrupted by another move in place of the one that it
// thinks about.
func TestComputerPlayerIsInterrupted(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty}
	answer, err := h.Tables.Open(t.Context(), ann, terms, []play.Sitter{{Player: ann.ID}, {Level: "1"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	id := answer.Table
	s.move(h, id, "a1-a5")
	s.robot.meanwhile = func() {
		s.do(h, id, ann.ID, play.AskTakeBack{})
		s.move(h, id, "e1-e5")
	}
	h.Tables.ThinkNext(t.Context(), false)
	if n := s.table(h, id).Plies(); n != 1 {
		t.Errorf("%d moves were played, want 1: the answer was to another one", n)
	}
	h.Tables.ThinkNext(t.Context(), false)
	if n := s.table(h, id).Plies(); n != 2 {
		t.Errorf("%d moves were played, want 2", n)
	}
}
