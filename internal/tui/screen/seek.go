package screen

import (
	"net/url"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// pairingTimes are the clocks for quick pairing: few, so that players find each
// other. They are those of the pages.
var pairingTimes = []play.Time{{Main: 180_000, Increment: 2_000}, {Main: 300_000, Increment: 5_000}, {Main: 600_000, Increment: 10_000}, {Days: 1}}

// newSeekGame asks for what game an opponent is wanted.
func newSeekGame(e *env) *menu {
	return newGameChoice(e, e.text("online.seek"), 0, func(g game.Game) tea.Cmd {
		return e.replace(newTerms(e, play.Terms{Game: g.ID()}, pairingTimes, func(terms play.Terms) tea.Cmd {
			return e.replace(&seek{env: e, terms: terms})
		}))
	})
}

// newTerms asks for the clock, and whether the game is rated: guests have no rating.
func newTerms(e *env, terms play.Terms, times []play.Time, next func(terms play.Terms) tea.Cmd) *menu {
	ratings := []bool{false}
	if e.Player.Registered {
		ratings = append(ratings, true)
	}
	return newMenu(e, e.text("online.clock"), func() []option {
		var options []option
		for _, rated := range ratings {
			for _, t := range times {
				chosen := terms
				chosen.Time, chosen.Rated = t, rated
				options = append(options, option{label: e.termsText(chosen), do: func() tea.Cmd { return next(chosen) }})
			}
		}
		return options
	})
}

// termsText is the clock of a game, and whether it is rated.
func (e *env) termsText(terms play.Terms) string {
	text := e.tables.Time(terms.Time)
	if terms.Rated {
		text += ", " + e.text("online.terms.rated")
	}
	return text
}

// seek waits for an opponent. Who follows the stream is in the queue.
type seek struct {
	*env

	terms   play.Terms
	stream  *stream
	others  int
	problem string
}

func (s *seek) start() tea.Cmd {
	if s.stream != nil {
		return nil
	}
	query := url.Values{"game": {s.terms.Game}, "rated": {strconv.FormatBool(s.terms.Rated)}}
	for name, n := range map[string]int{"main_ms": int(s.terms.Time.Main), "increment_ms": int(s.terms.Time.Increment), "days": s.terms.Time.Days} {
		if n > 0 {
			query.Set(name, strconv.Itoa(n))
		}
	}
	s.stream = s.follow("/pairing/events?"+query.Encode(), s, s.read, func(problem string) { s.problem = problem })
	return s.stream.next
}

func (s *seek) leave() { s.stream.end() }

func (s *seek) update(msg tea.Msg) tea.Cmd {
	if key, ok := msg.(tea.KeyPressMsg); ok {
		cmd, _ := press(key.String(), s.actions())
		return cmd
	}
	return nil
}

// read takes a message of the stream.
func (s *seek) read(m client.Message) (cmd tea.Cmd, err error) {
	switch m.Event {
	case "paired":
		var news api.PairedNews
		if news, err = client.Read[api.PairedNews](m); err == nil {
			return s.replace(newTable(s.env, news.Table)), nil
		}
	case "waiting":
		var news api.WaitingNews
		if news, err = client.Read[api.WaitingNews](m); err == nil {
			s.others = news.Waiting
		}
	}
	return nil, err
}

func (s *seek) actions() []action {
	cancel := s.backAction()
	cancel.label = s.text("common.cancel")
	return []action{cancel}
}

func (s *seek) view() []string {
	lines := []string{s.tables.Game(s.terms.Game) + ", " + s.termsText(s.terms), ""}
	switch {
	case s.problem != "":
		lines = append(lines, s.problem)
	case s.stream != nil && s.stream.lost:
		lines = append(lines, s.text("table.lost"))
	default:
		lines = append(lines, s.text("online.seek.waiting"))
		if s.others > 0 {
			lines = append(lines, s.text("online.seek.others", "n", s.others))
		} else {
			lines = append(lines, s.text("online.seek.nobody"))
		}
	}
	var rows []row
	for _, line := range lines {
		if line == "" {
			rows = append(rows, row{})
			continue
		}
		rows = append(rows, rowsOf(wrap(line, min(s.width-1, widestText))...)...)
	}
	return s.page(s.text("online.seek"), rows, 0, s.actions())
}
