//go:build nextversion

package postgres

import _ "embed"

// nextMigration makes this the next version of the program, which tests run beside the
// present one: a rolling upgrade replaces servers one after the other.
//
//go:embed testdata/nextversion.sql
var nextMigration string
