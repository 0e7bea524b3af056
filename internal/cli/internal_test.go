package cli

import (
	"bufio"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"plateau/game"
	"plateau/games/full"
)

func lookup(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestDataDir(t *testing.T) {
	tests := []struct {
		goos string
		env  []string
		want string
	}{
		{"linux", []string{"PLATEAU_DATA", "here", "HOME", "/home/ann"}, "here"},
		{"linux", []string{"HOME", "/home/ann"}, "/home/ann/.local/share/plateau"},
		{"linux", []string{"HOME", "/home/ann", "XDG_DATA_HOME", "/data"}, "/data/plateau"},
		{"linux", []string{"HOME", "/home/ann", "XDG_DATA_HOME", "data"}, "/home/ann/.local/share/plateau"},
		{"linux", nil, ""},
		{"darwin", []string{"HOME", "/Users/ann"}, "/Users/ann/Library/Application Support/Plateau"},
		{"darwin", nil, ""},
		{"windows", []string{"LOCALAPPDATA", "/local"}, "/local/Plateau"},
		{"windows", []string{"HOME", "/home/ann"}, ""},
	}
	for _, test := range tests {
		got := filepath.ToSlash(dataDirOf(test.goos, lookup(test.env...)))
		if got != test.want {
			t.Errorf("%s %v: %q, want %q", test.goos, test.env, got, test.want)
		}
	}
}

func TestLocale(t *testing.T) {
	tests := []struct {
		goos string
		env  []string
		want bool
	}{
		{"linux", nil, false},
		{"linux", []string{"LANG", "de_DE.UTF-8"}, true},
		{"linux", []string{"LANG", "C.utf8"}, true},
		{"linux", []string{"LANG", "de_DE.UTF-8", "LC_ALL", "C"}, false},
		{"linux", []string{"LANG", "C", "LC_CTYPE", "C.UTF-8"}, true},
		{"windows", nil, true},
	}
	for _, test := range tests {
		if got := speaksUTF8(test.goos, lookup(test.env...)); got != test.want {
			t.Errorf("%s %v: %v", test.goos, test.env, got)
		}
	}
}

func TestColourWanted(t *testing.T) {
	tests := []struct {
		mode     colourMode
		terminal bool
		env      []string
		want     bool
	}{
		{colourAuto, true, nil, true},
		{colourAuto, false, nil, false},
		{colourAuto, true, []string{noColourVariable, "1"}, false},
		{colourAuto, true, []string{"TERM", "dumb"}, false},
		{colourAlways, false, []string{noColourVariable, "1"}, true},
		{colourNever, true, nil, false},
	}
	for _, test := range tests {
		if got := test.mode.wanted(test.terminal, lookup(test.env...)); got != test.want {
			t.Errorf("%s, terminal %v, %v: %v", test.mode, test.terminal, test.env, got)
		}
	}
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	in := bufio.NewReaderSize(strings.NewReader("one\r\n\n  two \n"+long+"\nthree"), 16)
	for _, want := range []string{"one", "", "two"} {
		if got, err := readLine(in); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	var refusal *game.Refusal
	if got, err := readLine(in); got != "" || !errors.As(err, &refusal) {
		t.Errorf("a long line gives %d bytes, %v", len(got), err)
	}
	if got, err := readLine(in); got != "three" || err != nil {
		t.Errorf("%q, %v after a long line", got, err)
	}
	if _, err := readLine(in); !errors.Is(err, io.EOF) {
		t.Errorf("the end gives %v", err)
	}
}

// Sharing the count out changes nothing.
func TestPerftCount(t *testing.T) {
	for _, g := range full.All().Games() {
		start := g.Start(g.Openers()[0])
		for depth := range 4 {
			count := newPerftCount(start, depth)
			if err := count.run(t.Context(), 3); err != nil {
				t.Fatal(err)
			}
			if got, want := count.total(), start.Perft(depth); got != want {
				t.Errorf("%s at depth %d: %d, want %d", g.ID(), depth, got, want)
			}
			if depth > 2 && count.progress() != 1 {
				t.Errorf("%s: done, but %f", g.ID(), count.progress())
			}
		}
	}
}

func TestSplitMoves(t *testing.T) {
	tests := []struct{ words, position, moves string }{
		{"", "start", ""},
		{"c1-c5|a1-a5", "start", "c1-c5|a1-a5"},
		{"start", "start", ""},
		{"START|o|c1-c5", "START o", "c1-c5"},
		{"5/5/5/5/5 X|c1-c5", "5/5/5/5/5 X", "c1-c5"},
		{"5/5/5/5/5|x|c1-c5", "5/5/5/5/5 x", "c1-c5"},
		{"5/5/5/5/5|c1-c5", "5/5/5/5/5", "c1-c5"},
	}
	g, err := full.All().Games().Find("quixo")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		var words []string
		if test.words != "" {
			words = strings.Split(test.words, "|")
		}
		position, moves := splitMoves(g, words)
		if position != test.position || strings.Join(moves, "|") != test.moves {
			t.Errorf("%q: %q and %q", test.words, position, moves)
		}
	}
}
