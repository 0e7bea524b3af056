package sqlite_test

import (
	"path/filepath"
	"testing"

	"plateau/internal/store/sqlstore"
	"plateau/internal/store/storetest"
)

func BenchmarkAppend(b *testing.B) {
	storetest.BenchmarkAppend(b, func(b *testing.B) *sqlstore.Store {
		b.Helper()
		return open(b, filepath.Join(b.TempDir(), "play.db")).Store
	})
}
