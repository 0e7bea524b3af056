// Package ugi speaks the Universal Game Interface, a line protocol between an
// engine and the program that lets it play. docs/engines.md specifies it.
//
// [Server] is an engine, [Engine] the other side: an engine in a process of its
// own. What such a process writes is never trusted: it may be silent, flood,
// write no line end, die, or name moves that are not legal. [Check] tells authors
// what their engine does wrong.
package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"plateau/game"
)

// Limits say how long an engine may think about a move. The zero value leaves it
// to the engine.
type Limits struct {
	// Left and Increments are the clocks by seat; empty without clocks.
	Left, Increments []time.Duration
	// MoveTime is the time for this move.
	MoveTime time.Duration
	// Depth is in plies, Nodes in positions.
	Depth int
	Nodes uint64
	// Infinite means until it is stopped.
	Infinite bool
}

// String is the command: "go p1time 60000 p2time 60000".
func (l Limits) String() string {
	var b strings.Builder
	b.WriteString("go")
	for i, left := range l.Left {
		fmt.Fprintf(&b, " p%dtime %d", i+1, max(left.Milliseconds(), 0))
	}
	for i, increment := range l.Increments {
		fmt.Fprintf(&b, " p%dinc %d", i+1, increment.Milliseconds())
	}
	if l.MoveTime > 0 {
		fmt.Fprintf(&b, " movetime %d", l.MoveTime.Milliseconds())
	}
	if l.Depth > 0 {
		fmt.Fprintf(&b, " depth %d", l.Depth)
	}
	if l.Nodes > 0 {
		fmt.Fprintf(&b, " nodes %d", l.Nodes)
	}
	if l.Infinite {
		b.WriteString(" infinite")
	}
	return b.String()
}

// maxMillis is the longest time in a command: a year.
const maxMillis = 366 * 24 * 3600 * 1000

// parseLimits reads the words after go, for a game with so many seats.
func parseLimits(words []string, seats int) (Limits, error) {
	l := Limits{}
	for i := 0; i < len(words); i++ {
		if words[i] == "infinite" {
			l.Infinite = true
			continue
		}
		if i+1 == len(words) {
			return l, fmt.Errorf("%s needs a number", words[i])
		}
		n, err := strconv.ParseInt(words[i+1], 10, 64)
		if err != nil {
			return l, fmt.Errorf("%s %s: not a whole number", words[i], words[i+1])
		}
		if err := l.set(words[i], n, seats); err != nil {
			return l, err
		}
		i++
	}
	return l, nil
}

func (l *Limits) set(name string, n int64, seats int) error {
	span := time.Duration(min(max(n, 0), maxMillis)) * time.Millisecond
	switch name {
	case "movetime":
		l.MoveTime = max(span, time.Millisecond)
	case "depth":
		l.Depth = int(min(max(n, 1), 1<<20))
	case "nodes":
		l.Nodes = uint64(max(n, 1))
	default:
		var seat int
		var what string
		if _, err := fmt.Sscanf(name, "p%d%s", &seat, &what); err != nil || seat < 1 || seat > seats || what != "time" && what != "inc" {
			return fmt.Errorf("%s is not a limit", name)
		}
		if l.Left == nil {
			l.Left, l.Increments = make([]time.Duration, seats), make([]time.Duration, seats)
		}
		if what == "time" {
			l.Left[seat-1] = span
		} else {
			l.Increments[seat-1] = span
		}
	}
	return nil
}

// reserve is the part of a clock that is never used: the way of a move takes
// time, too.
const reserve = 30 * time.Millisecond

// Budget is how long a sensible player thinks about a move of a seat, or 0 if
// nothing limits it.
func (l Limits) Budget(seat game.Seat) time.Duration {
	if l.MoveTime > 0 {
		return max(l.MoveTime-min(l.MoveTime/10, reserve), time.Millisecond)
	}
	if int(seat) >= len(l.Left) {
		return 0
	}
	left, increment := l.Left[seat], l.Increments[seat]
	return max(min(left/25+increment*3/4, left-reserve), time.Millisecond)
}

// positionCommand is the command that sets up a match: how it began, and its moves.
func positionCommand(m *game.Match) string {
	g := m.Game()
	var b strings.Builder
	b.WriteString("position ")
	if start := m.Start(); start.Key() == g.Start(g.Openers()[0]).Key() {
		b.WriteString("startpos")
	} else {
		b.WriteString("fen " + start.String())
	}
	if m.Plies() > 0 {
		b.WriteString(" moves " + strings.Join(m.MoveTexts(), " "))
	}
	return b.String()
}

// parsePosition reads the words after position.
func parsePosition(g game.Game, words []string) (*game.Match, error) {
	if len(words) == 0 {
		return nil, errors.New("position needs startpos or fen")
	}
	kind, rest := words[0], words[1:]
	fen, moves := rest, []string(nil)
	if i := slices.Index(rest, "moves"); i >= 0 {
		fen, moves = rest[:i], rest[i+1:]
	}
	var start game.Position
	switch kind {
	case "startpos":
		if len(fen) > 0 {
			return nil, fmt.Errorf("%q after startpos: expected moves", fen[0])
		}
		start = g.Start(g.Openers()[0])
	case "fen":
		var err error
		if start, err = g.Parse(strings.Join(fen, " ")); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("position %s: expected startpos or fen", kind)
	}
	m := game.MatchFrom(start, nil)
	for i, move := range moves {
		if err := m.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return m, nil
}

// Names of options that Plateau sets if an engine declares them.
const (
	gameOption       = "Game"
	legalMovesOption = "LegalMoves"
)
