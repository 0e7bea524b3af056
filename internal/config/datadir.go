package config

import "path/filepath"

// DataDir is the folder for games and tablebases: $PLATEAU_DATA, or the usual
// place of the system. It is empty where there is none.
func DataDir(goos string, getenv func(string) string) string {
	if dir := getenv(Variable("data")); dir != "" {
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
	// The XDG specification says to ignore relative paths.
	if dir := getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "plateau")
	}
	if home != "" {
		return filepath.Join(home, ".local", "share", "plateau")
	}
	return ""
}
