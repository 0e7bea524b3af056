package screen

import (
	"maps"
	"slices"
	"strings"

	"plateau/internal/tui/text"

	"plateau/game"
)

// picking is a move in the making: the choices so far, and the legal moves. As on
// pages, choices on the board are made in the order of the slots, and one beside the
// board waits only for those on the board before it.
type picking struct {
	position game.Position
	moves    []candidate
	made     []pick
}

type candidate struct {
	move  game.Move
	picks game.Picks
}

type pick struct {
	slot  game.SlotID
	value string
}

// openSlot is a choice that can be made next, with what can be chosen.
type openSlot struct {
	game.Slot

	values []string
}

func newPicking(p game.Position) *picking {
	k := &picking{position: p}
	if p.Outcome().Over() {
		return k
	}
	k.moves = text.Each(p.Moves(), func(m game.Move) candidate { return candidate{m, p.Picks(m)} })
	return k
}

func (k *picking) picks() game.Picks {
	picks := game.Picks{}
	for _, one := range k.made {
		picks[one.slot] = one.value
	}
	return picks
}

// fitting are the moves with the choices made so far.
func (k *picking) fitting() []candidate {
	picks := k.picks()
	var fits []candidate
	for _, c := range k.moves {
		if picks.Fits(c.picks) {
			fits = append(fits, c)
		}
	}
	return fits
}

// open are the choices that can be made next. Those that no remaining move has are
// skipped.
func (k *picking) open() []openSlot {
	left, picks := k.fitting(), k.picks()
	var open []openSlot
	for _, slot := range k.position.Game().Slots() {
		if _, made := picks[slot.ID]; made || slot.Said {
			continue
		}
		var values []string
		for _, c := range left {
			if value, has := c.picks[slot.ID]; has && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
		if len(values) == 0 {
			continue
		}
		open = append(open, openSlot{slot, values})
		if slot.OnBoard {
			break
		}
	}
	return open
}

// onBoard is the choice of a cell that comes next, if there is one.
func (k *picking) onBoard() (openSlot, bool) {
	for _, slot := range k.open() {
		if slot.OnBoard {
			return slot, true
		}
	}
	return openSlot{}, false
}

func (k *picking) isOnBoard(id game.SlotID) bool {
	return slices.ContainsFunc(k.position.Game().Slots(), func(slot game.Slot) bool { return slot.ID == id && slot.OnBoard })
}

// tap chooses a cell, takes it back with all later choices, or replaces the last
// cell. It reports whether the tap meant anything.
func (k *picking) tap(cell game.Cell) bool {
	name := cell.String()
	if slot, ok := k.onBoard(); ok && slices.Contains(slot.values, name) {
		k.made = append(k.made, pick{slot.ID, name})
		return true
	}
	latest := -1
	for i := len(k.made) - 1; i >= 0; i-- {
		if !k.isOnBoard(k.made[i].slot) {
			continue
		}
		if k.made[i].value == name {
			k.made = k.made[:i]
			return true
		}
		latest = max(latest, i)
	}
	if latest < 0 {
		return false
	}
	before := picking{k.position, k.moves, k.made[:latest]}
	if slot, ok := before.onBoard(); ok && slices.Contains(slot.values, name) {
		k.made = slices.Concat(before.made, []pick{{slot.ID, name}})
		return true
	}
	return false
}

// take makes a choice beside the board, or takes it back.
func (k *picking) take(slot game.SlotID, value string) bool {
	others := slices.DeleteFunc(slices.Clone(k.made), func(p pick) bool { return p.slot == slot })
	if k.picks()[slot] == value {
		k.made = others
		return true
	}
	before := picking{k.position, k.moves, others}
	for _, open := range before.open() {
		if open.ID == slot && slices.Contains(open.values, value) {
			k.made = slices.Concat(others, []pick{{slot, value}})
			return true
		}
	}
	return false
}

// tray are the choices beside the board that can be made or changed now.
func (k *picking) tray() []openSlot {
	var found []openSlot
	for _, slot := range k.position.Game().Slots() {
		if slot.OnBoard || slot.Said {
			continue
		}
		before := picking{k.position, k.moves, slices.DeleteFunc(slices.Clone(k.made), func(p pick) bool { return p.slot == slot.ID })}
		for _, open := range before.open() {
			if open.ID == slot.ID {
				found = append(found, open)
			}
		}
	}
	return found
}

// placed is the letter of the piece that comes to the board with a choice.
func (k *picking) placed(slot game.SlotID, value string) (byte, bool) {
	for _, c := range k.moves {
		if c.picks[slot] != value {
			continue
		}
		for _, m := range k.position.Motions(c.move) {
			if m.Kind == game.Places && m.Letter != 0 {
				return m.Letter, true
			}
		}
	}
	return 0, false
}

// inHand is the letter of the piece that was chosen and not placed yet.
func (k *picking) inHand() (byte, bool) {
	for _, made := range k.made {
		if made.slot == game.PieceSlot || made.slot == game.FaceSlot {
			return k.placed(made.slot, made.value)
		}
	}
	return 0, false
}

// byKey is the choice beside the board that a letter or number stands for.
func (k *picking) byKey(key string) (slot game.SlotID, value string, ok bool) {
	for _, open := range k.tray() {
		for _, value := range open.values {
			if value == key {
				return open.ID, value, true
			}
		}
	}
	for _, open := range k.tray() {
		for _, value := range open.values {
			// The letters of a side may all be small; those of two faces differ.
			twice := slices.ContainsFunc(open.values, func(other string) bool { return other != value && strings.EqualFold(other, value) })
			if strings.EqualFold(value, key) && !twice {
				return open.ID, value, true
			}
		}
	}
	return "", "", false
}

// next turns over what is chosen beside the board: to the next of its values.
func (k *picking) next() bool {
	tray := k.tray()
	if len(tray) == 0 {
		return false
	}
	values := tray[0].values
	at := slices.Index(values, k.picks()[tray[0].ID])
	return k.take(tray[0].ID, values[(at+1)%len(values)]) || len(values) == 1
}

// completed is the move that the choices are, if they are one. What is said with it
// is part of it if said is set.
func (k *picking) completed(said bool) (game.Move, bool) {
	wanted := k.picks()
	if len(wanted) == 0 && !said {
		return game.NoMove, false
	}
	if said {
		wanted[game.AnnounceSlot] = announced
	}
	for _, c := range k.moves {
		if maps.Equal(c.picks, wanted) {
			return c.move, true
		}
	}
	return game.NoMove, false
}

// announced is the value of what is said with a move.
const announced = "!"

// pass is the move without choices.
func (k *picking) pass() (game.Move, bool) {
	for _, c := range k.moves {
		if len(c.picks) == 0 {
			return c.move, true
		}
	}
	return game.NoMove, false
}

// whole reports whether all choices on the board and beside it are made.
func (k *picking) whole() bool { return len(k.made) > 0 && len(k.open()) == 0 }

// attempt is the text of the move that the choices and one more cell would make, so
// that the rules can say what is wrong with it.
func (k *picking) attempt(cell game.Cell) string {
	picks := k.picks()
	if slot, ok := k.onBoard(); ok {
		picks[slot.ID] = cell.String()
	} else {
		for _, slot := range k.position.Game().Slots() {
			if _, made := picks[slot.ID]; slot.OnBoard && !made {
				picks[slot.ID] = cell.String()
				break
			}
		}
	}
	return k.position.Attempt(picks)
}

// preview are the letters of the board after the choices so far.
func (k *picking) preview() map[game.Cell]byte {
	letters := lettersOf(k.position)
	fits := k.fitting()
	if len(k.made) == 0 || len(fits) == 0 {
		return letters
	}
	picks := k.picks()
	isOpen := func(slot game.SlotID) bool {
		_, made := picks[slot]
		return !made
	}
	// All moves that fit agree on what is decided so far.
	decided := slices.DeleteFunc(k.position.Motions(fits[0].move), func(m game.Motion) bool { return slices.ContainsFunc(m.Needs, isOpen) })
	game.Carry(letters, decided)
	return letters
}

func lettersOf(p game.Position) map[game.Cell]byte {
	letters := map[game.Cell]byte{}
	for _, c := range cellsOf(p.Game()) {
		if letter := p.At(c); letter != 0 {
			letters[c] = letter
		}
	}
	return letters
}

func cellsOf(g game.Game) []game.Cell {
	var cells []game.Cell
	for col := range g.Size() {
		for row := range g.Size() {
			cells = append(cells, game.Cell{Col: uint8(col), Row: uint8(row)})
		}
	}
	return cells
}
