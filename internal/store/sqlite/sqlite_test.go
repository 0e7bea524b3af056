package sqlite_test

import (
	"bufio"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/push"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
	"plateau/internal/store/storetest"
)

func open(tb testing.TB, path string) *sqlite.Store {
	tb.Helper()
	s, err := sqlite.Open(tb.Context(), path)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Opener {
		t.Helper()
		// A name that has to be escaped.
		path := filepath.Join(t.TempDir(), "a b?c#d%41.db")
		return func(t *testing.T) *sqlstore.Store {
			t.Helper()
			return open(t, path).Store
		}
	})
}

func TestClosedStore(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "play.db"))
	if _, err := s.Heartbeat(t.Context(), time.Now, 0); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Heartbeat(t.Context(), time.Now, 0); err == nil {
		t.Error("a closed store took something")
	}
	// Everything is in one file, which may be copied now. The other one is the list
	// of what was removed.
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("it left %v, %v", files, err)
	}
}

// Jobs that fail leave nothing, and harm none of those that share their commit.
func TestFailuresStayApart(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "play.db"))
	defer s.Close()
	good := func(int) error { return nil }
	bad := func(int) error { return errors.New("refused") }
	flaky := func(times int) error {
		if times == 1 {
			return errors.New("refused once")
		}
		return nil
	}
	for _, test := range []struct {
		jobs []func(int) error
		want string
	}{
		{[]func(int) error{good, good}, "[<nil> <nil>]"},
		{[]func(int) error{good, bad, good, bad}, "[<nil> refused <nil> refused]"},
		{[]func(int) error{bad}, "[refused]"},
		{[]func(int) error{good, flaky}, "[<nil> <nil>]"},
	} {
		answers := s.CommitTogether(t, test.jobs...)
		if fmt.Sprint(answers) != test.want {
			t.Errorf("answered %v, want %s", answers, test.want)
		}
		for i, answer := range answers {
			_, err := s.Player(t.Context(), play.PlayerID(strconv.Itoa(i)))
			if (err == nil) != (answer == nil) {
				t.Errorf("%s: job %d was answered %v, and left %v", test.want, i, answer, err)
			}
		}
		s.RemoveAllPlayers(t)
	}
}

// While commits keep coming, the journal starts over again and again.
func TestJournalBeginsAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	s, err := sqlite.OpenSmall(t.Context(), path, 10, 50)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var all sync.WaitGroup
	var enough atomic.Bool
	for range 4 {
		all.Go(func() {
			for range 10_000 {
				if _, err := s.Heartbeat(t.Context(), time.Now, 0); err != nil {
					t.Error(err)
				}
				if enough.Load() {
					return
				}
				enough.Store(begun(t, path) >= 5)
			}
		})
	}
	all.Wait()
	if !enough.Load() {
		t.Errorf("after %d commits, the journal has started over %d times", s.Stats().Commits, begun(t, path))
	}
}

// begun is how often a journal has started over, according to its header.
func begun(t *testing.T, path string) uint32 {
	t.Helper()
	file, err := os.Open(path + "-wal")
	if err != nil {
		t.Error(err)
		return 0
	}
	defer file.Close()
	var count [4]byte
	if _, err := file.ReadAt(count[:], 12); err != nil {
		t.Error(err)
	}
	return binary.BigEndian.Uint32(count[:])
}

func TestBackup(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "play.db")
	s := open(t, path)
	defer s.Close()
	copied := filepath.Join(dir, "copy.db")
	for i := range 3 {
		table := storetest.NewTable(uint64(i), time.Now())
		id := play.TableID(fmt.Sprint("t", i))
		d := table.Decide(t, "ann", "", storetest.Opening(id, "ann", play.Terms{Game: "pivot"}))
		if err := s.Append(t.Context(), play.BatchOf(d)); err != nil {
			t.Fatal(err)
		}
		if contents, err := sqlite.Backup(t.Context(), path, copied); err != nil || contents.Tables != i+1 {
			t.Fatalf("the copy has %+v, %v", contents, err)
		}
		b := open(t, copied)
		list, err := b.Tables(t.Context(), play.TableQuery{Limit: 10})
		if err != nil || len(list) != i+1 {
			t.Errorf("the copy has %d tables (%v), want %d", len(list), err, i+1)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBackupOfNothing(t *testing.T) {
	dir := t.TempDir()
	copied := filepath.Join(dir, "copy.db")
	if _, err := sqlite.Backup(t.Context(), filepath.Join(dir, "none.db"), copied); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is nothing to copy: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

func TestStats(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "play.db"))
	defer s.Close()
	const beats = 40
	var all sync.WaitGroup
	for range beats {
		all.Go(func() {
			if _, err := s.Heartbeat(t.Context(), time.Now, 0); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	// The writer counts after it has answered.
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if n := s.Stats(); n.Writes != beats || n.Commits == 0 || n.Commits > beats || n.Failures != 0 || n.Writing <= 0 {
		t.Errorf("the counts are %+v", n)
	}
}

func TestNewerFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA user_version = 1000"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("a file of a newer version: got %v", err)
	}
}

func TestSettings(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "play.db"))
	defer s.Close()
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		for who, got := range s.Pragmas(t, pragma) {
			if got != want {
				t.Errorf("%s has %s %s, want %s", who, pragma, got, want)
			}
		}
	}
}

// crashing is the environment variable that gives the file to a process that
// will be killed.
const crashing = "PLATEAU_TEST_CRASHING"

// TestKilledWhileWriting kills a process that writes at many tables, again and
// again. What it had acknowledged must be there, and nothing by half.
func TestKilledWhileWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	for round := range 4 {
		acknowledged := killedAfter(t, path, 40+30*round)
		s := open(t, path)
		for table, seq := range acknowledged {
			wantWhole(t, s, table, seq)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killedAfter runs the process until it has acknowledged a number of commits,
// and gives the last one acknowledged at each table.
func killedAfter(t *testing.T, path string, commits int) map[play.TableID]uint64 {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWriting$")
	child.Env = append(os.Environ(), crashing+"="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := make(map[play.TableID]uint64)
	for lines := bufio.NewScanner(out); lines.Scan(); commits-- {
		var table play.TableID
		var seq uint64
		if _, err := fmt.Sscanf(lines.Text(), "%s %d", &table, &seq); err != nil {
			break // The last line, cut short.
		}
		acknowledged[table] = seq
		if commits == 0 {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := child.Wait(); err == nil || commits > 0 {
		t.Fatalf("the process ended by itself, %d commits early: %v", commits, err)
	}
	return acknowledged
}

func wantWhole(t *testing.T, s *sqlite.Store, id play.TableID, seq uint64) {
	t.Helper()
	events, err := s.Events(t.Context(), id, 0, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	table, err := play.Replay(play.NewTable(games.All().Games(), ""), events)
	if err != nil {
		t.Fatal(err)
	}
	if table.Seq < seq {
		t.Errorf("%s: event %d was acknowledged, the last is %d", id, seq, table.Seq)
	}
	if table.TakeBackBy != game.NoSeat {
		t.Errorf("%s: only the first of two events is there", id)
	}
}

// TestWriting is the process that is killed. Each of its tables plays a move
// and takes it back for ever; taking back is two events in one commit.
func TestWriting(t *testing.T) {
	path := os.Getenv(crashing)
	if path == "" {
		return // It is a test only as a process of its own.
	}
	s := open(t, path)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			table := storetest.NewTable(uint64(i), time.Now())
			id := play.TableID(fmt.Sprintf("p%d.%d", os.Getpid(), i))
			commit := func(c play.Command) {
				d := table.Decide(t, "ann", "", c)
				if err := s.Append(t.Context(), play.BatchOf(d)); err != nil {
					t.Error(err)
					return
				}
				table.Keep(d)
				fmt.Printf("%s %d\n", id, table.Now.Seq)
			}
			opening := storetest.Opening(id, "ann", play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty})
			opening.Chairs[1].Level = "1"
			commit(opening)
			for !t.Failed() {
				commit(play.Play{Move: "a1-a5"})
				commit(play.AskTakeBack{})
			}
		})
	}
	all.Wait()
}

// A copy has the devices of players and the key that they are bound to.
func TestBackupOfDevices(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "play.db"), filepath.Join(dir, "copy.db")
	s := open(t, path)
	defer s.Close()
	if err := s.AddPlayer(t.Context(), play.Player{ID: "p", Name: "Ann"}, "ann", accounts.Access{ID: "a", Player: "p"}); err != nil {
		t.Fatal(err)
	}
	device := push.Device{ID: "d", Player: "p", Session: "a", Endpoint: "https://push.example/d", Key: []byte{1}, Secret: []byte{2}}
	if _, err := s.SavePushDevice(t.Context(), device, 9); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PushKey(t.Context(), []byte("key")); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Backup(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	b := open(t, copied)
	defer b.Close()
	if list, err := b.PushDevices(t.Context(), "p"); err != nil || len(list) != 1 || list[0].Endpoint != device.Endpoint {
		t.Errorf("the copy has the devices %+v, %v", list, err)
	}
	if key, err := b.PushKey(t.Context(), []byte("other")); err != nil || string(key) != "key" {
		t.Errorf("the copy has the key %s, %v", key, err)
	}
}

func TestUnfinishedTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "play.db")
	s := open(t, path)
	defer s.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	storetest.UnfinishedTables(t, s.Store, s.Explained, func(t *testing.T) {
		t.Helper()
		_, err := db.ExecContext(t.Context(), `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
			INSERT INTO sitters (player, table_id, over) SELECT 'ann', 'old' || i, 1 FROM n`)
		if err != nil {
			t.Fatal(err)
		}
	})
	var unfinished string
	err = db.QueryRowContext(t.Context(), `SELECT group_concat(player || ' at ' || table_id, ', ' ORDER BY table_id, player) FROM sitters WHERE over = 0`).Scan(&unfinished)
	if want := "ann at open, ann at running, ben at running"; err != nil || unfinished != want {
		t.Errorf("not over is %s, %v; want %s", unfinished, err, want)
	}
}

// TestErasingReadsLittle looks how the rows of a player are found who is erased: everybody
// waits for the writer.
func TestErasingReadsLittle(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "play.db"))
	defer s.Close()
	if err := s.AddPlayer(t.Context(), play.Player{ID: "p", Name: "P"}, "p", accounts.Access{ID: "a", Player: "p", Kind: accounts.Session}); err != nil {
		t.Fatal(err)
	}
	if err := s.Forget(t.Context(), "p"); err != nil {
		t.Fatal(err)
	}
	for _, scan := range s.Scans(t) {
		t.Error(scan)
	}
}
