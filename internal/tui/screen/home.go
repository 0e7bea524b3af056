package screen

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/tui/local"
	"plateau/rulebook"
)

// newHome is the menu of the app.
func newHome(e *env) *menu {
	m := newMenu(e, "Plateau", e.homeOptions)
	m.fromTop = true // a game to continue is the first
	m.first = true
	return m
}

func (e *env) homeOptions() []option {
	options := []option{}
	for _, save := range local.Unfinished(e.NewStore().List()) {
		options = append(options, option{
			label: e.text("terminal.choose.goOn",
				"game", e.texts.Game(save.Record.Game), "players", save.Players(e.texts), "n", len(save.Record.Plies)),
			do: func() tea.Cmd { return e.resume(save.Name) },
		})
	}
	for _, g := range e.Games.Games() {
		options = append(options, option{label: e.texts.Game(g), hint: e.goalOf(g), do: func() tea.Cmd { return e.open(newSetUp(e, g)) }})
	}
	options = append(options,
		option{label: e.text("online.title"), hint: e.text("online.entryWhy"), do: e.playOnline},
		option{label: e.text("puzzles.title"), hint: e.text("home.puzzlesWhy"), do: func() tea.Cmd { return e.open(newPuzzleGames(e)) }},
		option{label: e.text("learn.title"), hint: e.text("learn.what"), do: func() tea.Cmd { return e.open(newLearn(e)) }},
		option{label: e.text("analysis.games.title"), hint: e.text("home.analyseWhy"), do: func() tea.Cmd { return e.open(newAnalysisGames(e)) }},
		option{label: e.text("terminal.app.saves"), do: func() tea.Cmd { return e.open(newSaves(e)) }},
	)
	if e.ReadRecord != nil {
		options = append(options, option{label: e.text("play.load"), do: e.openRecord})
	}
	return append(options,
		option{label: e.text("settings.language"), do: func() tea.Cmd { return e.open(newLanguages(e)) }},
		option{label: e.text("terminal.app.quit"), do: func() tea.Cmd { return e.back() }},
	)
}

// goalOf says in a sentence what a game is about; empty for a game without one.
func (e *env) goalOf(g game.Game) string {
	if key := "home." + g.ID(); e.texts.Has(key) {
		return e.texts.Text(key)
	}
	return ""
}

// newLanguages is the choice of a language, from the current one on.
func newLanguages(e *env) *menu {
	m := newMenu(e, e.text("settings.language"), func() []option {
		var options []option
		for _, l := range rulebook.Languages() {
			options = append(options, option{label: e.plain(l.Name), do: func() tea.Cmd {
				e.speak(l.Code)
				return e.back()
			}})
		}
		return options
	})
	m.at = max(0, slices.IndexFunc(rulebook.Languages(), func(l rulebook.Language) bool { return l.Code == e.Language }))
	return m
}

// resume continues a saved game.
func (e *env) resume(name string) tea.Cmd {
	store := e.NewStore()
	saved, err := store.ResumeNamed(name)
	if saved.Record == nil {
		return e.open(newNotice(e, e.texts.Error(err)))
	}
	return e.open(e.loaded(saved, err, store))
}

// loaded is a game that was read; the error is why it is not all of it.
func (e *env) loaded(saved local.Saved, err error, store *local.Store) *localGame {
	p := newLocalGame(e, local.Start(saved, store, e.Watch))
	if err != nil {
		p.tell(warnTone, e.texts.Error(err)+" "+e.text("terminal.beforeDamage"))
	}
	return p
}

// newNotice shows a sentence.
func newNotice(e *env, text string) *pager {
	return newPager(e, "Plateau", func(width int) []string { return wrap(text, width) })
}

// newSaves lists the saved games, to continue or delete.
func newSaves(e *env) *menu {
	m := newMenu(e, e.text("terminal.app.saves"), func() []option {
		var options []option
		for _, save := range e.NewStore().List() {
			options = append(options, option{label: e.saveLabel(save), do: func() tea.Cmd { return e.resume(save.Name) }})
		}
		if len(options) == 0 {
			options = append(options, option{label: e.text("terminal.saves.none"), heading: true})
		}
		return options
	})
	m.more = func() []action {
		return []action{{keys: []string{"x", "delete"}, label: e.text("study.remove"), do: func() tea.Cmd {
			saves := e.NewStore().List()
			if m.at >= len(saves) {
				return nil
			}
			return e.open(e.confirmDelete(saves[m.at]))
		}}}
	}
	return m
}

// saveLabel is a saved game in a line.
func (e *env) saveLabel(save local.Save) string {
	day := save.Changed.Format("2006-01-02 15:04")
	if save.Record == nil {
		return day + "  " + save.Name + ", " + e.text("terminal.saves.unreadable")
	}
	state := e.text("play.load.moves", "n", len(save.Record.Plies))
	if save.Record.Outcome.Over() {
		state += ", " + e.text("terminal.saves.over")
	}
	return day + "  " + e.texts.Game(save.Record.Game) + ": " + save.Players(e.texts) + " (" + state + ")"
}

// confirmDelete asks before a saved game is deleted.
func (e *env) confirmDelete(save local.Save) *menu {
	name := save.Name
	if save.Record != nil {
		name = e.texts.Game(save.Record.Game)
	}
	return newMenu(e, e.text("terminal.saves.deleteAsk", "text", name), func() []option {
		return []option{
			{label: e.saveLabel(save), heading: true},
			{label: e.text("common.cancel"), do: func() tea.Cmd { return e.back() }},
			{label: e.text("study.remove"), do: func() tea.Cmd {
				if err := e.NewStore().Delete(save.Name); err != nil {
					return e.replace(newNotice(e, e.texts.Error(err)))
				}
				return e.back()
			}},
		}
	})
}
