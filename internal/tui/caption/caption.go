// Package caption writes the English texts around a board: who plays, whose turn
// it is and how the game ended.
package caption

import (
	"fmt"
	"strconv"
	"strings"
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

// Wrap breaks words into lines of at most width columns, each with the indent
// and a newline. A longer word gets its own line.
func Wrap(words []string, width int, indent string) string {
	var b strings.Builder
	column := 0
	for _, word := range words {
		length := utf8.RuneCountInString(word)
		switch {
		case column > 0 && column+1+length > width:
			b.WriteString("\n" + indent)
			column = utf8.RuneCountInString(indent)
		case column > 0:
			b.WriteByte(' ')
			column++
		default:
			b.WriteString(indent)
			column = utf8.RuneCountInString(indent)
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
