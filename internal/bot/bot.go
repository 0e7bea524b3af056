// Package bot lets an engine play on a server, as any player does: through the HTTP
// API. It keeps its streams, and resumes where it was after a restart of the server
// or of itself.
package bot

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/referee"
	"plateau/internal/ugi"
)

// Bot is a player on a server.
type Bot struct {
	// Client has the token of the player.
	Client *client.Client
	// Games are those that the engine plays.
	Games game.List
	// Start makes a player for one table.
	Start func(ctx context.Context) (referee.Player, error)
	// Offers are the tables that it keeps open in the lobby, where anybody may
	// sit down.
	Offers []play.Terms
	// Casual and Rated are the challenges that it accepts.
	Casual, Rated bool
	// MaxGames is how many games it plays at once. Tables beyond that wait, and
	// challenges are declined.
	MaxGames int
	// MoveTime is how long it thinks where there is no clock.
	MoveTime time.Duration
	// Rematches says whether it plays again with those who ask for it.
	Rematches bool
	// Log takes a line about what happens.
	Log func(text string)
	// After is time.After, unless a test decides.
	After func(time.Duration) <-chan time.Time

	me    api.Player
	slots chan struct{}
	// resigned is how many games in a row were resigned because the engine failed;
	// stop ends the bot.
	resigned atomic.Int32
	stop     context.CancelCauseFunc

	mu sync.Mutex
	// tables are those that it knows of, by their phase; followed are those at
	// which it plays.
	tables   map[play.TableID]api.Summary
	followed map[play.TableID]bool
	playing  sync.WaitGroup
}

// Run plays until the context ends, the server refuses the token, or the engine does
// not play.
func (b *Bot) Run(ctx context.Context) error {
	interrupted := ctx
	ctx, b.stop = context.WithCancelCause(ctx)
	defer b.stop(nil)
	err := b.run(ctx)
	switch {
	case interrupted.Err() != nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return err
}

func (b *Bot) run(ctx context.Context) error {
	b.tables, b.followed = map[play.TableID]api.Summary{}, map[play.TableID]bool{}
	b.slots = make(chan struct{}, max(b.MaxGames, 1))
	if b.After == nil {
		b.After = time.After
	}
	if err := b.tryEngine(ctx); err != nil {
		return err
	}
	me, err := b.signIn(ctx)
	if err != nil {
		return err
	}
	b.me = me
	b.Log(fmt.Sprintf("plays as %s on %s", me.Name, b.Client.Server))
	if !me.Bot {
		b.Log("the account is not declared a bot, so it cannot play rated games")
	}
	defer b.playing.Wait()
	if me.Registered && (b.Casual || b.Rated) {
		b.playing.Go(func() { b.meet(ctx) })
	}
	err = b.Client.Follow(ctx, "/me/events", func(m client.Message) error {
		if m.Event == "mine" {
			news, err := client.Read[api.MyTablesNews](m)
			if err != nil {
				return fmt.Errorf("the stream cannot be read: %w", err)
			}
			if news.Whole {
				b.forgetOthers(news.Tables)
			}
			b.learn(ctx, news.Tables)
		}
		// What was refused before may be possible now.
		b.offer(ctx)
		return nil
	})
	b.withdraw()
	return err
}

// tryEngine starts the engine once, before anybody waits for it, and finds out which
// of the games it plays.
func (b *Bot) tryEngine(ctx context.Context) error {
	p, err := b.Start(ctx)
	if err != nil {
		return fmt.Errorf("the engine does not start: %w", err)
	}
	failed := true
	defer func() { p.Close(failed) }()
	var played game.List
	var others []string
	for _, g := range b.Games {
		var failure *ugi.Failure
		switch err := p.NewGame(ctx, g); {
		case err == nil:
			played = append(played, g)
		case errors.As(err, &failure) && failure.Kind == ugi.NoStart:
			others = append(others, g.ID())
		default:
			return fmt.Errorf("the engine does not get ready for %s: %w", g.ID(), err)
		}
	}
	failed = false
	if len(played) == 0 {
		return fmt.Errorf("the engine does not play %s", strings.Join(others, ", "))
	}
	if len(others) > 0 {
		b.Log("the engine does not play " + strings.Join(others, ", "))
	}
	for _, terms := range b.Offers {
		if _, err := played.Find(terms.Game); err != nil {
			return fmt.Errorf("the engine does not play %s, so no table of it can be opened", terms.Game)
		}
	}
	b.Games = played
	return nil
}

// maxResigned is how many games in a row the bot resigns because its engine fails
// before it stops: it would lose every game.
const maxResigned = 3

// gaveUp counts a game that was resigned because the engine failed.
func (b *Bot) gaveUp(err error) {
	if b.resigned.Add(1) >= maxResigned {
		b.stop(fmt.Errorf("the engine failed in %d games in a row, the last time because %w", maxResigned, err))
	}
}

// Pauses before something is tried again.
const (
	shortest = time.Second
	longest  = time.Minute
)

// signIn finds out who the bot is. It waits for a server that cannot be reached.
func (b *Bot) signIn(ctx context.Context) (api.Player, error) {
	var answer api.Me
	for pause := shortest; ; pause = min(2*pause, longest) {
		err := b.Client.Call(ctx, http.MethodGet, "/me", nil, &answer)
		var problem *client.Problem
		switch {
		case errors.As(err, &problem) && problem.Status == http.StatusUnauthorized:
			return api.Player{}, errors.New("the server does not know the token: make a new one on the account page, under 'Programs that play for you'")
		case err == nil || ctx.Err() != nil || client.IsFinal(err):
			return answer.Player, err
		}
		b.Log(fmt.Sprintf("the server cannot be reached: %v", err))
		select {
		case <-b.After(pause):
		case <-ctx.Done():
			return api.Player{}, ctx.Err()
		}
	}
}

// forgetOthers forgets the tables that are not in a list of all: their games ended
// while the connection was lost.
func (b *Bot) forgetOthers(all []api.Summary) {
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.DeleteFunc(b.tables, func(id play.TableID, _ api.Summary) bool {
		return !b.followed[id] && !slices.ContainsFunc(all, func(t api.Summary) bool { return t.ID == id })
	})
}

// learn notes what has changed, and plays where a game has started.
func (b *Bot) learn(ctx context.Context, tables []api.Summary) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range tables {
		if t.Phase == client.Over {
			delete(b.tables, t.ID)
			continue
		}
		b.tables[t.ID] = t
		if t.Phase != client.Running || b.followed[t.ID] || !b.sits(t) {
			continue
		}
		g, err := b.Games.Find(t.Terms.Game)
		if err != nil {
			b.Log(fmt.Sprintf("does not play %s, so table %s waits", t.Terms.Game, t.ID[:4]))
			continue
		}
		b.followed[t.ID] = true
		b.playing.Go(func() {
			b.playAt(ctx, t.ID, g)
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.followed, t.ID)
			delete(b.tables, t.ID)
		})
	}
}

func (b *Bot) sits(t api.Summary) bool {
	return slices.ContainsFunc(t.Sitters, func(s play.Sitter) bool { return s.Player == b.me.ID })
}

// offer opens the tables that should be open and are not, as long as there is time
// for more games.
func (b *Bot) offer(ctx context.Context) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, terms := range b.Offers {
		if len(b.tables) >= max(b.MaxGames, 1) || b.isOpen(terms) {
			continue
		}
		g, err := b.Games.Find(terms.Game)
		if err != nil {
			continue
		}
		chairs := make([]api.Chair, len(g.Seats()))
		chairs[i%len(chairs)].Me = true
		answer, err := b.Client.Open(ctx, terms, chairs, "")
		if err != nil {
			b.Log(fmt.Sprintf("cannot open a table of %s: %v", terms.Game, err))
			continue
		}
		b.tables[answer.Table] = api.Summary{ID: answer.Table, Phase: client.Open, Terms: terms, Host: b.me.ID}
		b.Log(fmt.Sprintf("waits for an opponent in %s", terms.Game))
	}
}

// isOpen reports whether a table with these terms waits for players.
func (b *Bot) isOpen(terms play.Terms) bool {
	for _, t := range b.tables {
		if t.Phase == client.Open && t.Host == b.me.ID && t.Terms.Game == terms.Game && t.Terms.Time == terms.Time && t.Terms.Rated == terms.Rated {
			return true
		}
	}
	return false
}

// withdrawTime is how long closing the offers may take.
const withdrawTime = 5 * time.Second

// withdraw closes the tables that still wait, because nobody would play there.
func (b *Bot) withdraw() {
	ctx, stop := context.WithTimeout(context.Background(), withdrawTime)
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, t := range b.tables {
		if t.Phase == client.Open && t.Host == b.me.ID {
			_, _ = b.Client.Do(ctx, id, "leave", nil)
		}
	}
}
