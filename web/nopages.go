//go:build !pages

package web

import "io/fs"

// Pages are nil in a program without them.
func Pages() fs.FS { return nil }
