package storetest

import (
	"time"

	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

// rated is a decision that ends a rated game of players with given standings.
func rated(s *store, table *Table, standings []play.Standing) *play.Decision {
	s.Helper()
	d := table.Decide(s, "ben", "", play.Resign{})
	must(s, d.Rate(standings))
	return d
}

func testRatings(s *store) {
	ids := []play.PlayerID{"ann", "ben"}
	standings := func(game string) []play.Standing {
		s.Helper()
		return answer(s.Standings(s.Context(), play.Rank{Game: game, Player: ids[0]}, play.Rank{Game: game, Player: ids[1]})).must(s)
	}
	for i, st := range standings("quixo") {
		if st.Player != ids[i] || st.Games != 0 || st.Rating != glicko.New() {
			s.Errorf("a new player has %+v", st)
		}
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	first, second, third := s.running("t", terms), s.running("u", terms), s.running("v", terms)
	before := standings("quixo")
	must(s, s.Append(s.Context(), play.BatchOf(rated(s, first, before))))
	// The second game was rated with stale standings.
	s.wantConflict(s.Append(s.Context(), play.BatchOf(rated(s, second, before))))
	s.wantStored(second.Now)
	between := standings("quixo")
	d := rated(s, second, between)
	must(s, s.Append(s.Context(), play.BatchOf(d)))
	// So was the third one, with standings that were there when the second ended.
	s.wantConflict(s.Append(s.Context(), play.BatchOf(rated(s, third, between))))
	s.wantStored(third.Now)
	for i, st := range standings("quixo") {
		if want := d.Table.Ratings[i].After; st.Games != 2 || st.Rating != want {
			s.Errorf("the standing is %+v, want %+v after 2 games", st, want)
		}
	}
	if st := standings("pivot"); st[0].Games != 0 {
		s.Errorf("a game of Quixo changed the rating in Pivot: %+v", st)
	}
	testBest(s, standings("quixo"))
}

// testBest begins with ratings that are provisional, and settles them.
func testBest(s *store, standings []play.Standing) {
	s.Helper()
	best := func(at time.Time, skip int) []play.Standing {
		s.Helper()
		list := answer(s.Best(s.Context(), play.BestQuery{Game: "quixo", Now: at, Skip: skip, Limit: 10})).must(s)
		return list
	}
	if list := best(now, 0); len(list) > 0 {
		s.Errorf("provisional ratings are among the best: %+v", list)
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	for i := range standings {
		standings[i].Rating.Deviation = 60
	}
	table := s.running("settled", terms)
	must(s, s.Append(s.Context(), play.BatchOf(rated(s, table, standings))))
	list := best(now, 0)
	if len(list) != 2 || list[0].Player != "ann" || list[1].Player != "ben" {
		s.Errorf("the best are %+v", list)
	}
	equal(s, best(now, 1), list[1:], "without the first the best")
	// Without games they become uncertain again, as the rating itself says.
	for _, days := range []int{200, 300, 400, 600} {
		at := now.AddDate(0, 0, days)
		if settled := !list[0].Rating.Provisional(at); settled != (len(best(at, 0)) > 0) {
			s.Errorf("after %d days the rating is settled: %v, but the best are %+v", days, settled, best(at, 0))
		}
	}
}
