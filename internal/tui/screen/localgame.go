package screen

import (
	"cmp"
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

// localGame is a game on one device.
type localGame struct {
	*stage

	game *local.Play
	// values is whether the values of moves are shown.
	values  bool
	ticking bool
}

func newLocalGame(e *env, game *local.Play) *localGame {
	p := &localGame{game: game}
	p.stage = newStage(e, p.choose)
	p.introduce()
	return p
}

// introduce says what is special about the game.
func (p *localGame) introduce() {
	text := ""
	if p.game.Saved.HasPartners() {
		text = p.text(p.game.Saved.AdviceKey())
	}
	if p.game.HasPerfect() && !p.Exact(p.game.Match.Game()) {
		text += " " + p.text("terminal.strongest", "game", p.texts.Game(p.game.Match.Game()), "time", p.Time.String())
	}
	p.tell(plainTone, text)
}

func (p *localGame) start() tea.Cmd { return tea.Batch(p.refresh(false), p.tick()) }

func (p *localGame) leave() {
	p.work.end()
	if p.game.Match.Plies() > 0 || p.game.Over() {
		_, _ = p.game.Leave() // what cannot be saved was said when it happened
	}
}

// refresh shows the game as it is, and lets the next player act.
func (p *localGame) refresh(animated bool) tea.Cmd {
	p.work.end()
	seat := p.game.Active()
	offered := p.game.Match.Offer() != game.NoSeat
	p.field.free = !p.game.Over() && !p.game.Automatic(seat) && !offered
	shown := p.field.show(p.game.Match, animated)
	switch {
	case p.game.Over():
		p.tell(goodTone, p.texts.Verdict(p.game.Match.Game(), p.game.Names(p.texts), p.game.Match.Verdict()))
	case offered && p.game.Automatic(seat):
		return tea.Batch(shown, p.answer())
	case offered:
		p.askDraw(seat)
	case p.game.Automatic(seat):
		return tea.Batch(shown, p.automatic(seat))
	case p.values:
		return tea.Batch(shown, p.judge(false))
	}
	return shown
}

// pause is how long a random move or one that was found at once waits, so that the
// move before it is seen.
const pause = walkFrames * walkStep

// automatic lets the computer choose its move.
func (p *localGame) automatic(seat game.Seat) tea.Cmd {
	ctx, number := p.work.begin()
	if p.game.Level(seat) == 0 {
		move := p.game.RandomMove()
		return p.wait(pause, nil, p.work.once(number, func() tea.Cmd { return p.choose(move) }))
	}
	choose := p.game.Chooser(p.Time)
	return p.think(ctx, p.game.Match.Game(), func(ctx context.Context, e engine.Engine) func() tea.Cmd {
		passed, _ := p.Watch.After(pause)
		move := choose(ctx, e)
		<-passed
		return p.work.once(number, func() tea.Cmd { return p.choose(move) })
	})
}

// answer lets the computer answer an offer of a draw. A random player declines.
func (p *localGame) answer() tea.Cmd {
	ctx, number := p.work.begin()
	answered := func(accept bool) func() tea.Cmd {
		return p.work.once(number, func() tea.Cmd { return p.answered(accept) })
	}
	if p.game.Level(p.game.Active()) == 0 {
		return func() tea.Msg { return reply{take: answered(false)} }
	}
	answer := p.game.Answerer()
	return p.think(ctx, p.game.Match.Game(), func(ctx context.Context, e engine.Engine) func() tea.Cmd {
		return answered(answer(ctx, e))
	})
}

// judge looks at the moves of the player to move; a hint is the best of them only.
func (p *localGame) judge(hint bool) tea.Cmd {
	ctx, number := p.work.begin()
	position, limit := p.game.Match.Position(), p.Time
	return p.think(ctx, position.Game(), func(ctx context.Context, e engine.Engine) func() tea.Cmd {
		found := local.Analyse(ctx, e, position, limit)
		return p.work.once(number, func() tea.Cmd { return p.judged(found, hint) })
	})
}

// choose plays a move of a person.
func (p *localGame) choose(m game.Move) tea.Cmd {
	if p.game.RunOutOfTime() {
		return p.changed(false)
	}
	if err := p.game.Match.PlayMove(m); err != nil {
		return p.warn(p.refusalText(err))
	}
	p.game.Moved()
	p.tell(plainTone, "")
	return p.changed(true)
}

// changed saves and shows a game that is not as it was.
func (p *localGame) changed(animated bool) tea.Cmd {
	news := p.game.Save()
	cmd := p.refresh(animated)
	switch {
	case news.Err != nil:
		p.tell(warnTone, p.text("terminal.cannotSave", "problem", news.Err.Error()))
	case news.Taken != "":
		p.tell(warnTone, p.text("terminal.taken", "path", news.Taken, "newPath", news.Path))
	case news.Moved != "":
		p.tell(plainTone, p.text("terminal.movedAside", "path", news.Moved))
	}
	if m := p.game.Match; !p.game.Over() && m.Game().Repeats() && m.Occurrences(m.Position()) == 2 {
		p.tell(plainTone, p.text("terminal.twice"))
	}
	return cmd
}

// tick keeps the clocks going.
func (p *localGame) tick() tea.Cmd {
	if p.ticking || !p.game.HasClock() || p.game.Over() {
		return nil
	}
	p.ticking = true
	every := time.Second / 2
	if p.game.Left(p.game.Match.Position().ToMove()) < 10*time.Second {
		every = time.Second / 10
	}
	return p.wait(every, p, p.ticked)
}

func (p *localGame) update(msg tea.Msg) tea.Cmd { return p.stage.update(msg, p.actions()) }

func (p *localGame) ticked() tea.Cmd {
	p.ticking = false
	if p.game.RunOutOfTime() {
		return p.changed(false)
	}
	return p.tick()
}

// judged shows what the moves are worth.
func (p *localGame) judged(found *engine.Analysis, hint bool) tea.Cmd {
	if !hint {
		p.field.analysis = found
		return nil
	}
	best := found.Moves[0]
	at := p.game.Match.Position()
	p.field.hinted = moveCells(at, best.Move)
	p.tell(plainTone, p.text("analysis.moveWorth", "move", at.MoveText(best.Move), "worth", p.texts.Worth(best.Verdict))+".")
	return nil
}

// answered is the computer's answer to an offer of a draw.
func (p *localGame) answered(accept bool) tea.Cmd {
	seat := p.game.Active()
	who := p.texts.Player(p.game.Match.Game(), p.game.Names(p.texts), seat)
	key, do := "terminal.declines", p.game.Match.DeclineDraw
	if accept {
		key, do = "terminal.accepts", p.game.Match.AcceptDraw
	}
	if err := do(seat); err != nil {
		return p.warn(p.refusalText(err))
	}
	cmd := p.changed(false)
	if !accept {
		p.tell(plainTone, p.text(key, "who", who))
	}
	return cmd
}

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
	moves := text.NumberedMoves(m)
	if len(moves) == 0 {
		return nil
	}
	return text.Each(strings.Split(strings.TrimSuffix(text.Wrap(moves, e.layout.side, ""), "\n"), "\n"), e.quiet)
}
