package ugi

import (
	"strings"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
)

// FuzzCommands finds no text that breaks a parser, and none that is read as
// something that cannot be written again.
func FuzzCommands(f *testing.F) {
	f.Add("startpos moves a1-a5 b1-b5")
	f.Add("fen 5/5/2X2/5/5 O moves a1-a5")
	f.Add("p1time 60000 p2time 1 p1inc 5 p2inc 7 movetime 3 depth 4 nodes 5 infinite")
	f.Add("p9time -1 p1inc")
	list := games.All().Games()
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Fields(text)
		for _, g := range list {
			m, err := parsePosition(g, words)
			if err != nil {
				continue
			}
			again, err := parsePosition(g, strings.Fields(positionCommand(m))[1:])
			if err != nil || again.Position().Key() != m.Position().Key() || again.Plies() != m.Plies() {
				t.Errorf("%s became %s, %v", text, positionCommand(m), err)
			}
		}
		limits, err := parseLimits(words, 4)
		if err != nil {
			return
		}
		again, err := parseLimits(strings.Fields(limits.String())[1:], 4)
		if err != nil || again.String() != limits.String() {
			t.Errorf("%s became %s, %v", text, limits, err)
		}
	})
}

func TestBudget(t *testing.T) {
	clock := func(left, increment time.Duration) Limits {
		return Limits{Left: []time.Duration{time.Hour, left}, Increments: []time.Duration{0, increment}}
	}
	for _, test := range []struct {
		limits Limits
		want   time.Duration
	}{
		{Limits{}, 0},
		{Limits{Depth: 3}, 0},
		{Limits{MoveTime: time.Second}, 970 * time.Millisecond},
		{Limits{MoveTime: time.Millisecond}, time.Millisecond},
		{clock(time.Minute, 0), 2400 * time.Millisecond},
		{clock(time.Minute, time.Second), 3150 * time.Millisecond},
		{clock(100*time.Millisecond, time.Second), 70 * time.Millisecond},
		{clock(0, 0), time.Millisecond},
	} {
		if got := test.limits.Budget(game.Seat(1)); got != test.want {
			t.Errorf("%s: %v, want %v", test.limits, got, test.want)
		}
	}
}
