//go:build pages

package main

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// pages are the files that build.sh makes.
func pages() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err)
	}
	return files
}
