package storetest

import (
	"fmt"
	"strings"
	"testing"

	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// UnfinishedTables has a player who has played many games, and looks how the tables are
// found that they have not finished: fill adds finished games to the store, and
// explained is the store with a note of how each query is answered.
func UnfinishedTables(t *testing.T, db *sqlstore.Store, explained func(note func(plan string)) *sqlstore.Store, fill func(t *testing.T)) {
	t.Helper()
	s := &store{T: t, Store: db}
	for i, end := range []play.Command{play.Resign{}, play.Abort{}} {
		s.running(play.TableID(fmt.Sprint("over", i)), play.Terms{}).add(s, "ann", "", end)
	}
	// When the host leaves, the table is over and nobody sits there.
	left := NewTable(1, now)
	left.add(s, "ann", "", Opening("left", "ann", play.Terms{Game: "quixo"}))
	left.add(s, "ann", "", play.Leave{})
	s.running("running", play.Terms{})
	NewTable(2, now).add(s, "ann", "", Opening("open", "ann", play.Terms{Game: "quixo"}))
	fill(t)
	plan := ""
	noting := explained(func(p string) { plan += p })
	for _, c := range []struct {
		query       play.TableQuery
		index, want string
	}{
		{play.TableQuery{Player: "ann", Unfinished: true}, "sitters_unfinished", "[open running]"},
		{play.TableQuery{Player: "ann", Phase: play.Running}, "sitters_unfinished", "[running]"},
		{play.TableQuery{Player: "ann", Phase: play.Running, Game: "quixo"}, "sitters_unfinished", "[running]"},
		{play.TableQuery{Player: "ann", Phase: play.Open}, "sitters_unfinished", "[open]"},
		{play.TableQuery{Host: "ann", Unfinished: true}, "tables_unfinished", "[open running]"},
	} {
		c.query.Limit, plan = 100, ""
		list := answer(noting.Tables(s.Context(), c.query)).must(s)
		equal(s, fmt.Sprint(column(list, func(sum play.Summary) play.TableID { return sum.ID })), c.want, "what %+v gives", c.query)
		if !strings.Contains(plan, c.index) {
			s.Errorf("%+v is not answered by %s:\n%s", c.query, c.index, plan)
		}
		plan = ""
		answer(noting.CountTables(s.Context(), c.query)).is(s, len(list), "what %+v counts", c.query)
		if !strings.Contains(plan, c.index) {
			s.Errorf("%+v is not counted by %s:\n%s", c.query, c.index, plan)
		}
	}
}
