package house_test

import (
	"fmt"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/pairing"
)

// player is one with an account.
func player(name string) play.Player {
	return play.Player{ID: play.PlayerID(name), Name: name, Registered: true}
}

func (s *site) seek(h *house.House, name string, terms pairing.Terms) *pairing.Seeker {
	s.Helper()
	seeker, err := h.Pairing.Seek(s.Context(), player(name), terms)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(seeker.Close)
	return seeker
}

// wantPaired has seekers at one table, and says which.
func wantPaired(t *testing.T, seekers ...*pairing.Seeker) play.TableID {
	t.Helper()
	first, _ := seekers[0].Look()
	for i, seeker := range seekers {
		if table, _ := seeker.Look(); table == "" || table != first {
			t.Errorf("seeker %d is at the table %q, the first at %q", i, table, first)
		}
	}
	return first
}

func wantWaiting(t *testing.T, seeker *pairing.Seeker, others int) {
	t.Helper()
	if table, waiting := seeker.Look(); table != "" || waiting != others {
		t.Errorf("%d others wait, want %d; the table is %q", waiting, others, table)
	}
}

func TestPairing(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := pairing.Terms{Game: "quixo", Time: play.Time{Main: 60_000}}
	first := s.seek(h, "ann", terms)
	other := s.seek(h, "cleo", pairing.Terms{Game: "quixo"})
	wantWaiting(t, first, 0)
	second := s.seek(h, "ben", terms)
	id := wantPaired(t, first, second)
	select {
	case <-first.Bell():
	default:
		t.Error("the first was not notified")
	}
	wantWaiting(t, other, 0)
	table := s.table(h, id)
	if table.Phase != play.Running || table.Host != "" || table.Terms.Listed || !table.Terms.Spectators || table.Terms.Chat || table.Terms.Time != terms.Time {
		t.Errorf("the table is %+v", table)
	}
	s.do(h, id, table.Sitters[table.ToMove()].Player, play.Abort{})
}

// TestPairingTwoPages pairs nobody with themselves, and notifies all their pages.
func TestPairingTwoPages(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := pairing.Terms{Game: "quixo"}
	pages := []*pairing.Seeker{s.seek(h, "ann", terms), s.seek(h, "ann", terms), s.seek(h, "ann", terms)}
	for _, page := range pages {
		wantWaiting(t, page, 0)
	}
	pages[0].Close()
	ben := s.seek(h, "ben", terms)
	wantPaired(t, pages[1], pages[2], ben)
	wantWaiting(t, s.seek(h, "cleo", terms), 0)
}

// TestPairingFour waits until there are four, and counts who waits.
func TestPairingFour(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := pairing.Terms{Game: "quixo4p"}
	var seekers []*pairing.Seeker
	for i, name := range []string{"ann", "ben", "ann", "cleo"} {
		seekers = append(seekers, s.seek(h, name, terms))
		wantWaiting(t, seekers[0], min(i, 1)+max(0, i-2))
	}
	seekers[1].Close()
	wantWaiting(t, seekers[0], 1)
	seekers = append(seekers[:1:1], append(seekers[2:], s.seek(h, "dan", terms), s.seek(h, "eve", terms))...)
	wantPaired(t, seekers...)
}

// TestPairingByRating has players wait until their ratings are near enough.
func TestPairingByRating(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := pairing.Terms{Game: "quixo", Rated: true}
	s.rate(h, "strong", "weak")
	far := s.seek(h, "strong", terms)
	wantWaiting(t, far, 0)
	low := s.seek(h, "weak", terms)
	wantWaiting(t, far, 1)
	s.wait(time.Second)
	h.Tick(t.Context())
	wantWaiting(t, far, 1)
	s.wait(time.Hour)
	h.Tick(t.Context())
	wantPaired(t, far, low)
	_, err := h.Pairing.Seek(t.Context(), play.Player{ID: "guest", Name: "Guest"}, terms)
	wantRefusal(t, err, play.RatedGuest)
	_, err = h.Pairing.Seek(t.Context(), player("ann"), pairing.Terms{Game: "quixo", Time: play.Time{Main: 1}})
	wantRefusal(t, err, play.BadClock)
}

// Somebody who has waited for long may be paired with a newcomer whose own range is
// still small.
func TestPairingOfNewcomers(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := pairing.Terms{Game: "quixo", Rated: true}
	s.rate(h, "strong", "weak")
	patient := s.seek(h, "strong", terms)
	s.wait(time.Hour)
	wantPaired(t, patient, s.seek(h, "weak", terms))
}

// rate has one player beat another often.
func (s *site) rate(h *house.House, winner, loser string) {
	s.Helper()
	for range 4 {
		answer, err := h.Tables.Open(s.Context(), player(winner), play.Terms{Game: "quixo", Rated: true, Spectators: true, FirstSide: play.FirstParty},
			[]play.Sitter{{Player: play.PlayerID(winner)}, {}}, "")
		if err != nil {
			s.Fatal(err)
		}
		s.do(h, answer.Table, play.PlayerID(loser), play.Sit{Player: player(loser), Chair: play.AnyChair})
		s.move(h, answer.Table, ratedOpening...)
		s.do(h, answer.Table, play.PlayerID(loser), play.Resign{})
	}
}

// TestPairingThatFails has both wait on when no table can be opened, and finds
// another one for those who are left when one leaves.
func TestPairingThatFails(t *testing.T) {
	s := newSite(t)
	broken := &brokenStore{Store: s.store}
	s.store = broken
	h := s.house()
	terms := pairing.Terms{Game: "quixo"}
	ann := s.seek(h, "ann", terms)
	broken.broken = true
	ben := s.seek(h, "ben", terms)
	wantWaiting(t, ann, 1)
	wantWaiting(t, ben, 1)
	broken.broken = false
	ann.Close()
	h.Tick(t.Context())
	wantWaiting(t, ben, 0)
	cleo := s.seek(h, "cleo", terms)
	wantPaired(t, ben, cleo)
}

// TestPairingManyAtOnce pairs everybody once.
func TestPairingManyAtOnce(t *testing.T) {
	s := newSite(t)
	h := s.house()
	const players = 40
	seekers := make(chan *pairing.Seeker, players)
	for i := range players {
		go func() {
			seeker, err := h.Pairing.Seek(t.Context(), player(fmt.Sprint("p", i)), pairing.Terms{Game: "quantik"})
			if err != nil {
				t.Error(err)
			}
			seekers <- seeker
		}()
	}
	at := make(map[play.TableID]int)
	for range players {
		seeker := <-seekers
		for table, _ := seeker.Look(); ; table, _ = seeker.Look() {
			if table != "" {
				at[table]++
				break
			}
			<-seeker.Bell()
		}
	}
	if len(at) != players/2 {
		t.Errorf("%d players are at %d tables", players, len(at))
	}
	for id, n := range at {
		if n != 2 {
			t.Errorf("%d are at one table", n)
		}
		if _, err := h.Tables.Table(t.Context(), id, ""); err != nil {
			t.Error(err)
		}
	}
}

// TestPairingAfterAbort does not pair the same two again at once.
func TestPairingAfterAbort(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := pairing.Terms{Game: "quixo"}
	id := wantPaired(t, s.seek(h, "ann", terms), s.seek(h, "ben", terms))
	table := s.table(h, id)
	s.do(h, id, table.Sitters[table.ToMove()].Player, play.Abort{})
	ann, ben := s.seek(h, "ann", terms), s.seek(h, "ben", terms)
	wantWaiting(t, ann, 1)
	wantPaired(t, ann, s.seek(h, "cleo", terms))
	ann = s.seek(h, "ann", terms)
	wantWaiting(t, ann, 1)
	s.wait(5 * time.Minute)
	h.Tick(t.Context())
	wantPaired(t, ann, ben)
}
