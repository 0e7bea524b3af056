package storetest

import (
	"errors"
	"reflect"
	"slices"
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
	s.somebody("ann")
	s.somebody("ben")
	_, err := s.Tournament(s.Context(), "c")
	s.wantError("a missing tournament", err, tournaments.ErrNoTournament)
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
	if found, err := s.AnsweredTournament(s.Context(), "ann", "r1"); err != nil || found == nil || found.Seq != 1 {
		s.Errorf("the request was answered by %+v, %v", found, err)
	}
	if found, err := s.AnsweredTournament(s.Context(), "ben", "r1"); err != nil || found != nil {
		s.Errorf("nobody's request was answered by %+v, %v", found, err)
	}
	c.do(s, "ann", tournament.Pair{}, tournament.Enter{Board: 1, Result: tournament.FirstWon})
	s.reopen()
	replayed, err := tournaments.Load(s.Context(), s, "c", &tournament.Tournament{})
	if err != nil || !reflect.DeepEqual(replayed, c.Now) {
		s.Errorf("it was read as %+v, %v", replayed, err)
	}
	head, err := s.Tournament(s.Context(), "c")
	if err != nil || head.Owner != "ann" || string(head.Key) != "key of c" || head.Phase != tournaments.InProgress || head.Entrants != 3 || head.Seq != c.Now.Seq || head.Name != "Cup" {
		s.Errorf("its head is %+v, %v", head, err)
	}
	_, err = s.TournamentOf(s.Context(), "board")
	s.wantError("the tournament of a table that belongs to none", err, tournaments.ErrNoTournament)
	for range 2 {
		must(s, s.KeepTableOf(s.Context(), "c", "board"))
	}
	if id, err := s.TournamentOf(s.Context(), "board"); err != nil || id != "c" {
		s.Errorf("the table belongs to %q, %v", id, err)
	}
	for id, want := range map[play.TournamentID][]play.TableID{"c": {"board"}, "d": nil} {
		if tables, err := s.TablesOf(s.Context(), id); err != nil || !slices.Equal(tables, want) {
			s.Errorf("the tables of %s are %q, %v, want %q", id, tables, err, want)
		}
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
		list, err := s.Tournaments(s.Context(), q)
		must(s, err)
		var ids []string
		for _, head := range list {
			ids = append(ids, string(head.ID))
		}
		if got := strings.Join(ids, " "); got != strings.TrimSpace(want) {
			s.Errorf("%+v selects %q, want %q", q, got, want)
		}
		if n, err := s.CountTournaments(s.Context(), q); err != nil || n != len(list) {
			s.Errorf("%+v counts %d, %v", q, n, err)
		}
	}
	// The last change of c had no due time.
	must(s, s.PostponeTournament(s.Context(), tournaments.Due{ID: "c", Seq: c.Now.Seq, At: now}))
	must(s, s.PostponeTournament(s.Context(), tournaments.Due{ID: "open", Seq: 99, At: now}))
	due, err := s.DueTournaments(s.Context(), now, 9)
	if err != nil || len(due) != 1 || due[0] != (tournaments.Due{ID: "c", Seq: c.Now.Seq, At: now}) {
		s.Errorf("due are %+v, %v", due, err)
	}
	must(s, s.PostponeTournament(s.Context(), tournaments.Due{ID: "c", Seq: c.Now.Seq}))
	if due, err := s.DueTournaments(s.Context(), now, 9); err != nil || len(due) != 0 {
		s.Errorf("due are %+v, %v", due, err)
	}
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
	if list, err := s.Tournaments(s.Context(), tournaments.Query{Player: "ben", Limit: 9}); err != nil || len(list) != 0 {
		s.Errorf("Ben still takes part in %+v, %v", list, err)
	}
	if head, err := s.Tournament(s.Context(), "open"); err != nil || head.Owner != "" {
		s.Errorf("the tournament of a group is %+v, %v", head, err)
	}
	// What was only prepared goes with its organiser.
	NewCup("soon", "ann", now).do(s, "ann", tournament.Create{Settings: swiss("Soon")})
	must(s, s.Forget(s.Context(), "ann"))
	_, err = s.Tournament(s.Context(), "soon")
	s.wantError("a prepared tournament", err, tournaments.ErrNoTournament)
	events, err := s.TournamentEvents(s.Context(), "c", 0, 99)
	must(s, err)
	for _, e := range events {
		if e.By != "" {
			s.Errorf("event %d is still by %q", e.Seq, e.By)
		}
	}
	if removed, err := s.RemoveTournament(s.Context(), "c"); err != nil || !removed {
		s.Errorf("removed is %v, %v", removed, err)
	}
	_, err = s.TournamentOf(s.Context(), "board")
	s.wantError("the tournament of a table, after it was removed", err, tournaments.ErrNoTournament)
	if removed, err := s.RemoveTournament(s.Context(), "c"); err != nil || removed {
		s.Errorf("removed again is %v, %v", removed, err)
	}
	if events, err := s.TournamentEvents(s.Context(), "c", 0, 99); err != nil || len(events) != 0 {
		s.Errorf("its events are %v, %v", events, err)
	}
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
	if list, err := s.ForgottenTournaments(s.Context(), now, 9); err != nil || len(list) != 0 {
		s.Errorf("too early, nobody's are %v, %v", list, err)
	}
}
