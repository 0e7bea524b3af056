package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/bus/memory"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/route"
	"plateau/internal/play/house"
	"plateau/internal/store/sqlite"
)

// computer moves for computer players: the first move that there is.
type computer struct{}

func (computer) Choose(_ context.Context, m *game.Match, _ engine.Level) (game.Move, error) {
	return m.Position().Moves()[0], nil
}

func (computer) Value(context.Context, game.Position) game.Value { return game.Unknown }

// serve runs a real server and gives its address.
func serve(t *testing.T) string {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := house.New(t.Context(), house.Config{
		Games: games,
		Store: store, Bus: &memory.Bus{}, Chooser: computer{}, Judge: computer{},
		Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	people := accounts.New(accounts.Config{Games: games, Store: store, Now: time.Now, Random: rand.Reader})
	server := httptest.NewServer(online.New(online.Config{
		Config: route.Config{House: h, Accounts: people, Now: time.Now}, Store: store, Games: games,
	}))
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	t.Cleanup(func() {
		stop()
		h.Close()
		running.Wait()
		server.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URL
}

// guest is a bot that has signed in.
func guest(t *testing.T, server, name string) *bot {
	t.Helper()
	b := &bot{api: api{server: server}}
	if err := b.signIn(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	return b
}

// Two bots meet at a table, and play to its end.
func TestTwoBotsPlayAGame(t *testing.T) {
	log.SetOutput(t.Output())
	for _, id := range []string{"quantik", "pivot", "quixo3"} {
		t.Run(id, func(t *testing.T) {
			server := serve(t)
			host, visitor := guest(t, server, "Host"), guest(t, server, "Visitor")
			if err := host.open(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			link := server + "/#/table/" + tableOf(t, host).ID
			if err := visitor.sit(t.Context(), link); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			var playing sync.WaitGroup
			for _, b := range []*bot{host, visitor} {
				playing.Go(func() {
					if err := b.run(ctx); !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
				})
			}
			table := awaitEnd(t, host, link[len(server+"/#/table/"):])
			stop()
			playing.Wait()
			if m, err := matchOf(&table); err != nil || !m.Verdict().Outcome.Over() {
				t.Errorf("it ended with %s after %v, %v", table.Result, table.Moves, err)
			}
		})
	}
}

// tableOf is the one table that a bot has.
func tableOf(t *testing.T, b *bot) table {
	t.Helper()
	var watched struct{ Tables []table }
	if err := b.call(t.Context(), http.MethodGet, "/me/tables", nil, &watched); err != nil || len(watched.Tables) != 1 {
		t.Fatalf("%+v, %v", watched, err)
	}
	return watched.Tables[0]
}

// awaitEnd follows a table until its game is over.
func awaitEnd(t *testing.T, b *bot, id string) table {
	t.Helper()
	var news struct{ Table table }
	err := b.follow(t.Context(), "/tables/"+id+"/events", func(event string, data []byte) error {
		if event != "table" {
			return nil
		}
		if err := json.Unmarshal(data, &news); err != nil {
			return err
		}
		if news.Table.Phase == "over" {
			return errOver
		}
		return nil
	})
	if !errors.Is(err, errOver) {
		t.Fatal(err)
	}
	return news.Table
}

// The bot returns with its token, and learns why if it cannot.
func TestSigningIn(t *testing.T) {
	server := serve(t)
	first := guest(t, server, "Bot")
	again := &bot{api: api{server: server, token: first.token}}
	if err := again.signIn(t.Context(), "Bot"); err != nil || again.me != first.me || first.me == "" {
		t.Errorf("%q is %q now, %v", first.me, again.me, err)
	}
	stranger := &bot{api: api{server: server, token: "nobody's"}}
	var refused *problem
	if err := stranger.signIn(t.Context(), "Bot"); !errors.As(err, &refused) || refused.Status != http.StatusUnauthorized {
		t.Error(err)
	}
}

// It wins when it can, and does not let the other side win when it need not.
func TestChoiceLooksAhead(t *testing.T) {
	for _, test := range []struct{ game, position, want string }{
		{"quixo3", "XX1/3/O1O X", "win"},
		{"quixo3", "OO1/X2/3 X", "hold"},
	} {
		m, err := matchOf(&table{Terms: struct{ Game string }{test.game}, Start: test.position})
		if err != nil {
			t.Fatal(err)
		}
		next, err := m.Position().Play(choose(m))
		if err != nil {
			t.Fatal(err)
		}
		if test.want == "win" && next.Outcome() != game.Won(0) || test.want == "hold" && canWin(next) {
			t.Errorf("%s led to %s", test.position, next)
		}
	}
}
