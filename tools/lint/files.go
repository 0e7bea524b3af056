package main

import (
	"io/fs"
	"path/filepath"
	"slices"
)

// Folders with files that are built or not ours.
var skippedFolders = []string{".git", "bin", "dist", "generated", "node_modules"}

// eachFile calls do with the path of every file below root, relative to root
// and with slashes.
func eachFile(root string, do func(path string) error) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && slices.Contains(skippedFolders, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return do(filepath.ToSlash(relative))
	})
}
