package postgres

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"plateau/internal/play"
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

// What keeps the database from writing is no fault of what is written.
func TestUnavailable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{&pgconn.PgError{Code: "53100"}, true}, // The disk is full.
		{&pgconn.PgError{Code: "53200"}, true}, // There is no memory.
		{&pgconn.PgError{Code: "58030"}, true}, // The disk fails.
		{&pgconn.PgError{Code: readOnly}, true},
		{&pgconn.PgError{Code: "57P01"}, true}, // It is shut down.
		{&pgconn.PgError{Code: uniqueViolation}, false},
		{&pgconn.PgError{Code: "22021"}, false}, // It is no UTF-8.
		{errors.Join(errUnknown, io.ErrUnexpectedEOF), true},
		{context.DeadlineExceeded, true},
		{context.Canceled, false},
		{errors.New("an answer"), false},
	} {
		err := unavailable(c.err)
		if errors.Is(err, play.ErrUnavailable) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v becomes %v", c.err, err)
		}
	}
}
