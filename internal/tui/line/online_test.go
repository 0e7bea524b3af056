package line_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/games/full"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/client/visit"
	"plateau/internal/knowledge"
	"plateau/internal/play"
	"plateau/internal/server"
	"plateau/internal/testaid"
	"plateau/internal/tui/line"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// serve starts a whole server, and returns a client for nobody.
func serve(t *testing.T) *client.Client {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s, err := server.Open(ctx, server.Config{
		Network: server.Network{Listen: "localhost:0"}, Log: slog.New(slog.DiscardHandler), Store: server.Store{Data: t.TempDir()}, Chat: server.Chat{Guests: true},
		Program: server.Program{Games: full.All(), Knowledge: knowledge.New(knowledge.Config{Games: full.All(), Data: full.Data})},
	})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return client.New(s.URLs[0])
}

// guest is a guest of a server.
func guest(t *testing.T, at *client.Client, name string) (*client.Client, api.Player) {
	t.Helper()
	c, player, err := at.Guest(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return c, player
}

// talk is somebody who plays line by line.
type talk struct {
	*testing.T

	in    io.WriteCloser
	ended chan error

	mu   sync.Mutex
	text strings.Builder
	// read is how much of the text was looked at.
	read int
}

// Write implements [io.Writer].
func (l *talk) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

func start(t *testing.T, config line.Online) *talk {
	t.Helper()
	in, out := io.Pipe()
	l := &talk{T: t, in: out, ended: make(chan error, 1)}
	config.In, config.Out, config.Games = in, l, full.All()
	config.Texts = text.Texts{Language: words.In("en"), NamedLike: full.All().NamedLike()}
	go func() { l.ended <- config.Run(t.Context()) }()
	t.Cleanup(func() { out.Close() })
	return l
}

func (l *talk) types(text ...string) {
	l.Helper()
	for _, line := range text {
		if _, err := io.WriteString(l.in, line+"\n"); err != nil {
			l.Fatal(err)
		}
	}
}

// sees waits until there is a text in what came since the last one.
func (l *talk) sees(text string) {
	l.Helper()
	rest := ""
	testaid.Eventually(l, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		rest = l.text.String()[l.read:]
		at := strings.Index(strings.ReplaceAll(rest, "\n", " "), text)
		if at < 0 {
			return false
		}
		l.read += at + len(text)
		return true
	}, func() string { return fmt.Sprintf("no %q in %q", text, rest) })
}

// ends waits for the end.
func (l *talk) ends() {
	l.Helper()
	select {
	case err := <-l.ended:
		if err != nil {
			l.Errorf("it ends with %v", err)
		}
	case <-time.After(testaid.Patience):
		l.Fatal("it does not end")
	}
}

// onlineGame is a game of Quixo between Ann, who plays line by line, and Bob.
type onlineGame struct {
	*talk

	bob   *client.Client
	table play.TableID
	// begins is whether Ann does.
	begins bool
}

func newOnlineGame(t *testing.T) *onlineGame {
	t.Helper()
	at := serve(t)
	ann, player := guest(t, at, "Ann")
	bob, _ := guest(t, at, "Bob")
	answer, err := bob.Open(t.Context(), play.Terms{Game: "quixo", Listed: true, Spectators: true, Chat: true}, []api.Chair{{Me: true}, {}}, "open")
	if err != nil {
		t.Fatal(err)
	}
	g := &onlineGame{talk: start(t, line.Online{Client: ann, Player: player}), bob: bob, table: answer.Table}
	g.sees("Open tables: 1: Quixo, Bob (guest), free seat, no clock.")
	g.types("1")
	g.sees("Quixo: Bob (guest), free seat. no clock.")
	g.sees("sit: Sit down and play")
	g.types("sit")
	g.sees("Type a move such as")
	state, err := bob.Table(t.Context(), g.table)
	if err != nil {
		t.Fatal(err)
	}
	g.begins = *state.ToMove == state.SeatOf(player.ID)
	return g
}

// bobs is a command of Bob.
func (g *onlineGame) bobs(action string, fields map[string]any) {
	g.Helper()
	if fields == nil {
		fields = map[string]any{}
	}
	fields["request"] = rand.Text()
	if _, err := g.bob.Do(g.Context(), g.table, action, fields); err != nil {
		g.Fatal(err)
	}
}

// plays makes two moves, one of each side.
func (g *onlineGame) plays(ply int, moves ...string) {
	g.Helper()
	for i, move := range moves {
		if g.begins == ((ply+i)%2 == 0) {
			g.types(move)
			g.sees("Ann")
		} else {
			g.bobs("move", map[string]any{"ply": ply + i, "move": move})
			g.sees("Bob")
		}
		g.sees(move + ", ")
	}
}

func TestGame(t *testing.T) {
	g := newOnlineGame(t)
	g.plays(0, "a1-a5", "e1-e5")
	g.types("time")
	g.sees("This game has no clock.")
	g.types("accept")
	g.sees("No draw has been offered")
	g.types("help")
	g.sees("say TEXT: write a message to the table")
	g.sees("quit: end the connection")
	g.types("moves")
	g.sees("a1-a5")
	if g.begins {
		g.types("c3-c5")
		g.sees("outer")
		g.types("b1b5")
		g.sees("Did you mean: ")
	}

	g.bobs("say", map[string]any{"channel": "table", "text": "Hello there"})
	g.sees("Bob: Hello there")
	g.bobs("draw", map[string]any{"do": "offer"})
	g.sees("Bob (guest) offers a draw. (accept, decline)")
	g.types("decline")
	g.bobs("takeback", map[string]any{"do": "ask"})
	g.sees("Bob (guest) would like to take back a move. (accept, decline)")
	g.types("accept")
	g.sees("Took back ")

	g.types("resign")
	g.sees("If you resign, the other side wins. (yes or no)")
	g.types("no", "resign", "yes")
	g.sees("wins! The other side resigned.")
	g.sees("The game is over (rematch, leave, quit)")
	g.bobs("rematch", nil)
	g.types("rematch")
	g.sees("Go to the next game")
	g.types("rematch")
	g.sees("Type a move such as")
	g.types("leave")
	g.sees("My tables: 1: Quixo")
	g.types("quit")
	g.ends()
}

// Games end with a draw that is accepted, and the input may end at any time.
func TestDrawIsAccepted(t *testing.T) {
	g := newOnlineGame(t)
	g.plays(0, "a1-a5", "e1-e5")
	g.bobs("draw", map[string]any{"do": "offer"})
	g.sees("offers a draw")
	g.types("accept")
	g.sees("The game is over")
	g.in.Close()
	g.ends()
}

func TestLobby(t *testing.T) {
	at := serve(t)
	ann, player := guest(t, at, "Ann")
	l := start(t, line.Online{Client: ann, Player: player})
	l.sees("There are no open tables right now.")
	l.types("dance")
	l.sees("There is no command dance; help lists them all.")
	l.types("tabels")
	l.sees("Did you mean: tables?")
	l.types("help")
	l.sees("open GAME [MINUTES+SECONDS]: open a table that everybody can join")
	l.types("rules quixoo", "rules quixo")
	l.sees("Did you mean: rules quixo?")
	l.sees("Quixo =====")
	l.types("open")
	l.sees("Name the game: quantik, pivot, quixo")
	l.types("open quixxo")
	l.sees("Did you mean: open quixo?")
	l.types("7")
	l.sees("Type the number of a table to go there")
	l.types("go aaaaaaaaaaaaaaaaaaaaaaaaaa")
	l.sees("There is no such table.")
	l.types("open pivot 5+x")
	l.sees("A clock can start with 10 seconds to 6 hours")
	l.types("open pivot 5+3")
	l.sees("Pivot: Ann (guest), free seat. 5 min + 3 s.")
	l.sees("Send this link.")
	l.sees("/#/table/")
	l.types("rules", "time")
	l.sees("Pivot =====")
	l.sees("5 min + 3 s.")
	l.types("leave")
	l.sees("There are no open tables right now.") // Who leaves an open table closes it.
	l.types("exit")
	l.ends()
}

// Who watches needs no name, and cannot move.
func TestWatching(t *testing.T) {
	at := serve(t)
	ann, _ := guest(t, at, "Ann")
	answer, err := ann.Open(t.Context(), play.Terms{Game: "quixo", Spectators: true}, []api.Chair{{Me: true}, {Level: "1"}}, "open")
	if err != nil {
		t.Fatal(err)
	}
	l := start(t, line.Online{Visitor: &visit.Visitor{Client: at}, Table: answer.Table})
	l.sees("You connected without an SSH key.")
	l.sees("3: Just watch.")
	l.sees("Number from 1 to 3")
	l.types("4", "dance", "3")
	l.sees("You are watching this game.")
	l.types("a1-a5")
	l.sees("There is no command a1-a5")
	l.types("leave")
	l.sees("There are no open tables right now.")
	l.types("quit")
	l.ends()
}

// A stranger who is refused is asked again, and may leave.
func TestStrangers(t *testing.T) {
	at := serve(t)
	l := start(t, line.Online{Visitor: &visit.Visitor{Client: at}, Fingerprint: "SHA256:abc"})
	l.sees("does not know your key yet: SHA256:abc")
	l.types("2", "Nobody", "a wrong password")
	l.sees("Number from 1 to 3")
	l.sees("Number from 1 to 3")
	l.types("", "Gus")
	l.sees("There are no open tables right now.")
	l.types("open quixo")
	l.sees("Quixo: Gus (guest), free seat.")
	l.types("quit")
	l.ends()
	other := start(t, line.Online{Visitor: &visit.Visitor{Client: at}})
	other.sees("Number from")
	other.types("quit")
	other.ends()
}
