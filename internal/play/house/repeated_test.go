package house_test

import (
	"fmt"
	"sync"
	"testing"

	"plateau/internal/play"
	"plateau/internal/play/live"
)

// TestRace has many requests for the same ply. One wins.
func TestRace(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{})
	position := s.table(h, id).Position()
	moves := position.Moves()
	var all sync.WaitGroup
	won := make(chan uint64, len(moves))
	for i, m := range moves {
		text := position.MoveText(m)
		all.Go(func() {
			answer, err := h.Tables.Do(t.Context(), live.Request{
				Table: id, By: ann.ID, ID: fmt.Sprint("r", i), Command: play.Play{Move: text},
			})
			if err == nil {
				won <- answer.Seq
				return
			}
			wantRefusal(t, err, play.StalePly)
		})
	}
	all.Wait()
	if len(won) != 1 || s.table(h, id).Plies() != 1 {
		t.Errorf("%d of %d moves for one turn were accepted, %d played", len(won), len(moves), s.table(h, id).Plies())
	}
}

func TestRepeatedRequests(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Chat: true})
	for _, c := range []play.Command{
		play.Play{Move: "a1-a5"},
		play.Say{Channel: play.ToTable, Text: "hello"},
	} {
		r := live.Request{Table: id, By: ann.ID, ID: fmt.Sprintf("%T", c)[5:], Command: c}
		var all sync.WaitGroup
		answers := make([]live.Answer, 8)
		for i := range answers {
			all.Go(func() {
				var err error
				if answers[i], err = h.Tables.Do(t.Context(), r); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, a := range answers {
			if a != answers[0] {
				t.Errorf("%T was answered by %+v and by %+v", c, answers[0], a)
			}
		}
	}
	if table := s.table(h, id); table.Plies() != 1 || table.Messages != 1 {
		t.Errorf("repeats were played: %d moves, %d messages", table.Plies(), table.Messages)
	}
	// Another player's request of the same name is another request.
	_, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: ben.ID, ID: "Play", Command: play.Play{Move: "a1-a5"}})
	wantRefusal(t, err, play.StalePly)
}

func TestRepeatedOpening(t *testing.T) {
	s := newSite(t)
	h := s.house()
	var answers [2]live.Answer
	for i := range answers {
		var err error
		answers[i], err = h.Tables.Open(t.Context(), ann, play.Terms{Game: "pivot"}, []play.Sitter{{Player: ann.ID}, {}}, "open")
		if err != nil {
			t.Fatal(err)
		}
	}
	if answers[0] != answers[1] {
		t.Errorf("one request opened the tables %v", answers)
	}
}
