//go:build !pages

package web

import "io/fs"

// Pages gives the files that the build made, the start page being index.html,
// and whether this program carries them.
func Pages() (fs.FS, bool) { return nil, false }
