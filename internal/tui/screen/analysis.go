package screen

import (
	"context"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/rulebook/words"
)

// analysis is a board on which moves of both sides can be tried, with what they are
// worth.
type analysis struct {
	*stage

	match *game.Match
	// settled is whether nothing more can be found out about the position.
	settled bool
	// reviewing is the ply that is judged, from the last to the first; -1 without
	// a review.
	reviewing int
	faults    []local.Fault
}

// analysisTimes is how much longer an analysis may think than a hint.
const analysisTimes = 20

// newAnalysisGames is the choice of a game to analyse from its start.
func newAnalysisGames(e *env) *menu {
	return newGameChoice(e, e.text("analysis.games.title"), 0, func(g game.Game) tea.Cmd {
		return e.open(newAnalysis(e, game.MatchFrom(g.Start(g.Openers()[0]), nil)))
	})
}

func newAnalysis(e *env, m *game.Match) *analysis {
	a := &analysis{match: m.Clone(), reviewing: -1}
	a.stage = newStage(e, a.try)
	return a
}

func (a *analysis) start() tea.Cmd { return a.show(false) }

// show shows the position and looks at its moves.
func (a *analysis) show(animated bool) tea.Cmd {
	over := a.match.Verdict().Outcome.Over()
	a.field.free = !over
	cmd := a.field.show(a.match, animated)
	a.settled = over
	if over || a.reviewing >= 0 {
		return cmd
	}
	return tea.Batch(cmd, a.look())
}

// look judges the moves, deeper and deeper.
func (a *analysis) look() tea.Cmd {
	ctx, number := a.work.begin()
	position, limit := a.match.Position(), analysisTimes*a.Time
	updates := make(chan *engine.Analysis, 1)
	var more func() tea.Msg
	more = func() tea.Msg {
		select {
		case found := <-updates:
			return reply{take: func() tea.Cmd { return a.looked(number, found, more) }}
		case <-ctx.Done():
			return nil
		}
	}
	search := a.think(ctx, position.Game(), func(ctx context.Context, e engine.Engine) func() tea.Cmd {
		ctx, stop := context.WithTimeout(ctx, limit)
		defer stop()
		found := e.Analyse(ctx, position, math.MaxInt, func(found *engine.Analysis) {
			select {
			case updates <- copyOf(found):
			default: // the screen has not shown the last one yet
			}
		})
		last := copyOf(found)
		return func() tea.Cmd { return a.looked(number, last, nil) }
	})
	return tea.Batch(search, more)
}

// looked takes what was found about the moves. Without more, it is the last.
func (a *analysis) looked(number int, found *engine.Analysis, more func() tea.Msg) tea.Cmd {
	if number != a.work.number {
		return nil
	}
	a.field.analysis = found
	if more == nil {
		a.settled = true
		a.work.end()
		return nil
	}
	return more
}

// copyOf is an analysis that the engine does not change any more.
func copyOf(found *engine.Analysis) *engine.Analysis {
	same := *found
	same.Moves, same.Line = slices.Clone(found.Moves), slices.Clone(found.Line)
	return &same
}

func (a *analysis) try(m game.Move) tea.Cmd {
	if err := a.match.PlayMove(m); err != nil {
		return a.field.refused(err)
	}
	a.tell(plainTone, "")
	return a.show(true)
}

// goTo shows the position after some moves.
func (a *analysis) goTo(plies int) tea.Cmd {
	for a.match.Plies() > plies && a.match.Undo() {
		continue
	}
	for a.match.Plies() < plies && a.match.Redo() {
		continue
	}
	return a.show(false)
}

// review judges all moves of the game.
func (a *analysis) review() tea.Cmd {
	for a.match.Redo() {
		continue
	}
	if a.match.Plies() == 0 {
		return a.warn(a.text("play.moves.none"))
	}
	a.faults, a.reviewing = nil, a.match.Plies()-1
	return tea.Batch(a.show(false), a.reviewNext())
}

func (a *analysis) reviewNext() tea.Cmd {
	ctx, number := a.work.begin()
	match, ply, limit := a.match.Clone(), a.reviewing, a.Time
	return a.think(ctx, match.Game(), func(ctx context.Context, e engine.Engine) func() tea.Cmd {
		found := local.JudgeMove(ctx, e, match, ply, limit)
		return a.work.once(number, func() tea.Cmd { return a.reviewed(found) })
	})
}

// reviewed takes what was found about a move, and shows the list after the first.
func (a *analysis) reviewed(found local.Judgement) tea.Cmd {
	if fault, is := found.Fault(a.reviewing); is {
		a.faults = append(a.faults, fault)
	}
	if a.reviewing--; a.reviewing >= 0 {
		return a.reviewNext()
	}
	slices.Reverse(a.faults)
	if len(a.faults) == 0 {
		a.tell(goodTone, a.text("analysis.review.clean"))
		return a.show(false)
	}
	return tea.Batch(a.show(false), a.open(a.faultMenu()))
}

// faultMenu lists the moves that could have been better; each leads to its position.
func (a *analysis) faultMenu() *menu {
	return newMenu(a.env, a.text("analysis.review.faults"), func() []option {
		var options []option
		for _, f := range a.faults {
			p := a.match.PositionAfter(min(f.Ply, a.match.Plies()))
			move := ""
			if f.Ply < a.match.Plies() {
				move = a.match.MoveText(f.Ply)
			}
			head := a.text("analysis.fault.show", "n", f.Ply+1) + ", " + a.text("analysis.fault."+f.Kind.String())
			name := words.Name(a.texts.Player(p.Game(), a.match.Players(), p.ToMove()))
			says := a.text("analysis.fault.says", "name", name, "move", move, "after", a.texts.Worth(f.After))
			better := a.text("analysis.fault.better", "best", p.MoveText(f.Best), "before", a.texts.Worth(f.Before))
			options = append(options, option{label: head + ": " + move, hint: says + " " + better, do: func() tea.Cmd {
				return tea.Batch(a.goTo(f.Ply), a.back())
			}})
		}
		return options
	})
}

func (a *analysis) actions() []action {
	return []action{
		a.allKeys(a.actions), rarely(a.typeMove()),
		{keys: []string{"u", ",", "pgup"}, label: a.text("play.moves.previous"), do: func() tea.Cmd { return a.goTo(a.match.Plies() - 1) }},
		{keys: []string{"r", ".", "pgdown"}, label: a.text("play.moves.next"), do: func() tea.Cmd { return a.goTo(a.match.Plies() + 1) }},
		{keys: []string{"home"}, label: a.text("terminal.app.start"), rare: true, do: func() tea.Cmd { return a.goTo(0) }},
		{keys: []string{"e"}, label: a.text("analysis.review"), do: a.review},
		a.backAction(),
	}
}

func (a *analysis) update(msg tea.Msg) tea.Cmd { return a.stage.update(msg, a.actions()) }

// mostListed is how many moves are listed with their values.
const mostListed = 8

func (a *analysis) view() []string {
	a.layOut(a.match.Game())
	rows := append(a.lineRows(), a.message(a.noteTone, a.note)...)
	position := a.match.Position()
	side := words.Side{Game: a.texts.NameID(position.Game()), Seat: position.ToMove()}
	switch {
	case a.reviewing >= 0:
		plies := a.match.Plies()
		rows = append(rows, a.message(plainTone, a.text("analysis.review.progress", "done", plies-1-a.reviewing, "n", plies))...)
	case a.match.Verdict().Outcome.Over():
		rows = append(rows, a.message(goodTone, a.texts.Verdict(position.Game(), a.match.Players(), a.match.Verdict()))...)
	default:
		rows = append(rows, a.message(plainTone, a.text("analysis.toMove", "side", side))...)
		rows = append(rows, a.field.tray()...)
		rows = append(rows, a.found()...)
	}
	return a.drawBoardPage(boardPage{
		title: a.text("analysis.title", "game", a.texts.Game(a.match.Game())), field: a.field,
		messages: rows, aside: a.moveList(a.match), actions: a.actions(),
	})
}

// found is what is known about the moves: the best ones, and how play goes on.
func (a *analysis) found() []row {
	found := a.field.analysis
	if found == nil {
		return []row{{text: a.quiet(a.text("analysis.searching"))}}
	}
	var rows []row
	position := a.match.Position()
	for _, m := range found.Moves[:min(len(found.Moves), mostListed)] {
		text := a.text("analysis.moveWorth", "move", position.MoveText(m.Move), "worth", a.texts.Worth(m.Verdict))
		rows = append(rows, row{text: a.cut(text, a.layout.side), spans: []span{{0, a.layout.side, func() tea.Cmd { return a.try(m.Move) }}}})
	}
	if line := local.LineTexts(position, found.Line[:min(len(found.Line), longestLine)]); len(line) > 0 {
		rows = append(rows, a.message(plainTone, a.texts.Labelled(a.text("analysis.bestLine"), strings.Join(line, " ")))...)
	}
	if !a.settled {
		rows = append(rows, row{text: a.quiet(a.text("analysis.searching"))})
	}
	return rows
}

// longestLine is how many moves of best play are shown.
const longestLine = 6
