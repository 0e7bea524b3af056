//go:build unix

package server

import (
	"testing"

	"plateau/internal/store/postgres/pgtest"
)

func TestRetentionOnPostgres(t *testing.T) {
	t.Parallel()
	testRetention(t, pgtest.Own(t).Database(t))
}
