//go:build unix

package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"plateau/internal/meeting"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// TestAppPlaysOnline plays a whole game on a real server: the app in a terminal
// against somebody who uses the API, with chat, an offer and a rematch.
func TestAppPlaysOnline(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--guest-chat")
	bob, me, err := client.New(s.url).Guest(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	p := openPane(t, 100, 34, "LC_ALL=C.UTF-8", "PLATEAU_DATA="+t.TempDir())
	p.sees("Play online")
	p.types("9")
	p.sees("Server address")
	p.types("nonsense", "Enter", "Ann", "Enter", "Enter")
	p.sees("An address begins with")
	p.types("Up", "Up", "C-u", s.url, "Enter", "Enter", "Enter")
	p.sees("Open tables")
	p.types("Enter")
	p.sees("Which game?")
	p.types("3")
	p.sees("listed for everyone")
	p.types("2")
	p.sees("/#/table/")
	id := lobbyTable(t, bob)
	if _, err := bob.Sit(t.Context(), id, "sit"); err != nil {
		t.Fatal(err)
	}
	p.sees("Bob (guest)")
	// The server decides who begins.
	table := awaitTable(t, bob, id, func(t api.Table) bool { return t.Phase == "running" })
	seat := table.SeatOf(me.ID)
	bobMoves := []string{"a1-a5", "a1-a5", "a1-a5"}
	appMoves := []string{"e1-e5", "e1-e5", "e1-e5"}
	for ply := range 4 {
		if *table.ToMove == seat {
			move := bobMoves[ply/2]
			if _, err := bob.Move(t.Context(), id, ply, move, "m"+move+string(rune('0'+ply))); err != nil {
				t.Fatal(err)
			}
			p.sees(move)
		} else {
			p.sees("Choose a cube")
			p.types(":", appMoves[ply/2], "Enter")
			p.loses("Choose a cube")
		}
		table = awaitTable(t, bob, id, func(t api.Table) bool { return len(t.Moves) > ply })
	}
	p.types("t")
	p.sees("Message:")
	p.types("Good game", "Enter")
	p.sees("Ann: Good game")
	if _, err := bob.Do(t.Context(), id, "draw", map[string]any{"do": "offer", "request": "d"}); err != nil {
		t.Fatal(err)
	}
	p.sees("offers a draw")
	p.types("Enter")
	over := awaitTable(t, bob, id, func(t api.Table) bool { return t.Phase == "over" })
	if over.Result != play.DrawnGame {
		t.Errorf("the result is %s", over.Result)
	}
	if screen := p.sees("The game is a draw"); !strings.Contains(screen, "Ann: Good game") {
		t.Errorf("no chat on\n%s", screen)
	}
	p.types("g")
	awaitTable(t, bob, id, func(t api.Table) bool { return len(t.RematchBy) == 1 })
	if _, err := bob.Do(t.Context(), id, "rematch", map[string]any{"request": "r"}); err != nil {
		t.Fatal(err)
	}
	p.sees("Go to the next game")
	p.types("Enter")
	p.sees("Bob (guest)")
	p.types("C-c")
	p.sees("ended with 0")
}

// online opens the app and signs in to a server, as a guest if the password is empty.
func online(t *testing.T, s *server, name, password string) *pane {
	t.Helper()
	p := openPane(t, 100, 34, "LC_ALL=C.UTF-8", "PLATEAU_DATA="+t.TempDir())
	p.sees("Play online")
	p.types("9")
	p.sees("Server address")
	p.types(s.url, "Enter", name, "Enter")
	if password != "" {
		p.types("-l", password)
	}
	p.types("Enter")
	p.sees("Open tables")
	return p
}

// TestAppSurvivesARestart restarts the server under a game: the app says that the
// connection is lost, and sends the move that was made meanwhile.
func TestAppSurvivesARestart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := serveAt(t, "localhost:"+freePort(t), data)
	bob, me, err := client.New(s.url).Guest(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	p := online(t, s, "Ann", "")
	terms := play.Terms{Game: "quixo", Listed: true, FirstSide: play.SecondParty, Begins: play.SecondParty}
	opened, err := bob.Open(t.Context(), terms, []api.Chair{{Me: true}, {}}, "open")
	if err != nil {
		t.Fatal(err)
	}
	p.sees("Quixo - Bob (guest)")
	p.types("5")
	p.sees("Sit down")
	p.types("Enter")
	p.sees("Choose a cube")
	table := awaitTable(t, bob, opened.Table, func(t api.Table) bool { return t.Phase == "running" })
	if *table.ToMove == table.SeatOf(me.ID) {
		t.Fatal("Bob is to move")
	}
	s.stops(t, syscall.SIGTERM)
	p.sees("Connection lost. Reconnecting")
	p.types(":", "e1-e5", "Enter")
	p.sees("Your move is")
	s = serveAt(t, strings.TrimPrefix(s.url, "http://"), data)
	awaitTable(t, bob, opened.Table, func(t api.Table) bool { return len(t.Moves) == 1 })
	if _, err := bob.Move(t.Context(), opened.Table, 1, "a1-a5", "m"); err != nil {
		t.Fatal(err)
	}
	if screen := p.sees("1. e1-e5 a1-a5"); strings.Contains(screen, "Connection lost") {
		t.Errorf("the connection is said to be lost on\n%s", screen)
	}
	p.types("C-c")
	p.sees("ended with 0")
	s.stops(t, os.Interrupt)
}

// TestAppMeetsOthers pairs the app with somebody, lets it watch their next game, and
// makes friends, who challenge each other.
func TestAppMeetsOthers(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	registered(t, s, "Ann")
	bob := registered(t, s, "Bob")
	p := online(t, s, "Ann", accountPassword)

	// Both look for the same.
	p.types("2")
	p.sees("Find an opponent")
	p.types("3")
	p.sees("3 min + 2 s")
	p.types("1")
	p.sees("Looking for an opponent")
	var paired struct{ Table play.TableID }
	found := errors.New("found")
	err := bob.Follow(t.Context(), "/pairing/events?game=quixo&main_ms=180000&increment_ms=2000", func(m client.Message) error {
		if err := json.Unmarshal(m.Data, &paired); err != nil || paired.Table == "" {
			return err
		}
		return found
	})
	if !errors.Is(err, found) {
		t.Fatal(err)
	}
	p.sees("3 min + 2 s")
	p.sees("Bob")
	if _, err := bob.Do(t.Context(), paired.Table, "abort", nil); err != nil {
		t.Fatal(err)
	}
	p.sees("No result.")
	p.types("q")

	// A game of others is watched.
	cleo, _, err := client.New(s.url).Guest(t.Context(), "Cleo")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := cleo.Open(t.Context(), play.Terms{Game: "quixo", Listed: true, Spectators: true, FirstSide: play.FirstParty, Begins: play.FirstParty},
		[]api.Chair{{Me: true}, {}}, "open")
	if err != nil {
		t.Fatal(err)
	}
	watching, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		_ = cleo.Follow(watching, "/tables/"+string(opened.Table)+"/events", func(client.Message) error { return nil })
	}()
	if _, err := bob.Sit(t.Context(), opened.Table, "sit"); err != nil {
		t.Fatal(err)
	}
	p.sees("Games to watch")
	p.types("5")
	p.sees("You are watching")
	if _, err := cleo.Move(t.Context(), opened.Table, 0, "c1-c5", "m"); err != nil {
		t.Fatal(err)
	}
	p.sees("1. c1-c5")
	p.types("q")

	// Bob asks, Ann agrees.
	if err := bob.Call(t.Context(), http.MethodPut, "/me/friends/"+string(idOf(t, bob, "Ann")), struct{}{}, nil); err != nil {
		t.Fatal(err)
	}
	p.sees("One player wants to be your friend.")
	p.types("4")
	p.sees("Bob - wants to be your friend")
	p.types("1")
	p.sees("Accept")
	p.types("2")
	p.sees("Bob - online")
	p.types("q")

	// Bob challenges Ann, who accepts.
	body := map[string]any{"terms": map[string]any{"game": "pivot"}}
	if err := bob.Call(t.Context(), http.MethodPost, "/players/"+string(idOf(t, bob, "Ann"))+"/challenge", body, nil); err != nil {
		t.Fatal(err)
	}
	p.sees("New challenge: Bob - Pivot")
	p.types("1")
	p.sees("Decline")
	p.types("1")
	// Cards, which only the table shows.
	p.sees(" left ")
	p.sees("no clock")
	p.types("q")

	// Ann challenges Bob; the table opens when he accepts.
	p.sees("Open tables")
	p.types("4")
	p.sees("Bob - online")
	p.types("1")
	p.sees("Remove")
	p.types("1")
	p.sees("Challenge: Bob")
	p.types("3")
	p.sees("Clock")
	p.types("1")
	p.sees("The challenge was sent")
	var list struct {
		Challenges []struct{ ID, State string }
	}
	if err := bob.Call(t.Context(), http.MethodGet, "/me/challenges", nil, &list); err != nil {
		t.Fatal(err)
	}
	for _, c := range list.Challenges {
		if c.State == string(meeting.ChallengePending) {
			if err := bob.Call(t.Context(), http.MethodPost, "/me/challenges/"+c.ID+"/accept", nil, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.sees("crosses")
	p.types("C-c")
	p.sees("ended with 0")
	s.stops(t, os.Interrupt)
}

// accountPassword is the password of all accounts of these tests.
const accountPassword = "a board game, a table"

// registered is a new player with an account.
func registered(t *testing.T, s *server, name string) *client.Client {
	t.Helper()
	c, _, err := client.New(s.url).Guest(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Call(t.Context(), http.MethodPut, "/me/password", map[string]any{"password": accountPassword}, nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// idOf is the id of an account.
func idOf(t *testing.T, c *client.Client, name string) play.PlayerID {
	t.Helper()
	var found struct{ Player api.Player }
	if err := c.Call(t.Context(), http.MethodGet, "/players?name="+name, nil, &found); err != nil {
		t.Fatal(err)
	}
	return found.Player.ID
}

// awaitTable follows a table until it is as it should be.
func awaitTable(t *testing.T, c *client.Client, id play.TableID, good func(t api.Table) bool) (last api.Table) {
	t.Helper()
	found := errors.New("found")
	err := c.Follow(t.Context(), "/tables/"+string(id)+"/events", func(m client.Message) error {
		if m.Event != "table" {
			return nil
		}
		news, err := client.Read[api.TableNews](m)
		if err != nil {
			return err
		}
		if last = news.Table; good(last) {
			return found
		}
		return nil
	})
	if !errors.Is(err, found) {
		t.Fatal(err)
	}
	return last
}
