package sqlstore

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	"plateau/internal/play"
	"plateau/internal/store/removals"
)

// reader reads a row.
type reader interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// secretOf is a secret of a database; nil if there is none.
func secretOf(ctx context.Context, db reader, name string) ([]byte, error) {
	secret, err := value[[]byte](db.QueryRowContext(ctx, `SELECT value FROM secrets WHERE name = '`+name+`'`))
	return secret, missing(err, nil)
}

// DatabaseID is what tells a database from all others; empty if it is older than
// the list of what was removed.
func DatabaseID(ctx context.Context, db reader) (string, error) {
	id, err := secretOf(ctx, db, "database")
	return hex.EncodeToString(id), err
}

// OpenRemovals opens the list of what is removed from a database.
func OpenRemovals(ctx context.Context, db reader, path string) (*removals.File, error) {
	id, err := DatabaseID(ctx, db)
	if err != nil {
		return nil, err
	}
	file, err := removals.Open(path, id, time.Now())
	if err != nil {
		return nil, fmt.Errorf("the list of what was removed: %w", err)
	}
	return file, nil
}

// Removed reads rows that say what was removed, which is listed as of a time, and
// their numbers.
func Removed(rows *sql.Rows, at time.Time) (seqs []int64, list []removals.Removal, err error) {
	defer rows.Close()
	for rows.Next() {
		var seq int64
		one := removals.Removal{At: at}
		if err := rows.Scan(&seq, &one.Kind, &one.Key); err != nil {
			return nil, nil, err
		}
		seqs, list = append(seqs, seq), append(list, one)
	}
	return seqs, list, rows.Err()
}

// note notes a removal that no trigger sees.
func (w *Tx) note(ctx context.Context, kind removals.Kind, key string) error {
	return w.run(ctx, `INSERT INTO removals (kind, key) VALUES (?, ?)`, kind, key)
}

// notePassword notes that the password of a player is replaced, if there is one.
func (w *Tx) notePassword(ctx context.Context, player play.PlayerID) error {
	var old string
	if err := w.QueryRowContext(ctx, `SELECT password FROM accounts WHERE player = ?`, player).Scan(&old); err != nil || old == "" {
		return err
	}
	return w.note(ctx, removals.Password, passwordKey(old))
}

// passwordKey identifies what is stored of a password. That is salted, so nothing
// can be learnt from its hash.
func passwordKey(stored string) string {
	hash := sha256.Sum256([]byte(stored))
	return hex.EncodeToString(hash[:])
}

func messageKey(table play.TableID, seq uint64) string { return fmt.Sprintf("%s:%d", table, seq) }

// CopyMark is the name of the secret that an unfinished copy has: the id of the
// original.
const CopyMark = "copying"

// UnfinishedCopy reports whether the database is one.
func (s *Store) UnfinishedCopy(ctx context.Context) (bool, error) {
	id, err := UnfinishedCopy(ctx, s.db)
	return id != "", err
}

// UnfinishedCopy is the id of the database of which this one is an unfinished copy;
// empty if it is none.
func UnfinishedCopy(ctx context.Context, db reader) (string, error) {
	id, err := secretOf(ctx, db, CopyMark)
	return string(id), err
}
