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

	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/internal/bus/memory"
	"plateau/internal/play"
	"plateau/internal/play/house"
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

// site is where houses stand: one store and one time.
type site struct {
	*testing.T
	*clock
	store play.Store
	path  string
	bus   memory.Bus
	judge judge
	most  int // tables a player
	robot firstMove
	// chooser and log take the place of the robot and of no log.
	chooser house.Chooser
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
	answer, err := h.Open(s.Context(), ann, terms, chairs, "")
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
	if _, err := h.Do(s.Context(), house.Request{Table: table, By: by, Command: c}); err != nil {
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

func (s *site) refuse(h *house.House, table play.TableID, by play.PlayerID, c play.Command, want game.Phrase) {
	s.Helper()
	_, err := h.Do(s.Context(), house.Request{Table: table, By: by, Command: c})
	wantRefusal(s.T, err, want)
}

func wantRefusal(t *testing.T, err error, want game.Phrase) {
	t.Helper()
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Phrase != want {
		t.Errorf("got %v, want the refusal %s", err, want.Code)
	}
}

// table is a table as the house has it, which must be what its stored events
// give.
func (s *site) table(h *house.House, id play.TableID) *play.Table {
	s.Helper()
	t, err := h.Table(s.Context(), id, ann.ID)
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

// TestRace has many requests for the same ply. One wins.
func TestRace(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{})
	position := s.table(h, id).Position()
	moves := position.Moves()
	var all sync.WaitGroup
	won := make(chan uint64, len(moves))
	for i, m := range moves {
		text := position.MoveText(m)
		all.Go(func() {
			answer, err := h.Do(t.Context(), house.Request{
				Table: id, By: ann.ID, ID: fmt.Sprint("r", i), Command: play.Play{Move: text},
			})
			if err == nil {
				won <- answer.Seq
				return
			}
			wantRefusal(t, err, play.StalePly)
		})
	}
	all.Wait()
	if len(won) != 1 || s.table(h, id).Plies() != 1 {
		t.Errorf("%d of %d moves for one turn were accepted, %d played", len(won), len(moves), s.table(h, id).Plies())
	}
}

func TestRepeatedRequests(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Chat: true})
	for _, c := range []play.Command{
		play.Play{Move: "a1-a5"},
		play.Say{Channel: play.ToTable, Text: "hello"},
	} {
		r := house.Request{Table: id, By: ann.ID, ID: fmt.Sprintf("%T", c)[5:], Command: c}
		var all sync.WaitGroup
		answers := make([]house.Answer, 8)
		for i := range answers {
			all.Go(func() {
				var err error
				if answers[i], err = h.Do(t.Context(), r); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, a := range answers {
			if a != answers[0] {
				t.Errorf("%T was answered by %+v and by %+v", c, answers[0], a)
			}
		}
	}
	if table := s.table(h, id); table.Plies() != 1 || table.Messages != 1 {
		t.Errorf("repeats were played: %d moves, %d messages", table.Plies(), table.Messages)
	}
	// Another player's request of the same name is another request.
	_, err := h.Do(t.Context(), house.Request{Table: id, By: ben.ID, ID: "Play", Command: play.Play{Move: "a1-a5"}})
	wantRefusal(t, err, play.StalePly)
}

func TestRepeatedOpening(t *testing.T) {
	s := newSite(t)
	h := s.house()
	var answers [2]house.Answer
	for i := range answers {
		var err error
		answers[i], err = h.Open(t.Context(), ann, play.Terms{Game: "pivot"}, []play.Sitter{{Player: ann.ID}, {}}, "open")
		if err != nil {
			t.Fatal(err)
		}
	}
	if answers[0] != answers[1] {
		t.Errorf("one request opened the tables %v", answers)
	}
}

func TestUnknownTable(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.refuse(h, "nowhere", ann.ID, play.Resign{}, play.NoSuchTable)
	_, err := h.Watch(t.Context(), "nowhere", ann.ID, 0)
	wantRefusal(t, err, play.NoSuchTable)
	s.refuse(h, s.begin(h, play.Terms{}), "", play.Resume{}, play.NotForPlayers)
}

func TestUnknownLevel(t *testing.T) {
	s := newSite(t)
	h := s.house()
	for _, level := range []string{"0", "9", "03", "strongest", "x"} {
		_, err := h.Open(t.Context(), ann, play.Terms{Game: "pivot"}, []play.Sitter{{Player: ann.ID}, {Level: level}}, "")
		wantRefusal(t, err, play.BadLevel)
	}
}

func TestTimeRunsOut(t *testing.T) {
	s := newSite(t)
	h := s.house()
	lost := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	days := s.begin(h, play.Terms{Time: play.Time{Days: 1}})
	forever := s.begin(h, play.Terms{})
	s.move(h, lost, "a1-a5", "b1-b5")
	s.wait(61*time.Second - 1)
	h.Tick(t.Context())
	s.wantReason(h, lost, "")
	s.wait(1)
	h.Tick(t.Context())
	s.wantReason(h, lost, "timeout")
	s.wantReason(h, days, "")
	s.wait(24 * time.Hour)
	h.Tick(t.Context()) // The table has left memory in the meantime.
	s.wantReason(h, days, "timeout")
	s.wait(1000 * time.Hour)
	h.Tick(t.Context())
	s.wantReason(h, forever, "")
}

// TestRestart kills the house without a word, and opens another one later.
func TestRestart(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	s.move(h, id, "a1-a5", "b1-b5")
	s.wait(20 * time.Second)
	h.Tick(t.Context())
	s.wait(900 * time.Millisecond) // Since the last beat: this is given back, too.
	h.Close()
	s.reopen()
	s.wait(time.Hour)

	h = s.house()
	if left := s.table(h, id).Remaining(0, s.Now()); left != 40_000 {
		t.Errorf("Ann has %d ms after the restart, want 40000", left)
	}
	s.wait(40 * time.Second)
	h.Tick(t.Context())
	s.wantReason(h, id, "")
	s.wait(time.Second)
	h.Tick(t.Context())
	s.wantReason(h, id, "timeout")
}

// TestClockSetBackAfterRestart gives downtime back once.
func TestClockSetBackAfterRestart(t *testing.T) {
	s := newSite(t)
	h := s.house()
	id := s.begin(h, play.Terms{Time: play.Time{Main: 60_000}})
	s.move(h, id, "a1-a5", "b1-b5")
	h.Close()
	s.wait(time.Hour)
	h = s.house()
	s.wait(-30 * time.Minute)
	before := s.table(h, id)
	if left := before.Remaining(0, s.Now()); left != 60_000 {
		t.Errorf("Ann has %d ms after the restart, want 60000", left)
	}
	s.wait(10 * time.Minute)
	h.Tick(t.Context()) // The table leaves memory, and is loaded again.
	if after := s.table(h, id); after.Seq != before.Seq {
		t.Errorf("the table has %d events, want %d", after.Seq, before.Seq)
	}
}

// TestDeadlinesInTheStore end games that are not in memory, by the house that
// runs then, and give back what no house did.
func TestDeadlinesInTheStore(t *testing.T) {
	s := newSite(t)
	h := s.house()
	days := play.Terms{Time: play.Time{Days: 1}}
	lost, moved, open := s.begin(h, days), s.begin(h, days), s.open(h, play.Terms{Listed: true})
	s.move(h, moved, "a1-a5")
	s.wait(10 * time.Hour)
	h.Tick(t.Context())
	if n := h.InMemory(); n != 0 {
		t.Errorf("%d tables are in memory, want none", n)
	}
	h.Close()
	s.reopen()
	s.wait(100 * time.Hour)
	h = s.house()
	if n := h.InMemory(); n != 0 {
		t.Errorf("%d tables were loaded at the start, want none", n)
	}
	h.Tick(t.Context())
	s.wait(14*time.Hour - time.Millisecond)
	for range 2 { // Tables that are due are loaded, and leave memory again.
		h.Tick(t.Context())
		s.wantReason(h, lost, "")
		s.wantReason(h, open, "")
	}
	s.wait(time.Second)
	h.Tick(t.Context())
	for _, id := range []play.TableID{lost, moved} {
		s.wantReason(h, id, "timeout")
	}
	s.wantReason(h, open, "closed")
}

func TestComputerPlayers(t *testing.T) {
	s := newSite(t)
	h := s.house()
	answer, err := h.Open(t.Context(), ann, play.Terms{Game: "pivot", FirstSide: play.SecondParty},
		[]play.Sitter{{Player: ann.ID}, {Level: "3"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	// The house goes down before the computer player has moved.
	h.Close()
	h = s.house()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	defer running.Wait()
	defer stop()

	watch, err := h.Watch(t.Context(), answer.Table, ann.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for {
		news, err := watch.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		table := news.Table
		if table.Phase == play.Over {
			break
		}
		if table.ToMove() == table.SeatOf(ann.ID) {
			p := table.Position()
			moves := p.Moves()
			_, err := h.Do(t.Context(), house.Request{
				Table: table.ID, By: ann.ID, Command: play.Play{Ply: table.Plies(), Move: p.MoveText(moves[len(moves)-1])},
			})
			if err != nil {
				// The news may be of several moves ago.
				wantRefusal(t, err, play.StalePly)
			}
		}
	}
	s.table(h, answer.Table)
}

// TestForgottenComputerPlayer moves after a restart, even if nobody looks at the
// table.
func TestForgottenComputerPlayer(t *testing.T) {
	s := newSite(t)
	h := s.house()
	answer, err := h.Open(t.Context(), ann, play.Terms{Game: "quixo", FirstSide: play.SecondParty, Begins: play.SecondParty},
		[]play.Sitter{{Player: ann.ID}, {Level: "3"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	h.Close()
	s.reopen()
	h = s.house()
	s.wait(10 * time.Second)
	h.Tick(t.Context())
	h.Think(t.Context())
	if n := s.table(h, answer.Table).Plies(); n != 1 {
		t.Errorf("%d moves were played, want 1", n)
	}
}

// TestComputerPlayerIsInterrupted by another move in place of the one that it
// thinks about.
func TestComputerPlayerIsInterrupted(t *testing.T) {
	s := newSite(t)
	h := s.house()
	terms := play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty}
	answer, err := h.Open(t.Context(), ann, terms, []play.Sitter{{Player: ann.ID}, {Level: "1"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	id := answer.Table
	s.move(h, id, "a1-a5")
	s.robot.meanwhile = func() {
		s.do(h, id, ann.ID, play.AskTakeBack{})
		s.move(h, id, "e1-e5")
	}
	h.Think(t.Context())
	if n := s.table(h, id).Plies(); n != 1 {
		t.Errorf("%d moves were played, want 1: the answer was to another one", n)
	}
	h.Think(t.Context())
	if n := s.table(h, id).Plies(); n != 2 {
		t.Errorf("%d moves were played, want 2", n)
	}
}

func TestClaim(t *testing.T) {
	s := newSite(t)
	s.judge.value = game.Loss
	h := s.house()
	id := s.begin(h, play.Terms{})
	watch, err := h.Watch(t.Context(), id, ben.ID, 0)
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

// TestRatedGamesEndingTogether share their players, so that each has to be
// rated by what the others led to.
func TestRatedGamesEndingTogether(t *testing.T) {
	s := newSite(t)
	h := s.house()
	const games = 6
	var all sync.WaitGroup
	for range games {
		id := s.begin(h, play.Terms{Rated: true})
		s.move(h, id, "a1-a5")
		all.Go(func() {
			if _, err := h.Do(t.Context(), house.Request{Table: id, By: ben.ID, Command: play.Resign{}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	ranks := []play.Rank{{Game: "quixo", Player: ann.ID}, {Game: "quixo", Player: ben.ID}}
	standings, err := s.store.Standings(t.Context(), ranks...)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := standings[0], standings[1]; a.Games != games || b.Games != games || a.Rating.Value < 1700 || b.Rating.Value > 1300 {
		t.Errorf("after %d won games the standings are %+v", games, standings)
	}
	// A game that was called off counts for nobody.
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

func TestIdleTablesLeaveMemory(t *testing.T) {
	s := newSite(t)
	h := s.house()
	watched, idle := s.begin(h, play.Terms{}), s.begin(h, play.Terms{})
	watch, err := h.Watch(t.Context(), watched, ann.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	s.wait(5*time.Minute - 1)
	h.Tick(t.Context())
	if n := h.InMemory(); n != 2 {
		t.Errorf("%d tables are in memory, want 2", n)
	}
	s.wait(2 * time.Second)
	h.Tick(t.Context())
	if n := h.InMemory(); n != 1 {
		t.Errorf("%d tables are in memory, want the one that is watched", n)
	}
	s.do(h, idle, ann.ID, play.Play{Move: "a1-a5"})
	s.table(h, idle)
	s.do(h, idle, ann.ID, play.Resign{})
	s.wait(time.Second)
	h.Tick(t.Context())
	if n := h.InMemory(); n != 1 {
		t.Errorf("%d tables are in memory when one of them is over, want 1", n)
	}
	s.table(h, idle)
	if n := h.InMemory(); n != 1 {
		t.Errorf("%d tables are in memory after a look at one that is over, want 1", n)
	}
	watch.Close()
	s.wait(time.Hour)
	h.Tick(t.Context())
	if n := h.InMemory(); n != 0 {
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
		answer, err := h.Open(t.Context(), ann, play.Terms{Game: "quixo"}, empty, fmt.Sprint("r", i))
		if err != nil {
			t.Fatal(err)
		}
		last = answer.Table
	}
	_, err := h.Open(t.Context(), ann, play.Terms{Game: "quixo"}, empty, "")
	wantRefusal(t, err, play.TooManyTables)
	if again, err := h.Open(t.Context(), ann, play.Terms{Game: "quixo"}, empty, "r2"); err != nil || again.Table != last {
		t.Errorf("a repeat is answered by %+v, %v", again, err)
	}
	for range 2 { // A table that was closed makes place for another one.
		s.do(h, last, ann.ID, play.Leave{})
		last = s.open(h, play.Terms{})
	}
	for range 3 {
		answer, err := h.Open(t.Context(), play.Player{ID: "cleo", Name: "Cleo"}, play.Terms{Game: "quixo"}, empty, "")
		if err != nil {
			t.Fatal(err)
		}
		s.do(h, answer.Table, ben.ID, play.Sit{Player: ben, Chair: 0})
	}
	s.refuse(h, last, ben.ID, play.Sit{Player: ben, Chair: 1}, play.TooManyTables)
	_, err = h.Seek(t.Context(), ben, house.PairingTerms{Game: "quixo"})
	wantRefusal(t, err, play.TooManyTables)
}
