package screen

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/internal/api"
	"plateau/internal/play"
)

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
		if !l.sent[c.ID] || c.State == play.ChallengePending {
			continue
		}
		delete(l.sent, c.ID)
		if c.State == play.ChallengeAccepted {
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
		if c.State != play.ChallengePending {
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
