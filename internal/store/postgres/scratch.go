package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Scratch makes an empty schema in a database, for measurements, and gives its
// address. The returned function removes it with everything in it.
func Scratch(ctx context.Context, address string) (scratch string, remove func(context.Context) error, err error) {
	config, err := configOf(address)
	if err != nil {
		return "", nil, err
	}
	name := "plateau_bench_" + strings.ToLower(rand.Text())
	run := func(ctx context.Context, before, after string) error {
		conn, err := connect(ctx, config)
		if err != nil {
			return explain(err, config)
		}
		if _, err = conn.Exec(ctx, before+pgx.Identifier{name}.Sanitize()+after); err != nil {
			err = explain(err, config)
		}
		return errors.Join(err, conn.Close(ctx))
	}
	if err := run(ctx, "CREATE SCHEMA ", ""); err != nil {
		return "", nil, err
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	remove = func(ctx context.Context) error { return run(ctx, "DROP SCHEMA IF EXISTS ", " CASCADE") }
	return address + separator + "search_path=" + name, remove, nil
}
