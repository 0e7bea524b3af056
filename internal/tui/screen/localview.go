package screen

import (
	"cmp"
	"strings"

	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

// view implements screen.
func (p *localGame) view() []string {
	p.layOut(p.game.Match.Game())
	page := boardPage{
		title: p.texts.Game(p.game.Match.Game()), field: p.field, seats: p.seats(),
		messages: p.messages(), aside: p.moveList(p.game.Match), actions: p.actions(),
	}
	if n := p.game.Match.Plies(); n > 0 {
		page.right = p.text("play.load.moves", "n", n)
	}
	return p.drawBoardPage(page)
}

// seats are the players: who is to move, their time and what they have to place.
func (p *localGame) seats() []string {
	g := p.game.Match.Game()
	names := p.game.Names(p.texts)
	if people := p.game.Saved.People(); len(people) < len(names) {
		// Against the computer, the person knows who they are.
		for _, seat := range people {
			names[seat] = cmp.Or(names[seat], p.text("play.you"))
		}
	}
	left := make([]string, len(g.Seats()))
	if p.game.HasClock() {
		for i := range left {
			left[i] = local.ClockText(p.game.Left(game.Seat(i)))
		}
	}
	return p.seatLines(p.game.Match, names, left, !p.game.Over())
}

// seatLines are a line for each player, and what they have to place. While the game is
// running, one of them is to move.
func (e *env) seatLines(m *game.Match, names, right []string, running bool) []string {
	g := m.Game()
	style := e.style()
	style.Room = e.layout.side - len("  ")
	supply := text.Supply(m.Position(), style)
	var lines []string
	for i := range g.Seats() {
		seat := game.Seat(i)
		mark := "  "
		toMove := running && m.Position().ToMove() == seat
		if toMove {
			mark = "> "
		}
		room := e.layout.side - wide(right[i]) - 1
		line := e.pad(mark+e.texts.Player(g, names, seat), room) + " " + right[i]
		if toMove {
			line = e.accent(line)
		}
		lines = append(lines, line)
		if i < len(supply) {
			lines = append(lines, e.cut("  "+supply[i], e.layout.side))
		}
	}
	return lines
}

// messages are what is said below the players.
func (p *localGame) messages() []row {
	if p.dialog != nil {
		return p.dialogRows()
	}
	rows := append(p.lineRows(), p.message(p.noteTone, p.note)...)
	switch seat := p.game.Active(); {
	case p.game.Over():
	case p.game.Automatic(seat):
		rows = append(rows, row{text: p.quiet(p.text("analysis.searching"))})
	default:
		rows = append(rows, p.message(plainTone, p.field.ask())...)
		rows = append(rows, p.field.tray()...)
		if p.work.running() && p.note == "" {
			rows = append(rows, row{text: p.quiet(p.text("analysis.searching"))})
		}
	}
	return rows
}

// moveList is the moves of a match, numbered as in a record.
func (e *env) moveList(m *game.Match) []string {
	var words []string
	for ply := range m.Plies() {
		if seats := len(m.Players()); ply%max(seats, 1) == 0 {
			words = append(words, itoa(ply/max(seats, 1)+1)+".")
		}
		words = append(words, m.MoveText(ply))
	}
	if len(words) == 0 {
		return nil
	}
	var lines []string
	for _, line := range strings.Split(strings.TrimSuffix(text.Wrap(words, e.layout.side, ""), "\n"), "\n") {
		lines = append(lines, e.quiet(line))
	}
	return lines
}
