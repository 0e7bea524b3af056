package screen

import (
	"context"
	"net/http"
	"slices"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client/visit"
	"plateau/internal/play"
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

// Visit is how somebody came to a server.
type Visit struct {
	// Table is the table that they came for; empty for the lobby.
	Table play.TableID
	// Visitor is set for somebody whom the server does not know yet.
	Visitor *visit.Visitor
	// Fingerprint is that of their key; empty if they have none.
	Fingerprint string
}

// visitScreens are the screens with which a visit begins.
func (e *env) visitScreens() []screen {
	if e.Visit.Visitor != nil {
		return []screen{newWelcome(e)}
	}
	return e.arrivalScreens()
}

// arrivalScreens are the lobby and, above it, the table that somebody came for.
func (e *env) arrivalScreens() []screen {
	screens := []screen{newLobby(e)}
	if e.Visit.Table != "" {
		screens = append(screens, newTable(e, e.Visit.Table))
	}
	return screens
}

// newWelcome asks somebody whom the server does not know how to come in.
func newWelcome(e *env) *menu {
	m := newMenu(e, "Plateau", func() []option {
		what := e.text("terminal.visit.noKey")
		if e.Visit.Fingerprint != "" {
			what = e.text("terminal.visit.newKey", "text", e.Visit.Fingerprint)
		}
		options := []option{{label: what, heading: true}}
		for _, way := range e.Visit.Visitor.Ways() {
			options = append(options, option{
				label: e.text(way.Name()), hint: e.text(way.Why()),
				do: func() tea.Cmd { return e.comeIn(way) },
			})
		}
		return append(options, option{label: e.text("settings.language"), do: func() tea.Cmd { return e.open(newLanguages(e)) }})
	})
	m.first = true
	return m
}

// comeIn asks for what a way needs, and enters.
func (e *env) comeIn(way visit.Way) tea.Cmd {
	name, password, code := way.Needs()
	if !name {
		return e.enterVisit(way, visit.Answers{}, nil)
	}
	var fields []answerField
	if code {
		fields = append(fields, answerField{label: e.text("terminal.visit.code")})
	}
	fields = append(fields, answerField{label: e.text("online.name.label"), value: e.Visit.Visitor.Name})
	if password {
		fields = append(fields, answerField{label: e.text("online.password"), secret: true})
	}
	var screen *ask
	screen = newAsk(e, e.text(way.Name()), e.text(way.Why()), fields, func(values []string) (tea.Cmd, string) {
		var answers visit.Answers
		if code {
			answers.Code, values = values[0], values[1:]
		}
		answers.Name = values[0]
		if password {
			answers.Password = values[1]
		}
		if answers.Name == "" {
			return nil, e.text("table.name.missing")
		}
		return e.enterVisit(way, answers, screen), e.text("common.loading")
	})
	return e.open(screen)
}

// enterVisit enters, and goes on to the table or the lobby.
func (e *env) enterVisit(way visit.Way, answers visit.Answers, screen *ask) tea.Cmd {
	visitor := e.Visit.Visitor
	if screen == nil {
		e.Client = visitor.Client
		return e.arrive(false)
	}
	return call(screen, func(ctx context.Context) func() tea.Cmd {
		c, player, err := visitor.Enter(ctx, way, answers)
		return func() tea.Cmd {
			return screen.signedIn(c, player, err, func() tea.Cmd { return e.arrive(true) })
		}
	})
}

// arrive closes the welcome, and the questions above it, and opens what somebody
// came for.
func (e *env) arrive(asked bool) tea.Cmd {
	if asked {
		e.back()
	}
	for i, s := range e.arrivalScreens() {
		if i == 0 {
			e.replace(s)
		} else {
			e.open(s)
		}
	}
	return nil
}

// visitorOptions are what a visitor finds below the tables.
func (l *lobby) visitorOptions() []option {
	if l.Visit == nil {
		return nil
	}
	options := []option{
		{label: l.text("terminal.visit.more"), heading: true},
		{label: l.text("learn.title"), hint: l.text("learn.what"), do: func() tea.Cmd { return l.open(newLearn(l.env)) }},
	}
	if l.Player.ID != "" {
		options = append(options, option{label: l.text("terminal.visit.browser"), hint: l.text("terminal.visit.browserWhy"), do: l.askBrowserLink})
	}
	return append(options,
		option{label: l.text("settings.language"), do: func() tea.Cmd { return l.open(newLanguages(l.env)) }},
		option{label: l.text("terminal.app.quit"), do: l.back},
	)
}

// askBrowserLink asks for a link with which a browser is signed in.
func (l *lobby) askBrowserLink() tea.Cmd {
	c := l.Client
	return call(l, func(ctx context.Context) func() tea.Cmd {
		var answer api.BrowserLink
		err := c.Call(ctx, http.MethodPost, "/me/browser-link", api.IgnoredRequestID{}, &answer)
		return func() tea.Cmd { return l.showBrowserLink(answer.Link, err) }
	})
}

// showBrowserLink shows the link on lines of its own, so that it can be copied.
func (l *lobby) showBrowserLink(link string, err error) tea.Cmd {
	if err != nil {
		return l.open(newNotice(l.env, l.tables.Problem(err)))
	}
	return l.open(newPager(l.env, l.text("terminal.visit.browser"), func(width int) []string {
		lines := append(wrap(l.text("terminal.visit.browserText"), width), "")
		for rest := link; rest != ""; {
			n := min(len(rest), width)
			lines, rest = append(lines, rest[:n]), rest[n:]
		}
		return lines
	}))
}
