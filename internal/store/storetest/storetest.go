// Package storetest is the suite that every store of online play passes.
package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// Opener opens the store of a test. If it is opened again after it was closed, it
// has the same content.
type Opener func(t *testing.T) *sqlstore.Store

// Run tests stores; each part gets its own opener, and so an empty store.
func Run(t *testing.T, fresh func(t *testing.T) Opener) {
	t.Helper()
	for name, test := range map[string]func(s *store){
		"Append":       testAppend,
		"Conflict":     testConflict,
		"Atomic":       testAtomic,
		"Requests":     testRequests,
		"Reading":      testReading,
		"Lists":        testLists,
		"Public":       testPublic,
		"Players":      testPlayers,
		"Accounts":     testAccounts,
		"Passkeys":     testPasskeys,
		"SSHKeys":      testSSHKeys,
		"Access":       testAccess,
		"FairPlay":     testFairPlay,
		"Secret":       testSecret,
		"Push":         testPush,
		"PlayerLists":  testPlayerLists,
		"SignInLinks":  testSignInLinks,
		"LastOfTwo":    testAdministratorsAgainstEachOther,
		"LinksEnd":     testLinksEndWithSessions,
		"LinksOverSSH": testLinksOverSSH,
		"Groups":       testGroups,
		"Clubs":        testClubs,
		"Leaders":      testLastLeader,
		"Invitations":  testInvitations,
		"Audit":        testAudit,
		"Announcement": testAnnouncement,
		"EraseMessage": testEraseMessage,
		"Blocks":       testBlocks,
		"Friends":      testFriends,
		"Challenges":   testChallenges,
		"UnseenAsks":   testUnseenAsks,
		"Strangers":    testStrangers,
		"Reports":      testReports,
		"Tournaments":  testTournaments,
		"OldCups":      testForgottenTournaments,
		"Forget":       testForget,
		"Stars":        testStars,
		"Ratings":      testRatings,
		"Retention":    testRetention,
		"Heartbeat":    testHeartbeat,
		"Due":          testDue,
		"Concurrent":   testConcurrent,
		"Shared":       testShared,
		"Seats":        testSeats,
		"SharedRace":   testSharedRace,
		"SharedTables": testSharedWithTables,
		"Clock":        testClock,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			open := fresh(t)
			s := &store{t, open(t), open}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			test(s)
		})
	}
}

// store is the store of a test.
type store struct {
	*testing.T
	*sqlstore.Store
	open Opener
}

// reopen closes the store and opens it again.
func (s *store) reopen() {
	s.Helper()
	must(s, s.Close())
	s.Store = s.open(s.T)
}

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// must ends a test that cannot continue.
func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// answered is what a store has answered.
type answered[T any] struct {
	got T
	err error
}

// answer is for the two results of a call: answer(s.Player(…)).is(…).
func answer[T any](got T, err error) answered[T] { return answered[T]{got, err} }

// must ends a test that cannot continue without the answer.
func (a answered[T]) must(tb testing.TB) T {
	tb.Helper()
	must(tb, a.err)
	return a.got
}

// equal compares what follows from an answer with what it has to be.
func equal[T any](tb testing.TB, got, want T, what string, args ...any) {
	tb.Helper()
	answered[T]{got, nil}.is(tb, want, what, args...)
}

// is compares the answer with what it has to be.
func (a answered[T]) is(tb testing.TB, want T, what string, args ...any) {
	tb.Helper()
	if a.err != nil || !reflect.DeepEqual(a.got, want) {
		tb.Errorf("%s: got %+v, %v, want %+v", fmt.Sprintf(what, args...), a.got, a.err, want)
	}
}

// has counts what is in the answer.
func (a answered[T]) has(tb testing.TB, want int, what string, args ...any) {
	tb.Helper()
	if a.err != nil || reflect.ValueOf(a.got).Len() != want {
		tb.Errorf("%s: got %+v, %v, want %d of them", fmt.Sprintf(what, args...), a.got, a.err, want)
	}
}

// meets looks whether the answer is as it has to be.
func (a answered[T]) meets(tb testing.TB, right func(got T) bool, what string, args ...any) {
	tb.Helper()
	if a.err != nil || !right(a.got) {
		tb.Errorf("%s: got %+v, %v", fmt.Sprintf(what, args...), a.got, a.err)
	}
}

// fails compares the error with what it has to be.
func (a answered[T]) fails(tb testing.TB, want error, what string, args ...any) {
	tb.Helper()
	if !errors.Is(a.err, want) {
		tb.Errorf("%s: got %+v, %v, want %v", fmt.Sprintf(what, args...), a.got, a.err, want)
	}
}

// oneOfTwo makes two changes at the same time, one of which has to be refused.
func (s *store) oneOfTwo(refusal error, change func(i int) error) {
	s.Helper()
	var all sync.WaitGroup
	var errs [2]error
	for i := range errs {
		all.Go(func() { errs[i] = change(i) })
	}
	all.Wait()
	if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs[:]...), refusal) {
		s.Fatalf("the two were answered %v", errs)
	}
}

// column is one thing of each in a list.
func column[T, U any](list []T, of func(T) U) []U {
	var all []U
	for _, one := range list {
		all = append(all, of(one))
	}
	return all
}

// Table is a table that is played on a store without a server, for tests and
// benchmarks.
type Table struct {
	Now    *play.Table
	moment play.Moment
}

// NewTable is a table without events, at a time.
func NewTable(seed uint64, at time.Time) *Table {
	return &Table{Now: play.NewTable(games.All().Games(), ""), moment: play.Moment{Now: at, Random: rand.New(rand.NewPCG(seed, 0))}}
}

// Decide is what a command adds; the table stays the same until [Table.Keep].
func (t *Table) Decide(tb testing.TB, by play.PlayerID, request string, c play.Command) *play.Decision {
	tb.Helper()
	m := t.moment
	m.By, m.Request = by, request
	d, err := play.Decide(t.Now, c, m)
	if err != nil {
		tb.Fatalf("%T: %v", c, err)
	}
	return d
}

// Keep continues with what was decided.
func (t *Table) Keep(d *play.Decision) { t.Now = d.Table }

// Move decides on a random legal move.
func (t *Table) Move(tb testing.TB) *play.Decision {
	tb.Helper()
	p := t.Now.Position()
	moves := p.Moves()
	move := moves[t.moment.Random.IntN(len(moves))]
	by := t.Now.Sitters[t.Now.ToMove()].Player
	return t.Decide(tb, by, "", play.Play{Ply: t.Now.Plies(), Move: p.MoveText(move)})
}

// Opening opens a table for two, with the host on the first chair.
func Opening(id play.TableID, host play.PlayerID, terms play.Terms) play.OpenTable {
	return play.OpenTable{
		ID: id, Terms: terms, Host: play.Player{ID: host, Name: string(host), Registered: true},
		Chairs: []play.Sitter{{Player: host}, {}},
	}
}

// add commits a command that must succeed.
func (t *Table) add(s *store, by play.PlayerID, request string, c play.Command) {
	s.Helper()
	t.commit(s, t.Decide(s, by, request, c))
}

// commit stores what was decided, and continues with it.
func (t *Table) commit(s *store, d *play.Decision) {
	s.Helper()
	must(s, s.Append(s.Context(), play.BatchOf(d)))
	t.Keep(d)
}

// running is a game of quixo between two players, in the store.
func (s *store) running(id play.TableID, terms play.Terms) *Table {
	s.Helper()
	if terms.Game == "" {
		terms.Game = "quixo"
	}
	t := NewTable(1, now)
	t.add(s, "ann", "", Opening(id, "ann", terms))
	t.add(s, "ben", "", play.Sit{Player: play.Player{ID: "ben", Name: "ben", Registered: true}, Chair: 1})
	return t
}

// stored is the replay of the stored events.
func (s *store) stored(id play.TableID) *play.Table {
	s.Helper()
	events := answer(s.Events(s.Context(), id, 0, 10_000)).must(s)
	t, err := play.Replay(play.NewTable(games.All().Games(), ""), events)
	must(s, err)
	return t
}

func (s *store) wantStored(want *play.Table) {
	s.Helper()
	equal(s, s.stored(want.ID), want, "the table of the stored events")
}
