package postgres

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Refusals that the servers of tests do not make say what to do as well.
func TestExplanations(t *testing.T) {
	t.Parallel()
	config, err := configOf("postgres://ann:hunter2@db.example:5433/games")
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{
		wrongPassword: "PGPASSWORD", noPassword: "pg_hba.conf", noDatabase: "createdb --owner ann", notAllowed: "ALTER DATABASE games OWNER TO ann",
		tooManyConnections: "max_connections", "XX000": "reason",
	} {
		got := explain(&pgconn.PgError{Code: code, Message: "reason"}, config).Error()
		if !strings.Contains(got, want) || !strings.Contains(got, "db.example:5433") || !strings.Contains(got, "reason") || strings.Contains(got, "hunter2") {
			t.Errorf("%s: %s, want %q", code, got, want)
		}
	}
	for _, c := range []struct {
		number         int
		encoding, want string
	}{{130011, "UTF8", "needs 14 or newer"}, {150004, "LATIN1", "--encoding UTF8"}, {140000, "UTF8", ""}} {
		err := usable(c.number, "13.11", c.encoding)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
