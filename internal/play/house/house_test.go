package house_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/internal/meeting"

	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/bus/memory"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/play/pairing"
	"plateau/internal/store/postgres"
	"plateau/internal/store/sqlite"
)

var (
	ann = play.Player{ID: "ann", Name: "Ann", Registered: true}
	ben = play.Player{ID: "ben", Name: "Ben", Registered: true}
)

// clock is the time of a test.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// firstMove is a computer player without ideas. What happens while it thinks,
// happens once.
type firstMove struct{ meanwhile func() }

func (f *firstMove) Choose(_ context.Context, m *game.Match, _ engine.Level) (game.Move, error) {
	if f.meanwhile != nil {
		f.meanwhile()
		f.meanwhile = nil
	}
	return m.Position().Moves()[0], nil
}

// judge always says the same, and counts how often.
type judge struct {
	value game.Value
	asked atomic.Int64
}

func (j *judge) Value(context.Context, game.Position) game.Value {
	j.asked.Add(1)
	return j.value
}

// Store is what houses and these tests need of a store.
type Store interface {
	house.Store
	play.TableStore
	play.PlayerStore
	accounts.Store
	admin.AuditStore
	blocks.BlockStore
	meeting.FriendStore
	meeting.ChallengeStore
	play.GroupStore
	play.MemberStore
	play.ClusterStore
	Close() error
}

// site is where houses stand: one store and one time.
type site struct {
	*testing.T
	*clock
	store Store
	path  string
	bus   memory.Bus
	judge judge
	most  int // tables a player
	robot firstMove
	// chooser and log take the place of the robot and of no log.
	chooser live.Chooser
	log     *slog.Logger
	// yourTurn learns of turns.
	yourTurn func(play.Turn)
}

func newSite(t *testing.T) *site {
	t.Helper()
	t.Parallel() // Most of the time goes into waiting for the disk.
	s := &site{T: t, clock: &clock{now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}, path: filepath.Join(t.TempDir(), "play.db")}
	s.reopen()
	t.Cleanup(func() {
		if err := s.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// onPostgres are the addresses of databases for tests that do not use SQLite.
var onPostgres = make(map[string]string)

// reopen opens the store, after closing it if it was open.
func (s *site) reopen() {
	s.Helper()
	if s.store != nil {
		if err := s.store.Close(); err != nil {
			s.Fatal(err)
		}
	}
	var err error
	if address := onPostgres[s.Name()]; address != "" {
		s.store, err = postgres.Open(s.Context(), address, "")
	} else {
		s.store, err = sqlite.Open(s.Context(), s.path)
	}
	if err != nil {
		s.Fatal(err)
	}
}

func (s *site) house() *house.House {
	s.Helper()
	c := house.Config{
		Games: games.All().Games(),
		Store: s.store, Bus: &s.bus, Chooser: &s.robot, Judge: &s.judge,
		Now: s.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), MostTables: s.most, YourTurn: s.yourTurn,
	}
	if s.chooser != nil {
		c.Chooser = s.chooser
	}
	if s.log != nil {
		c.Log = s.log
	}
	h, err := house.New(s.Context(), c)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(h.Close)
	return h
}

// open opens a table at which Ann has the first side and begins; the rest of
// the chairs are free.
func (s *site) open(h *house.House, terms play.Terms) play.TableID {
	s.Helper()
	if terms.Game == "" {
		terms.Game = "quixo"
	}
	terms.FirstSide, terms.Begins = play.FirstParty, play.FirstParty
	chairs := make([]play.Sitter, 2)
	if terms.Game == "quixo4p" {
		chairs = make([]play.Sitter, 4)
	}
	chairs[0].Player = ann.ID
	answer, err := h.Tables.Open(s.Context(), ann, terms, chairs, "")
	if err != nil {
		s.Fatal(err)
	}
	return answer.Table
}

// begin opens a table at which Ann plays Ben.
func (s *site) begin(h *house.House, terms play.Terms) play.TableID {
	s.Helper()
	table := s.open(h, terms)
	s.do(h, table, ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	return table
}

func (s *site) do(h *house.House, table play.TableID, by play.PlayerID, c play.Command) {
	s.Helper()
	if _, err := h.Tables.Do(s.Context(), live.Request{Table: table, By: by, Command: c}); err != nil {
		s.Fatalf("%s: %T: %v", by, c, err)
	}
}

// move plays for the player to move.
func (s *site) move(h *house.House, table play.TableID, texts ...string) {
	s.Helper()
	for _, text := range texts {
		now := s.table(h, table)
		s.do(h, table, now.Sitters[now.ToMove()].Player, play.Play{Ply: now.Plies(), Move: text})
	}
}

func (s *site) refuse(h *house.House, table play.TableID, by play.PlayerID, c play.Command, want game.Ground) {
	s.Helper()
	_, err := h.Tables.Do(s.Context(), live.Request{Table: table, By: by, Command: c})
	wantRefusal(s.T, err, want)
}

func wantRefusal(t *testing.T, err error, want game.Ground) {
	t.Helper()
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Ground != want {
		t.Errorf("got %v, want the refusal %s", err, want.Code)
	}
}

// table is a table as the house has it, which must be what its stored events
// give.
func (s *site) table(h *house.House, id play.TableID) *play.Table {
	s.Helper()
	t, err := h.Tables.Table(s.Context(), id, ann.ID)
	if err != nil {
		s.Fatal(err)
	}
	events, err := s.store.Events(s.Context(), id, 0, 100_000)
	if err != nil {
		s.Fatal(err)
	}
	replayed, err := play.Replay(play.NewTable(games.All().Games(), id), events)
	if err != nil {
		s.Fatal(err)
	}
	if !reflect.DeepEqual(t, replayed) {
		s.Fatalf("the table differs from the replay of its events:\n%+v\n%+v", t, replayed)
	}
	return t
}

func (s *site) wantReason(h *house.House, id play.TableID, want string) {
	s.Helper()
	if t := s.table(h, id); t.Reason != want {
		s.Errorf("the table is %s by %q, want %q", t.Phase, t.Reason, want)
	}
}

func TestUnknownTable(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.refuse(h, "nowhere", ann.ID, play.Resign{}, play.NoSuchTable)
	_, err := h.Tables.Watch(t.Context(), "nowhere", ann.ID, 0)
	wantRefusal(t, err, play.NoSuchTable)
	s.refuse(h, s.begin(h, play.Terms{}), "", play.Resume{}, play.NotForPlayers)
}

func TestUnknownLevel(t *testing.T) {
	s := newSite(t)
	h := s.house()
	for _, level := range []string{"0", "9", "03", "strongest", "x"} {
		_, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "pivot"}, []play.Sitter{{Player: ann.ID}, {Level: level}}, "")
		wantRefusal(t, err, play.BadLevel)
	}
}

func TestClaim(t *testing.T) {
	s := newSite(t)
	s.judge.value = game.Loss
	h := s.house()
	id := s.begin(h, play.Terms{})
	watch, err := h.Tables.Watch(t.Context(), id, ben.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(time.Hour)
	s.refuse(h, id, ann.ID, play.Claim{}, play.NobodyLeft)
	watch.Close()
	s.wait(59 * time.Second)
	s.refuse(h, id, ann.ID, play.Claim{}, play.NobodyLeft)
	s.refuse(h, id, "eve", play.Claim{}, play.NotSeated)
	if n := s.judge.asked.Load(); n != 0 {
		t.Errorf("%d claims were judged that were refused", n)
	}
	s.wait(time.Second)
	s.do(h, id, ann.ID, play.Claim{})
	if table := s.table(h, id); table.Result != play.SecondWon || table.Reason != "proved" {
		t.Errorf("the claim of a lost position ended in %s by %s", table.Result, table.Reason)
	}
}

// A move is a sign of life, also of a player who follows nothing.
func TestClaimAfterAMove(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{})
	s.wait(4 * time.Minute) // The table stays in memory.
	s.move(h, id, "a1-a5", "b1-b5")
	s.refuse(h, id, ann.ID, play.Claim{}, play.NobodyLeft)
	s.wait(59 * time.Second)
	s.refuse(h, id, ann.ID, play.Claim{}, play.NobodyLeft)
	s.wait(time.Second)
	s.do(h, id, ann.ID, play.Claim{})
}

func TestRematch(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{})
	s.do(h, id, ann.ID, play.Resign{})
	s.do(h, id, ben.ID, play.AskRematch{})
	s.do(h, id, ann.ID, play.AskRematch{})
	next := s.table(h, s.table(h, id).Next)
	if next.Previous != id || next.Phase != play.Running || next.SeatOf(ben.ID) != 0 || next.ToMove() != 0 {
		t.Errorf("the next table is %+v", next)
	}
}

// ratedOpening is as many moves of Quixo as a game needs to be rated.
var ratedOpening = []string{"a1-a5", "b1-b5", "a1-a5", "b1-b5", "a1-a5", "b1-b5"}

// TestRatedGamesEndingTogether has Ann win against many others, all of whom resign at the
// same time: each game has to be rated by what the others led to.
func TestRatedGamesEndingTogether(t *testing.T) {
	s := newSite(t)
	h := s.house()
	others := []play.Player{ben, player("Cleo"), player("Dan"), player("Eve"), player("Finn"), player("Gus")}
	ranks := []play.Rank{{Game: "quixo", Player: ann.ID}}
	tables := make([]play.TableID, len(others))
	for i, other := range others {
		tables[i] = s.open(h, play.Terms{Rated: true})
		s.do(h, tables[i], other.ID, play.Sit{Player: other, Chair: play.AnyChair})
		s.move(h, tables[i], ratedOpening...)
		ranks = append(ranks, play.Rank{Game: "quixo", Player: other.ID})
	}
	var all sync.WaitGroup
	for i, id := range tables {
		all.Go(func() {
			if _, err := h.Tables.Do(t.Context(), live.Request{Table: id, By: others[i].ID, Command: play.Resign{}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	standings, err := s.store.Standings(t.Context(), ranks...)
	if err != nil {
		t.Fatal(err)
	}
	if a := standings[0]; a.Games != len(others) || a.Rating.Value < 1700 {
		t.Errorf("after %d won games Ann's standing is %+v", len(others), a)
	}
	for _, other := range standings[1:] {
		if other.Games != 1 || other.Rating.Value >= 1500 {
			t.Errorf("after a lost game a standing is %+v", other)
		}
	}
	// A game that was aborted counts for nobody.
	id := s.begin(h, play.Terms{Rated: true})
	s.do(h, id, ann.ID, play.Abort{})
	if again, err := s.store.Standings(t.Context(), ranks...); err != nil || !reflect.DeepEqual(again, standings) {
		t.Errorf("an aborted game changed the standings to %+v, %v", again, err)
	}
	// So does one that was resigned before its first move.
	s.do(h, s.begin(h, play.Terms{Rated: true}), ben.ID, play.Resign{})
	if again, err := s.store.Standings(t.Context(), ranks...); err != nil || !reflect.DeepEqual(again, standings) {
		t.Errorf("a game without a move changed the standings to %+v, %v", again, err)
	}
}

// TestRatingsCannotBeFarmed has the same two play all day. After some games their
// ratings stay as they are, until the day is over; against others they change.
func TestRatingsCannotBeFarmed(t *testing.T) {
	s := newSite(t)
	h := s.house()
	lose := func() *play.Table {
		id := s.begin(h, play.Terms{Rated: true})
		s.move(h, id, ratedOpening...)
		s.do(h, id, ben.ID, play.Resign{})
		return s.table(h, id)
	}
	games := func() int {
		standings, err := s.store.Standings(t.Context(), play.Rank{Game: "quixo", Player: ann.ID})
		if err != nil {
			t.Fatal(err)
		}
		return standings[0].Games
	}
	for n := range play.RatedPerDay + 3 {
		if got, want := lose().Unrated(), n >= play.RatedPerDay; (got == play.UnratedOften) != want || (got == "") == want {
			t.Errorf("game %d of the day is not rated because %q", n+1, got)
		}
		s.wait(time.Minute)
	}
	if games() != play.RatedPerDay {
		t.Errorf("%d games were rated", games())
	}
	s.rate(h, string(ann.ID), "cleo")
	if games() != play.RatedPerDay+4 {
		t.Errorf("with those against somebody else, %d games were rated", games())
	}
	s.wait(play.RatedDay)
	if lose().Unrated() != "" {
		t.Error("the first game of the next day was not rated")
	}
}

func TestIdleTablesLeaveMemory(t *testing.T) {
	s := newSite(t)
	h := s.house()
	watched, idle := s.begin(h, play.Terms{}), s.begin(h, play.Terms{})
	watch, err := h.Tables.Watch(t.Context(), watched, ann.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(5*time.Minute - 1)
	h.Tick(t.Context())
	if n := h.Tables.Stats().Tables; n != 2 {
		t.Errorf("%d tables are in memory, want 2", n)
	}
	s.wait(2 * time.Second)
	h.Tick(t.Context())
	if n := h.Tables.Stats().Tables; n != 1 {
		t.Errorf("%d tables are in memory, want the one that is watched", n)
	}
	s.do(h, idle, ann.ID, play.Play{Move: "a1-a5"})
	s.table(h, idle)
	s.do(h, idle, ann.ID, play.Resign{})
	s.wait(time.Second)
	h.Tick(t.Context())
	if n := h.Tables.Stats().Tables; n != 1 {
		t.Errorf("%d tables are in memory when one of them is over, want 1", n)
	}
	s.table(h, idle)
	if n := h.Tables.Stats().Tables; n != 1 {
		t.Errorf("%d tables are in memory after a look at one that is over, want 1", n)
	}
	watch.Close()
	s.wait(time.Hour)
	h.Tick(t.Context())
	if n := h.Tables.Stats().Tables; n != 0 {
		t.Errorf("%d tables are in memory, want none", n)
	}
}

// TestTooManyTables counts what a player opens apart from where they sit.
func TestTooManyTables(t *testing.T) {
	s := newSite(t)
	s.most = 3
	h := s.house()
	empty := make([]play.Sitter, 2)
	var last play.TableID
	for i := range 3 {
		answer, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo"}, empty, fmt.Sprint("r", i))
		if err != nil {
			t.Fatal(err)
		}
		last = answer.Table
	}
	_, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo"}, empty, "")
	wantRefusal(t, err, play.TooManyTables)
	if again, err := h.Tables.Open(t.Context(), ann, play.Terms{Game: "quixo"}, empty, "r2"); err != nil || again.Table != last {
		t.Errorf("a repeat is answered by %+v, %v", again, err)
	}
	for range 2 { // A table that was closed makes place for another one.
		s.do(h, last, ann.ID, play.Leave{})
		last = s.open(h, play.Terms{})
	}
	for range 3 {
		answer, err := h.Tables.Open(t.Context(), play.Player{ID: "cleo", Name: "Cleo"}, play.Terms{Game: "quixo"}, empty, "")
		if err != nil {
			t.Fatal(err)
		}
		s.do(h, answer.Table, ben.ID, play.Sit{Player: ben, Chair: 0})
	}
	s.refuse(h, last, ben.ID, play.Sit{Player: ben, Chair: 1}, play.TooManyTables)
	_, err = h.Pairing.Seek(t.Context(), ben, pairing.Terms{Game: "quixo"})
	wantRefusal(t, err, play.TooManyTables)
}
