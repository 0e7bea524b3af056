package game_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plateau/game"
)

var update = flag.Bool("update", false, "rewrite the playthroughs from their commands")

// Playthroughs are readable games, one per ruling. A line is a comment (#), a
// command, or indented: the output of the command.
//
//	game ID       the game, from its start position
//	from TEXT     another position to start from
//	play MOVE     shows the board, or the result when it ends
//	refused MOVE  shows why
func TestPlaythroughs(t *testing.T) {
	files, err := filepath.Glob("testdata/playthroughs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no playthroughs found", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := perform(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("played as\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// perform runs the commands of a playthrough and writes it with their output.
func perform(t *testing.T, script string) string {
	t.Helper()
	var out strings.Builder
	var m *game.Match
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		out.WriteString(line)
		command, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch command {
		case "", "#":
		case "game":
			g := find(t, text)
			m = game.MatchFrom(g.Start(g.Openers()[0]), nil)
		case "from":
			start, err := m.Game().Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			m = game.MatchFrom(start, nil)
			out.WriteString(draw(m))
		case "play":
			play(t, m, text)
			out.WriteString(draw(m))
		case "refused":
			err := m.Play(text)
			if err == nil {
				t.Fatalf("%s was not refused", text)
			}
			fmt.Fprintf(&out, "    %v\n", err)
		default:
			t.Fatalf("no such command: %s", line)
		}
	}
	return out.String()
}

// draw is the board in the letters of the notation, and beside it who is to
// move or how the game ended.
func draw(m *game.Match) string {
	var out strings.Builder
	g, p, v := m.Game(), m.Position(), m.Verdict()
	for row := g.Size() - 1; row >= 0; row-- {
		fmt.Fprintf(&out, "    %d ", row+1)
		for col := range g.Size() {
			letter := p.At(game.Cell{Col: uint8(col), Row: uint8(row)})
			if letter == 0 {
				letter = '.'
			}
			fmt.Fprintf(&out, " %c", letter)
		}
		if row == 0 {
			fmt.Fprintf(&out, "   %s", standing(g, p, v))
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "       %s\n", strings.Join(strings.Split("abcde"[:g.Size()], ""), " "))
	return out.String()
}

func standing(g game.Game, p game.Position, v game.Verdict) string {
	winner, won := v.Outcome.Winner()
	switch {
	case won:
		return fmt.Sprintf("%s wins: %s", g.TeamID(winner), v.Why())
	case v.Outcome.Over():
		return "drawn: " + v.Why()
	default:
		return g.Seats()[p.ToMove()].ID + " to move"
	}
}
