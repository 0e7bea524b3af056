//go:build unix

package server

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/internal/store/postgres/pgtest"
)

func TestRetentionOnPostgres(t *testing.T) {
	t.Parallel()
	testRetention(t, pgtest.Own(t).Database(t))
}

// The operator's commands use the database's clock while no server runs: the clock of
// the machine they are given at may be wrong.
func TestOperatorHasTheTimeOfTheDatabase(t *testing.T) {
	t.Parallel()
	address := pgtest.Own(t).Database(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `CREATE SCHEMA later; CREATE FUNCTION later.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
		$$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$`)
	if err != nil {
		t.Fatal(err)
	}
	o := quietHouse(t, new(bytes.Buffer), address+"&search_path=later,pg_catalog")
	for name, now := range map[string]time.Time{"the house": o.clock.now(), "the administration": o.clock.now()} {
		if ahead := time.Until(now); ahead < 59*time.Minute {
			t.Errorf("%s is %v ahead of this machine, the database an hour", name, ahead)
		}
	}
}

// Of several servers, one tidies up what concerns all of them; after its death, another
// does it the next time.
func TestOneServerTidiesUp(t *testing.T) {
	t.Parallel()
	database := pgtest.Own(t).Database(t)
	var logs [2]bytes.Buffer
	one, two := quietHouse(t, &logs[0], database), quietHouse(t, &logs[1], database)
	began := time.Date(2025, 1, 1, 12, 0, 0, 0, time.UTC)
	now := began.AddDate(2, 0, 0)
	wantGone := func(name string, by *onlinePlay, at time.Time, want bool) {
		t.Helper()
		one.adds(t, name, began, began)
		by.chores(t.Context(), at)
		if gone := !slices.Contains(one.names(t), "Name "+name); gone != want {
			t.Errorf("%s is gone: %v, want %v", name, gone, want)
		}
	}
	wantGone("first", one, now, true)
	wantGone("second", two, now.Add(time.Minute), false)
	wantGone("third", two, now.Add(30*time.Minute), false)
	wantGone("fourth", one, now.Add(time.Hour), true)
	wantGone("fifth", two, now.Add(90*time.Minute), false)
	// The first one is dead.
	wantGone("sixth", two, now.Add(150*time.Minute), true)
}
