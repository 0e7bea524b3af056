package screen

import (
	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/tui/local"
)

// puzzle is a screen with puzzles of one game.
type puzzle struct {
	*stage

	puzzles *local.Puzzles
	// shown is whether the solution was.
	shown bool
}

// newPuzzleGames is the choice of a game with puzzles.
func newPuzzleGames(e *env) *menu {
	return newMenu(e, e.text("puzzles.title"), func() []option {
		var options []option
		for _, entry := range e.Games {
			list := entry.Puzzles.All()
			if len(list) == 0 {
				continue
			}
			options = append(options, option{label: e.texts.Game(entry.Game), do: func() tea.Cmd {
				solved, err := e.Solved()
				if err != nil {
					return e.open(newNotice(e, e.texts.Error(err)))
				}
				p := newPuzzle(e, local.NewPuzzles(entry.Game, list, solved))
				p.puzzles.At = solved.Next(list)
				return e.open(p)
			}})
		}
		return options
	})
}

func newPuzzle(e *env, puzzles *local.Puzzles) *puzzle {
	p := &puzzle{puzzles: puzzles}
	p.stage = newStage(e, p.try)
	return p
}

func (p *puzzle) start() tea.Cmd {
	if p.puzzles.Match != nil {
		return nil
	}
	return p.set(p.puzzles.At)
}

// set shows a puzzle.
func (p *puzzle) set(number int) tea.Cmd {
	p.work.end()
	if err := p.puzzles.Set(number); err != nil {
		return p.replace(newNotice(p.env, p.texts.Error(err)))
	}
	p.tell(plainTone, "")
	p.field.free, p.shown = true, false
	return p.field.show(p.puzzles.Match, false)
}

// try plays a move and says whether it is the solution.
func (p *puzzle) try(m game.Move) tea.Cmd {
	played, err := p.puzzles.Try(m)
	switch {
	case err != nil:
		return p.fail(err)
	case len(played) == 0:
		p.field.picking.made = nil
		p.tell(warnTone, p.text("puzzles.thinking"))
		return p.find(p.puzzles.Game, p.puzzles.Explainer(m, p.texts, p.Time))
	case p.puzzles.Done():
		p.field.free = false
		p.tell(goodTone, p.puzzles.Praise(p.texts))
		if err := p.puzzles.Solved.Add(p.puzzles.Puzzle().ID); err != nil {
			p.tell(warnTone, p.texts.Error(err))
		}
	default:
		p.tell(goodTone, p.puzzles.Found(p.texts))
	}
	return p.field.show(p.puzzles.Match, true)
}

func (p *puzzle) actions() []action {
	all := []action{p.allKeys(p.actions)}
	if !p.puzzles.Done() {
		all = append(all, rarely(p.typeMove()))
	}
	if !p.puzzles.Done() && !p.shown {
		all = append(all,
			p.sayAction("puzzles.hint", func() string { return p.puzzles.Hint(p.texts) }, "h", "H"),
			p.sayAction("puzzles.show", func() string {
				p.shown = true
				return p.puzzles.Solution(p.texts)
			}, "="))
	}
	return append(all,
		action{keys: []string{".", "pgdown"}, label: p.text("puzzles.next"), do: func() tea.Cmd { return p.set(p.puzzles.At + 1) }},
		action{keys: []string{",", "pgup"}, label: p.text("terminal.app.previous"), rare: true, do: func() tea.Cmd { return p.set(p.puzzles.At - 1) }},
		action{keys: []string{"u"}, label: p.text("terminal.app.again"), rare: true, do: func() tea.Cmd { return p.set(p.puzzles.At) }},
		action{keys: []string{"a"}, label: p.text("puzzles.analyse"), rare: true, do: func() tea.Cmd {
			return p.open(newAnalysis(p.env, p.puzzles.Match))
		}},
		p.backAction())
}

func (p *puzzle) update(msg tea.Msg) tea.Cmd { return p.stage.update(msg, p.actions()) }

func (p *puzzle) view() []string {
	p.layOut(p.puzzles.Game)
	rows := append(p.lineRows(), p.message(p.noteTone, p.note)...)
	if !p.puzzles.Done() {
		rows = append(rows, p.message(plainTone, p.puzzles.Goal(p.texts))...)
		if len(p.puzzles.Game.Seats()) > 2 {
			rows = append(rows, p.message(plainTone, p.text("puzzles.partners"))...)
		}
		rows = append(rows, p.field.tray()...)
	}
	rows = append(rows, p.message(quietTone, p.puzzles.Progress(p.texts))...)
	return p.drawBoardPage(boardPage{
		title: p.puzzles.Heading(p.texts), right: p.puzzles.Grade(p.texts), field: p.field,
		messages: rows, actions: p.actions(),
	})
}
