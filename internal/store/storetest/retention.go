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

	ended := func(id play.TableID, at time.Time, other play.PlayerID, over bool) {
		s.Helper()
		table := NewTable(1, at)
		commands := []play.Command{Opening(id, "back", play.Terms{Game: "quixo"}), play.Sit{Player: play.Player{ID: other, Name: string(other)}, Chair: 1}, play.Resign{}}
		if !over {
			commands = commands[:2]
		}
		for i, c := range commands {
			d := table.Decide(s, []play.PlayerID{"back", other, "back"}[i], fmt.Sprint(id, i), c)
			must(s, s.Append(s.Context(), play.BatchOf(d)))
			table.Keep(d)
		}
	}
	ended("first", now, "old", true)
	ended("second", now, "late", true)
	ended("running", now, "old", false)
	ended("members", now, "member", true)
	ended("recent", now.Add(9*day), "old", true)
	must(s, s.KeepTableOf(s.Context(), "cup", "first"))
	for want, limit := range []int{9, 1} { // None before, then one at a time.
		answer(s.RemoveGuestGames(s.Context(), now.Add(time.Duration(want)*day), limit)).is(s, want, "how many games were removed")
	}
	answer(s.RemoveGuestGames(s.Context(), now.Add(day), 9)).is(s, 1, "how many games were removed at last")
	s.reopen()
	for id, want := range map[play.TableID]bool{"first": false, "second": false, "running": true, "members": true, "recent": true} {
		events, err := s.Events(s.Context(), id, 0, 9)
		if (len(events) > 0) != want || err != nil {
			s.Errorf("the table %s has %d events, %v", id, len(events), err)
		}
	}
	answer(s.TournamentOf(s.Context(), "first")).fails(s, tournaments.ErrNoTournament, "the tournament of a table that was removed")
	answer(s.Visited(s.Context(), "late")).has(s, 0, "the tables of a guest are still")
	testRetentionOfUnplayed(s)
}

// testRetentionOfUnplayed removes tables without a move, as long as nobody needs them.
func testRetentionOfUnplayed(s *store) {
	sit := func(player play.PlayerID) play.Command {
		return play.Sit{Player: play.Player{ID: player, Name: string(player)}, Chair: 1}
	}
	made := func(id play.TableID, at time.Time, other play.PlayerID, commands ...play.Command) {
		s.Helper()
		table := NewTable(1, at)
		for i, c := range append([]play.Command{Opening(id, "back", play.Terms{Game: "quixo"})}, commands...) {
			by := play.PlayerID("back")
			if _, sits := c.(play.Sit); sits {
				by = other
			}
			d := table.Decide(s, by, fmt.Sprint(id, i), c)
			must(s, s.Append(s.Context(), play.BatchOf(d)))
			table.Keep(d)
		}
	}
	before := now.Add(-30 * 24 * time.Hour)
	made("closed", before, "", play.Leave{})
	made("aborted", before, "member", sit("member"), play.Abort{})
	made("resigned", before, "old", sit("old"), play.Resign{})
	made("ofcup", before, "", play.Leave{})
	must(s, s.KeepTableOf(s.Context(), "cup", "ofcup"))
	made("reported", before, "", play.Leave{})
	must(s, s.AddReport(s.Context(), reports.Report{At: now, Player: "back", Reason: "other", Table: "reported"}, 9))
	made("result", before, "member", sit("member"), play.Resign{})
	made("open", before, "")
	made("lately", before.Add(time.Hour), "", play.Leave{})
	for _, want := range []int{2, 1, 0} {
		answer(s.RemoveUnplayed(s.Context(), before.Add(time.Hour), 2)).is(s, want, "how many tables without a move were removed")
	}
	s.reopen()
	for id, want := range map[play.TableID]bool{
		"closed": false, "aborted": false, "resigned": false, "ofcup": true, "reported": true, "result": true, "open": true, "lately": true,
	} {
		events, err := s.Events(s.Context(), id, 0, 9)
		if (len(events) > 0) != want || err != nil {
			s.Errorf("the table %s has %d events, %v", id, len(events), err)
		}
	}
}
