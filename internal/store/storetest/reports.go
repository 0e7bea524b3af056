package storetest

import (
	"time"

	"plateau/internal/play"
	"plateau/internal/reports"
)

func testReports(s *store) {
	s.people("ann", "ben", "cleo")
	report := func(by, player play.PlayerID, table play.TableID) error {
		return s.AddReport(s.Context(), reports.Report{At: now, By: by, Player: player, Reason: reports.Insult, Text: "by " + string(by), Table: table, Message: 7}, 2)
	}
	must(s, report("ann", "ben", "t"))
	s.wantError("the same again", report("ann", "ben", "t"), play.ErrConflict)
	must(s, report("ann", "ben", ""))
	s.wantError("a third one", report("ann", "cleo", "t"), play.ErrTooMany)
	s.wantError("an unknown player", report("ben", "nobody", ""), play.ErrNoPlayer)
	must(s, report("cleo", "ann", "t"))
	s.reopen()
	// Reports are counted upwards. A write that had to be tried again may leave
	// a gap.
	seqs := []int64{0}
	number := func() {
		s.Helper()
		newest := answer(s.Reports(s.Context(), reports.Query{Limit: 9})).must(s)
		for i := len(newest) - 1; i >= 0; i-- {
			if seq := newest[i].Seq; seq > seqs[len(seqs)-1] {
				seqs = append(seqs, seq)
			}
		}
	}
	number()
	list := func(q reports.Query, want ...int) []reports.Report {
		s.Helper()
		q.Limit = 9
		got := answer(s.Reports(s.Context(), q)).must(s)
		n := answer(s.CountReports(s.Context(), q)).must(s)
		if len(got) != len(want) || n != len(want) {
			s.Fatalf("%+v: %+v, counted %d, want %d", q, got, n, want)
		}
		for i, r := range got {
			if r.Seq != seqs[want[i]] {
				s.Errorf("%+v: %d, want %d", q, r.Seq, seqs[want[i]])
			}
		}
		return got
	}
	all := list(reports.Query{}, 3, 2, 1)
	if r := all[2]; r.ByName != "ann" || r.PlayerName != "ben" || r.Table != "t" || r.Message != 7 || r.Text != "by ann" || !r.At.Equal(now) || !r.Closed.IsZero() {
		s.Errorf("the first report is %+v", r)
	}
	list(reports.Query{By: "ann"}, 2, 1)
	list(reports.Query{Player: "ben"}, 2, 1)
	list(reports.Query{Except: "ann"}, 2, 1)
	list(reports.Query{Before: seqs[3], Open: true}, 2, 1)
	for i, want := range []bool{true, false} {
		answer(s.CloseReport(s.Context(), seqs[1], now.Add(time.Hour), "cleo", "warned")).is(s, want, "closing it for the %d. time", i+1)
	}
	list(reports.Query{Open: true}, 3, 2)
	list(reports.Query{Closed: true}, 1)
	must(s, report("ann", "ben", "t"))
	number()
	if r, err := s.Report(s.Context(), seqs[1]); err != nil || r.Note != "warned" || r.ClosedByName != "cleo" || !r.Closed.Equal(now.Add(time.Hour)) {
		s.Errorf("the closed report is %+v, %v", r, err)
	}
	answer(s.Report(s.Context(), 99)).fails(s, reports.ErrNoReport, "an unknown report")
	// Who reported is forgotten, and what was reported of somebody goes with them.
	must(s, s.Forget(s.Context(), "ann"))
	if r := list(reports.Query{}, 4, 2, 1)[1]; r.By != "" || r.Text != "" || r.Player != "ben" {
		s.Errorf("after the deletion of its author the report is %+v", r)
	}
	answer(s.ExpireReports(s.Context(), now.Add(2*time.Hour))).is(s, 1, "how many reports were too old")
	must(s, s.Forget(s.Context(), "ben"))
	list(reports.Query{})
}
