package rulebook_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plateau/game"
	"plateau/rulebook"
)

// rightAnswers finds all right answers of a task from its goal and the rules.
func rightAnswers(t *testing.T, p game.Position, task rulebook.Task) []string {
	t.Helper()
	goal, arg, _ := strings.Cut(task.Goal, " ")
	me := team(p)
	lost := func(after game.Position) bool { return wonBy(after, me.Other()) && ended(p, after, arg) }
	switch goal {
	case "follow":
		return task.Answers // the prompt must name it: see checkWords
	case "only":
		return movesThat(t, p, func(game.Position) bool { return len(p.Moves()) == 1 })
	case "win":
		return movesThat(t, p, func(after game.Position) bool { return wonBy(after, me) && ended(p, after, arg) })
	case "draw":
		return movesThat(t, p, func(after game.Position) bool {
			return after.Outcome() == game.Drawn && ended(p, after, arg)
		})
	case "survive":
		return movesThat(t, p, func(after game.Position) bool { return !lost(after) })
	case "safe":
		return movesThat(t, p, func(after game.Position) bool { return !winsWithin(t, after, me.Other(), 1) })
	case "force":
		turns, err := strconv.Atoi(arg)
		if err != nil || winsWithin(t, p, me, turns-2) {
			t.Errorf("won sooner than in %s turns", arg)
		}
		return movesThat(t, p, func(after game.Position) bool { return winsWithin(t, after, me, turns-1) })
	case "gives":
		return picksOf(t, p, game.FromSlot, movesThat(t, p, lost))
	case "ends":
		from := movesThat(t, p, func(game.Position) bool { return true })
		from = slices.DeleteFunc(from, func(text string) bool { return !strings.HasPrefix(text, arg) })
		return picksOf(t, p, game.ToSlot, from)
	case "refused":
		return refusedCells(p, arg)
	case "forbids":
		return []string{onlyObstacle(t, p, arg)}
	case "line":
		return cellNames(p.Verdict(nil).Line)
	}
	t.Fatalf("no check of the goal %q", goal)
	return nil
}

func team(p game.Position) game.Team { return p.Game().Seats()[p.ToMove()].Team }

func wonBy(p game.Position, t game.Team) bool {
	winner, won := p.Outcome().Winner()
	return won && winner == t
}

// ended reports whether the game ended for a reason; an empty one matches any.
func ended(before, after game.Position, reason string) bool {
	return reason == "" || after.Verdict(before).Reason.Code == reason
}

func play(t *testing.T, p game.Position, m game.Move) game.Position {
	t.Helper()
	after, err := p.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// movesThat are the legal moves after which something holds.
func movesThat(t *testing.T, p game.Position, holds func(after game.Position) bool) []string {
	t.Helper()
	var found []string
	for _, m := range p.Moves() {
		if holds(play(t, p, m)) {
			found = append(found, p.MoveText(m))
		}
	}
	return found
}

// winsWithin reports whether a side can force a win within a number of turns of
// both sides.
func winsWithin(t *testing.T, p game.Position, side game.Team, turns int) bool {
	t.Helper()
	if p.Outcome().Over() || turns <= 0 {
		return wonBy(p, side)
	}
	own := team(p) == side
	for _, m := range p.Moves() {
		if winsWithin(t, play(t, p, m), side, turns-1) == own {
			return own
		}
	}
	return !own
}

// picksOf are the different cells that moves have in a slot.
func picksOf(t *testing.T, p game.Position, slot game.SlotID, moves []string) []string {
	t.Helper()
	var cells []string
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, p.Picks(m)[slot])
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// refusedCells are those that cannot be taken for the reason, wherever the
// piece would go.
func refusedCells(p game.Position, reason string) []string {
	var found []string
	for _, from := range boardCells(p.Game()) {
		refused := !slices.ContainsFunc(boardCells(p.Game()), func(to string) bool {
			_, err := p.ParseMove(p.Attempt(game.Picks{game.FromSlot: from, game.ToSlot: to, game.DotSlot: "1"}))
			return from != to && !isRefusal(err, reason)
		})
		if refused {
			found = append(found, from)
		}
	}
	return found
}

func isRefusal(err error, code string) bool {
	var refusal *game.Refusal
	return errors.As(err, &refusal) && refusal.Code == code
}

// onlyObstacle is the cell that a move is refused for. It is the only one: with
// another piece of the same owner there, the move would be legal.
func onlyObstacle(t *testing.T, p game.Position, move string) string {
	t.Helper()
	_, err := p.ParseMove(move)
	var refusal *game.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("%s is not refused", move)
	}
	named := slices.IndexFunc(refusal.Params, func(param game.Param) bool { return param.Name == "cell" })
	if named < 0 {
		t.Fatalf("no cell in %q", refusal.Reason())
	}
	obstacle := refusal.Params[named].Value
	for _, letter := range p.Game().Letters() {
		if legalWith(t, p, obstacle, byte(letter), move) {
			return obstacle
		}
	}
	t.Fatalf("%s is not all that forbids %s", obstacle, move)
	return ""
}

// legalWith reports whether a move is legal with another piece of the same
// owner, which is shown by its case, on a cell.
func legalWith(t *testing.T, p game.Position, cell string, letter byte, move string) bool {
	t.Helper()
	sameOwner := false
	board := game.WriteBoard(p.Game().Size(), func(c game.Cell) byte {
		if c.String() != cell {
			return p.At(c)
		}
		sameOwner = (p.At(c) >= 'a') == (letter >= 'a')
		return letter
	})
	changed, err := p.Game().Parse(board + " " + p.Game().Seats()[p.ToMove()].ID)
	if err != nil || !sameOwner {
		return false
	}
	_, err = changed.ParseMove(move)
	return err == nil
}

func boardCells(g game.Game) []string {
	var cells []game.Cell
	for col := range g.Size() {
		for row := range g.Size() {
			cells = append(cells, game.Cell{Col: uint8(col), Row: uint8(row)})
		}
	}
	return cellNames(cells)
}

func cellNames(cells []game.Cell) []string {
	var names []string
	for _, c := range cells {
		names = append(names, c.String())
	}
	return names
}
