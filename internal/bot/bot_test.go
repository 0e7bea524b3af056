package bot_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games/full"
	"plateau/internal/api"
	"plateau/internal/bot"
	"plateau/internal/client"
	"plateau/internal/knowledge"
	"plateau/internal/play"
	"plateau/internal/referee"
	"plateau/internal/server"
	"plateau/internal/ugi"
)

// serve starts a whole server, and returns a client for nobody.
func serve(t *testing.T) *client.Client {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s, err := server.Open(ctx, server.Config{
		Network: server.Network{Listen: "localhost:0"}, Log: slog.New(slog.DiscardHandler), Store: server.Store{Data: t.TempDir()},
		Program: server.Program{Games: full.All(), Knowledge: knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data})},
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-ended, s.Close()); err != nil {
			t.Error(err)
		}
	})
	return client.New(s.URLs[0])
}

func guest(t *testing.T, at *client.Client, name string) (*client.Client, api.Player) {
	t.Helper()
	c, player, err := at.Guest(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return c, player
}

// engine plays the first legal move of the game it knows, or fails.
type engine struct {
	knows string
	fails error
}

func (e engine) NewGame(_ context.Context, g game.Game) error {
	if g.ID() != e.knows {
		return &ugi.Failure{Kind: ugi.NoStart, Detail: "it does not play " + g.ID()}
	}
	return nil
}

func (e engine) Choose(_ context.Context, m *game.Match, _ ugi.Limits, _ *rand.Rand) (ugi.Reply, error) {
	return ugi.Reply{Move: m.Position().Moves()[0]}, e.fails
}

func (engine) Close(bool) {}

// running is a bot that plays, and what it logged.
type running struct {
	*testing.T

	ended chan error
	mu    sync.Mutex
	text  strings.Builder
}

func (r *running) log(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.text.WriteString(text + "\n")
}

func (r *running) logged() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// start lets a bot keep a table of Quixo on 3×3 open. No time passes for it.
func start(t *testing.T, as *client.Client, begin func(ctx context.Context) (referee.Player, error)) *running {
	t.Helper()
	r := &running{T: t, ended: make(chan error, 1)}
	b := &bot.Bot{
		Client: as, Games: full.All().Games(), Start: begin, Offers: []play.Terms{{Game: "quixo3", Listed: true, Spectators: true}},
		MaxGames: 1, Rematches: true, Log: r.log, After: func(time.Duration) <-chan time.Time { return nil },
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { r.ended <- b.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-r.ended; err != nil {
			t.Error(err)
		}
	})
	return r
}

// patience is how long something may take on a busy machine.
const patience = 2 * time.Minute

// ends waits until the bot has ended, and returns why.
func (r *running) ends() error {
	r.Helper()
	select {
	case err := <-r.ended:
		r.ended <- nil
		return err
	case <-time.After(patience):
		r.Fatalf("it goes on:\n%s", r.logged())
		return nil
	}
}

// sit waits for a table in the lobby and takes the other seat there.
func sit(t *testing.T, c *client.Client) play.TableID {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var id play.TableID
	found := errors.New("found")
	err := c.Follow(ctx, "/lobby/events", func(m client.Message) error {
		var news struct {
			Changes []struct {
				Table   play.TableID
				Summary json.RawMessage
			}
		}
		if err := json.Unmarshal(m.Data, &news); err != nil {
			return err
		}
		for _, change := range news.Changes {
			if string(change.Summary) == "null" {
				continue
			}
			if _, err := c.Sit(ctx, change.Table, ""); err == nil {
				id = change.Table
				return found
			}
		}
		return nil
	})
	if !errors.Is(err, found) {
		t.Fatalf("no table: %v", err)
	}
	return id
}

// follow calls look with every state of a table until it reports true.
func follow(t *testing.T, c *client.Client, id play.TableID, look func(ctx context.Context, table *api.Table) (enough bool, err error)) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	enough := errors.New("enough")
	err := c.Follow(ctx, "/tables/"+string(id)+"/events", func(m client.Message) error {
		if m.Event != "table" {
			return nil
		}
		news, err := client.Read[api.TableNews](m)
		if err != nil {
			return err
		}
		seen, err := look(ctx, &news.Table)
		if err == nil && seen {
			err = enough
		}
		return err
	})
	if !errors.Is(err, enough) {
		t.Fatalf("table %s: %v", id, err)
	}
}

// A bot that plays one game at a time plays the next one at once, although the
// opponent of the last one may still ask for a rematch.
func TestFinishedGamesMakeRoom(t *testing.T) {
	t.Parallel()
	at := serve(t)
	robot, me := guest(t, at, "Robot")
	r := start(t, robot, func(context.Context) (referee.Player, error) { return engine{knows: "quixo3"}, nil })
	ann, _ := guest(t, at, "Ann")
	for range 3 {
		id := sit(t, ann)
		follow(t, ann, id, func(ctx context.Context, table *api.Table) (bool, error) {
			moves := len(table.Moves)
			if moves > 1 {
				_, err := ann.Do(ctx, id, "resign", nil)
				return true, err
			}
			if table.ToMove != nil && *table.ToMove != table.SeatOf(me.ID) {
				_, err := ann.Move(ctx, id, moves, "c1-c3", "")
				return false, err
			}
			return false, nil
		})
	}
	if text := r.logged(); strings.Count(text, "plays quixo3 against Ann") != 3 || !strings.Contains(text, "resignation") {
		t.Errorf("it logged\n%s", text)
	}
}

// An engine that cannot be started opens no table, so nobody waits for it.
func TestEngineThatDoesNotStart(t *testing.T) {
	t.Parallel()
	at := serve(t)
	robot, _ := guest(t, at, "Robot")
	for name, begin := range map[string]func(context.Context) (referee.Player, error){
		"it cannot be started":       func(context.Context) (referee.Player, error) { return nil, errors.New("it cannot be started") },
		"the engine does not play q": func(context.Context) (referee.Player, error) { return engine{knows: "pivot"}, nil },
	} {
		r := start(t, robot, begin)
		if err := r.ends(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: it ended by %v", name, err)
		}
		if text := r.logged(); strings.Contains(text, "waits for an opponent") {
			t.Errorf("%s: it logged\n%s", name, text)
		}
	}
}

// A bot whose engine fails in one game after the other stops.
func TestEngineThatFailsInEveryGame(t *testing.T) {
	t.Parallel()
	at := serve(t)
	robot, me := guest(t, at, "Robot")
	r := start(t, robot, func(context.Context) (referee.Player, error) {
		return engine{knows: "quixo3", fails: errors.New("it is out of ideas")}, nil
	})
	ann, _ := guest(t, at, "Ann")
	for range 3 {
		id := sit(t, ann)
		follow(t, ann, id, func(ctx context.Context, table *api.Table) (bool, error) {
			if table.ToMove != nil && *table.ToMove != table.SeatOf(me.ID) && len(table.Moves) == 0 {
				_, err := ann.Move(ctx, id, 0, "a1-a3", "")
				return false, err
			}
			return table.Phase == "over", nil
		})
	}
	if err := r.ends(); err == nil || !strings.Contains(err.Error(), "in 3 games in a row, the last time because it is out of ideas") {
		t.Errorf("it ended by %v", err)
	}
}

// A bot that is stopped while it waits for its server ends without an error.
func TestStoppedWithoutAServer(t *testing.T) {
	t.Parallel()
	away := httptest.NewServer(http.NotFoundHandler())
	away.Close()
	waits := make(chan struct{})
	b := &bot.Bot{
		Client: client.New(away.URL), Games: full.All().Games(), MaxGames: 1, Log: func(string) {},
		Start: func(context.Context) (referee.Player, error) { return engine{knows: "quixo3"}, nil },
		After: func(time.Duration) <-chan time.Time { close(waits); return nil },
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	<-waits
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended by %v", err)
	}
}

func TestWrongToken(t *testing.T) {
	t.Parallel()
	r := start(t, serve(t).As("nobodys"), func(context.Context) (referee.Player, error) { return engine{knows: "quixo3"}, nil })
	if err := r.ends(); err == nil || !strings.Contains(err.Error(), "does not know the token") {
		t.Errorf("it ended by %v", err)
	}
}
