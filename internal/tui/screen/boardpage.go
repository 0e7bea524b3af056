package screen

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/tui/screen/tiles"
)

// boardPage is a screen with a board.
type boardPage struct {
	title, right string
	field        *field
	// seats are the players, with what belongs to them.
	seats []string
	// messages are below, the most important first.
	messages []row
	// aside is shown where there is room, its end first.
	aside   []string
	actions []action
}

// The least and largest width of what stands beside a board.
const (
	narrowSide = 26
	wideSide   = 44
)

// layout is where the parts of a screen with a board are.
type layout struct {
	geometry tiles.Geometry
	// beside is whether the rest is beside the board, and not below it.
	beside bool
	// side is how wide the rest is.
	side int
}

// mostBelow is how many lines the rest of a screen needs below a board.
const mostBelow = 7

// layOut finds the layout for a game: with the rest beside the board or below it,
// whatever leaves more room for the board. Texts are wrapped for the latest layout.
func (e *env) layOut(g game.Game) {
	look := e.Games.Of(g).Look
	beside, fits := tiles.Fit(g, look, e.width-narrowSide-2, e.height-2)
	below, _ := tiles.Fit(g, look, e.width, e.height-2-mostBelow)
	e.layout = layout{geometry: below, side: e.width}
	if fits && beside.High >= below.High {
		e.layout = layout{beside, true, min(e.width-beside.Width()-3, wideSide)}
	}
}

// drawBoardPage draws the screen in the latest layout.
func (e *env) drawBoardPage(p boardPage) []string {
	lines := []string{e.titleLine(p.title, p.right)}
	if e.layout.beside {
		lines = append(lines, e.beside(p, e.layout.geometry, e.layout.side)...)
	} else {
		lines = append(lines, e.below(p, e.layout.geometry)...)
	}
	for len(lines) < e.height-1 {
		lines = append(lines, "")
	}
	return append(lines[:e.height-1], e.put(0, e.height-1, []row{e.footer(p.actions)})...)
}

// board draws the board with its corner at a place.
func (e *env) board(f *field, g tiles.Geometry, x, y int) []string {
	f.x, f.y = x, y
	var lines []string
	lines, f.geometry = f.view().Draw(g)
	for i, line := range lines {
		lines[i] = strings.Repeat(" ", x) + line
	}
	return lines
}

// beside has the board at the left and the rest at the right.
func (e *env) beside(p boardPage, g tiles.Geometry, side int) []string {
	left := e.width - side - 1
	room := e.height - 2
	x, y := (left-g.Width())/2, max((room-g.Height())/2, 0)
	lines := make([]string, 0, room)
	for range y {
		lines = append(lines, e.pad("", left))
	}
	for _, line := range e.board(p.field, g, x, 1+y) {
		lines = append(lines, line+strings.Repeat(" ", left-x-g.Width()))
	}
	for len(lines) < room {
		lines = append(lines, e.pad("", left))
	}
	rows := rowsOf(p.seats...)
	if len(rows) > 0 {
		rows = append(rows, row{})
	}
	rows = append(rows, p.messages...)
	rows = rows[:min(len(rows), room)]
	if left := room - len(rows) - 1; left > 1 && len(p.aside) > 0 {
		rows = append(rows, row{})
		rows = append(rows, rowsOf(p.aside[max(0, len(p.aside)-left):]...)...)
	}
	for i, text := range e.put(left+1, 1, rows) {
		lines[i] += " " + e.cut(text, side)
	}
	return lines
}

// below has the board above the rest. What does not fit is left out: first what is
// beside messages, then the players.
func (e *env) below(p boardPage, g tiles.Geometry) []string {
	lines := e.board(p.field, g, max((e.width-g.Width())/2, 0), 1)
	room := e.height - 2 - len(lines)
	rows := append(rowsOf(p.seats...), p.messages...)
	if len(rows) > room {
		rows = p.messages
	}
	rows = rows[:min(len(rows), max(room, 0))]
	if left := room - len(rows); left > 1 && len(p.aside) > 0 {
		rows = append(rows, rowsOf(p.aside[max(0, len(p.aside)-left):]...)...)
	}
	for _, text := range e.put(0, 1+len(lines), rows) {
		lines = append(lines, e.cut(text, e.width))
	}
	return lines
}

// message is a text as rows beside or below the board.
func (e *env) message(t tone, text string) []row { return e.wrapped(t, text, e.layout.side) }

// tray is what can be chosen beside the board, to click or to type.
func (f *field) tray() []row {
	if !f.free {
		return nil
	}
	var rows []row
	picks := f.picking.picks()
	for _, slot := range f.picking.tray() {
		var r row
		at := 0
		for _, value := range slot.values {
			label := f.trayLabel(slot.ID, value)
			if worth, known := f.worth(slot.ID, value); known {
				label += " " + short(worth)
			}
			shown := " " + label + " "
			if picks[slot.ID] == value {
				shown = "[" + label + "]"
			}
			if at > 0 && at+wide(shown) > f.layout.side {
				rows = append(rows, r)
				r, at = row{}, 0
			}
			r.spans = append(r.spans, span{at, at + wide(shown), func() tea.Cmd { return f.take(slot.ID, value) }})
			at += wide(shown)
			if picks[slot.ID] == value {
				shown = f.accent(shown)
			}
			r.text += shown
		}
		rows = append(rows, r)
	}
	return rows
}

// trayLabel is a choice beside the board: the letter to type, and how it looks.
func (f *field) trayLabel(slot game.SlotID, value string) string {
	g := f.match.Game()
	if slot == game.DotSlot {
		toMove := f.match.Position().ToMove()
		key := "move.dot.partner"
		seat := g.Seats()[(int(toMove)+2)%len(g.Seats())].ID
		if own := g.Seats()[toMove].ID; strings.HasSuffix(own, value) {
			key, seat = "move.dot.self", own
		}
		return value + " " + f.text(key, "seat", seat)
	}
	letter, ok := f.picking.placed(slot, value)
	if !ok || f.ASCII {
		return value
	}
	return value + " " + f.style().Piece(g, letter)
}

// newInput is a line to type in.
func (e *env) newInput(label string, limit int) textinput.Model {
	input := textinput.New()
	input.Prompt = label + " "
	input.CharLimit = limit
	styles := textinput.DefaultStyles(e.dark)
	styles.Cursor.Blink = false
	input.SetStyles(styles)
	input.SetWidth(max(e.layout.side-wide(label)-2, 8))
	input.Focus()
	return input
}
