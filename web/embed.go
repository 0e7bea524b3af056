//go:build pages

package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Pages gives the files that the build made, the start page being index.html,
// and whether this program carries them.
func Pages() (fs.FS, bool) {
	pages, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err)
	}
	return pages, true
}
