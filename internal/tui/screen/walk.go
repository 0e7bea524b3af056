package screen

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/tui/screen/tiles"
)

// walk shows the last move of a board: its pieces on their way.
type walk struct {
	field   *field
	motions []game.Motion
	before  game.Position
	// frame counts from 1; 0 is no animation.
	frame int
	// number tells the steps of one animation from those of another.
	number int
}

// An animation has so many steps, each for so long.
const (
	walkFrames = 7
	walkStep   = 45 * time.Millisecond
)

// begin animates the last move.
func (w *walk) begin(f *field) tea.Cmd {
	last := f.match.Plies() - 1
	w.field, w.before = f, f.match.PositionAfter(last)
	w.motions = w.before.Motions(f.match.Moves()[last])
	w.number++
	if len(w.motions) == 0 {
		w.frame = 0
		return nil
	}
	w.frame = 1
	return w.next(w.number)
}

// next waits for the next step of an animation.
func (w *walk) next(number int) tea.Cmd {
	return w.field.wait(walkStep, nil, func() tea.Cmd { return w.step(number) })
}

func (w *walk) end() {
	w.frame = 0
	w.number++
}

// step is the next step of an animation, unless it has ended.
func (w *walk) step(number int) tea.Cmd {
	if number != w.number || w.frame == 0 {
		return nil
	}
	if w.frame++; w.frame >= walkFrames {
		w.frame = 0
		return nil
	}
	return w.next(number)
}

// place puts the pieces of a drawing where they are at this step.
func (w *walk) place(v *tiles.View) {
	if w.frame == 0 {
		return
	}
	done := float64(w.frame) / walkFrames
	v.Letters, v.Hidden = lettersOf(w.before), map[game.Cell]bool{}
	for _, m := range w.motions {
		if m.Kind != game.Places {
			delete(v.Letters, m.From)
			arrives := func(other game.Motion) bool { return other.To == m.From }
			v.Hidden[m.From] = !slices.ContainsFunc(w.motions, arrives)
		}
		toX, toY := v.Place(m.To)
		fromX, fromY := v.Place(m.From)
		letter := m.Letter
		switch {
		case m.Kind == game.Places:
			fromX, fromY = toX, -1
		case m.Kind == game.Flips && done < 0.5:
			letter = w.before.At(m.From)
		}
		if letter == 0 {
			continue
		}
		v.Moving = append(v.Moving, tiles.Moving{Letter: letter, X: fromX + (toX-fromX)*done, Y: fromY + (toY-fromY)*done})
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
