package screen

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/tui/local"
)

// actions are what the keys do.
func (p *localGame) actions() []action {
	over := p.game.Over()
	all := []action{p.allKeys(p.actions)}
	if over {
		all = append(all,
			action{keys: []string{"g"}, label: p.text("terminal.app.again"), do: func() tea.Cmd { return p.again(false) }},
			action{keys: []string{"w"}, label: p.text("terminal.app.swap"), do: func() tea.Cmd { return p.again(true) }})
	} else {
		all = append(all,
			p.typeMove(),
			action{keys: []string{"h", "H"}, label: p.text("play.hint"), do: p.hint})
	}
	all = append(all,
		action{keys: []string{"u"}, label: p.text("play.takeBack"), rare: !over && p.game.Match.Plies() == 0, do: p.undo},
		action{keys: []string{"r"}, label: p.text("terminal.app.redo"), rare: true, do: p.redo})
	if !over {
		all = append(all,
			action{keys: []string{"v"}, label: p.text("analysis.values"), rare: true, do: p.toggleValues},
			action{keys: []string{"d"}, label: p.text("play.draw"), rare: true, do: p.offerDraw},
			action{keys: []string{"x"}, label: p.text("play.resign"), rare: true, do: p.resign})
	}
	all = append(all,
		action{keys: []string{"a"}, label: p.text("play.analyseShort"), rare: !over, do: func() tea.Cmd {
			return p.open(newAnalysis(p.env, p.game.Match))
		}},
		action{keys: []string{"e"}, label: p.text("analysis.review"), rare: !over, do: func() tea.Cmd {
			a := newAnalysis(p.env, p.game.Match)
			p.open(a)
			return a.review()
		}},
		action{keys: []string{"R"}, label: p.text("home.rules"), rare: true, do: func() tea.Cmd {
			return p.openBook(p.Games.Of(p.game.Match.Game()).Rulebook.Book)
		}})
	if p.WriteRecord != nil {
		all = append(all, action{keys: []string{"ctrl+s"}, label: p.text("play.save"), rare: true, do: p.saveRecord})
	}
	return append(all, p.backAction())
}

func (p *localGame) hint() tea.Cmd {
	if !p.field.free || p.work.running() {
		return nil
	}
	p.tell(plainTone, p.text("play.hinting"))
	return p.judge(true)
}

func (p *localGame) toggleValues() tea.Cmd {
	p.values = !p.values
	p.field.analysis = nil
	if p.values && p.field.free {
		p.tell(plainTone, p.text("terminal.app.valuesLegend"))
		return p.judge(false)
	}
	p.tell(plainTone, "")
	return nil
}

func (p *localGame) undo() tea.Cmd {
	played := p.game.Match.Plies() > 0
	p.work.end()
	taken, goesOn := p.game.Undo(1)
	switch {
	case taken > 0:
		p.tell(plainTone, p.text("terminal.tookBack", "n", taken))
	case goesOn:
		p.tell(plainTone, p.text("terminal.goesOn"))
	case played:
		p.tell(warnTone, p.text("phrase.takeback.none"))
		return p.refresh(false)
	default:
		p.tell(warnTone, p.text("terminal.nothingToTakeBack"))
		return p.refresh(false)
	}
	return tea.Batch(p.changed(false), p.tick())
}

func (p *localGame) redo() tea.Cmd {
	if n := p.game.Redo(1); n > 0 {
		p.tell(plainTone, p.text("terminal.replayed", "n", n))
		return p.changed(true)
	}
	return p.warn(p.text("terminal.nothingToReplay"))
}

// again starts another game between the same players.
func (p *localGame) again(swap bool) tea.Cmd {
	p.game.Store.Release()
	next := local.Start(p.game.Again(swap), p.game.Store, p.Watch)
	return p.replace(newLocalGame(p.env, next))
}

func (p *localGame) resign() tea.Cmd {
	seat := p.game.Active()
	question := p.text("play.resign.text", "name", p.game.Who(seat, p.texts))
	if len(p.game.Saved.People()) == 1 {
		question = p.text("play.resign.textYou")
	}
	p.asks(question, []string{p.text("common.cancel"), p.text("play.resign")}, func(answer int) tea.Cmd {
		if answer != 1 {
			return nil
		}
		return p.act(p.game.Match.Resign(seat))
	})
	return nil
}

// act shows what came of something that a player did beside moving.
func (p *localGame) act(err error) tea.Cmd {
	if err != nil {
		if _, refused := errors.AsType[*game.Refusal](err); refused {
			p.tell(warnTone, p.refusalText(err))
		}
		return nil
	}
	return p.changed(false)
}

func (p *localGame) offerDraw() tea.Cmd {
	if !p.field.free {
		return nil
	}
	return p.act(p.game.Match.OfferDraw(p.game.Active()))
}

// askDraw lets a person answer an offer of a draw.
func (p *localGame) askDraw(seat game.Seat) {
	offer := p.game.Match.Offer()
	question := p.text("play.draw.question", "name", p.game.Who(offer, p.texts), "other", p.game.Who(seat, p.texts))
	p.asks(question, []string{p.text("play.draw.accept"), p.text("play.draw.decline")}, func(answer int) tea.Cmd {
		if answer == 0 {
			return p.act(p.game.Match.AcceptDraw(seat))
		}
		cmd := p.act(p.game.Match.DeclineDraw(seat))
		p.tell(plainTone, p.text("play.draw.declined"))
		return cmd
	})
}
