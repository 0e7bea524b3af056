// Package caption writes the English texts around a board: who plays, whose turn
// it is and how the game ended.
package caption

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"plateau/engine"
	"plateau/game"
)

// Player names a seat and its player: "Ann (X, crosses)", or "Player X (crosses)"
// if the player has no name. It can begin a sentence.
func Player(g game.Game, players []string, seat game.Seat) string {
	info := g.Seats()[seat]
	if name := nameAt(players, seat); name != "" {
		return name + " (" + info.ID + ", " + info.Colour + ")"
	}
	return "Player " + info.ID + " (" + info.Colour + ")"
}

func nameAt(players []string, seat game.Seat) string {
	if int(seat) < len(players) {
		return players[seat]
	}
	return ""
}

// Team names a side by its players, or by its letter if they have no names.
func Team(g game.Game, players []string, team game.Team) string {
	var seats []game.Seat
	var names []string
	for i, seat := range g.Seats() {
		if seat.Team == team {
			seats = append(seats, game.Seat(i))
			names = append(names, nameAt(players, game.Seat(i)))
		}
	}
	if len(seats) == 1 {
		return Player(g, players, seats[0])
	}
	colour := g.Seats()[seats[0]].Colour
	for _, name := range names {
		if name == "" {
			return "Team " + g.TeamID(team) + " (" + colour + ")"
		}
	}
	return strings.Join(names, " and ") + " (" + g.TeamID(team) + ", " + colour + ")"
}

// Verdict is a sentence about how a match ended; it is empty while the match
// runs.
func Verdict(g game.Game, players []string, v game.Verdict) string {
	if !v.Outcome.Over() {
		return ""
	}
	why := ""
	if v.Reason.Code != "" {
		why = ": " + v.Why()
	}
	winner, won := v.Outcome.Winner()
	if !won {
		return "Drawn" + why + "."
	}
	return Team(g, players, winner) + " won" + why + "."
}

// Count is a number of things: "no games", "1 game", "2 games".
func Count(n int, thing string) string {
	switch n {
	case 0:
		return "no " + thing + "s"
	case 1:
		return "1 " + thing
	default:
		return strconv.Itoa(n) + " " + thing + "s"
	}
}

// Wrap breaks words into lines of at most width columns, each with a newline. The
// first begins with the head, and the others are indented by its width. A longer
// word gets its own line.
func Wrap(words []string, width int, head string) string {
	var b strings.Builder
	column, indent := 0, utf8.RuneCountInString(head)
	for _, word := range words {
		length := utf8.RuneCountInString(word)
		switch {
		case column > 0 && column+1+length > width:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		case column > 0:
			b.WriteByte(' ')
			column++
		default:
			b.WriteString(head)
			column = indent
		}
		b.WriteString(word)
		column += length
	}
	if column > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// Worth is what a position or move is worth, in a few characters: "win 3",
// "draw", or an estimate such as "+0.35".
func Worth(v engine.Verdict) string {
	if v.Value == game.Unknown {
		return fmt.Sprintf("%+.2f", float64(v.Estimate)/100)
	}
	return v.Value.String()
}

// Bytes writes a number of bytes for people.
func Bytes(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if n >= unit.bytes {
			return fmt.Sprintf("%.1f %s", float64(n)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// Duration writes a time for people, as exact as they need it.
func Duration(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	default:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
}
