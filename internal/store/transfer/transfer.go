// Package transfer copies all of a database into another one, of either engine.
//
// Both sides are read in the order of their keys, side by side, so that only what
// differs is written: a copy that was interrupted goes on where it was, and one that
// is repeated writes what is new. At the end all rows are read again and compared.
package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"plateau/internal/store/sqlstore"
)

// table is a table with its key and, if its rows have numbers of their own, those.
type table struct {
	name, key string
	numbered  bool
}

// tables are all tables, those first that others refer to, and last the one that
// notes what is removed from others.
var tables = []table{
	{name: "players", key: "id"},
	{name: "player_groups", key: "id"},
	{name: "accounts", key: "player"},
	{name: "announcement", key: "one"},
	{name: "audit", key: "seq", numbered: true},
	{name: "blocks", key: "player, other"},
	{name: "challenges", key: "id"},
	{name: "downtimes", key: "ended"},
	{name: "events", key: "table_id, seq"},
	{name: "friends", key: "player, other"},
	{name: "group_members", key: "group_id, player"},
	{name: "heartbeat", key: "one"},
	{name: "held_names", key: "name_hash"},
	{name: "invitations", key: "id"},
	{name: "name_keys", key: "one"},
	{name: "passkeys", key: "id"},
	{name: "progress", key: "table_id"},
	{name: "push_key", key: "one"},
	{name: "puzzles", key: "player"},
	{name: "ratings", key: "game, player"},
	{name: "recovery_codes", key: "hash"},
	{name: "reports", key: "seq", numbered: true},
	{name: "secrets", key: "name"},
	{name: "shared", key: "key"},
	{name: "signin_links", key: "hash"},
	{name: "sitters", key: "player, table_id"},
	{name: "ssh_keys", key: "id"},
	{name: "stars", key: "player, area, game, item"},
	{name: "tables", key: "id"},
	{name: "tokens", key: "hash"},
	{name: "tournaments", key: "id"},
	{name: "tournament_events", key: "tournament, seq"},
	{name: "tournament_players", key: "player, tournament"},
	{name: "tournament_tables", key: "table_id"},
	{name: "push_devices", key: "id"},
	{name: "removals", key: "seq", numbered: true},
}

// Copied is what a table has on both sides.
type Copied struct {
	Table string
	Rows  int
	// Sum is the checksum of all rows.
	Sum string
}

// Observer learns how far a copy is; its functions may be nil.
type Observer struct {
	// Reading is called now and then with how many rows of a table were compared,
	// and of how many.
	Reading func(table string, done, all int)
	// Checked is called for each table when both sides have been found to be the
	// same.
	Checked func(Copied)
}

// ErrOther means that the other side has something that the copy would overwrite.
var ErrOther = errors.New("it has data already")

// Copy makes one database the same as another. What the other one has is overwritten
// only if it is an unfinished copy of the same, or if that is wanted.
func Copy(ctx context.Context, from, to *sqlstore.Raw, replace bool, o Observer) ([]Copied, error) {
	source, err := sqlstore.DatabaseID(ctx, from.DB)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from.Name, err)
	}
	if unfinished, err := sqlstore.UnfinishedCopy(ctx, from.DB); err != nil || unfinished != "" {
		return nil, errors.Join(err, fmt.Errorf("%s is an unfinished copy itself; copy from the original", from.Name))
	}
	if !replace {
		if err := free(ctx, to, source); err != nil {
			return nil, err
		}
	}
	if err := mark(ctx, to, source); err != nil {
		return nil, fmt.Errorf("%s: %w", to.Name, err)
	}
	if err := write(ctx, from, to, o); err != nil {
		return nil, err
	}
	all, err := compare(ctx, from, to, o)
	if err != nil {
		return nil, err
	}
	_, err = to.DB.ExecContext(ctx, to.Number(`DELETE FROM secrets WHERE name = ?`), sqlstore.CopyMark)
	return all, err
}

// free fails if a database has anything but an unfinished copy.
func free(ctx context.Context, to *sqlstore.Raw, source string) error {
	unfinished, err := sqlstore.UnfinishedCopy(ctx, to.DB)
	if err != nil || unfinished == source {
		return err
	}
	for _, name := range []string{"players", "events"} {
		n, err := count(ctx, to, name)
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%s: %w; choose an empty one, or overwrite it", to.Name, ErrOther)
		}
	}
	return nil
}

// mark notes that a copy has begun, so that no server uses a part of it.
func mark(ctx context.Context, to *sqlstore.Raw, source string) error {
	_, err := to.DB.ExecContext(ctx, to.Number(`INSERT INTO secrets (name, value) VALUES (?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`), sqlstore.CopyMark, []byte(source))
	return err
}

func count(ctx context.Context, db *sqlstore.Raw, name string) (n int, err error) {
	err = db.DB.QueryRowContext(ctx, "SELECT count(*) FROM "+name).Scan(&n)
	return n, err
}

// write makes the sides the same. What is too much goes first, from the last table to
// the first, so that nothing refers to it.
func write(ctx context.Context, from, to *sqlstore.Raw, o Observer) error {
	for _, t := range slices.Backward(tables) {
		n, err := count(ctx, to, t.name)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		d, err := newDiff(ctx, from, to, t)
		if err != nil {
			return err
		}
		if err := d.removeExtra(ctx); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	for _, t := range tables {
		if t.name == "removals" {
			// What was overwritten has been noted there, but nothing was removed.
			if _, err := to.DB.ExecContext(ctx, `DELETE FROM removals`); err != nil {
				return err
			}
		}
		d, err := newDiff(ctx, from, to, t)
		if err != nil {
			return err
		}
		if err := d.add(ctx, o); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if t.numbered {
			last, err := from.Last(ctx, t.name)
			if err == nil {
				err = to.SetLast(ctx, t.name, last)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	return nil
}

// compare reads all rows of both sides again.
func compare(ctx context.Context, from, to *sqlstore.Raw, o Observer) ([]Copied, error) {
	var all []Copied
	for _, t := range tables {
		columns, err := columnsOf(ctx, from, t)
		if err != nil {
			return nil, err
		}
		ours, err := summed(ctx, from, to, t, columns)
		if err != nil {
			return nil, err
		}
		theirs, err := summed(ctx, to, to, t, columns)
		if err != nil {
			return nil, err
		}
		if ours != theirs {
			return nil, fmt.Errorf("the copy of %s is not the same: %d rows with the checksum %s, not %d with %s; run it again", t.name,
				theirs.Rows, theirs.Sum, ours.Rows, ours.Sum)
		}
		if o.Checked != nil {
			o.Checked(ours)
		}
		all = append(all, ours)
	}
	return all, nil
}

// summed reads a whole table, with texts as the other side stores them.
func summed(ctx context.Context, db, to *sqlstore.Raw, t table, columns []string) (c Copied, err error) {
	c.Table = t.name
	sum := sha256.New()
	cursor, err := open(ctx, db, to, t, columns)
	if err != nil {
		return c, err
	}
	defer cursor.close()
	for {
		row, err := cursor.next()
		if err != nil {
			return c, err
		}
		if row == nil {
			break
		}
		c.Rows++
		for _, value := range row {
			fmt.Fprintf(sum, "%T %v\x00", value, value)
		}
	}
	c.Sum = hex.EncodeToString(sum.Sum(nil)[:8])
	return c, nil
}

// columnsOf are the columns that are copied: those of the older engine, because the
// other may have some for itself.
func columnsOf(ctx context.Context, db *sqlstore.Raw, t table) ([]string, error) {
	if t.name == "removals" {
		return []string{"seq", "kind", "key"}, nil
	}
	rows, err := db.DB.QueryContext(ctx, "SELECT * FROM "+t.name+" LIMIT 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	slices.Sort(columns)
	return columns, rows.Err()
}

// cursor reads rows in the order of their keys.
type cursor struct {
	rows   *sql.Rows
	values []any
	text   func(string) string
}

// open reads a table; the mark of an unfinished copy is none of its rows.
func open(ctx context.Context, db, to *sqlstore.Raw, t table, columns []string) (*cursor, error) {
	query := "SELECT " + strings.Join(columns, ", ") + " FROM " + t.name
	var args []any
	if t.name == "secrets" {
		query, args = query+" WHERE name <> ?", []any{sqlstore.CopyMark}
	}
	rows, err := db.DB.QueryContext(ctx, db.Number(query+" ORDER BY "+t.key), args...)
	if err != nil {
		return nil, err
	}
	return &cursor{rows: rows, values: make([]any, len(columns)), text: to.Text}, nil
}

func (c *cursor) close() { c.rows.Close() }

// next is a row, or nil after the last.
func (c *cursor) next() ([]any, error) {
	if !c.rows.Next() {
		return nil, c.rows.Err()
	}
	row := make([]any, len(c.values))
	for i := range row {
		c.values[i] = &row[i]
	}
	if err := c.rows.Scan(c.values...); err != nil {
		return nil, err
	}
	for i, value := range row {
		switch v := value.(type) {
		case string:
			row[i] = c.text(v)
		case []byte:
			row[i] = bytes.Clone(v)
		}
	}
	return row, nil
}
