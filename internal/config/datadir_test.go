package config_test

import (
	"path/filepath"
	"testing"

	"plateau/internal/config"
)

func TestDataDir(t *testing.T) {
	tests := []struct {
		goos string
		env  map[string]string
		want string
	}{
		{"linux", map[string]string{"PLATEAU_DATA": "here", "HOME": "/home/ann"}, "here"},
		{"linux", map[string]string{"HOME": "/home/ann"}, "/home/ann/.local/share/plateau"},
		{"linux", map[string]string{"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "/data/plateau"},
		{"linux", map[string]string{"HOME": "/home/ann", "XDG_DATA_HOME": "data"}, "/home/ann/.local/share/plateau"},
		{"linux", nil, ""},
		{"darwin", map[string]string{"HOME": "/Users/ann"}, "/Users/ann/Library/Application Support/Plateau"},
		{"darwin", nil, ""},
		{"windows", map[string]string{"LOCALAPPDATA": "/local"}, "/local/Plateau"},
		{"windows", map[string]string{"HOME": "/home/ann"}, ""},
	}
	for _, test := range tests {
		got := filepath.ToSlash(config.DataDir(test.goos, func(name string) string { return test.env[name] }))
		if got != test.want {
			t.Errorf("%s %v: %q, want %q", test.goos, test.env, got, test.want)
		}
	}
}
