// Package storetest is the suite that every store of online play passes.
package storetest

import (
	"math/rand/v2"
	"reflect"
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
	for name, test := range map[string]func(t *testing.T, s *store){
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
			s := &store{open(t), open}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			test(t, s)
		})
	}
}

// store is the store of a test.
type store struct {
	*sqlstore.Store
	open Opener
}

// reopen closes the store and opens it again.
func (s *store) reopen(t *testing.T) {
	t.Helper()
	must(t, s.Close())
	s.Store = s.open(t)
}

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// must ends a test that cannot continue.
func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
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
func (t *Table) add(tb testing.TB, s *sqlstore.Store, by play.PlayerID, request string, c play.Command) {
	tb.Helper()
	t.commit(tb, s, t.Decide(tb, by, request, c))
}

// commit stores what was decided, and continues with it.
func (t *Table) commit(tb testing.TB, s *sqlstore.Store, d *play.Decision) {
	tb.Helper()
	must(tb, s.Append(tb.Context(), play.BatchOf(d)))
	t.Keep(d)
}

// running is a game of quixo between two players, in the store.
func running(tb testing.TB, s *sqlstore.Store, id play.TableID, terms play.Terms) *Table {
	tb.Helper()
	if terms.Game == "" {
		terms.Game = "quixo"
	}
	t := NewTable(1, now)
	t.add(tb, s, "ann", "", Opening(id, "ann", terms))
	t.add(tb, s, "ben", "", play.Sit{Player: play.Player{ID: "ben", Name: "ben", Registered: true}, Chair: 1})
	return t
}

// stored is the replay of the stored events.
func stored(tb testing.TB, s *sqlstore.Store, id play.TableID) *play.Table {
	tb.Helper()
	events, err := s.Events(tb.Context(), id, 0, 10_000)
	must(tb, err)
	t, err := play.Replay(play.NewTable(games.All().Games(), ""), events)
	must(tb, err)
	return t
}

func wantStored(tb testing.TB, s *sqlstore.Store, want *play.Table) {
	tb.Helper()
	if got := stored(tb, s, want.ID); !reflect.DeepEqual(got, want) {
		tb.Errorf("the stored events give another table:\n%+v\n%+v", got, want)
	}
}
