//go:build !pages

package main

import "io/fs"

// pages are left out: the commands work without them.
func pages() fs.FS { return nil }
