package storetest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// Cup is a tournament that is run on a store without a server, for tests.
type Cup struct {
	Now  *tournament.Tournament
	Head tournaments.Head
	at   time.Time
}

// NewCup is a tournament without events.
func NewCup(id play.TournamentID, owner play.PlayerID, at time.Time) *Cup {
	return &Cup{Now: &tournament.Tournament{}, Head: tournaments.Head{ID: id, Owner: owner, Key: []byte("key of " + id)}, at: at}
}

// Decide is what commands add; the tournament stays the same until Keep.
func (c *Cup) Decide(tb testing.TB, by play.PlayerID, request string, commands ...tournament.Command) (tournaments.Batch, *tournament.Tournament) {
	tb.Helper()
	b := tournaments.Batch{Request: request}
	t := c.Now
	for _, command := range commands {
		d, err := tournament.Decide(t, command, tournament.Moment{Now: c.at, By: string(by)})
		must(tb, err)
		b.Events, t = append(b.Events, d.Events...), d.Tournament
	}
	b.Head = c.Head.HeadOf(t)
	return b, t
}

// do stores what commands add.
func (c *Cup) do(s *store, by play.PlayerID, commands ...tournament.Command) {
	s.Helper()
	b, next := c.Decide(s, by, "", commands...)
	must(s, s.AppendTournament(s.Context(), b))
	c.Now = next
}

func swiss(name string) tournament.Settings {
	return tournament.Settings{Name: name, Game: "quixo", Rounds: 3}.Standard()
}

func entrant(name string, account play.PlayerID) tournament.Add {
	return tournament.Add{Entrant: tournament.Entrant{Name: name, Account: string(account)}}
}

func testTournaments(s *store) {
	s.people("ann", "ben")
	answer(s.Tournament(s.Context(), "c")).fails(s, tournaments.ErrNoTournament, "a missing tournament")
	c := NewCup("c", "ann", now)
	first, made := c.Decide(s, "ann", "r1", tournament.Create{Settings: swiss("Cup")})
	first.Due = now.Add(time.Minute)
	must(s, s.AppendTournament(s.Context(), first))
	c.Now = made
	// The same request, and another event with the same number, change nothing.
	var repeated *tournaments.Repeated
	if err := s.AppendTournament(s.Context(), first); !errors.As(err, &repeated) || repeated.ID != "c" || repeated.Seq != 1 {
		s.Errorf("a repeat: %v", err)
	}
	other := NewCup("d", "ann", now)
	again, _ := other.Decide(s, "ann", "r1", tournament.Create{Settings: swiss("Other")})
	if err := s.AppendTournament(s.Context(), again); !errors.As(err, &repeated) || repeated.ID != "c" {
		s.Errorf("a repeat elsewhere: %v", err)
	}
	stale, _ := c.Decide(s, "ben", "", entrant("Zoe", ""))
	c.do(s, "ann", entrant("Ann", "ann"), entrant("Ben", "ben"), entrant("Cleo", ""))
	s.wantError("a stale decision", s.AppendTournament(s.Context(), stale), play.ErrConflict)
	answer(s.AnsweredTournament(s.Context(), "ann", "r1")).is(s, &tournaments.Repeated{ID: "c", Seq: 1}, "what the request was answered by")
	answer(s.AnsweredTournament(s.Context(), "ben", "r1")).is(s, nil, "nobody's request was answered by")
	c.do(s, "ann", tournament.Pair{}, tournament.Enter{Board: 1, Result: tournament.FirstWon})
	s.reopen()
	answer(tournaments.Load(s.Context(), s, "c", &tournament.Tournament{})).is(s, c.Now, "what is read")
	head, err := s.Tournament(s.Context(), "c")
	if err != nil || head.Owner != "ann" || string(head.Key) != "key of c" || head.Phase != tournaments.InProgress || head.Entrants != 3 || head.Seq != c.Now.Seq || head.Name != "Cup" {
		s.Errorf("its head is %+v, %v", head, err)
	}
	answer(s.TournamentOf(s.Context(), "board")).fails(s, tournaments.ErrNoTournament, "the tournament of a table that belongs to none")
	for range 2 {
		must(s, s.KeepTableOf(s.Context(), "c", "board"))
	}
	answer(s.TournamentOf(s.Context(), "board")).is(s, "c", "the tournament of the table")
	for id, want := range map[play.TournamentID][]play.TableID{"c": {"board"}, "d": nil} {
		answer(s.TablesOf(s.Context(), id)).is(s, want, "the tables of %s", id)
	}
	testTournamentQueries(s, c)
	testForgetEntrant(s, c)
}

func testTournamentQueries(s *store, c *Cup) {
	s.Helper()
	open := NewCup("open", "ben", now.Add(time.Hour))
	open.Head.Group = "g"
	settings := swiss("Open")
	settings.Listed, settings.Game = true, "pivot"
	open.do(s, "ben", tournament.Create{Settings: settings})
	for want, q := range map[string]tournaments.Query{
		"open c": {}, "c": {Owner: "ann"}, "c ": {Player: "ben"}, "open": {Group: "g"}, "open ": {Listed: true}, "open  ": {Game: "pivot"},
		"open c ": {Unfinished: true}, "": {Finished: true}, "c  ": {After: &tournaments.Head{ID: "open", Changed: now.Add(time.Hour)}},
	} {
		q.Limit = 9
		list := answer(s.Tournaments(s.Context(), q)).must(s)
		ids := column(list, func(head tournaments.Head) string { return string(head.ID) })
		equal(s, strings.Join(ids, " "), strings.TrimSpace(want), "what %+v selects", q)
		answer(s.CountTournaments(s.Context(), q)).is(s, len(list), "%+v counts", q)
	}
	// The last change of c had no due time.
	must(s, s.PostponeTournament(s.Context(), tournaments.Due{ID: "c", Seq: c.Now.Seq, At: now}))
	must(s, s.PostponeTournament(s.Context(), tournaments.Due{ID: "open", Seq: 99, At: now}))
	due, err := s.DueTournaments(s.Context(), now, 9)
	if err != nil || len(due) != 1 || due[0] != (tournaments.Due{ID: "c", Seq: c.Now.Seq, At: now}) {
		s.Errorf("due are %+v, %v", due, err)
	}
	must(s, s.PostponeTournament(s.Context(), tournaments.Due{ID: "c", Seq: c.Now.Seq}))
	answer(s.DueTournaments(s.Context(), now, 9)).has(s, 0, "what is due")
}

// testForgetEntrant deletes players: their names go, results and numbers stay.
func testForgetEntrant(s *store, c *Cup) {
	s.Helper()
	must(s, s.Forget(s.Context(), "ben"))
	replayed, err := tournaments.Load(s.Context(), s, "c", &tournament.Tournament{})
	must(s, err)
	if e := replayed.Entrant(2); e.Name != "" || e.Account != "" || replayed.Name(1) != "Ann" || replayed.Played[0].Games[0] != c.Now.Played[0].Games[0] {
		s.Errorf("without Ben it is %+v", replayed)
	}
	answer(s.Tournaments(s.Context(), tournaments.Query{Player: "ben", Limit: 9})).has(s, 0, "Ben still takes part in")
	answer(s.Tournament(s.Context(), "open")).meets(s, func(head tournaments.Head) bool { return head.Owner == "" }, "the tournament of a group")
	// What was only prepared goes with its organiser.
	NewCup("soon", "ann", now).do(s, "ann", tournament.Create{Settings: swiss("Soon")})
	must(s, s.Forget(s.Context(), "ann"))
	answer(s.Tournament(s.Context(), "soon")).fails(s, tournaments.ErrNoTournament, "a prepared tournament")
	events := answer(s.TournamentEvents(s.Context(), "c", 0, 99)).must(s)
	for _, e := range events {
		if e.By != "" {
			s.Errorf("event %d is still by %q", e.Seq, e.By)
		}
	}
	answer(s.RemoveTournament(s.Context(), "c")).is(s, true, "removed")
	answer(s.TournamentOf(s.Context(), "board")).fails(s, tournaments.ErrNoTournament, "the tournament of a table, after it was removed")
	answer(s.RemoveTournament(s.Context(), "c")).is(s, false, "removed again")
	answer(s.TournamentEvents(s.Context(), "c", 0, 99)).has(s, 0, "its events")
}

// testForgottenTournaments looks for finished tournaments that are nobody's.
func testForgottenTournaments(s *store) {
	s.somebody("ann")
	for id, owner := range map[play.TournamentID]play.PlayerID{"theirs": "ann", "nobody's": "", "running": ""} {
		c := NewCup(id, owner, now)
		c.do(s, owner, tournament.Create{Settings: swiss("Cup")}, entrant("Cleo", ""), entrant("Dan", ""))
		if id != "running" {
			c.do(s, owner, tournament.Finish{Early: true})
		}
	}
	list, err := s.ForgottenTournaments(s.Context(), now.Add(time.Hour), 9)
	if err != nil || len(list) != 1 || list[0] != "nobody's" {
		s.Errorf("nobody's are %v, %v", list, err)
	}
	answer(s.ForgottenTournaments(s.Context(), now, 9)).has(s, 0, "too early, nobody's")
}
