package screen

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/screen/tiles"
	"plateau/internal/tui/text"
)

// field is the board of a screen: what it shows, the cursor and the move in the
// making.
type field struct {
	*env

	match   *game.Match
	picking *picking
	cursor  game.Cell
	// turned shows the board from the other side.
	turned bool
	// free is whether somebody may choose a move here.
	free bool
	// chosen is called with a move that was chosen, refused with why a choice is
	// not possible.
	chosen  func(m game.Move) tea.Cmd
	refused func(err error) tea.Cmd
	// picked is called when a choice was made or taken back.
	picked func()
	// tapped, if set, gets the cells that are chosen in place of moves.
	tapped func(c game.Cell) tea.Cmd
	// analysis is what the moves are worth, if that is shown.
	analysis *engine.Analysis
	// hinted are cells to mark, drawn what a lesson marks.
	hinted []game.Cell
	drawn  map[game.Cell]tiles.Mark
	// concealed hides the line that has won, where it has to be found.
	concealed bool
	// said is set if a line is announced with the move.
	said bool

	walk walk
	// geometry is that of the latest drawing, whose corner is at x, y.
	geometry tiles.Geometry
	x, y     int
	// pressed is where the mouse button was pressed.
	pressed game.Cell
}

// show makes a match the one that is shown. With its last move on the way there, it
// is animated.
func (f *field) show(m *game.Match, animated bool) tea.Cmd {
	first := f.match == nil
	f.match, f.picking, f.analysis, f.hinted, f.drawn, f.said = m, newPicking(m.Position()), nil, nil, nil, false
	if first {
		middle := uint8(m.Game().Size() / 2)
		f.cursor = game.Cell{Col: middle, Row: middle}
	}
	if animated && m.Plies() > 0 {
		return f.walk.begin(f)
	}
	f.walk.end()
	return nil
}

// step moves the cursor, on the screen.
func (f *field) step(right, down int) { f.cursor = f.shape().Step(f.cursor, right, down) }

// shape is the geometry, which is known before the first drawing as far as moving
// the cursor needs it.
func (f *field) shape() tiles.Geometry {
	if f.geometry.Size == 0 {
		return tiles.Geometry{Size: f.match.Game().Size(), Wide: 3, High: 1}
	}
	return f.geometry
}

// tap chooses the cell under the cursor.
func (f *field) tap() tea.Cmd {
	if f.tapped != nil {
		return f.tapped(f.cursor)
	}
	if !f.free {
		return nil
	}
	if move, ok := f.picking.pass(); ok && len(f.picking.open()) == 0 && len(f.picking.made) == 0 {
		return f.chosen(move)
	}
	if !f.picking.tap(f.cursor) {
		_, err := f.picking.position.ParseMove(f.picking.attempt(f.cursor))
		if err == nil {
			return nil
		}
		return f.refused(err)
	}
	f.picked()
	return f.complete()
}

// complete plays the move if all choices are made.
func (f *field) complete() tea.Cmd {
	if !f.picking.whole() {
		return nil
	}
	if move, ok := f.picking.completed(f.said); ok {
		return f.chosen(move)
	}
	picks := f.picking.picks()
	if f.said {
		picks[game.AnnounceSlot] = announced
	}
	_, err := f.picking.position.ParseMove(f.picking.position.Attempt(picks))
	f.picking.made = f.picking.made[:len(f.picking.made)-1]
	if err == nil {
		return nil
	}
	return f.refused(err)
}

// take makes a choice beside the board.
func (f *field) take(slot game.SlotID, value string) tea.Cmd {
	if !f.free || !f.picking.take(slot, value) {
		return nil
	}
	f.picked()
	return f.complete()
}

// turnOver chooses the next piece, face or dot. With all other choices made, the move
// waits for Enter, because it may not be the face that is wanted.
func (f *field) turnOver() {
	if f.free && f.picking.next() {
		f.picked()
	}
}

// announce says that the next move completes a line, or claims a line that is there.
func (f *field) announce() tea.Cmd {
	if !f.free || !f.announces() {
		return nil
	}
	f.said = !f.said
	if move, ok := f.picking.completed(true); ok && f.said {
		return f.chosen(move)
	}
	return nil
}

func (f *field) announces() bool {
	return slices.ContainsFunc(f.match.Game().Slots(), func(slot game.Slot) bool { return slot.Said })
}

// undoPick takes back the last choice, and reports whether there was any.
func (f *field) undoPick() bool {
	if len(f.picking.made) == 0 {
		return false
	}
	f.picking.made = f.picking.made[:len(f.picking.made)-1]
	return true
}

// key handles a key, if it means something on a board.
func (f *field) key(key string) (tea.Cmd, bool) {
	if f.free && len(key) == 1 {
		if slot, value, ok := f.picking.byKey(key); ok {
			return f.take(slot, value), true
		}
	}
	switch key {
	case "j", "k", "l":
		f.vi = true
	case "h":
		if !f.vi {
			return nil, false
		}
	}
	switch key {
	case "left", "h":
		f.step(-1, 0)
	case "right", "l":
		f.step(1, 0)
	case "up", "k":
		f.step(0, -1)
	case "down", "j":
		f.step(0, 1)
	case "enter", "space":
		if f.free && f.picking.whole() {
			return f.complete(), true
		}
		return f.tap(), true
	case "tab":
		f.turnOver()
	case "f":
		f.turned = !f.turned
	case "!":
		return f.announce(), f.announces()
	case "esc", "backspace":
		return nil, f.undoPick()
	default:
		return nil, false
	}
	return nil, true
}

// keys are the actions of a board, for the list of keys.
func (f *field) keys() []action {
	list := []action{
		{keys: []string{f.text("terminal.app.key.arrows"), "hjkl"}, label: f.text("terminal.app.key.cursor")},
		{keys: []string{"enter", "space"}, label: f.text("terminal.app.key.choose")},
		{keys: []string{"esc"}, label: f.text("move.back")},
		{keys: []string{"f"}, label: f.text("play.flip")},
	}
	for _, slot := range f.match.Game().Slots() {
		if !slot.OnBoard && !slot.Said {
			list = append(list,
				action{keys: []string{f.text("terminal.app.key.typed")}, label: f.text("terminal.app.key.letters")},
				action{keys: []string{"tab"}, label: f.text("terminal.app.key.turnOver")})
		}
	}
	if f.announces() {
		list = append(list, action{keys: []string{"!"}, label: f.text("move.announce")})
	}
	for i := range list {
		list[i].rare = true
	}
	return list
}

// mouse handles the mouse on the board: a click chooses a cell, and so does letting
// go of what was dragged.
func (f *field) mouse(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		cell, ok := f.geometry.CellAt(msg.X-f.x, msg.Y-f.y)
		if !ok || msg.Button != tea.MouseLeft {
			return nil
		}
		f.cursor, f.pressed = cell, cell
		return f.tap()
	case tea.MouseReleaseMsg:
		cell, ok := f.geometry.CellAt(msg.X-f.x, msg.Y-f.y)
		if !ok || cell == f.pressed {
			return nil
		}
		f.cursor, f.pressed = cell, cell
		return f.tap()
	}
	return nil
}

// ask is what to choose next.
func (f *field) ask() string {
	open := f.picking.open()
	if len(open) == 0 {
		switch _, passes := f.picking.pass(); {
		case f.picking.whole():
			return f.text("move.confirmAsk")
		case passes:
			return f.text("move.ask.pass")
		}
		return ""
	}
	if f.said {
		return f.text("move.announce.ask")
	}
	ids := text.Each(open, func(slot openSlot) string { return string(slot.ID) })
	look := f.Games.Of(f.match.Game()).Look
	if key := look.Asks[open[0].ID]; key != "" {
		return f.text(key)
	}
	picks := f.picking.picks()
	switch strings.Join(ids, " ") {
	case "piece cell":
		return f.text("move.ask.pieceCell")
	case "piece":
		return f.text("move.ask.piece", "cell", picks[game.CellSlot])
	case "cell":
		return f.text("move.ask.cell")
	case "face drop":
		return f.text("move.ask.faceDrop")
	case "face":
		return f.text("move.ask.face", "cell", picks[game.DropSlot])
	case "drop":
		return f.text("move.ask.drop")
	case "dot":
		return f.text("move.ask.dot")
	}
	return ""
}

// moveCells are the cells of a move.
func moveCells(p game.Position, m game.Move) []game.Cell {
	return text.MoveCells(p.MoveText(m), p.Game().Size())
}

// refusalText is a refusal for people, without what was refused: nobody has typed
// it.
func (e *env) refusalText(err error) string {
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return e.texts.Phrase(refusal.Phrase, refusal.Params...)
	}
	return e.texts.Error(err)
}
