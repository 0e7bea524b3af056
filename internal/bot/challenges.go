package bot

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"plateau/internal/meeting"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

const (
	// askEvery is how often the bot looks for challenges: somebody waits.
	askEvery = time.Second
	// announceEvery is how often it says what it accepts. The server forgets it
	// after two minutes.
	announceEvery = 45 * time.Second
)

// meet answers challenges until the context ends. A server that cannot be reached is
// asked again.
func (b *Bot) meet(ctx context.Context) {
	var said meeting.Accepting
	again := 0 // how often to look before it is said again
	for ctx.Err() == nil {
		b.answerChallenges(ctx)
		if what := b.accepting(); b.me.Bot && (again <= 0 || what.Busy != said.Busy) {
			if err := b.Client.Call(ctx, http.MethodPut, "/me/bot/accepts", what, nil); err == nil {
				said, again = what, int(announceEvery/askEvery)
			}
		}
		again--
		select {
		case <-b.After(askEvery):
		case <-ctx.Done():
		}
	}
	if b.me.Bot {
		ctx, stop := context.WithTimeout(context.Background(), withdrawTime)
		defer stop()
		_ = b.Client.Call(ctx, http.MethodDelete, "/me/bot/accepts", nil, nil) // It ends by itself, too.
	}
}

// accepting is what the bot says about itself.
func (b *Bot) accepting() meeting.Accepting {
	what := meeting.Accepting{Games: []string{}, Casual: b.Casual, Rated: b.Rated, Busy: b.busy()}
	for _, g := range b.Games {
		// Challenges are for games for two.
		if len(g.Seats()) == 2 {
			what.Games = append(what.Games, g.ID())
		}
	}
	return what
}

// busy reports whether it plays as many games as it may.
func (b *Bot) busy() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	running := 0
	for _, t := range b.tables {
		if t.Phase == client.Running {
			running++
		}
	}
	return running >= max(b.MaxGames, 1)
}

// answerChallenges accepts what it can play, and declines everything else, so that
// nobody waits.
func (b *Bot) answerChallenges(ctx context.Context) {
	var list api.Challenges
	if err := b.Client.Call(ctx, http.MethodGet, "/me/challenges", nil, &list); err != nil {
		return // It is asked again soon; the stream says what is wrong.
	}
	for _, c := range list.Challenges {
		if c.To.ID != b.me.ID || c.State != meeting.ChallengePending {
			continue
		}
		if why := b.refuses(c.Terms); why != "" {
			b.Log(fmt.Sprintf("declines the challenge of %s to %s: %s", c.By.Name, c.Terms.Game, why))
			_ = b.answer(ctx, c, "decline", nil)
			continue
		}
		var answer api.Answer
		err := b.answer(ctx, c, "accept", &answer)
		switch {
		case err == nil:
			b.Log(fmt.Sprintf("accepts the challenge of %s to %s", c.By.Name, c.Terms.Game))
			b.mu.Lock()
			// The stream will say more; until then it counts as running.
			if _, known := b.tables[answer.Table]; !known {
				b.tables[answer.Table] = api.Summary{ID: answer.Table, Phase: client.Running, Terms: c.Terms}
			}
			b.mu.Unlock()
		case client.IsFinal(err):
			// It would fail again.
			_ = b.answer(ctx, c, "decline", nil)
		}
	}
}

// answer sends the answer to a challenge.
func (b *Bot) answer(ctx context.Context, c api.Challenge, how string, answer any) error {
	err := b.Client.Call(ctx, http.MethodPost, "/me/challenges/"+string(c.ID)+"/"+how, nil, answer)
	if err != nil && ctx.Err() == nil {
		b.Log(fmt.Sprintf("cannot %s the challenge of %s: %v", how, c.By.Name, err))
	}
	return err
}

// refuses is why it does not play under some terms, or empty.
func (b *Bot) refuses(terms play.Terms) string {
	_, err := b.Games.Find(terms.Game)
	switch {
	case err != nil:
		return "it does not play this game"
	case terms.Rated && (!b.Rated || !b.me.Bot):
		return "it plays no rated games"
	case !terms.Rated && !b.Casual:
		return "it plays rated games only"
	case b.busy():
		return "it plays as many games as it may"
	}
	return ""
}
