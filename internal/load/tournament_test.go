package load_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/client"
	"plateau/internal/load"
	"plateau/internal/play"
	"plateau/internal/server"
	"plateau/internal/store/sqlite"
	"plateau/internal/testaid"
	"plateau/tournament"
)

// killsEnv is how often the server is killed during tournaments of bots; 'make
// test-full' sets it.
const killsEnv = "PLATEAU_KILLS"

// cupView is what bots read of a tournament.
type cupView struct {
	Summary struct {
		ID, Phase string
	}
	Rounds []struct {
		Round int
		Games []struct {
			Result string
			Tables []string
		}
	}
	Me struct{ Table string }
}

// A server that is killed again and again during tournaments of bots loses nothing
// and pairs nobody twice.
func TestKilledServerGoesOnWithTournaments(t *testing.T) {
	t.Parallel()
	kills := 4
	if text := os.Getenv(killsEnv); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatalf("%s: %v", killsEnv, err)
		}
		kills = n
	}
	if testing.Short() {
		t.Skip("it starts a server again and again")
	}
	c := newKilledCups(t, 6)
	forms := []string{
		`"form":"roundrobin","double":true`, `"form":"swiss","rounds":5`, `"form":"knockout"`, `"form":"arena","minutes":1`,
	}
	for i := 0; kills > 0; i++ {
		id := c.begin(forms[i%len(forms)])
		var bots sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		for _, bot := range c.bots {
			bots.Go(func() { c.play(ctx, bot, id) })
		}
		c.pair(id)
		for kills > 0 && !c.over(id) {
			time.Sleep(time.Duration(c.rng.IntN(400)) * time.Millisecond) // A crash comes at any moment.
			c.server.Kill()
			c.start()
			kills--
			c.check(id)
		}
		c.awaitEnd(id)
		stop()
		bots.Wait()
		c.check(id)
	}
	if strings.Contains(c.errors.String(), "ERROR") {
		t.Errorf("the servers complained:\n%s", &c.errors)
	}
}

type killedCups struct {
	*testing.T
	rng       *mathrand.Rand
	data      string
	address   string
	server    *load.Server
	errors    output
	organiser *client.Client
	bots      []*client.Client
	// known is what was seen of the events of a tournament.
	known map[string][]byte
}

// newKilledCups makes an organiser and bots with sessions, and starts a server.
func newKilledCups(t *testing.T, bots int) *killedCups {
	t.Helper()
	c := &killedCups{
		T: t, rng: mathrand.New(mathrand.NewPCG(testaid.Seed(t, mathrand.Uint64()), 0)), data: t.TempDir(), address: freeAddress(t),
		known: make(map[string][]byte),
	}
	store, err := sqlite.Open(t.Context(), filepath.Join(c.data, server.DatabaseName))
	if err != nil {
		t.Fatal(err)
	}
	service := accounts.New(accounts.Config{Games: games.All().Games(), Store: store, Now: time.Now, Random: rand.Reader})
	var tokens []play.Token
	for i := range bots + 1 {
		name := fmt.Sprint("Player ", i)
		player, token, err := service.Guest(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.SetPassword(t.Context(), player, accounts.NameKey(name), ""); err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	c.start()
	t.Cleanup(func() { c.server.Kill() })
	all := client.New("http://" + c.server.Address)
	c.organiser = all.As(tokens[0])
	for _, token := range tokens[1:] {
		c.bots = append(c.bots, all.As(token))
	}
	return c
}

func (c *killedCups) start() {
	c.Helper()
	started, err := load.Start(c.Context(), load.Setup{Program: program, Data: c.data, Address: c.address, Log: &c.errors})
	if err != nil {
		c.Fatal(err)
	}
	c.server = started
}

// begin creates a tournament, which all bots join.
func (c *killedCups) begin(form string) string {
	c.Helper()
	settings := json.RawMessage(`{"settings":{"game":"quixo","place":"online","entry":"anybody","advance":"done","bots":true,` + form + `}}`)
	var made cupView
	if err := c.organiser.Call(c.Context(), http.MethodPost, "/tournaments", settings, &made); err != nil {
		c.Fatal(err)
	}
	id := made.Summary.ID
	for _, bot := range c.bots {
		if err := bot.Call(c.Context(), http.MethodPost, "/tournaments/"+id+"/join", struct{}{}, nil); err != nil {
			c.Fatal(err)
		}
	}
	return id
}

// pair starts the first round. That of an arena waits for players to be there.
func (c *killedCups) pair(id string) {
	c.Helper()
	var err error
	testaid.Eventually(c, func() bool {
		err = c.organiser.Call(c.Context(), http.MethodPost, "/tournaments/"+id+"/orders", json.RawMessage(`{"orders":[{"do":"pair"}]}`), nil)
		return err == nil
	}, func() string { return fmt.Sprint("the first round does not start: ", err) })
}

// play lets a bot resign its games at random, until the tournament is over. What fails
// is tried again: the server may be down.
func (c *killedCups) play(ctx context.Context, bot *client.Client, id string) {
	rng := mathrand.New(mathrand.NewPCG(mathrand.Uint64(), 0))
	go func() {
		_ = bot.Follow(ctx, "/tournaments/"+id+"/events", func(client.Message) error { return nil }) // It ends with the test.
	}()
	for ctx.Err() == nil {
		var cup cupView
		err := bot.Call(ctx, http.MethodGet, "/tournaments/"+id, nil, &cup)
		if err == nil && cup.Summary.Phase == "over" {
			return
		}
		if err == nil && cup.Me.Table != "" && rng.IntN(2) == 0 {
			_, _ = bot.Do(ctx, play.TableID(cup.Me.Table), "resign", nil) // The other may have been faster.
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(20+rng.IntN(60)) * time.Millisecond):
		}
	}
}

func (c *killedCups) look(id string) cupView {
	c.Helper()
	var cup cupView
	var err error
	testaid.Eventually(c, func() bool {
		err = c.organiser.Call(c.Context(), http.MethodGet, "/tournaments/"+id, nil, &cup)
		// A connection may be one to the server that was killed.
		var refused *client.Problem
		return err == nil || errors.As(err, &refused)
	}, func() string { return err.Error() })
	if err != nil {
		c.Fatal(err)
	}
	return cup
}

func (c *killedCups) over(id string) bool { return c.look(id).Summary.Phase == "over" }

// looksPerOrder is how often the organiser looks at a tournament before ending it.
const looksPerOrder = 100

// awaitEnd waits for the end of a tournament; an arena is ended by its organiser.
func (c *killedCups) awaitEnd(id string) {
	c.Helper()
	looks := 0
	testaid.Eventually(c, func() bool {
		if looks++; looks%looksPerOrder == 0 {
			_ = c.organiser.Call(c.Context(), http.MethodPost, "/tournaments/"+id+"/orders", json.RawMessage(`{"orders":[{"do":"finish","early":true}]}`), nil)
		}
		return c.over(id)
	}, func() string { return fmt.Sprintf("the tournament does not end: %+v", c.look(id)) })
}

// check compares the events with those that were seen before, replays them, and
// looks at the tables of all results.
func (c *killedCups) check(id string) {
	c.Helper()
	var text []byte
	if err := c.organiser.Read(c.Context(), "/tournaments/"+id+"/log", &text); err != nil {
		c.Fatal(err)
	}
	if !bytes.HasPrefix(text, c.known[id]) {
		c.Fatalf("events were lost: there are\n%s\nand there were\n%s", text, c.known[id])
	}
	c.known[id] = text
	t := &tournament.Tournament{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var e tournament.Event
		err := json.Unmarshal(lines.Bytes(), &e)
		if err == nil {
			t, err = tournament.Replay(t, []tournament.Event{e}) // It fails if somebody is paired twice.
		}
		if err != nil {
			c.Fatalf("%s: %v", lines.Bytes(), err)
		}
	}
	c.checkTables(c.look(id))
}

// checkTables looks for results that are not those of their tables, and for players
// with two games of a tournament at once.
func (c *killedCups) checkTables(cup cupView) {
	c.Helper()
	for _, round := range cup.Rounds {
		for _, g := range round.Games {
			if g.Result == "" || strings.ContainsAny(g.Result, "+") || g.Result == "--" || len(g.Tables) == 0 {
				continue
			}
			table, err := c.organiser.Table(c.Context(), play.TableID(g.Tables[len(g.Tables)-1]))
			if err != nil || string(table.Result) != g.Result {
				c.Errorf("round %d has the result %s, and its table %s, %v", round.Round, g.Result, table.Result, err)
			}
		}
	}
	for _, bot := range c.bots {
		var tables struct{ Tables []struct{ ID string } }
		if err := bot.Call(c.Context(), http.MethodGet, "/me/tables?phase=running", nil, &tables); err != nil {
			c.Fatal(err)
		}
		if len(tables.Tables) > 1 && cup.Summary.Phase == "running" {
			c.Errorf("somebody plays %d games at once", len(tables.Tables))
		}
	}
}
