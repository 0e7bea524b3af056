//go:build !nextversion

package postgres

// nextMigration is one more migration; empty except in programs that stand for the
// next version.
const nextMigration = ""
