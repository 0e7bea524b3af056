package screen

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"plateau/internal/meeting"

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

// friends is the list of a player's friends, with requests.
type friends struct {
	*menu

	list   []api.Friend
	loaded bool
	// problem is why the list is not there.
	problem string
}

// friendsOption opens the list, for those who have an account.
func (l *lobby) friendsOption() option {
	label := l.text("friends.title")
	if l.live.challenges.Asks > 0 {
		label += " - " + l.text("friends.requests", "n", l.live.challenges.Asks)
	}
	if !l.Player.Registered {
		return option{label: label, hint: l.text("friends.account"), do: func() tea.Cmd {
			return l.open(newNotice(l.env, l.text("friends.account")))
		}}
	}
	return option{label: label, do: func() tea.Cmd { return l.open(newFriends(l.env)) }}
}

func newFriends(e *env) *friends {
	f := &friends{}
	f.menu = &menu{env: e, title: e.text("friends.title"), options: f.entries}
	return f
}

func (f *friends) start() tea.Cmd { return tea.Batch(f.menu.start(), f.load()) }

func (f *friends) load() tea.Cmd {
	return f.change(func(context.Context, *client.Client) error { return nil })
}

// change does something, and reads the list again.
func (f *friends) change(do func(ctx context.Context, c *client.Client) error) tea.Cmd {
	c := f.Client
	return call(f, func(ctx context.Context) func() tea.Cmd {
		var answer api.Friends
		err := do(ctx, c)
		if listed := c.Call(ctx, http.MethodGet, "/me/friends", nil, &answer); err == nil {
			err = listed
		}
		return func() tea.Cmd {
			f.list, f.loaded, f.problem = answer.Friends, true, ""
			if err != nil {
				f.problem = f.tables.Problem(err)
			}
			f.step(0)
			return nil
		}
	})
}

// known is somebody as the list has them, or a stranger.
func (f *friends) known(p api.Player) api.Friend {
	for _, one := range f.list {
		if one.Player == p.ID {
			return one
		}
	}
	return api.Friend{Player: p.ID, Name: p.Name}
}

func (f *friends) entries() []option {
	var options []option
	for _, text := range []string{f.problem, f.empty()} {
		if text != "" {
			options = append(options, option{label: text, heading: true})
		}
	}
	for _, one := range f.list {
		options = append(options, option{label: f.label(one), do: func() tea.Cmd { return f.open(newPerson(f, one)) }})
	}
	return append(options, option{label: f.text("friends.find"), do: f.find})
}

// empty says that the list is on its way, or that nobody is in it.
func (f *friends) empty() string {
	switch {
	case !f.loaded:
		return f.text("common.loading")
	case len(f.list) == 0 && f.problem == "":
		return f.text("friends.none")
	}
	return ""
}

// label is a friend in a line.
func (f *friends) label(one api.Friend) string {
	name := f.texts.Written(one.Name)
	switch {
	case one.State == meeting.FriendAsks:
		return name + " - " + f.text("friends.asks")
	case one.State == meeting.FriendAsked:
		return name + " - " + f.text("friends.asked")
	case one.Online:
		return name + " - " + f.text("friends.online")
	}
	return name
}

// find asks for a name, and finds the account.
func (f *friends) find() tea.Cmd {
	var screen *ask
	screen = newAsk(f.env, f.text("friends.find"), "", []answerField{{label: f.text("friends.find.label")}}, func(values []string) (tea.Cmd, string) {
		if values[0] == "" {
			return nil, f.text("table.name.missing")
		}
		c := f.Client
		return call(screen, func(ctx context.Context) func() tea.Cmd {
			var answer api.PlayerPage
			err := c.Call(ctx, http.MethodGet, "/players?name="+url.QueryEscape(values[0]), nil, &answer)
			return func() tea.Cmd {
				if err != nil {
					screen.problem = f.tables.Problem(err)
					return nil
				}
				return f.replace(newPerson(f, f.known(answer.Player)))
			}
		}), f.text("common.loading")
	})
	return f.open(screen)
}

// newPerson is what can be done with somebody.
func newPerson(f *friends, one api.Friend) *menu {
	path := "/me/friends/" + string(one.Player)
	do := func(label, method string, body any) option {
		return option{label: f.text(label), do: func() tea.Cmd {
			f.back()
			return f.change(func(ctx context.Context, c *client.Client) error { return c.Call(ctx, method, path, body, nil) })
		}}
	}
	agree := struct{}{}
	return newMenu(f.env, f.texts.Written(one.Name), func() []option {
		var options []option
		if one.Player != f.Player.ID {
			options = append(options, option{label: f.text("challenge.go"), do: func() tea.Cmd { return f.replace(newChallengeGame(f.env, one)) }})
		}
		switch one.State {
		case meeting.FriendAsks:
			return append(options, do("play.draw.accept", http.MethodPut, agree), do("play.draw.decline", http.MethodDelete, nil))
		case meeting.Friends, meeting.FriendAsked:
			return append(options, do("friends.remove", http.MethodDelete, nil))
		}
		return append(options, do("friends.ask", http.MethodPut, agree))
	})
}

// newChallengeGame asks to what game somebody is challenged, and sends the challenge. The
// lobby learns of the answer.
func newChallengeGame(e *env, to api.Friend) *menu {
	return newGameChoice(e, e.text("challenge.goTo", "name", e.texts.Written(to.Name)), 2, func(g game.Game) tea.Cmd {
		terms := play.Terms{Game: g.ID(), Spectators: true, Chat: true}
		return e.replace(newTerms(e, terms, openTimes, func(terms play.Terms) tea.Cmd {
			return tea.Batch(e.replace(newSentChallenge(e, to)), e.challenge(to, terms))
		}))
	})
}

// challenge sends a challenge.
func (e *env) challenge(to api.Friend, terms play.Terms) tea.Cmd {
	c := e.Client
	return func() tea.Msg {
		var sent api.Challenge
		err := within(context.Background(), func(ctx context.Context) error {
			return c.Call(ctx, http.MethodPost, "/players/"+string(to.Player)+"/challenge", api.NewChallenge{Terms: terms}, &sent)
		})
		return challengedMsg{sent, err}
	}
}

// sentChallenge says what became of a challenge.
type sentChallenge struct {
	*pager

	text string
}

func newSentChallenge(e *env, to api.Friend) *sentChallenge {
	s := &sentChallenge{text: e.text("common.loading")}
	s.pager = newPager(e, e.text("challenge.goTo", "name", e.texts.Written(to.Name)), func(width int) []string { return wrap(s.text, width) })
	return s
}

func (s *sentChallenge) update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(challengedMsg); ok {
		s.text = s.env.text("challenge.sent")
		if msg.err != nil {
			s.text = s.tables.Problem(msg.err)
		}
		return nil
	}
	return s.pager.update(msg)
}
