// Package guide leads players through guided games and lessons: which moves a
// step accepts, what the others reply, and what is drawn on the board. It
// follows the steps of package rulebook and asks the rules; it knows no game.
//
// A condition is a list of tests that a move must all pass, with a comma between
// them. "or" separates alternatives: the first that some move meets counts. If a
// step repeats, only the first alternative of the last reply leads to the next.
//
//	any                 every legal one
//	move PATTERN        its text; * stands for anything, and {slot} for the
//	                    choice of the player's latest move
//	inline              it is in a row or column with the player's latest move
//	ends                the game is over, won, lost or drawn
//	win, lose, draw     the game ends like this for the side that moves; a
//	                    reason may follow, by its code
//	safe                the other side has not won, nor can at its next turn
//	gift                the other side can win at its next turn
//	threat              the side that moves wins at its next turn, after many of
//	                    the other side's moves
//	line LETTERS N      a row, column or long diagonal has N pieces of these
//	                    letters, or more
//	run LETTERS N       as many neighbouring cells in a line have the same one
//	                    of these letters
//	not TEST            the test fails
package guide

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"plateau/game"
)

// turn is a move that is tested.
type turn struct {
	before, after game.Position
	move          game.Move
	// latest is the choices of the player's latest move.
	latest game.Picks
}

type test func(t turn) bool

func parseCondition(text string) ([][]test, error) {
	var found [][]test
	for alternative := range strings.SplitSeq(text, " or ") {
		var all []test
		for part := range strings.SplitSeq(alternative, ",") {
			one, err := parseTest(strings.Fields(part))
			if err != nil {
				return nil, fmt.Errorf("guide: %q: %w", text, err)
			}
			all = append(all, one)
		}
		found = append(found, all)
	}
	return found, nil
}

func parseTest(words []string) (test, error) {
	if len(words) == 0 {
		return nil, errors.New("there is an empty test")
	}
	name, args := words[0], words[1:]
	if name == "not" {
		inner, err := parseTest(args)
		return func(t turn) bool { return !inner(t) }, err
	}
	if newTest, ok := countTests[name]; ok && len(args) == 2 {
		n, err := strconv.Atoi(args[1])
		return newTest(args[0], n), err
	}
	reason := strings.Join(args, " ")
	if newTest, ok := plainTests[name]; ok && len(args) <= 1 {
		return newTest(reason), nil
	}
	return nil, fmt.Errorf("there is no test %q", strings.Join(words, " "))
}

// plainTests are those with one word or none behind their name.
var plainTests = map[string]func(arg string) test{
	"any":    func(string) test { return func(turn) bool { return true } },
	"move":   func(pattern string) test { return func(t turn) bool { return t.matches(pattern) } },
	"inline": func(string) test { return turn.inline },
	"ends":   func(string) test { return func(t turn) bool { return t.after.Outcome().Over() } },
	"win": func(reason string) test {
		return func(t turn) bool { return wonBy(t.after, t.side()) && t.endedFor(reason) }
	},
	"lose": func(reason string) test {
		return func(t turn) bool { return wonBy(t.after, t.side().Other()) && t.endedFor(reason) }
	},
	"draw": func(reason string) test {
		return func(t turn) bool { return t.after.Outcome() == game.Drawn && t.endedFor(reason) }
	},
	"safe": func(string) test { return func(t turn) bool { return !canWin(t.after, t.side().Other()) } },
	"gift": func(string) test {
		return func(t turn) bool { return !t.after.Outcome().Over() && canWin(t.after, t.side().Other()) }
	},
	"threat": func(string) test {
		return func(t turn) bool { return !t.after.Outcome().Over() && len(losingLines(t.after)) > 0 }
	},
}

// countTests are those with letters and a number.
var countTests = map[string]func(letters string, n int) test{
	"line": func(letters string, n int) test {
		return func(t turn) bool { return longest(t.after, letters) >= n }
	},
	"run": func(letters string, n int) test {
		return func(t turn) bool { return len(runs(t.after, letters, n)) > 0 }
	},
}

// side is the team that moves.
func (t turn) side() game.Team { return teamToMove(t.before) }

func (t turn) endedFor(reason string) bool {
	return reason == "" || t.after.Verdict(t.before).Reason.Code == reason
}

func (t turn) matches(pattern string) bool {
	for slot, value := range t.latest {
		pattern = strings.ReplaceAll(pattern, "{"+string(slot)+"}", value)
	}
	ok, err := path.Match(pattern, t.before.MoveText(t.move))
	return err == nil && ok
}

// inline compares the cells where the two moves arrive.
func (t turn) inline() bool {
	for _, slot := range []game.SlotID{game.CellSlot, game.ToSlot} {
		a, b := t.latest[slot], t.before.Picks(t.move)[slot]
		if a != "" && b != "" {
			return a[0] == b[0] || a[1:] == b[1:]
		}
	}
	return false
}

func teamToMove(p game.Position) game.Team { return p.Game().Seats()[p.ToMove()].Team }

func wonBy(p game.Position, t game.Team) bool {
	winner, won := p.Outcome().Winner()
	return won && winner == t
}

// canWin reports whether a side has won, or wins with the next turn of anybody.
func canWin(p game.Position, side game.Team) bool {
	if p.Outcome().Over() || teamToMove(p) != side {
		return wonBy(p, side)
	}
	return slices.ContainsFunc(p.Moves(), func(m game.Move) bool {
		after, err := p.Play(m)
		return err == nil && wonBy(after, side)
	})
}
