package gametest

import (
	"fmt"
	"strings"
	"testing"

	"plateau/game"
)

// Playthrough runs the commands of a playthrough, a game for people to read, and
// returns it with their output. A line is a comment (#), a command, or indented:
// the output of the command.
//
//	game ID       the game, from its start position
//	from TEXT     another position to start from
//	play MOVE     shows the board, or the result when it ends
//	refused MOVE  shows why
func Playthrough(tb testing.TB, games game.List, script string) string {
	tb.Helper()
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
			g, err := games.Find(text)
			if err != nil {
				tb.Fatal(err)
			}
			m = game.MatchFrom(g.Start(g.Openers()[0]), nil)
		case "from":
			start, err := m.Game().Parse(text)
			if err != nil {
				tb.Fatal(err)
			}
			m = game.MatchFrom(start, nil)
			out.WriteString(drawMatch(m))
		case "play":
			if err := m.Play(text); err != nil {
				tb.Fatal(err)
			}
			out.WriteString(drawMatch(m))
		case "refused":
			err := m.Play(text)
			if err == nil {
				tb.Fatalf("%s was not refused", text)
			}
			fmt.Fprintf(&out, "    %v\n", err)
		default:
			tb.Fatalf("no such command: %s", line)
		}
	}
	return out.String()
}

// drawMatch is the board in the letters of the notation, and beside it who is to
// move or how the game ended.
func drawMatch(m *game.Match) string {
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
