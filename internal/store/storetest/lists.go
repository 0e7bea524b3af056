package storetest

import (
	"fmt"
	"reflect"
	"time"

	"plateau/internal/play"
)

// testLists has tables of two games in all phases, and lists them in all ways.
func testLists(s *store) {
	for i := range 12 {
		id := play.TableID(fmt.Sprintf("t%02d", i))
		// Pairs of tables have the same time, which must not confuse pages.
		table := NewTable(uint64(i), now.Add(time.Duration(i/2)*time.Second))
		terms := play.Terms{Game: []string{"quixo", "pivot"}[i%2], Listed: i%3 > 0, Spectators: i%4 < 3}
		host := play.PlayerID([]string{"ann", "cleo"}[i%2])
		table.add(s, host, "", Opening(id, host, terms))
		if i >= 4 {
			table.add(s, "ben", "", play.Sit{Player: play.Player{ID: "ben", Name: "ben"}, Chair: 1})
		}
		if i >= 8 {
			table.add(s, "ben", "", play.Resign{})
		}
	}
	for _, c := range []struct {
		query play.TableQuery
		want  string
	}{
		{play.TableQuery{Phase: play.Open}, "[t02 t03 t00 t01]"},
		{play.TableQuery{Phase: play.Open, Listed: true}, "[t02 t01]"},
		{play.TableQuery{Phase: play.Over}, "[t10 t11 t08 t09]"},
		{play.TableQuery{Phase: play.Over, Game: "pivot"}, "[t11 t09]"},
		{play.TableQuery{Phase: play.Over, Player: "ann"}, "[t10 t08]"},
		{play.TableQuery{Phase: play.Over, Player: "ben", Game: "quixo", Listed: true}, "[t10 t08]"},
		{play.TableQuery{Phase: play.Over, Public: true}, "[t10 t08]"},
		{play.TableQuery{Phase: play.Over, Public: true, Game: "pivot"}, "[]"},
		{play.TableQuery{Phase: play.Over, Public: true, Player: "ben"}, "[t10 t08]"},
		{play.TableQuery{Public: true}, "[t10 t08 t04 t05 t02 t01]"},
		{play.TableQuery{Player: "cleo"}, "[t11 t09 t07 t05 t03 t01]"},
		{play.TableQuery{Player: "nobody"}, "[]"},
		{play.TableQuery{Player: "ben", Unfinished: true}, "[t06 t07 t04 t05]"},
		{play.TableQuery{Host: "cleo", Unfinished: true}, "[t07 t05 t03 t01]"},
		{play.TableQuery{Host: "ben"}, "[]"},
	} {
		all := len(s.pages(c.query, 100))
		answer(s.CountTables(s.Context(), c.query)).is(s, all, "%+v counts", c.query)
		for _, limit := range []int{1, 3, 100} {
			equal(s, fmt.Sprint(s.pages(c.query, limit)), c.want, "%+v, %d a page", c.query, limit)
		}
	}
	list, err := s.Tables(s.Context(), play.TableQuery{Player: "ann", Phase: play.Over, Limit: 1})
	if err != nil || len(list) != 1 {
		s.Fatalf("got %v, %v", list, err)
	}
	if want := s.stored("t10").Summary(); !reflect.DeepEqual(list[0], want) {
		s.Errorf("the summary is\n%+v, want\n%+v", list[0], want)
	}
	s.leave()
}

// testPublic has public games and others: rated games are public like listed ones,
// and a game that was aborted is none.
func testPublic(s *store) {
	for i, c := range []struct {
		terms play.Terms
		end   play.Command
	}{
		{play.Terms{Rated: true, Spectators: true}, play.Resign{}},
		{play.Terms{Rated: true, Listed: true}, play.Resign{}},
		{play.Terms{Listed: true, Spectators: true}, play.Abort{}},
		{play.Terms{Listed: true, Spectators: true}, play.Resign{}},
		{play.Terms{Spectators: true}, play.Resign{}},
	} {
		table := NewTable(uint64(i), now.Add(-time.Duration(i)*time.Second))
		c.terms.Game = "quixo"
		opening := Opening(play.TableID(fmt.Sprint("t", i)), "ann", c.terms)
		table.add(s, "ann", "", opening)
		table.add(s, "ben", "", play.Sit{Player: play.Player{ID: "ben", Name: "ben", Registered: true}, Chair: play.AnyChair})
		table.add(s, "ben", "", c.end)
	}
	for _, c := range []struct {
		query play.TableQuery
		want  string
	}{
		{play.TableQuery{Public: true}, "[t0 t2 t3]"},
		{play.TableQuery{Played: true}, "[t0 t1 t3 t4]"},
		{play.TableQuery{Public: true, Played: true, Phase: play.Over, Game: "quixo"}, "[t0 t3]"},
		{play.TableQuery{Played: true, Player: "ben"}, "[t0 t1 t3 t4]"},
	} {
		equal(s, fmt.Sprint(s.pages(c.query, 2)), c.want, "%+v", c.query)
	}
}

// leave has a player leave, who is then no longer listed at the table.
func (s *store) leave() {
	s.Helper()
	table := NewTable(1, now)
	table.add(s, "ann", "", play.OpenTable{
		ID: "four", Terms: play.Terms{Game: "quixo4p"}, Chairs: make([]play.Sitter, 4), Host: play.Player{ID: "ann"},
	})
	dan := play.Player{ID: "dan", Name: "Dan"}
	for range 2 {
		table.add(s, "dan", "", play.Sit{Player: dan, Chair: 2})
		equal(s, fmt.Sprint(s.pages(play.TableQuery{Player: "dan"}, 10)), "[four]", "where Dan sits")
		table.add(s, "dan", "", play.Leave{})
		if got := s.pages(play.TableQuery{Player: "dan"}, 10); len(got) > 0 {
			s.Errorf("Dan, who left, sits at %v", got)
		}
	}
}

// pages reads a whole list in pages.
func (s *store) pages(q play.TableQuery, limit int) []play.TableID {
	s.Helper()
	ids := []play.TableID{}
	q.Limit = limit
	for {
		list := answer(s.Tables(s.Context(), q)).must(s)
		ids = append(ids, column(list, func(sum play.Summary) play.TableID { return sum.ID })...)
		if len(list) < limit {
			return ids
		}
		q.After = &list[len(list)-1]
	}
}
