//go:build unix

package cli_test

import (
	"errors"
	"strings"
	"testing"

	"plateau/internal/client"
	"plateau/internal/play"
)

// TestAppPlaysOnline plays a whole game on a real server: the app in a terminal
// against somebody who uses the API, with chat, an offer and a rematch.
func TestAppPlaysOnline(t *testing.T) {
	s := serve(t, t.TempDir(), "--guest-chat")
	bob, me, err := client.New(s.url).Guest(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	p := openPane(t, 100, 34, "plateau", "LC_ALL=C.UTF-8", "PLATEAU_DATA="+t.TempDir())
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
	table := awaitTable(t, bob, id, func(t client.Table) bool { return t.Phase == "running" })
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
		}
		table = awaitTable(t, bob, id, func(t client.Table) bool { return len(t.Moves) > ply })
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
	over := awaitTable(t, bob, id, func(t client.Table) bool { return t.Phase == "over" })
	if over.Result != play.DrawnGame {
		t.Errorf("the result is %s", over.Result)
	}
	if screen := p.sees("The game is a draw"); !strings.Contains(screen, "Ann: Good game") {
		t.Errorf("no chat on\n%s", screen)
	}
	p.types("g")
	awaitTable(t, bob, id, func(t client.Table) bool { return len(t.RematchBy) == 1 })
	if _, err := bob.Do(t.Context(), id, "rematch", map[string]any{"request": "r"}); err != nil {
		t.Fatal(err)
	}
	p.sees("Go to the next game")
	p.types("Enter")
	p.sees("Bob (guest)")
	p.types("C-c")
	p.sees("ended with 0")
}

// awaitTable follows a table until it is as it should be.
func awaitTable(t *testing.T, c *client.Client, id play.TableID, good func(t client.Table) bool) (last client.Table) {
	t.Helper()
	found := errors.New("found")
	err := c.Follow(t.Context(), "/tables/"+string(id)+"/events", func(m client.Message) error {
		if m.Event != "table" {
			return nil
		}
		news, err := m.News()
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
