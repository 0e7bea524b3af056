// Package storetest is the suite that every store of online play passes.
package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

// Opener opens the store of a test. If it is opened again after it was closed, it
// has the same content.
type Opener func(t *testing.T) play.Store

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
		"Groups":       testGroups,
		"Clubs":        testClubs,
		"Invitations":  testInvitations,
		"Audit":        testAudit,
		"Announcement": testAnnouncement,
		"EraseMessage": testEraseMessage,
		"Blocks":       testBlocks,
		"Friends":      testFriends,
		"Challenges":   testChallenges,
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
	play.Store
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
func (t *Table) add(tb testing.TB, s play.Store, by play.PlayerID, request string, c play.Command) {
	tb.Helper()
	t.commit(tb, s, t.Decide(tb, by, request, c))
}

// commit stores what was decided, and continues with it.
func (t *Table) commit(tb testing.TB, s play.Store, d *play.Decision) {
	tb.Helper()
	must(tb, s.Append(tb.Context(), play.BatchOf(d)))
	t.Keep(d)
}

// running is a game of quixo between two players, in the store.
func running(tb testing.TB, s play.Store, id play.TableID, terms play.Terms) *Table {
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
func stored(tb testing.TB, s play.Store, id play.TableID) *play.Table {
	tb.Helper()
	events, err := s.Events(tb.Context(), id, 0, 10_000)
	must(tb, err)
	t, err := play.Replay(play.NewTable(games.All().Games(), ""), events)
	must(tb, err)
	return t
}

func wantStored(tb testing.TB, s play.Store, want *play.Table) {
	tb.Helper()
	if got := stored(tb, s, want.ID); !reflect.DeepEqual(got, want) {
		tb.Errorf("the stored events give another table:\n%+v\n%+v", got, want)
	}
}

func testAppend(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s, "t", play.Terms{Chat: true})
	for range 3 {
		table.commit(t, s, table.Move(t))
	}
	table.add(t, s, "ann", "r", play.Say{Channel: play.ToTable, Text: "Grüße, \"<b>\" 👋"})
	table.add(t, s, "ben", "", play.Resign{})
	wantStored(t, s, table.Now)
	s.reopen(t)
	wantStored(t, s, table.Now)
}

func testConflict(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s, "t", play.Terms{})
	first, second := table.Move(t), table.Move(t)
	must(t, s.Append(t.Context(), play.BatchOf(first)))
	wantConflict(t, s.Append(t.Context(), play.BatchOf(second)))
	wantConflict(t, s.Append(t.Context(), play.BatchOf(first)))
	behind := *table
	behind.Keep(first)
	further := behind.Move(t)
	behind.Keep(further)
	wantConflict(t, s.Append(t.Context(), play.BatchOf(behind.Move(t)))) // There is a gap before it.
	again := NewTable(2, now)
	wantConflict(t, s.Append(t.Context(), play.BatchOf(again.Decide(t, "ann", "", Opening("t", "ann", play.Terms{Game: "pivot"})))))
	wantStored(t, s, first.Table)
}

func wantConflict(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, play.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
}

// testAtomic lets one of two batches conflict, which must undo the other.
func testAtomic(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s, "t", play.Terms{})
	stale := table.Move(t)
	d := table.Move(t)
	must(t, s.Append(t.Context(), play.BatchOf(d)))
	other := NewTable(3, now).Decide(t, "ann", "x", Opening("u", "ann", play.Terms{Game: "pivot", Listed: true}))
	wantConflict(t, s.Append(t.Context(), play.BatchOf(other), play.BatchOf(stale)))
	if events, err := s.Events(t.Context(), "u", 0, 10); err != nil || len(events) > 0 {
		t.Errorf("a part of what conflicted was stored: %v, %v", events, err)
	}
	if list, err := s.Tables(t.Context(), play.TableQuery{Phase: play.Open, Limit: 10}); err != nil || len(list) > 0 {
		t.Errorf("a part of what conflicted is listed: %v, %v", list, err)
	}
	if repeated, err := s.Answered(t.Context(), "ann", "x"); err != nil || repeated != nil {
		t.Errorf("a request that conflicted counts as answered: %v, %v", repeated, err)
	}
	if err := s.Append(t.Context(), play.BatchOf(other)); err != nil {
		t.Errorf("what had been undone cannot be done: %v", err)
	}
	wantStored(t, s, d.Table)
	wantStored(t, s, other.Table)
}

func testRequests(t *testing.T, s *store) {
	t.Helper()
	table := NewTable(1, now)
	table.add(t, s, "ann", "open-1", Opening("t", "ann", play.Terms{Game: "quixo", Chat: true}))
	table.add(t, s, "ben", "sit-1", play.Sit{Player: play.Player{ID: "ben", Name: "ben"}, Chair: 1})
	wantRepeated := func(err error, id play.TableID, seq uint64) {
		t.Helper()
		var repeated *play.Repeated
		if !errors.As(err, &repeated) || *repeated != (play.Repeated{Table: id, Seq: seq}) {
			t.Errorf("got %v, want event %d of %s", err, seq, id)
		}
	}
	say := play.Say{Channel: play.ToTable, Text: "hello"}
	table.add(t, s, "ann", "say-1", say)
	wantRepeated(s.Append(t.Context(), play.BatchOf(table.Decide(t, "ann", "say-1", say))), "t", 4)
	// Another table with the same request: the answer is the first table.
	other := NewTable(2, now).Decide(t, "ann", "open-1", Opening("u", "ann", play.Terms{Game: "pivot"}))
	wantRepeated(s.Append(t.Context(), play.BatchOf(other)), "t", 1)
	// Ids are unique per player, and an empty one is no id.
	table.add(t, s, "ben", "say-1", say)
	table.add(t, s, "ben", "", say)
	table.add(t, s, "ben", "", say)
	wantStored(t, s, table.Now)
	if repeated, err := s.Answered(t.Context(), "ben", "sit-1"); err != nil || *repeated != (play.Repeated{Table: "t", Seq: 2}) {
		t.Errorf("the answer is %v, %v", repeated, err)
	}
	if repeated, err := s.Answered(t.Context(), "ben", "open-1"); err != nil || repeated != nil {
		t.Errorf("a request that was never made was answered by %v, %v", repeated, err)
	}
}

func testReading(t *testing.T, s *store) {
	t.Helper()
	table := running(t, s, "t", play.Terms{Chat: true})
	running(t, s, "tt", play.Terms{})
	for i := range 20 {
		table.add(t, s, "ann", "", play.Say{Channel: play.ToTable, Text: strconv.Itoa(i)})
	}
	seq := uint64(5)
	for range 6 {
		events, err := s.Events(t.Context(), "t", seq, 4)
		must(t, err)
		for _, e := range events {
			if seq++; e.Seq != seq || e.Table != "t" {
				t.Fatalf("got event %d of %s, want %d of t", e.Seq, e.Table, seq)
			}
		}
	}
	if seq != table.Now.Seq {
		t.Errorf("the last event is %d, want %d", seq, table.Now.Seq)
	}
	if events, err := s.Events(t.Context(), "nowhere", 0, 10); err != nil || len(events) > 0 {
		t.Errorf("a table that is not there has %v, %v", events, err)
	}
}

func testHeartbeat(t *testing.T, s *store) {
	t.Helper()
	const never = -1
	beat := func(at time.Time, gap time.Duration, want int) {
		t.Helper()
		if downtimes, err := s.Heartbeat(t.Context(), func() time.Time { return at }, gap); err != nil || downtimes != want {
			t.Errorf("after a heartbeat at %v there are %d downtimes, %v, want %d", at, downtimes, err, want)
		}
	}
	beat(now.Add(-time.Hour), 0, 0)
	if list, err := s.Downtimes(t.Context()); err != nil || len(list) > 0 {
		t.Errorf("a new store has the downtimes %v, %v", list, err)
	}
	if at, err := s.LastHeartbeat(t.Context()); err != nil || !at.Equal(now.Add(-time.Hour)) {
		t.Errorf("the last heartbeat was at %v, %v", at, err)
	}
	for i := range 2 {
		beat(now.Add(time.Duration(i)*time.Second), never, 0)
	}
	s.reopen(t)
	if at, err := s.LastHeartbeat(t.Context()); err != nil || !at.Equal(now.Add(time.Second)) {
		t.Errorf("the last heartbeat was at %v, %v", at, err)
	}
	for range 2 {
		beat(now.Add(time.Minute), 0, 1)
	}
	// Others run: a server that joins them changes nothing.
	beat(now.Add(time.Minute+2*time.Second), 2*time.Second, 1)
	beat(now.Add(time.Minute+5*time.Second), 2*time.Second, 2)
	// One that was late to be stored does not make a downtime of the time since then.
	beat(now.Add(time.Minute+6*time.Second), 2*time.Second, 2)
	beat(now.Add(time.Minute+3*time.Second), 2*time.Second, 2)
	beat(now.Add(time.Minute+7*time.Second), 2*time.Second, 2)
	// The clock that all servers share was set back.
	beat(now.Add(-time.Hour), 2*time.Second, 2)
	beat(now.Add(-time.Hour+time.Second), 2*time.Second, 2)
	if at, err := s.LastHeartbeat(t.Context()); err != nil || !at.Equal(now.Add(-time.Hour+time.Second)) {
		t.Errorf("the last heartbeat was at %v, %v", at, err)
	}
	// That of a single machine was set back.
	beat(now.Add(-time.Hour), 0, 2)
	want := []play.Downtime{
		{Began: now.Add(time.Second), Ended: now.Add(time.Minute)},
		{Began: now.Add(time.Minute + 2*time.Second), Ended: now.Add(time.Minute + 5*time.Second)},
	}
	if list, err := s.Downtimes(t.Context()); err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("the downtimes are %v, %v, want %v", list, err, want)
	}
}

// testDue checks that no table is due later than it should be, and that only
// unchanged tables are postponed.
func testDue(t *testing.T, s *store) {
	t.Helper()
	clock := play.Time{Main: 60_000}
	fast := running(t, s, "fast", play.Terms{Time: clock})
	running(t, s, "forever", play.Terms{})
	slow := running(t, s, "slow", play.Terms{Time: play.Time{Days: 1}})
	want := func(by time.Duration, ids ...play.TableID) []play.Due {
		t.Helper()
		list, err := s.Due(t.Context(), now.Add(by), 10)
		must(t, err)
		got := []play.TableID{}
		for _, d := range list {
			got = append(got, d.Table)
		}
		if fmt.Sprint(got) != fmt.Sprint(ids) {
			t.Errorf("after %v, %v are due, want %v", by, got, ids)
		}
		return list
	}
	want(5*time.Minute - time.Millisecond)
	list := want(5*time.Minute, "fast")
	want(48*time.Hour, "fast", "slow")
	// With the first two moves the deadline comes nearer.
	for range 2 {
		fast.commit(t, s, fast.Move(t))
	}
	want(60*time.Second, []play.TableID{}...)
	moved := want(61*time.Second, "fast")
	list[0].At = now.Add(time.Hour)
	must(t, s.Postpone(t.Context(), list))
	want(61*time.Second, "fast") // It was at another event.
	moved[0].At = now.Add(time.Hour)
	must(t, s.Postpone(t.Context(), moved))
	want(time.Hour-1, []play.TableID{}...)
	moved[0].At = time.Time{}
	must(t, s.Postpone(t.Context(), moved))
	want(48*time.Hour, "slow")
	slow.add(t, s, "ann", "", play.Resign{})
	want(1000 * time.Hour)
}

// testConcurrent has several writers per table. Exactly one may win each event,
// and readers see no gap.
func testConcurrent(t *testing.T, s *store) {
	t.Helper()
	const tables, writers, messages = 8, 4, 10
	var all sync.WaitGroup
	for i := range tables {
		id := play.TableID(fmt.Sprintf("t%d", i))
		table := running(t, s, id, play.Terms{Chat: true})
		for w := range writers {
			own := *table
			all.Go(func() {
				for m := range messages {
					say(t, s, &own, fmt.Sprintf("%d.%d", w, m))
				}
			})
		}
	}
	all.Wait()
	for i := range tables {
		if got := stored(t, s, play.TableID(fmt.Sprintf("t%d", i))); got.Messages != writers*messages {
			t.Errorf("%d of %d messages are stored", got.Messages, writers*messages)
		}
	}
}

// say adds a message, whatever others do at the same time.
func say(t *testing.T, s play.Store, table *Table, text string) {
	t.Helper()
	for {
		d := table.Decide(t, "ann", "", play.Say{Channel: play.ToTable, Text: text})
		err := s.Append(t.Context(), play.BatchOf(d))
		if err == nil {
			table.Keep(d)
			return
		}
		if !errors.Is(err, play.ErrConflict) {
			t.Error(err)
			return
		}
		if table.Now, err = play.CatchUp(t.Context(), s, table.Now); err != nil {
			t.Error(err)
			return
		}
	}
}

// rated is a decision that ends a rated game of players with given standings.
func rated(t *testing.T, table *Table, standings []play.Standing) *play.Decision {
	t.Helper()
	d := table.Decide(t, "ben", "", play.Resign{})
	must(t, d.Rate(standings))
	return d
}

func testRatings(t *testing.T, s *store) {
	t.Helper()
	ids := []play.PlayerID{"ann", "ben"}
	standings := func(game string) []play.Standing {
		t.Helper()
		list, err := s.Standings(t.Context(), play.Rank{Game: game, Player: ids[0]}, play.Rank{Game: game, Player: ids[1]})
		must(t, err)
		return list
	}
	for i, st := range standings("quixo") {
		if st.Player != ids[i] || st.Games != 0 || st.Rating != glicko.New() {
			t.Errorf("a new player has %+v", st)
		}
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	first, second := running(t, s, "t", terms), running(t, s, "u", terms)
	before := standings("quixo")
	must(t, s.Append(t.Context(), play.BatchOf(rated(t, first, before))))
	// The second game was rated with stale standings.
	wantConflict(t, s.Append(t.Context(), play.BatchOf(rated(t, second, before))))
	wantStored(t, s, second.Now)
	d := rated(t, second, standings("quixo"))
	must(t, s.Append(t.Context(), play.BatchOf(d)))
	for i, st := range standings("quixo") {
		if want := d.Table.Ratings[i].After; st.Games != 2 || st.Rating != want {
			t.Errorf("the standing is %+v, want %+v after 2 games", st, want)
		}
	}
	if st := standings("pivot"); st[0].Games != 0 {
		t.Errorf("a game of Quixo changed the rating in Pivot: %+v", st)
	}
	testBest(t, s, standings("quixo"))
}

// testBest begins with ratings that are provisional, and settles them.
func testBest(t *testing.T, s *store, standings []play.Standing) {
	t.Helper()
	best := func(at time.Time, skip int) []play.Standing {
		t.Helper()
		list, err := s.Best(t.Context(), play.BestQuery{Game: "quixo", Now: at, Skip: skip, Limit: 10})
		must(t, err)
		return list
	}
	if list := best(now, 0); len(list) > 0 {
		t.Errorf("provisional ratings are among the best: %+v", list)
	}
	terms := play.Terms{Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty}
	for i := range standings {
		standings[i].Rating.Deviation = 60
	}
	table := running(t, s, "settled", terms)
	must(t, s.Append(t.Context(), play.BatchOf(rated(t, table, standings))))
	list := best(now, 0)
	if len(list) != 2 || list[0].Player != "ann" || list[1].Player != "ben" {
		t.Errorf("the best are %+v", list)
	}
	if rest := best(now, 1); !reflect.DeepEqual(rest, list[1:]) {
		t.Errorf("without the first the best are %+v", rest)
	}
	// Without games they become uncertain again, as the rating itself says.
	for _, days := range []int{200, 300, 400, 600} {
		at := now.AddDate(0, 0, days)
		if settled := !list[0].Rating.Provisional(at); settled != (len(best(at, 0)) > 0) {
			t.Errorf("after %d days the rating is settled: %v, but the best are %+v", days, settled, best(at, 0))
		}
	}
}
