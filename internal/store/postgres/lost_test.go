//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/store/postgres"
	"plateau/internal/store/postgres/pgtest"
	"plateau/internal/store/sqlstore"
	"plateau/internal/store/storetest"
)

// roomForMessages is less than what a chat has room for.
const roomForMessages = 500

// TestLostDatabase plays at many tables, through two servers, while connections are
// cut and the database is killed. Nothing is acknowledged that is not stored, nothing
// is stored twice, and no player notices.
func TestLostDatabase(t *testing.T) {
	server := pgtest.Own(t)
	address := server.Database(t)
	var stores [2]*postgres.Store
	for i := range stores {
		stores[i] = open(t, address, filepath.Join(t.TempDir(), "online.removals"))
		defer stores[i].Close()
	}
	const tables = 12
	var all sync.WaitGroup
	var acknowledged atomic.Int64
	stop := make(chan struct{})
	var played [tables][]*storetest.Table
	for i := range tables {
		next := func() *storetest.Table {
			id := play.TableID(fmt.Sprint("t", i, "-", len(played[i])))
			played[i] = append(played[i], opened(t, stores[i%2].Store, id))
			return played[i][len(played[i])-1]
		}
		table := next()
		all.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				if table.Now.Messages == roomForMessages {
					table = next()
				}
				// Some answers wait for two tables, which is another way of writing.
				d := table.Decide(t, "ann", fmt.Sprint("r", i, "-", n), play.Say{Channel: play.ToTable, Text: strconv.Itoa(n)})
				batches := []play.Batch{play.BatchOf(d)}
				if n%7 == 3 {
					other := storetest.NewTable(uint64(n), time.Now())
					batches = append(batches, play.BatchOf(other.Decide(t, "ann", "", opening(play.TableID(fmt.Sprint("o", i, ".", n))))))
				}
				if err := stores[i%2].Append(t.Context(), batches...); err != nil {
					t.Errorf("message %d at table %d: %v", n, i, err)
					return
				}
				table.Keep(d)
				acknowledged.Add(1)
			}
		})
	}
	disturb(t, server, address, &acknowledged)
	close(stop)
	all.Wait()
	for i, own := range played {
		for _, table := range own {
			stored, err := play.Load(t.Context(), stores[(i+1)%2], games.All().Games(), table.Now.ID)
			if err != nil || stored.Seq != table.Now.Seq || stored.Messages != table.Now.Messages {
				t.Errorf("table %s has %d events, %d messages, %v; acknowledged were %d and %d", table.Now.ID, stored.Seq, stored.Messages, err,
					table.Now.Seq, table.Now.Messages)
			}
		}
	}
}

func opening(id play.TableID) play.OpenTable {
	return storetest.Opening(id, "ann", play.Terms{Game: "pivot", Chat: true})
}

func opened(t *testing.T, s *sqlstore.Store, id play.TableID) *storetest.Table {
	t.Helper()
	table := storetest.NewTable(1, time.Now())
	d := table.Decide(t, "ann", "", opening(id))
	if err := s.Append(t.Context(), play.BatchOf(d)); err != nil {
		t.Fatal(err)
	}
	table.Keep(d)
	return table
}

// disturb cuts connections and kills the server, each time after some more was
// acknowledged.
func disturb(t *testing.T, server *pgtest.Server, address string, acknowledged *atomic.Int64) {
	t.Helper()
	progress := func(more int64) {
		t.Helper()
		for from := acknowledged.Load(); acknowledged.Load() < from+more; time.Sleep(time.Millisecond) {
			if t.Failed() || t.Context().Err() != nil {
				return
			}
		}
	}
	for range 4 {
		progress(20)
		if err := cut(t, address); err != nil {
			t.Error(err)
		}
	}
	progress(20)
	server.Kill()
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	progress(50)
}

// A heartbeat that had to wait for the database is stored with the time at which it was
// there again: the time until then was a downtime.
func TestHeartbeatAfterAWait(t *testing.T) {
	t.Parallel()
	server := pgtest.Own(t)
	s, err := postgres.Open(t.Context(), server.Database(t), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const gap = time.Millisecond
	began := time.Now()
	if _, err := s.Heartbeat(t.Context(), func() time.Time { return began }, gap); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	asked := make(chan error, 1)
	go func() {
		_, err := s.Heartbeat(context.WithoutCancel(t.Context()), time.Now, gap)
		asked <- err
	}()
	for began := time.Now(); time.Since(began) < 50*time.Millisecond; time.Sleep(time.Millisecond) {
		select {
		case err := <-asked:
			t.Fatalf("without a database, a heartbeat was answered: %v", err)
		default:
		}
	}
	back := time.Now()
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-asked; err != nil {
		t.Fatal(err)
	}
	list, err := s.Downtimes(t.Context())
	if err != nil || len(list) != 1 || list[0].Began.UnixMilli() != began.UnixMilli() || list[0].Ended.UnixMilli() < back.UnixMilli() {
		t.Errorf("the database was away from %v to %v; the downtimes are %v, %v", began, back, list, err)
	}
}

// cut ends all connections but its own.
func cut(t *testing.T, address string) error {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		return err
	}
	_, err = conn.Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plateau'`)
	return errors.Join(err, conn.Close(t.Context()))
}

// What is read while the database is away cannot be answered, be it one row or many.
func TestReadingALostDatabase(t *testing.T) {
	t.Parallel()
	server := pgtest.Own(t)
	s, err := postgres.Open(t.Context(), server.Database(t), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n, err := s.Size(t.Context()); err != nil || n < 1 {
		t.Errorf("the database has %d bytes, %v", n, err)
	}
	s.Hurry()
	server.Kill()
	storetest.Unavailable(t, s.Store)
	if n, err := s.Size(t.Context()); err == nil {
		t.Errorf("a database that is away has %d bytes", n)
	}
}
