package screen_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/games/full"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/client/visit"
	"plateau/internal/play"
	"plateau/internal/testaid"
	"plateau/internal/tui/screen"
)

// answers are what a server answers, by method and path. Streams have their messages, and
// then stay open.
type answers map[string]string

// ServeHTTP implements [http.Handler].
func (a answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, found := a[r.Method+" "+strings.TrimPrefix(r.URL.Path, "/api/v1")]
	switch {
	case !found:
		http.NotFound(w, r)
	case strings.HasSuffix(r.URL.Path, "/events"):
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, text)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
}

// message is one message of a stream.
func message(event, data string) string {
	return "event: " + event + "\nid: 1\ndata: " + strings.Join(strings.Fields(data), " ") + "\n\n"
}

// busy is a server with tables of all kinds. It is noon there, as for the users.
var busy = answers{
	"GET /lobby/events": message("lobby", `{"whole": true, "changes": [
		{"table": "t1", "summary": {"id": "t1", "phase": "open", "terms": {"game": "quixo", "rated": true, "time": {"main_ms": 300000, "increment_ms": 5000}},
			"sitters": [{"player": "bob", "name": "Bob"}, {}]}},
		{"table": "t2", "summary": {"id": "t2", "phase": "open", "terms": {"game": "chess"},
			"sitters": [{"player": "gus", "name": "Gus", "guest": true}, {}]}}]}`),
	"GET /me/events": message("mine", `{"tables": [
		{"id": "t3", "phase": "running", "terms": {"game": "quantik"}, "to_move": 0,
			"sitters": [{"player": "ann", "name": "Ann"}, {"player": "cy", "name": "Cy", "bot": true}]},
		{"id": "t4", "phase": "open", "terms": {"game": "pivot"}, "sitters": [{"player": "ann", "name": "Ann"}, {}]}]}`),
	"GET /lobby/live": `{"games": [{"spectators": 3, "table": {"id": "t5", "phase": "running", "terms": {"game": "quixo4p"},
		"sitters": [{"player": "dan", "name": "Dan"}, {"player": "eve", "name": "Eve"}, {"player": "fay", "name": "Fay"}, {"level": "3"}]}}]}`,
	"GET /me/challenges": `{"challenges": []}`,
	"GET /tables/t3/events": message("table", fmt.Sprintf(`{"now": %d, "events": [
			{"seq": 4, "at": "2026-11-16T11:59:00Z", "by": "cy", "kind": "said", "body": {"text": "Good luck!", "channel": "table"}}],
		"table": {"id": "t3", "seq": 9, "phase": "running", "terms": {"game": "quantik", "chat": true, "time": {"main_ms": 300000}}, "host": "ann",
			"sitters": [{"player": "ann", "name": "Ann"}, {"player": "cy", "name": "Cy", "bot": true}],
			"start": %q, "moves": ["S@c3", "S@b4"], "to_move": 0,
			"clock": {"left_ms": [240000, 125000], "since": %d, "counts": true}}}`, noon, quantikStart, noon-30_000)),
}

var (
	noon = newWatch().now.UnixMilli()
	// quantikStart is the first position of Quantik.
	quantikStart = full.All().Games()[0].Start(0).String()
)

// visits is somebody who has come to a server, as over SSH.
func visits(t *testing.T, server http.Handler, arrival screen.Visit, player api.Player) *user {
	t.Helper()
	s := httptest.NewServer(server)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	c := config(t, t.TempDir())
	c.Client, c.Player, c.Visit = client.New(s.URL), player, &arrival
	if arrival.Visitor != nil {
		arrival.Visitor.Client = c.Client
	}
	return connected(t, c)
}

// connected is somebody at an app that speaks to a server.
func connected(t *testing.T, c screen.Config) *user {
	t.Helper()
	u := &user{T: t, model: screen.New(c), watch: c.Watch.(*watch), messages: make(chan tea.Msg, 100)}
	t.Cleanup(u.model.(*screen.Model).Leave)
	u.run(u.model.Init())
	u.send(tea.WindowSizeMsg{Width: 120, Height: 60})
	return u
}

// awaits waits until the screen has all texts.
func (u *user) awaits(texts ...string) {
	u.Helper()
	deadline := time.After(testaid.Patience)
	for _, text := range texts {
		for !strings.Contains(u.screen(), text) {
			select {
			case msg := <-u.messages:
				u.take(msg)
			case <-deadline:
				u.Fatalf("no %q on\n%s", text, u.screen())
			}
		}
	}
}

var (
	ann      = api.Player{ID: "ann", Name: "Ann", Registered: true}
	stranger = visit.Visitor{Name: "ann", Key: "ssh-ed25519 AAAA"}
)

const fingerprint = "SHA256:uNiVztksCsDhcc0u9e8BrJlUMYk+8FV2rHSVOWvUo3k"

// meets is somebody whom the server does not know.
func meets(t *testing.T, visitor visit.Visitor) *user {
	t.Helper()
	u := visits(t, busy, screen.Visit{Visitor: &visitor, Fingerprint: fingerprint}, api.Player{})
	u.awaits("Just watch")
	return u
}

// TestOnlineScreens compares the screens of a visit at several sizes.
func TestOnlineScreens(t *testing.T) {
	for _, size := range [][2]int{{40, 20}, {80, 24}, {120, 40}} {
		for name, open := range map[string]func(t *testing.T) *user{
			"welcome": func(t *testing.T) *user {
				t.Helper()
				return meets(t, stranger)
			},
			"register": func(t *testing.T) *user {
				t.Helper()
				u := meets(t, stranger)
				u.choose("Create an account")
				return u
			},
			"lobby": func(t *testing.T) *user {
				t.Helper()
				u := visits(t, busy, screen.Visit{}, ann)
				u.awaits("Bob", "Cy (bot)", "Dan")
				return u
			},
			"table": func(t *testing.T) *user {
				t.Helper()
				u := visits(t, busy, screen.Visit{Table: "t3"}, ann)
				u.awaits("3:30")
				return u
			},
		} {
			file := fmt.Sprintf("%s-%dx%d", name, size[0], size[1])
			t.Run(file, func(t *testing.T) {
				u := open(t)
				u.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				u.fits(size[0], size[1])
				golden(t, file, u.screen())
			})
		}
	}
}

// Where somebody played, and under which name, is known next time.
func TestServerIsRemembered(t *testing.T) {
	s := httptest.NewServer(answers{"POST /guests": `{"player": {"id": "ann", "name": "Ann"}, "token": "t"}`})
	defer s.Close()
	c := config(t, t.TempDir())
	u := connected(t, c)
	u.choose("Play online")
	u.types(s.URL, "enter", "Ann", "enter", "enter")
	u.awaits("Open tables")
	u = connected(t, c)
	u.choose("Play online")
	u.sees("  Server address: "+s.URL, "  Your name: Ann", "> Password:")
}

// What is typed at a table can be pasted, and a mistake gets a suggestion.
func TestLinesAreTypedAtTables(t *testing.T) {
	u := visits(t, busy, screen.Visit{Table: "t3"}, ann)
	u.awaits("3:30")
	u.types(":")
	u.send(tea.PasteMsg{Content: "Y@a11"})
	u.types("enter")
	u.sees("Y@a11:", "Did you mean:", "Y@a1?")
	u.types("t")
	u.send(tea.PasteMsg{Content: "Well played"})
	u.sees("Message: Well played")
}

// Letters that are two columns wide take more lines, and none is lost.
func TestWideLettersAreWrapped(t *testing.T) {
	server := maps.Clone(busy)
	server["GET /tables/t3/events"] = strings.Replace(server["GET /tables/t3/events"], "Good luck!", strings.Repeat("好", 60), 1)
	u := visits(t, server, screen.Visit{Table: "t3"}, ann)
	u.awaits("3:30")
	u.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if n := strings.Count(u.screen(), "好"); n != 60 {
		t.Errorf("%d of 60 letters on\n%s", n, u.screen())
	}
}

// Nobody is to move at a table whose game was aborted.
func TestAbortedGames(t *testing.T) {
	server := maps.Clone(busy)
	server["GET /tables/t3/events"] = strings.Replace(server["GET /tables/t3/events"], `"phase": "running"`, `"phase": "over", "result": "*"`, 1)
	u := visits(t, server, screen.Visit{Table: "t3"}, ann)
	u.awaits("No result.")
	u.sees("  Ann (1, light)")
	u.seesNot("> Ann")
}

// At every size something is chosen, and Enter goes on.
func TestWelcomeIsChosenAtEverySize(t *testing.T) {
	u := meets(t, stranger)
	u.send(tea.WindowSizeMsg{Width: 40, Height: 20})
	u.sees("> 1  Create an account")
	u.types("enter")
	u.sees("Your name")
}

// Who only watches sees open tables and games.
func TestWatchersSeeTables(t *testing.T) {
	u := meets(t, visit.Visitor{Admission: play.AdmitInvited})
	u.choose("Just watch")
	u.awaits("Bob", "Gus (guest)", "Dan, Eve, Fay, Computer (3)")
	u.seesNot("Ann")
}
