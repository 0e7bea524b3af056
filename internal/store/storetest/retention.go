package storetest

import (
	"fmt"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/reports"
	"plateau/internal/tournaments"
)

// testRetention finds guests who do not come back, and removes their games and links.
func testRetention(s *store) {
	const day = 24 * time.Hour
	came := func(id play.PlayerID, since, used time.Time) {
		s.Helper()
		p := play.Player{ID: id, Name: string(id), Since: since}
		a := access(string(id), string(id), accounts.Session, 0)
		a.Player, a.Since, a.Used = id, since, used
		must(s, s.AddPlayer(s.Context(), p, string(id), a))
	}
	came("old", now, now)
	came("older", now.Add(-day), now.Add(-day))
	came("back", now, now.Add(9*day))
	came("late", now.Add(9*day), now.Add(9*day))
	came("member", now, now)
	must(s, s.SetPassword(s.Context(), play.Player{ID: "member", Name: "member"}, "member", "hash"))
	came("linked", now, now)
	came("keyed", now, now)
	must(s, s.AddSSHKey(s.Context(), play.Player{ID: "keyed", Name: "keyed"}, "keyed", sshKey("keyed", "keyed"), 9, true))
	must(s, s.UseSSHKey(s.Context(), "keyed", now.Add(9*day)))
	came("ended", now, now)
	came("deleted", now, now)
	must(s, s.Forget(s.Context(), "deleted"))
	for player, until := range map[play.PlayerID]time.Time{"linked": accounts.Forever, "ended": now.Add(day)} {
		must(s, s.AddSignInLink(s.Context(), accounts.SignInLink{Hash: play.Token(player).Hash(), Player: player, Since: now, Until: until}))
	}
	s.reopen()
	idle := func(before time.Time, limit int, want ...play.PlayerID) {
		s.Helper()
		answer(s.IdleGuests(s.Context(), before, limit)).is(s, want, "before %v the guests", before)
	}
	idle(now, 9, "older")
	idle(now.Add(2*day), 9, "older", "ended", "old")
	idle(now.Add(2*day), 2, "older", "ended")

	must(s, s.RemoveEndedLinks(s.Context(), now.Add(day)))
	for player, want := range map[play.PlayerID]int{"linked": 1, "ended": 0} {
		answer(s.SignInLinks(s.Context(), player)).has(s, want, "%s has the links", player)
	}

	s.made("first", now, sit("old"), play.Resign{})
	s.made("second", now, sit("late"), play.Resign{})
	s.made("running", now, sit("old"))
	s.made("members", now, sit("member"), play.Resign{})
	s.made("recent", now.Add(9*day), sit("old"), play.Resign{})
	must(s, s.KeepTableOf(s.Context(), "cup", "first"))
	for want, limit := range []int{9, 1} { // None before, then one at a time.
		answer(s.RemoveGuestGames(s.Context(), now.Add(time.Duration(want)*day), limit)).is(s, want, "how many games were removed")
	}
	answer(s.RemoveGuestGames(s.Context(), now.Add(day), 9)).is(s, 1, "how many games were removed at last")
	s.reopen()
	s.wantTables(map[play.TableID]bool{"first": false, "second": false, "running": true, "members": true, "recent": true})
	answer(s.TournamentOf(s.Context(), "first")).fails(s, tournaments.ErrNoTournament, "the tournament of a table that was removed")
	answer(s.Visited(s.Context(), "late")).has(s, 0, "the tables of a guest are still")
	testRetentionOfUnplayed(s)
}

// testRetentionOfUnplayed removes tables without a move, as long as nobody needs them.
func testRetentionOfUnplayed(s *store) {
	before := now.Add(-30 * 24 * time.Hour)
	s.made("closed", before, play.Leave{})
	s.made("aborted", before, sit("member"), play.Abort{})
	s.made("resigned", before, sit("old"), play.Resign{})
	s.made("ofcup", before, play.Leave{})
	must(s, s.KeepTableOf(s.Context(), "cup", "ofcup"))
	s.made("reported", before, play.Leave{})
	must(s, s.AddReport(s.Context(), reports.Report{At: now, Player: "back", Reason: "other", Table: "reported"}, 9))
	s.made("result", before, sit("member"), play.Resign{})
	s.made("open", before)
	s.made("lately", before.Add(time.Hour), play.Leave{})
	for _, want := range []int{2, 1, 0} {
		answer(s.RemoveUnplayed(s.Context(), before.Add(time.Hour), 2)).is(s, want, "how many tables without a move were removed")
	}
	s.reopen()
	s.wantTables(map[play.TableID]bool{
		"closed": false, "aborted": false, "resigned": false, "ofcup": true, "reported": true, "result": true, "open": true, "lately": true,
	})
}

func sit(player play.PlayerID) play.Sit {
	return play.Sit{Player: play.Player{ID: player, Name: string(player)}, Chair: 1}
}

// made makes a table of "back", whose commands follow, except for those who sit down.
func (s *store) made(id play.TableID, at time.Time, commands ...play.Command) {
	s.Helper()
	table := NewTable(1, at)
	table.add(s, "back", fmt.Sprint(id, 0), Opening(id, "back", play.Terms{Game: "quixo"}))
	for i, c := range commands {
		by := play.PlayerID("back")
		if sits, is := c.(play.Sit); is {
			by = sits.Player.ID
		}
		table.add(s, by, fmt.Sprint(id, i+1), c)
	}
}

// wantTables looks which tables are there.
func (s *store) wantTables(want map[play.TableID]bool) {
	s.Helper()
	for id, there := range want {
		events := answer(s.Events(s.Context(), id, 0, 9)).must(s)
		equal(s, len(events) > 0, there, "whether the table %s is there", id)
	}
}
