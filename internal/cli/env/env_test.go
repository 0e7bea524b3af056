package env

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

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

func TestParseTime(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"2s": 2 * time.Second, "0.5": 500 * time.Millisecond, "3": 3 * time.Second, "1m30s": 90 * time.Second,
		"": 0, "0": 0, "-1s": 0, "soon": 0,
	} {
		if got, err := ParseTime(text); got != want || (err != nil) != (want == 0) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
