package screen

import (
	"context"
	"net/http"

	tea "charm.land/bubbletea/v2"

	"plateau/internal/api"
	"plateau/internal/client/visit"
	"plateau/internal/play"
)

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
