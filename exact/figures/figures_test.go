package figures_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plateau/exact/figures"
	"plateau/game"
)

// pile is a game for tests: players take one or two of some stones, and the
// player who takes the last one wins.
type pile struct {
	left uint8
	turn uint8
}

func (p *pile) AppendMoves(dst []game.Move) []game.Move {
	for take := game.Move(1); take <= min(2, game.Move(p.left)); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (p *pile) Play(m game.Move) { p.left -= uint8(m); p.turn++ }

func (p *pile) ToMove() game.Seat { return game.Seat(p.turn & 1) }

func (p *pile) Outcome() game.Outcome {
	if p.left > 0 {
		return game.Running
	}
	return game.Won(game.Team(1 - p.turn&1))
}

func (p *pile) Key() uint64 { return uint64(p.left)<<8 | uint64(p.turn) }

// value is a loss if the number of stones can be divided by three; each pair of
// turns then takes three.
func value(p *pile) (game.Value, error) {
	pairs := int(p.left) / 3
	if p.left%3 == 0 {
		return game.LossIn(2 * pairs), nil
	}
	return game.WinIn(2*pairs + 1), nil
}

func rules(left uint8) figures.Rules[pile] {
	return figures.Rules[pile]{
		Start: func() pile { return pile{left: left} },
		Value: value,
		Ending: func(before, _ *pile) string {
			if before.left == 2 {
				return "two"
			}
			return "one"
		},
	}
}

func TestPlay(t *testing.T) {
	sample := figures.Sample{Games: 500, Seed: 1, Turns: 8, Players: figures.Best}
	turns, err := figures.Play(t.Context(), rules(7), sample, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	// The first player takes one of seven and then what makes three.
	for n, want := range []figures.Turn{
		{Running: 500, Won: 500, Thrown: 250},
		{Running: 500, Lost: 500},
		{Running: 500, Won: 500, Thrown: 250},
		{Running: 500, Lost: 500},
	} {
		got := turns[n]
		if got.Running != want.Running || got.Won != want.Won || got.Lost != want.Lost || got.Drawn != 0 || got.Thrown != want.Thrown {
			t.Errorf("after %d turns %+v, want %+v", n, got, want)
		}
	}
	// One stone is left if the opponent took two of three; with two left, taking
	// one would be wrong.
	ended := turns[5].Ended
	if ended["one"]+ended["two"] != 500 || ended["one"] < 150 || turns[4].Thrown != float64(ended["two"])/2 {
		t.Errorf("the games ended with %v after %+v", ended, turns[4])
	}

	sample.Players = figures.Random
	again, err := figures.Play(t.Context(), rules(7), sample, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, turn := range again {
		sum += turn.Ended["one"] + turn.Ended["two"]
	}
	if sum != 500 || again[1].Lost == 500 {
		t.Errorf("random players: %d games ended, %+v", sum, again[1])
	}
	sheet := figures.NewSheet(figures.TurnColumns([]string{"one", "two"})...)
	figures.AddTurns(sheet, sample, again[:1], []string{"one", "two"})
	want := "players,turns,running,won,drawn,lost,thrown,one,two\nrandom,0,500,500,0,0,0.500000,0,0\n"
	if got := string(sheet.Bytes()); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLine(t *testing.T) {
	line, err := figures.Line(rules(7), pile{left: 7}, func(_ *pile, m game.Move) string { return string('0' + rune(m)) })
	if err != nil {
		t.Fatal(err)
	}
	if got := len(line); got != 5 || line[0] != "1" {
		t.Errorf("the line is %v", line)
	}
}

// The files of docs/data are those that were checked.
func TestChecksums(t *testing.T) {
	const folder = "../../docs/data"
	text, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 2 {
			sums[fields[1]] = fields[0]
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil || len(files) != len(sums) {
		t.Fatalf("%d files and %d checksums: %v", len(files), len(sums), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != sums[filepath.Base(file)] {
			t.Errorf("%s has the checksum %s", file, got)
		}
	}
}
