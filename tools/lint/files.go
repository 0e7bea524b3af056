package main

import (
	"io/fs"
	"os"
	"slices"
)

// Folders with files that are built or not ours.
var skippedFolders = []string{".git", "bin", "dist", "generated", "node_modules"}

// eachFile calls do with the path of every file below root, relative to root
// and with slashes.
func eachFile(root string, do func(path string) error) error {
	return fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skippedFolders, entry.Name()):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		return do(path)
	})
}
