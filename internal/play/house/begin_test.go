package house_test

import (
	"context"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/pairing"
)

var notNow = game.Conflict("test.notnow", "not now")

// closed lets no game begin at a house, until the returned function is called. It counts
// how often the house has asked.
func closed(h *house.House) (asked *int, open func()) {
	asked, shut := new(int), true
	h.Tables.MayBegin = func(context.Context) error {
		*asked++
		if shut {
			return notNow.Refuse("")
		}
		return nil
	}
	return asked, func() { shut = false }
}

// While no games may begin, a running game goes on, and no move asks. There is no way to
// another game, and afterwards there is each of them again.
func TestNoGamesBegin(t *testing.T) {
	s := newSite(t)
	h := s.house()
	running, over, waiting := s.begin(h, play.Terms{}), s.begin(h, play.Terms{}), s.open(h, play.Terms{})
	four := s.open(h, play.Terms{Game: "quixo4p"})
	s.do(h, over, ben.ID, play.Resign{})
	s.do(h, over, ben.ID, play.AskRematch{})
	asked, open := closed(h)

	s.move(h, running, "a1-a5", "b1-b5")
	s.do(h, running, ann.ID, play.OfferDraw{})
	s.do(h, four, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair}) // Two are missing.
	if *asked != 0 {
		t.Errorf("whether games may begin was asked %d times when none did", *asked)
	}
	s.refuse(h, waiting, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair}, notNow)
	s.refuse(h, over, ann.ID, play.AskRematch{}, notNow)
	_, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo"}, []play.Sitter{{Player: ann.ID}, {}}, "")
	wantRefusal(t, err, notNow)
	_, err = h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo"}, []play.Sitter{{Player: ann.ID}, {Level: "1"}}, "")
	wantRefusal(t, err, notNow)
	_, err = h.Tables.OpenFor(t.Context(), "together", play.Terms{Game: "quixo"}, ann, ben)
	wantRefusal(t, err, notNow)
	s.do(h, running, ann.ID, play.Resign{})
	s.refuse(h, running, ann.ID, play.AskRematch{}, notNow)
	if next := s.table(h, over).Next; next != "" {
		t.Errorf("there is a rematch: %s", next)
	}

	open()
	s.do(h, waiting, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	s.do(h, over, ann.ID, play.AskRematch{})
	if table := s.table(h, waiting); table.Phase != play.Running {
		t.Errorf("afterwards the table is %s", table.Phase)
	}
	if next := s.table(h, s.table(h, over).Next); next.Phase != play.Running {
		t.Errorf("afterwards the rematch is %s", next.Phase)
	}
}

// While no games may begin, nobody looks for an opponent, and who does already stops.
func TestNobodyIsPairedWhileNoGamesBegin(t *testing.T) {
	check := func(t *testing.T, s *site, h *house.House) {
		t.Helper()
		terms := pairing.Terms{Game: "quixo", Time: play.Time{Main: 60_000}}
		first := s.seek(h, "ann", terms)
		_, open := closed(h)
		_, err := h.Pairing.Seek(t.Context(), player("ben"), terms)
		wantRefusal(t, err, notNow)
		s.wait(2 * time.Second)
		h.Tick(t.Context())
		if !first.Ended() {
			t.Error("Ann still looks for an opponent")
		}
		open()
		wantPaired(t, s.seek(h, "ann", terms), s.seek(h, "ben", terms))
	}
	t.Run("alone", func(t *testing.T) {
		s := newSite(t)
		check(t, s, s.house())
	})
	t.Run("several servers", func(t *testing.T) {
		c := newCluster(t, 1, 1)
		check(t, c.site, c.houses[0])
	})
}
