package screen

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"plateau/internal/meeting"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// lobby is the tables of a server: one's own, and those that wait for players.
type lobby struct {
	*menu

	// waiting are the tables that wait for players, ownTables those of the player.
	waiting, ownTables []api.Summary
	// lobby and own are the streams of both lists.
	lobby, own *stream
	problem    string
	// live is what is asked for now and then: games to watch, and challenges.
	live liveNews
	// sent are the challenges from here whose answer is awaited.
	sent map[play.ChallengeID]bool
}

func newLobby(e *env) *lobby {
	l := &lobby{sent: map[play.ChallengeID]bool{}}
	l.menu = &menu{env: e, options: l.entries, first: e.Visit != nil}
	return l
}

func (l *lobby) start() tea.Cmd {
	if l.lobby != nil {
		return l.menu.start()
	}
	tell := func(problem string) { l.problem = problem }
	l.lobby = l.follow("/lobby/events", l, l.read, tell)
	if l.Player.ID == "" {
		return tea.Batch(l.menu.start(), l.lobby.next, l.askLive()) // Who only watches has no tables.
	}
	l.own = l.follow("/me/events", l, l.read, tell)
	return tea.Batch(l.menu.start(), l.lobby.next, l.own.next, l.askLive())
}

func (l *lobby) leave() {
	l.lobby.end()
	l.own.end()
}

func (l *lobby) entries() []option {
	var options []option
	if l.problem != "" {
		options = append(options, option{label: l.problem, heading: true})
	}
	if l.lobby != nil && (l.lobby.isLost() || l.own.isLost()) {
		options = append(options, option{label: l.text("online.lobby.lost"), heading: true})
	}
	options = append(options, l.challengeOptions()...)
	options = append(options,
		option{label: l.text("online.open.go"), do: func() tea.Cmd { return l.open(newOpenTable(l)) }},
		option{label: l.text("online.seek.go"), hint: l.text("online.seek.what"), do: func() tea.Cmd { return l.open(newSeekGame(l.env)) }},
		option{label: l.text("terminal.app.join"), hint: l.text("terminal.app.joinHint"), do: l.join},
		l.friendsOption())
	if len(l.ownTables) > 0 {
		options = append(options, option{label: l.text("online.mine"), heading: true})
		for _, s := range l.ownTables {
			options = append(options, option{label: l.ownLabel(s), do: func() tea.Cmd { return l.open(newTable(l.env, s.ID)) }})
		}
	}
	options = append(options, option{label: l.text("online.lobby"), heading: true})
	shown := 0
	for _, s := range l.waiting {
		if l.sits(s) {
			continue
		}
		shown++
		options = append(options, option{label: l.label(s), do: func() tea.Cmd { return l.open(newTable(l.env, s.ID)) }})
	}
	if shown == 0 {
		options = append(options, option{label: l.text("online.lobby.none"), heading: true})
	}
	options = append(options, l.watchOptions()...)
	return append(options, l.visitorOptions()...)
}

// sits reports whether the player has a chair at a table.
func (l *lobby) sits(s api.Summary) bool {
	return slices.ContainsFunc(s.Sitters, func(sitter play.Sitter) bool { return sitter.Player == l.Player.ID && l.Player.ID != "" })
}

// label is a table that waits for players.
func (l *lobby) label(s api.Summary) string {
	var names []string
	for _, sitter := range s.Sitters {
		if sitter != (play.Sitter{}) {
			names = append(names, l.tables.Sitter(sitter))
		}
	}
	parts := []string{l.tables.Game(s.Terms.Game), strings.Join(names, ", "), l.tables.Time(s.Terms.Time)}
	if s.Terms.Rated {
		parts = append(parts, l.text("online.terms.rated"))
	}
	return strings.Join(parts, " - ")
}

// ownLabel is a table of the player.
func (l *lobby) ownLabel(s api.Summary) string {
	var others []string
	state := l.text("online.mine.theirTurn")
	for i, sitter := range s.Sitters {
		if sitter.Player != l.Player.ID {
			others = append(others, l.tables.Sitter(sitter))
		} else if s.ToMove != nil && *s.ToMove == i {
			state = l.text("online.mine.yourTurn")
		}
	}
	if s.Phase == client.Open {
		state = l.text("online.mine.waits", "n", s.Free())
	}
	return l.text("online.mine.against", "game", l.tables.Game(s.Terms.Game), "names", strings.Join(others, ", ")) + " - " + state
}

// join asks for the link of a table.
func (l *lobby) join() tea.Cmd {
	return l.open(newAsk(l.env, l.text("terminal.app.join"), l.text("terminal.app.joinHint"),
		[]answerField{{label: l.text("play.share.link")}}, func(values []string) (tea.Cmd, string) {
			id := values[0][strings.LastIndexByte(values[0], '/')+1:]
			if id == "" {
				return nil, l.text("terminal.app.joinHint")
			}
			return l.replace(newTable(l.env, play.TableID(id))), ""
		}))
}

func (l *lobby) update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(challengedMsg); ok && msg.err == nil {
		l.sent[msg.challenge.ID] = true
		return l.lookLive(nil)
	}
	return l.menu.update(msg)
}

// goTo opens a table, or says why that is not possible.
func (l *lobby) goTo(table play.TableID, err error) tea.Cmd {
	if err != nil {
		return l.open(newNotice(l.env, l.tables.Problem(err)))
	}
	return l.open(newTable(l.env, table))
}

// read takes a message of a stream.
func (l *lobby) read(m client.Message) (cmd tea.Cmd, err error) {
	switch m.Event {
	case "lobby":
		var news api.LobbyNews
		if news, err = client.Read[api.LobbyNews](m); err == nil {
			l.waiting = client.Apply(news, l.waiting)
		}
	case "mine":
		var news api.MyTablesNews
		news, err = client.Read[api.MyTablesNews](m)
		for _, s := range news.Tables {
			if s.Phase == client.Over || !l.sits(s) && s.Host != l.Player.ID {
				l.ownTables = client.Put(l.ownTables, s.ID, nil, "")
			} else {
				l.ownTables = client.Put(l.ownTables, s.ID, &s, "")
			}
		}
	}
	l.step(0)
	return nil, err
}

func (l *lobby) view() []string {
	l.title = l.text("online.title")
	if l.Player.Name != "" {
		l.title += " - " + l.texts.Written(l.Player.Name)
	}
	return l.menu.view()
}

// newGameChoice asks for a game, of those for so many or for any number.
func newGameChoice(e *env, title string, seats int, next func(g game.Game) tea.Cmd) *menu {
	return newMenu(e, title, func() []option {
		var options []option
		for _, g := range e.Games.Games() {
			if seats == 0 || len(g.Seats()) == seats {
				options = append(options, option{label: e.texts.Game(g), do: func() tea.Cmd { return next(g) }})
			}
		}
		return options
	})
}

// newOpenTable asks what table to open.
func newOpenTable(l *lobby) *menu {
	return newGameChoice(l.env, l.text("online.game"), 0, func(g game.Game) tea.Cmd {
		return l.replace(newOpenClock(l, g.ID(), len(g.Seats())))
	})
}

// openTimes are the clocks that are offered.
var openTimes = []play.Time{{}, {Main: 300_000, Increment: 5_000}, {Main: 600_000, Increment: 10_000}, {Days: 3}}

// newOpenClock asks for the clock, and for who may see the table.
func newOpenClock(l *lobby, id string, seats int) *menu {
	return newMenu(l.env, l.text("online.clock"), func() []option {
		var options []option
		for _, listed := range []bool{true, false} {
			door := l.text("online.door.private")
			if listed {
				door = l.text("online.door.listed")
			}
			for _, t := range openTimes {
				terms := play.Terms{Game: id, Time: t, Listed: listed, Spectators: true, Chat: true}
				options = append(options, option{label: l.tables.Time(t) + ", " + door, do: func() tea.Cmd {
					l.back()
					return l.openTable(terms, seats)
				}})
			}
		}
		return options
	})
}

func (l *lobby) openTable(terms play.Terms, seats int) tea.Cmd {
	chairs := make([]api.Chair, seats)
	chairs[0].Me = true
	c, request := l.Client, client.NewRequest()
	return call(l, func(ctx context.Context) func() tea.Cmd {
		answer, err := c.Open(ctx, terms, chairs, request.ID())
		return func() tea.Cmd { return l.goTo(answer.Table, err) }
	})
}

// liveNews is what goes on at a server: games to watch, and for players with an
// account challenges and requests.
type liveNews struct {
	games      []api.LiveGame
	challenges api.Challenges
}

// challengedMsg says that a challenge was sent, or why not: to the screen that sent it,
// and to the lobby.
type challengedMsg struct {
	challenge api.Challenge
	err       error
}

// liveEvery is how often it is asked for.
const liveEvery = 5 * time.Second

// askLive asks what goes on, now and then from now on.
func (l *lobby) askLive() tea.Cmd { return l.lookLive(l.wait(liveEvery, l, l.askLive)) }

// lookLive asks what goes on, and does something after that.
func (l *lobby) lookLive(then tea.Cmd) tea.Cmd {
	c, registered := l.Client, l.Player.Registered
	return call(l, func(ctx context.Context) func() tea.Cmd {
		var live api.Live
		var challenges api.Challenges
		err := c.Call(ctx, http.MethodGet, "/lobby/live", nil, &live)
		if err == nil && registered {
			err = c.Call(ctx, http.MethodGet, "/me/challenges", nil, &challenges)
		}
		return func() tea.Cmd {
			if err != nil {
				return then // The streams say if the connection is lost.
			}
			l.live = liveNews{live.Games, challenges}
			return tea.Batch(then, l.showLive())
		}
	})
}

// showLive shows what goes on. A game to which somebody was challenged from here
// opens.
func (l *lobby) showLive() tea.Cmd {
	var cmds []tea.Cmd
	for _, c := range l.live.challenges.Challenges {
		if !l.sent[c.ID] || c.State == meeting.ChallengePending {
			continue
		}
		delete(l.sent, c.ID)
		if c.State == meeting.ChallengeAccepted {
			cmds = append(cmds, l.open(newTable(l.env, c.Table)))
		} else {
			cmds = append(cmds, l.open(newNotice(l.env, l.text("challenge.declined", "name", l.texts.Written(c.To.Name)))))
		}
	}
	l.step(0)
	return tea.Batch(cmds...)
}

// challengeOptions are the challenges that wait for an answer.
func (l *lobby) challengeOptions() []option {
	var options []option
	for _, c := range l.live.challenges.Challenges {
		if c.State != meeting.ChallengePending {
			continue
		}
		terms := l.tables.Game(c.Terms.Game) + ", " + l.termsText(c.Terms)
		if c.To.ID == l.Player.ID {
			label := l.text("challenge.new") + ": " + l.texts.Written(c.By.Name) + " - " + terms
			options = append(options, option{label: label, do: func() tea.Cmd { return l.open(newAnswer(l, c, label)) }})
		} else {
			label := l.text("challenge.to", "name", l.texts.Written(c.To.Name)) + " - " + terms
			options = append(options, option{label: label, do: func() tea.Cmd { return l.open(newWithdrawal(l, c, label)) }})
		}
	}
	return options
}

// newAnswer asks whether a challenge is accepted.
func newAnswer(l *lobby, c api.Challenge, title string) *menu {
	answer := func(how string) func() tea.Cmd {
		return func() tea.Cmd {
			l.back()
			return l.answerChallenge(c, http.MethodPost, "/"+how)
		}
	}
	return newMenu(l.env, title, func() []option {
		return []option{
			{label: l.text("play.draw.accept"), do: answer("accept")},
			{label: l.text("play.draw.decline"), do: answer("decline")},
		}
	})
}

// newWithdrawal asks whether an own challenge is taken back.
func newWithdrawal(l *lobby, c api.Challenge, title string) *menu {
	return newMenu(l.env, title, func() []option {
		return []option{{label: l.text("challenge.withdraw"), do: func() tea.Cmd {
			l.back()
			delete(l.sent, c.ID)
			return l.answerChallenge(c, http.MethodDelete, "")
		}}}
	})
}

// answerChallenge sends an answer; the lobby opens the table of the game.
func (l *lobby) answerChallenge(c api.Challenge, method, how string) tea.Cmd {
	connection := l.Client
	pending := &l.live.challenges.Challenges
	*pending = slices.DeleteFunc(slices.Clone(*pending), func(other api.Challenge) bool { return other.ID == c.ID })
	return call(l, func(ctx context.Context) func() tea.Cmd {
		var answer api.Answer
		var to any
		if strings.HasSuffix(how, "accept") {
			to = &answer
		}
		err := connection.Call(ctx, method, "/me/challenges/"+string(c.ID)+how, nil, to)
		return func() tea.Cmd {
			if err == nil && answer.Table == "" {
				return nil
			}
			return l.goTo(answer.Table, err)
		}
	})
}

// watchOptions are the games to watch.
func (l *lobby) watchOptions() []option {
	var options []option
	for _, g := range l.live.games {
		if l.sits(g.Table) {
			continue
		}
		label := l.label(g.Table)
		if g.Spectators > 0 {
			label += " - " + l.text("meeting.spectators", "n", g.Spectators)
		}
		options = append(options, option{label: label, do: func() tea.Cmd { return l.open(newTable(l.env, g.Table.ID)) }})
	}
	if len(options) == 0 {
		return nil
	}
	return append([]option{{label: l.text("meeting.watch"), heading: true}}, options...)
}
