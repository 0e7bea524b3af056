//go:build unix

package server

import (
	"bytes"
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
	for name, now := range map[string]time.Time{"the house": o.house.Now(), "the administration": o.clock.now()} {
		if ahead := time.Until(now); ahead < 59*time.Minute {
			t.Errorf("%s is %v ahead of this machine, the database an hour", name, ahead)
		}
	}
}
