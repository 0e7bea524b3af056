package screen

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/screen/tiles"
	"plateau/rulebook/guide"
)

// view is what is drawn of the board.
func (f *field) view() *tiles.View {
	g := f.match.Game()
	v := &tiles.View{
		Game: g, Look: f.Games.Of(g).Look, Letters: f.picking.preview(), Marks: map[game.Cell]tiles.Mark{},
		Ghosts: map[game.Cell]byte{}, Values: map[game.Cell]string{}, Turned: f.turned, ASCII: f.ASCII, Theme: f.theme,
	}
	f.mark(v)
	f.walk.place(v)
	return v
}

// mark marks the cells of the last move, the line, the choices and the cursor.
func (f *field) mark(v *tiles.View) {
	if n := f.match.Plies(); n > 0 {
		for _, c := range moveCells(f.match.PositionAfter(n-1), f.match.Moves()[n-1]) {
			v.Marks[c] |= tiles.Last
		}
	}
	for _, c := range f.match.Verdict().Line {
		if !f.concealed {
			v.Marks[c] |= tiles.Line
		}
	}
	for c, mark := range f.drawn {
		v.Marks[c] |= mark
	}
	for _, c := range f.hinted {
		v.Marks[c] |= tiles.Hinted
	}
	for _, made := range f.picking.made {
		if c, err := game.ParseCell(made.value, v.Game.Size()); err == nil && f.picking.isOnBoard(made.slot) {
			v.Marks[c] |= tiles.Picked
		}
	}
	if f.free {
		f.markTargets(v)
	}
	v.Marks[f.cursor] |= tiles.Cursor
}

// markTargets lights what can be chosen next, shows the piece in hand below the
// cursor, and what the choices are worth.
func (f *field) markTargets(v *tiles.View) {
	slot, ok := f.picking.onBoard()
	if !ok {
		return
	}
	for _, value := range slot.values {
		c, err := game.ParseCell(value, v.Game.Size())
		if err != nil {
			continue
		}
		v.Marks[c] |= tiles.Target
		if worth, known := f.worth(slot.ID, value); known {
			v.Values[c] = short(worth)
		}
		if letter, inHand := f.picking.inHand(); c == f.cursor && inHand {
			v.Ghosts[c] = letter
		}
	}
}

// worth is what the best move with one more choice is worth.
func (f *field) worth(slot game.SlotID, value string) (engine.Verdict, bool) {
	if f.analysis == nil {
		return engine.Verdict{}, false
	}
	picks := f.picking.picks()
	picks[slot] = value
	for i := range f.analysis.Moves {
		m := &f.analysis.Moves[i]
		if picks.Fits(f.picking.position.Picks(m.Move)) {
			return m.Verdict, true
		}
	}
	return engine.Verdict{}, false
}

// short is what a move is worth, in three characters or so: +3 wins in three turns,
// -4 loses in four, = draws; after ~ it is an estimate.
func short(v engine.Verdict) string {
	turns, known := v.Value.Distance()
	number := ""
	if known {
		number = itoa(turns)
	}
	switch lead := v.Lead(); {
	case v.Value.IsWin():
		return "+" + number
	case v.Value.IsLoss():
		return "-" + number
	case v.Value == game.Draw:
		return "="
	case lead > engine.Even:
		return "~+"
	case lead < engine.Even:
		return "~-"
	}
	return "~="
}

// draw marks what a step of a lesson draws: lines as lines, circles and arrows as
// hints, and shaded cells.
func (f *field) draw(scene *guide.Scene) {
	f.drawn = map[game.Cell]tiles.Mark{}
	drawing, err := scene.Drawing()
	if err != nil {
		return // without it the words remain
	}
	add := func(mark tiles.Mark, cells ...string) {
		for _, name := range cells {
			if c, err := game.ParseCell(name, f.match.Game().Size()); err == nil {
				f.drawn[c] |= mark
			}
		}
	}
	for _, line := range drawing.Lines {
		add(tiles.Line, line...)
	}
	for _, arrow := range drawing.Arrows {
		add(tiles.Hinted, arrow[:]...)
	}
	add(tiles.Hinted, drawing.Rings...)
	add(tiles.Shaded, drawing.Shaded...)
}

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
