package gametest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"plateau/game"
)

// chooses checks the choices and the motions of one random move.
func (c *suite[S, P]) chooses(p *place[S], rng *rand.Rand) error {
	if len(p.moves) == 0 {
		return nil
	}
	return c.choosesMove(p, rng.IntN(len(p.moves)))
}

// choosesAll checks them for every move, and that the motions decided by the
// choices so far are the same for all moves that still fit.
func (c *suite[S, P]) choosesAll(p *place[S]) error {
	seen := map[string]string{}
	for i, m := range p.moves {
		if err := c.choosesMove(p, i); err != nil {
			return err
		}
		for made, motions := range c.decided(p, m) {
			if other, known := seen[made]; known && other != motions {
				return fmt.Errorf("after %s there is to be%s or%s", made, other, motions)
			}
			seen[made] = motions
		}
	}
	return nil
}

// decided is the motions of a move by the choices that decide them.
func (c *suite[S, P]) decided(p *place[S], m game.Move) map[string]string {
	picks := c.spec.Picks(&p.state, m)
	lists := map[string]string{}
	for _, motion := range c.spec.Motions(&p.state, m) {
		made := game.Picks{}
		for _, slot := range motion.Needs {
			made[slot] = picks[slot]
		}
		lists[fmt.Sprint(made)] += fmt.Sprintf(" %s %s-%s", motion.Kind, motion.From, motion.To)
	}
	return lists
}

// choosesMove checks that the choices of a move are declared and written as its
// text, so that no two moves have the same, and that its motions do to the
// letters of the board what the move does.
func (c *suite[S, P]) choosesMove(p *place[S], i int) error {
	m, text := p.moves[i], p.texts[i]
	picks := c.spec.Picks(&p.state, m)
	for slot, value := range picks {
		if err := c.isChoice(slot, value); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	if got := c.spec.Attempt(&p.state, picks); got != text {
		return fmt.Errorf("the choices of %s are written %s", text, got)
	}
	board := c.board(&p.state)
	motions := c.spec.Motions(&p.state, m)
	for _, motion := range motions {
		for _, slot := range motion.Needs {
			if picks[slot] == "" {
				return fmt.Errorf("%s: a motion needs the choice %s, which the move has not", text, slot)
			}
		}
	}
	game.Carry(board, motions)
	after := c.play(&p.state, m)
	if want := c.board(&after); !maps.Equal(board, want) {
		return fmt.Errorf("the motions of %s make the board %q, the move %q", text, c.draw(board), c.draw(want))
	}
	return nil
}

// isChoice checks that a slot is declared and its value of the declared kind.
func (c *suite[S, P]) isChoice(slot game.SlotID, value string) error {
	i := slices.IndexFunc(c.spec.Slots, func(s game.Slot) bool { return s.ID == slot })
	if i < 0 {
		return fmt.Errorf("the choice %s is not declared", slot)
	}
	_, notCell := game.ParseCell(value, c.spec.Size)
	if c.spec.Slots[i].OnBoard != (notCell == nil) {
		return fmt.Errorf("the choice %s has the value %s", slot, value)
	}
	return nil
}

// attempts checks, after some choices of a random move, that every cell is
// refused as the next choice unless a legal move has it. It is expensive, so it
// is mostly skipped.
func (c *suite[S, P]) attempts(p *place[S], rng *rand.Rand) error {
	if rng.IntN(10) > 0 {
		return nil
	}
	legal := make([]game.Picks, len(p.moves))
	for i, m := range p.moves {
		legal[i] = c.spec.Picks(&p.state, m)
	}
	made := game.Picks{}
	if len(legal) > 0 {
		whole := legal[rng.IntN(len(legal))]
		for _, slot := range c.spec.Slots[:rng.IntN(len(c.spec.Slots))] {
			if value, has := whole[slot.ID]; has {
				made[slot.ID] = value
			}
		}
	}
	next := slices.IndexFunc(c.spec.Slots, func(s game.Slot) bool { return s.OnBoard && made[s.ID] == "" })
	if next < 0 {
		return nil
	}
	for _, cell := range cellNames(c.spec.Size) {
		if err := c.attempt(p, legal, made, c.spec.Slots[next].ID, cell); err != nil {
			return err
		}
	}
	return nil
}

func (c *suite[S, P]) attempt(p *place[S], legal []game.Picks, made game.Picks, slot game.SlotID, cell string) error {
	picks := maps.Clone(made)
	picks[slot] = cell
	if slices.ContainsFunc(legal, picks.Fits) {
		return nil
	}
	text := c.spec.Attempt(&p.state, picks)
	m, err := c.spec.ParseMove(&p.state, text)
	if err == nil {
		return fmt.Errorf("%s as %s after %v cannot be chosen, but %s is read as move %d", cell, slot, made, text, m)
	}
	if refusal, ok := errors.AsType[*game.Refusal](err); ok && strings.HasSuffix(refusal.Code, ".syntax") {
		return fmt.Errorf("%s as %s after %v is written as no move: %w", cell, slot, made, err)
	}
	return c.isRefusal(err)
}

// board is the letters of a position by cell.
func (c *suite[S, P]) board(s *S) map[game.Cell]byte {
	board := map[game.Cell]byte{}
	for cell := range game.Cells(c.spec.Size) {
		if letter := c.spec.Letter(s, cell); letter != 0 {
			board[cell] = letter
		}
	}
	return board
}

func (c *suite[S, P]) draw(board map[game.Cell]byte) string {
	return game.WriteBoard(c.spec.Size, func(cell game.Cell) byte { return board[cell] })
}
