//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/testaid"
)

// Attacks on a real server, with its usual limits, from this machine. Each is
// bounded by what the attacked player does meanwhile.

// visitor speaks to a server from an address, as a proxy on its machine reports it.
type visitor struct {
	*testing.T
	url, address, token string
	client              *http.Client
}

// from is a visitor at an address, without a session.
func (s *server) from(t *testing.T, address string) *visitor {
	t.Helper()
	return &visitor{T: t, url: s.url + "/api/v1", address: address, client: &http.Client{Transport: new(http.Transport)}}
}

// guestFrom is a new guest at an address.
func (s *server) guestFrom(t *testing.T, address, name string) *visitor {
	t.Helper()
	v := s.from(t, address)
	var made struct{ Token string }
	if status := v.ask(http.MethodPost, "/guests", map[string]any{"name": name, "token": true}, &made); status != http.StatusCreated {
		t.Fatalf("a new guest: %d", status)
	}
	v.token = made.Token
	return v
}

func (v *visitor) request(ctx context.Context, method, path string, body any) *http.Request {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			v.Error(err)
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, v.url+path, content)
	if err != nil {
		v.Error(err)
		return nil
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", v.address)
	if v.token != "" {
		request.Header.Set("Authorization", "Bearer "+v.token)
	}
	return request
}

// ask sends a request and reads the answer, if into is not nil.
func (v *visitor) ask(method, path string, body, into any) (status int) {
	response, err := v.client.Do(v.request(v.Context(), method, path, body))
	if err != nil {
		v.Error(err)
		return 0
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		v.Error(err)
	}
	if into != nil && response.StatusCode < http.StatusBadRequest {
		if err := json.Unmarshal(text, into); err != nil {
			v.Errorf("%s: %v", path, err)
		}
	}
	return response.StatusCode
}

// opens makes a table, and returns its id if that is allowed.
func (v *visitor) opens(terms map[string]any) (table string, status int) {
	var opened struct{ Table string }
	terms["game"], terms["first_side"], terms["begins"] = "quixo", "first", "first"
	status = v.ask(http.MethodPost, "/tables", map[string]any{"terms": terms, "chairs": []any{map[string]any{"me": true}, map[string]any{}}}, &opened)
	return opened.Table, status
}

// flood sends a request again and again, several at once, until the context ends.
// It returns how often it was refused.
func (v *visitor) flood(ctx context.Context, all *sync.WaitGroup, path string) *atomic.Int64 {
	refused := new(atomic.Int64)
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				response, err := v.client.Do(v.request(ctx, http.MethodGet, path, nil))
				if err != nil {
					continue // The flood has ended.
				}
				if response.StatusCode == http.StatusTooManyRequests {
					refused.Add(1)
				}
				response.Body.Close() // Streams stay open no longer.
			}
		})
	}
	return refused
}

// Two clients flood the server from the address at which two others play. All
// their moves and streams are accepted.
func TestFloodBesideAGame(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	const school = "192.0.2.1"
	ann, ben := s.guestFrom(t, school, "Ann"), s.guestFrom(t, school, "Ben")
	table, _ := ann.opens(map[string]any{})
	if status := ben.ask(http.MethodPost, "/tables/"+table+"/sit", nil, nil); status != http.StatusOK {
		t.Fatalf("taking a chair: %d", status)
	}
	ctx, stop := context.WithCancel(t.Context())
	var floods sync.WaitGroup
	defer floods.Wait()
	defer stop()
	anonymous := s.from(t, school).flood(ctx, &floods, "/lobby")
	guest := s.guestFrom(t, school, "Mallory").flood(ctx, &floods, "/games/records")
	streams := s.from(t, school).flood(ctx, &floods, "/lobby/events")

	follow, err := ben.client.Do(ben.request(ctx, http.MethodGet, "/tables/"+table+"/events", nil))
	if err != nil || follow.StatusCode != http.StatusOK {
		t.Fatalf("the stream of the table: %v, %v", follow, err)
	}
	defer follow.Body.Close()
	found, err := games.All().Games().Find("quixo")
	if err != nil {
		t.Fatal(err)
	}
	match := game.MatchFrom(found.Start(0), []string{"Ann", "Ben"})
	plies := 0
	// How soon a flood is refused depends on how much of it this machine can send.
	for began := time.Now(); plies < 40 || anonymous.Load() == 0 || guest.Load() == 0 || streams.Load() == 0; {
		if time.Since(began) > testaid.Patience {
			t.Fatalf("a flood was never refused: %d anonymous, %d of a guest, %d of streams", anonymous.Load(), guest.Load(), streams.Load())
		}
		player := []*visitor{ann, ben}[plies%2]
		if status := player.ask(http.MethodPost, "/tables/"+table+"/move", map[string]any{"ply": plies, "move": quiet(t, match)}, nil); status != http.StatusOK {
			t.Fatalf("move %d: %d", plies, status)
		}
		plies++
		if plies%10 == 0 {
			again, err := ann.client.Do(ann.request(ctx, http.MethodGet, "/tables/"+table+"/events", nil))
			if err != nil || again.StatusCode != http.StatusOK {
				t.Fatalf("another stream of the table: %v, %v", again, err)
			}
			again.Body.Close()
		}
	}
	seen := 0
	for lines := bufio.NewScanner(follow.Body); seen < plies && lines.Scan(); {
		seen += strings.Count(lines.Text(), `"kind":"moved"`)
	}
	if seen < plies {
		t.Errorf("the stream had %d of %d moves", seen, plies)
	}
	stop()
	floods.Wait()
	follow.Body.Close()
	s.stops(t, syscall.SIGTERM)
}

// quiet plays a move after which the game goes on.
func quiet(t *testing.T, match *game.Match) string {
	t.Helper()
	position := match.Position()
	moves := position.Moves()
	for i := range moves {
		text := position.MoveText(moves[(i*7+match.Plies()*3)%len(moves)])
		if err := match.Play(text); err != nil {
			t.Fatal(err)
		}
		if !match.Verdict().Outcome.Over() {
			return text
		}
		match.Undo()
	}
	t.Fatal("every move ends the game")
	return ""
}

// One address with many guests, each of whom opens tables at the same time, neither
// fills the lobby nor hides the table of somebody else, who opened it before.
func TestLobbyCannotBeFilled(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	ann := s.guestFrom(t, "192.0.2.1", "Ann")
	own, _ := ann.opens(map[string]any{"listed": true})
	var refused, opened atomic.Int64
	for n := range 20 {
		guest := s.guestFrom(t, "198.51.100.7", fmt.Sprint("Guest ", n))
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				switch _, status := guest.opens(map[string]any{"listed": true}); status {
				case http.StatusCreated:
					opened.Add(1)
				case http.StatusConflict:
					refused.Add(1)
				default:
					t.Errorf("another table: %d", status)
				}
			})
		}
		all.Wait()
	}
	if opened.Load() != 40 || refused.Load() != 80 {
		t.Errorf("one address has %d tables in the lobby, want 40", opened.Load())
	}
	var lobby struct{ Tables []struct{ ID string } }
	if status := ann.ask(http.MethodGet, "/lobby", nil, &lobby); status != http.StatusOK {
		t.Fatalf("the lobby: %d", status)
	}
	place := slices.IndexFunc(lobby.Tables, func(one struct{ ID string }) bool { return one.ID == own })
	if len(lobby.Tables) != 41 || place != 1 {
		t.Errorf("of %d tables the one of somebody else is at place %d", len(lobby.Tables), place)
	}
	s.stops(t, syscall.SIGTERM)
}

// Somebody guesses at a password from many addresses. Its owner still signs in at
// a browser that has signed in before, changes the password and deletes the
// account.
func TestOwnersAreNotLockedOut(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir())
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	ann := s.from(t, "192.0.2.1")
	ann.client.Jar = jar
	const password = "a board game, a table"
	if status := ann.ask(http.MethodPost, "/guests", map[string]any{"name": "Ann Owner"}, nil); status != http.StatusCreated {
		t.Fatalf("a new guest: %d", status)
	}
	if status := ann.ask(http.MethodPut, "/me/password", map[string]any{"password": password}, nil); status != http.StatusOK {
		t.Fatalf("a password: %d", status)
	}
	guess := func() {
		t.Helper()
		for n := range 100 {
			mallory := s.from(t, fmt.Sprintf("198.51.100.%d", n))
			status := mallory.ask(http.MethodPost, "/sessions", map[string]any{"name": "Ann Owner", "password": "wrong"}, nil)
			if status == http.StatusTooManyRequests {
				return
			}
			if status != http.StatusForbidden {
				t.Fatalf("a guess: %d", status)
			}
		}
		t.Fatal("a hundred addresses have a hundred guesses")
	}
	guess()
	if status := ann.ask(http.MethodPut, "/me/password", map[string]any{"current": password, "password": password + "!"}, nil); status != http.StatusOK {
		t.Errorf("a new password during the attack: %d", status)
	}
	if status := ann.ask(http.MethodDelete, "/sessions/current", nil, nil); status != http.StatusNoContent {
		t.Errorf("signing out: %d", status)
	}
	guess()
	if status := ann.ask(http.MethodPost, "/sessions", map[string]any{"name": "Ann Owner", "password": password + "!"}, nil); status != http.StatusOK {
		t.Errorf("signing in during the attack: %d", status)
	}
	guess()
	if status := ann.ask(http.MethodDelete, "/me", map[string]any{"password": password + "!"}, nil); status != http.StatusNoContent {
		t.Errorf("deletion during the attack: %d", status)
	}
	s.stops(t, syscall.SIGTERM)
}

// A program with few files and no limit of connections runs out of them. It says so
// in the log and at /readyz, and does not end. Without online play nothing else can keep
// it from being ready.
func TestRunningOutOfFiles(t *testing.T) {
	t.Parallel()
	p := startCommand(t, t.TempDir(), "sh", "-c", `ulimit -n 96 && exec plateau serve --listen localhost:0 --no-online --connections 10000`)
	s := awaitServer(t, p)
	s.gets(t, "/readyz")
	for range 120 {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			break // The queue of the system is full.
		}
		defer conn.Close()
	}
	testaid.Eventually(t, func() bool {
		// It goes over the connection from before.
		status, _ := s.asks(t, http.MethodGet, s.url+"/readyz", nil)
		return status == http.StatusServiceUnavailable
	}, func() string { return "without files the server is ready" })
	signalled(t, s.process, syscall.SIGTERM)
	s.ends(t)
	if !strings.Contains(s.stderr.String(), "level=WARN msg=\"out of files") {
		t.Errorf("the log has\n%s", s.stderr)
	}
}

// Many connections without a request make room for somebody with one.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--connections", "20")
	for range 100 {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	for n := range 5 {
		guest := s.guestFrom(t, "192.0.2.1", fmt.Sprint("Guest ", n))
		if _, status := guest.opens(map[string]any{}); status != http.StatusCreated {
			t.Errorf("a table: %d", status)
		}
	}
	s.stops(t, syscall.SIGTERM)
}
