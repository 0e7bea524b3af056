package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"plateau/internal/play"
)

// Codes of errors, see the appendix of PostgreSQL's manual.
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlock             = "40P01"
	readOnly             = "25006"
	noPassword           = "28000"
	wrongPassword        = "28P01"
	noDatabase           = "3D000"
	notAllowed           = "42501"
	tooManyConnections   = "53300"
	lockNotAvailable     = "55P03"
	// Classes of errors: not enough disk or memory, and errors of the disk itself.
	insufficientResources = "53"
	systemError           = "58"
)

// errLost means that a connection ended while it was used.
var errLost = errors.New("the connection to the database was lost")

// codeOf is the code of an error of the server; empty if it is none.
func codeOf(err error) string {
	if refused, is := errors.AsType[*pgconn.PgError](err); is {
		return refused.Code
	}
	return ""
}

// raced reports whether a transaction failed only because of another one at the same
// time.
func raced(err error) bool {
	switch codeOf(err) {
	case uniqueViolation, serializationFailure, deadlock:
		return true
	}
	return false
}

// broken reports whether the database was lost: the same may succeed on another
// connection. What was sent before may or may not have happened.
func broken(err error) bool {
	switch code := codeOf(err); {
	case code == readOnly || code == tooManyConnections:
		return true // It is a standby now, or there will be room.
	case strings.HasPrefix(code, "08") || strings.HasPrefix(code, "57P"):
		return true // The connection failed, or the server stops or starts.
	case code != "":
		return false
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connecting) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, errLost) || pgconn.SafeToRetry(err)
}

// unavailable marks errors with [play.ErrUnavailable] that are those of the database and
// not of what it was asked for.
func unavailable(err error) error {
	code := codeOf(err)
	if err == nil || !broken(err) && !strings.HasPrefix(code, insufficientResources) && !strings.HasPrefix(code, systemError) {
		return err
	}
	return fmt.Errorf("%w: %w", play.ErrUnavailable, err)
}

// explain says what to do when a database cannot be opened. It never has the
// password.
func explain(err error, c *pgx.ConnConfig) error {
	where := fmt.Sprintf("PostgreSQL at %s (database %q, user %q)", placeOf(c), c.Database, c.User)
	refused, is := errors.AsType[*pgconn.PgError](err)
	if !is {
		if broken(err) {
			return fmt.Errorf("cannot reach %s: %w; check that it runs and accepts connections there", where, err)
		}
		return fmt.Errorf("%s: %w", where, err)
	}
	reason := refused.Message
	switch refused.Code {
	case wrongPassword:
		return fmt.Errorf("%s refuses the password: %s; correct it in the address, in PGPASSWORD or in ~/.pgpass", where, reason)
	case noPassword:
		return fmt.Errorf("%s does not let this user in: %s; check the user, and the server's pg_hba.conf", where, reason)
	case noDatabase:
		return fmt.Errorf("%s: %s; create it with: createdb --owner %s --encoding UTF8 --template template0 %s", where, reason, c.User, c.Database)
	case notAllowed:
		return fmt.Errorf("%s: %s; make this user its owner with: ALTER DATABASE %s OWNER TO %s", where, reason, c.Database, c.User)
	case tooManyConnections:
		return fmt.Errorf("%s: %s; raise its max_connections, each server needs up to %d", where, reason, maxConns+1)
	}
	return fmt.Errorf("%s: %w", where, err)
}

// Where says where a database is, without the password.
func Where(address string) string {
	c, err := configOf(address)
	if err != nil {
		return "PostgreSQL"
	}
	return fmt.Sprintf("PostgreSQL at %s, database %s", placeOf(c), c.Database)
}

// placeOf is a host with its port, or the folder of a socket.
func placeOf(c *pgx.ConnConfig) string {
	if strings.HasPrefix(c.Host, "/") {
		return c.Host
	}
	return net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}
