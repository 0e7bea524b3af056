package transfer

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"plateau/internal/store/sqlstore"
)

// diff compares a table on both sides.
type diff struct {
	table
	from, to *sqlstore.Raw
	columns  []string
	// keys are the places of the key's columns.
	keys []int
}

const (
	// chunk is how many rows are written at once.
	chunk = 200
	// tell is after how many rows the observer learns of them.
	tell = 50_000
)

func newDiff(ctx context.Context, from, to *sqlstore.Raw, t table) (*diff, error) {
	d := &diff{table: t, from: from, to: to}
	var err error
	if d.columns, err = columnsOf(ctx, from, t); err != nil {
		return nil, err
	}
	theirs, err := columnsOf(ctx, to, t)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(d.columns, theirs) {
		return nil, fmt.Errorf("the table %s has other columns: %v, not %v", t.name, theirs, d.columns)
	}
	for key := range strings.SplitSeq(t.key, ", ") {
		d.keys = append(d.keys, slices.Index(d.columns, key))
	}
	return d, nil
}

// walk calls the function for each key with the rows of both sides, of which one may
// be nil.
func (d *diff) walk(ctx context.Context, visit func(ours, theirs []any) error) error {
	from, err := open(ctx, d.from, d.to, d.table, d.columns)
	if err != nil {
		return err
	}
	defer from.close()
	to, err := open(ctx, d.to, d.to, d.table, d.columns)
	if err != nil {
		return err
	}
	defer to.close()
	ours, err := from.next()
	if err != nil {
		return err
	}
	theirs, err := to.next()
	for err == nil && (ours != nil || theirs != nil) {
		order := d.order(ours, theirs)
		switch {
		case order < 0:
			err = visit(ours, nil)
		case order > 0:
			err = visit(nil, theirs)
		default:
			err = visit(ours, theirs)
		}
		if err == nil && order <= 0 {
			ours, err = from.next()
		}
		if err == nil && order >= 0 {
			theirs, err = to.next()
		}
	}
	return err
}

// order compares the keys of rows; none is the last.
func (d *diff) order(a, b []any) int {
	switch {
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	for _, key := range d.keys {
		if c := compareValues(a[key], b[key]); c != 0 {
			return c
		}
	}
	return 0
}

func compareValues(a, b any) int {
	switch a := a.(type) {
	case int64:
		b, _ := b.(int64)
		return cmp.Compare(a, b)
	case []byte:
		b, _ := b.([]byte)
		return bytes.Compare(a, b)
	default:
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	}
}

// removeExtra removes what only the other side has.
func (d *diff) removeExtra(ctx context.Context) error {
	var extra [][]any
	err := d.walk(ctx, func(ours, theirs []any) error {
		if ours == nil {
			key := make([]any, len(d.keys))
			for i, k := range d.keys {
				key[i] = theirs[k]
			}
			extra = append(extra, key)
		}
		return nil
	})
	if err != nil {
		return err
	}
	query := d.to.Number("DELETE FROM " + d.name + " WHERE " + strings.ReplaceAll(d.key, ", ", " = ? AND ") + " = ?")
	for _, key := range extra {
		if _, err := d.to.DB.ExecContext(ctx, query, key...); err != nil {
			return err
		}
	}
	return nil
}

// add writes what the other side lacks or has differently.
func (d *diff) add(ctx context.Context, o Observer) error {
	all, err := count(ctx, d.from, d.name)
	if err != nil {
		return err
	}
	var waiting []any
	rows, done := 0, 0
	flush := func() error {
		if rows == 0 {
			return nil
		}
		_, err := d.to.DB.ExecContext(ctx, d.upsert(rows), waiting...)
		waiting, rows = waiting[:0], 0
		return err
	}
	err = d.walk(ctx, func(ours, theirs []any) error {
		if ours != nil && !reflect.DeepEqual(ours, theirs) {
			waiting, rows = append(waiting, ours...), rows+1
		}
		if done++; done%tell == 0 && o.Reading != nil {
			o.Reading(d.name, done, all)
		}
		if rows == chunk {
			return flush()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return flush()
}

// upsert is the statement that writes rows.
func (d *diff) upsert(rows int) string {
	one := "(?" + strings.Repeat(", ?", len(d.columns)-1) + ")"
	var set []string
	for i, column := range d.columns {
		if !slices.Contains(d.keys, i) {
			set = append(set, column+" = excluded."+column)
		}
	}
	does := "DO NOTHING"
	if len(set) > 0 {
		does = "DO UPDATE SET " + strings.Join(set, ", ")
	}
	return d.to.Number("INSERT INTO " + d.name + " (" + strings.Join(d.columns, ", ") + ") VALUES " + one +
		strings.Repeat(", "+one, rows-1) + " ON CONFLICT (" + d.key + ") " + does)
}
