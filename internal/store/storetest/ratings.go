package storetest

import (
	"reflect"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

// rated is a decision that ends a rated game of players with given standings.
func rated(t *testing.T, table *Table, standings []play.Standing) *play.Decision {
	t.Helper()
	d := table.Decide(t, "ben", "", play.Resign{})
	must(t, d.Rate(standings))
	return d
}

func testRatings(t *testing.T, s *store) {
	t.Helper()
	ids := []play.PlayerID{"ann", "ben"}
	standings := func(game string) []play.Standing {
		t.Helper()
		list, err := s.Standings(t.Context(), play.Rank{Game: game, Player: ids[0]}, play.Rank{Game: game, Player: ids[1]})
		must(t, err)
		return list
	}
	for i, st := range standings("quixo") {
		if st.Player != ids[i] || st.Games != 0 || st.Rating != glicko.New() {
			t.Errorf("a new player has %+v", st)
		}
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	first, second, third := running(t, s.Store, "t", terms), running(t, s.Store, "u", terms), running(t, s.Store, "v", terms)
	before := standings("quixo")
	must(t, s.Append(t.Context(), play.BatchOf(rated(t, first, before))))
	// The second game was rated with stale standings.
	wantConflict(t, s.Append(t.Context(), play.BatchOf(rated(t, second, before))))
	wantStored(t, s.Store, second.Now)
	between := standings("quixo")
	d := rated(t, second, between)
	must(t, s.Append(t.Context(), play.BatchOf(d)))
	// So was the third one, with standings that were there when the second ended.
	wantConflict(t, s.Append(t.Context(), play.BatchOf(rated(t, third, between))))
	wantStored(t, s.Store, third.Now)
	for i, st := range standings("quixo") {
		if want := d.Table.Ratings[i].After; st.Games != 2 || st.Rating != want {
			t.Errorf("the standing is %+v, want %+v after 2 games", st, want)
		}
	}
	if st := standings("pivot"); st[0].Games != 0 {
		t.Errorf("a game of Quixo changed the rating in Pivot: %+v", st)
	}
	testBest(t, s, standings("quixo"))
}

// testBest begins with ratings that are provisional, and settles them.
func testBest(t *testing.T, s *store, standings []play.Standing) {
	t.Helper()
	best := func(at time.Time, skip int) []play.Standing {
		t.Helper()
		list, err := s.Best(t.Context(), play.BestQuery{Game: "quixo", Now: at, Skip: skip, Limit: 10})
		must(t, err)
		return list
	}
	if list := best(now, 0); len(list) > 0 {
		t.Errorf("provisional ratings are among the best: %+v", list)
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	for i := range standings {
		standings[i].Rating.Deviation = 60
	}
	table := running(t, s.Store, "settled", terms)
	must(t, s.Append(t.Context(), play.BatchOf(rated(t, table, standings))))
	list := best(now, 0)
	if len(list) != 2 || list[0].Player != "ann" || list[1].Player != "ben" {
		t.Errorf("the best are %+v", list)
	}
	if rest := best(now, 1); !reflect.DeepEqual(rest, list[1:]) {
		t.Errorf("without the first the best are %+v", rest)
	}
	// Without games they become uncertain again, as the rating itself says.
	for _, days := range []int{200, 300, 400, 600} {
		at := now.AddDate(0, 0, days)
		if settled := !list[0].Rating.Provisional(at); settled != (len(best(at, 0)) > 0) {
			t.Errorf("after %d days the rating is settled: %v, but the best are %+v", days, settled, best(at, 0))
		}
	}
}
