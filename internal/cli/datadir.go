package cli

import (
	"os"
	"path/filepath"
	"runtime"
)

// dataDir is the folder where games are kept: $PLATEAU_DATA, or the usual place
// of the system. It is empty where there is none.
func dataDir() string { return dataDirOf(runtime.GOOS, os.Getenv) }

func dataDirOf(goos string, getenv func(string) string) string {
	if dir := getenv("PLATEAU_DATA"); dir != "" {
		return dir
	}
	home := getenv("HOME")
	switch goos {
	case "windows":
		if dir := getenv("LOCALAPPDATA"); dir != "" {
			return filepath.Join(dir, "Plateau")
		}
		return ""
	case "darwin", "ios":
		if home != "" {
			return filepath.Join(home, "Library", "Application Support", "Plateau")
		}
		return ""
	}
	// The standard for these folders has relative paths ignored.
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "plateau")
	}
	if home != "" {
		return filepath.Join(home, ".local", "share", "plateau")
	}
	return ""
}
