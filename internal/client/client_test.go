package client_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plateau/internal/api"
	"plateau/internal/client"
)

// fake serves one handler below the API.
func fake(t *testing.T, path string, handler http.HandlerFunc) *client.Client {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/api/v1"+path, handler)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return client.New(server.URL + "/")
}

func TestGuestSpeaksByToken(t *testing.T) {
	var tokens []string
	c := fake(t, "/", func(w http.ResponseWriter, r *http.Request) {
		tokens = append(tokens, r.Header.Get("Authorization"))
		fmt.Fprint(w, `{"player":{"id":"p","name":"Ann"},"token":"secret","table":"t","seq":4}`)
	})
	guest, player, err := c.Guest(t.Context(), "Ann")
	if err != nil || player.ID != "p" || player.Name != "Ann" {
		t.Fatalf("%+v, %v", player, err)
	}
	answer, err := guest.Move(t.Context(), "t", 0, "a1-a5", "r1")
	if err != nil || answer != (api.Answer{Table: "t", Seq: 4}) {
		t.Errorf("%+v, %v", answer, err)
	}
	if len(tokens) != 2 || tokens[0] != "" || tokens[1] != "Bearer secret" {
		t.Errorf("authorised by %q", tokens)
	}
}

func TestProblemsAreTyped(t *testing.T) {
	for _, test := range []struct {
		body string
		want client.Problem
	}{
		{
			`{"status":409,"code":"move.stale","title":"Conflict","detail":"4 moves have been played","params":{"ply":"4"}}`,
			client.Problem{Problem: api.Problem{Status: 409, Code: "move.stale", Title: "Conflict", Detail: "4 moves have been played"}, RetryAfter: "7"},
		},
		{`<html>a proxy's own page</html>`, client.Problem{Problem: api.Problem{Status: 409, Title: "Conflict"}, RetryAfter: "7"}},
	} {
		c := fake(t, "/", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusConflict)
			fmt.Fprint(w, test.body)
		})
		_, err := c.Sit(t.Context(), "t", "")
		var p *client.Problem
		if !errors.As(err, &p) {
			t.Fatalf("%v", err)
		}
		params := p.Params
		p.Params = nil
		if fmt.Sprint(*p) != fmt.Sprint(test.want) || test.want.Code != "" && params["ply"] != "4" {
			t.Errorf("%+v with %v, want %+v", *p, params, test.want)
		}
	}
}

func TestStreamReadsMessages(t *testing.T) {
	c := fake(t, "/tables/t/events", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "retry: 1000\n\n: nothing\n\nevent: table\nid: 7\ndata: one\ndata: two\n\nevent: here\r\ndata:three\r\n\r\ndata: cut off")
	})
	s, err := c.Watch(t.Context(), "t", 3)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, want := range []client.Message{{Event: "table", ID: "7", Data: []byte("one\ntwo")}, {Event: "here", ID: "7", Data: []byte("three")}} {
		m, err := s.Next()
		if err != nil || m.Event != want.Event || m.ID != want.ID || string(m.Data) != string(want.Data) {
			t.Errorf("%q %q %q, %v", m.Event, m.ID, m.Data, err)
		}
	}
	if _, err := s.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("the end: %v", err)
	}
}

// Following comes back to where it was, until the server ends it.
func TestFollowComesBack(t *testing.T) {
	var asked []string
	c := fake(t, "/lobby/events", func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("Last-Event-ID"))
		switch len(asked) {
		case 1:
			fmt.Fprint(w, "id: 1\ndata: first\n\nid: 2\ndata: cut off")
		case 2:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 3:
			fmt.Fprint(w, "id: 2\ndata: second\n\nevent: end\ndata: {\"status\":403,\"code\":\"table.nospectators\"}\n\n")
		}
	})
	var received []string
	err := c.Follow(t.Context(), "/lobby/events", func(m client.Message) error {
		received = append(received, string(m.Data))
		return nil
	})
	var p *client.Problem
	if !errors.As(err, &p) || p.Code != "table.nospectators" {
		t.Errorf("it ended with %v", err)
	}
	if fmt.Sprint(asked) != "[ 1 1]" || fmt.Sprint(received) != "[first second]" {
		t.Errorf("asked after %q, got %q", asked, received)
	}
}

func TestFollowStopsWhenItsReaderDoes(t *testing.T) {
	c := fake(t, "/me/events", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "data: first\n\ndata: second\n\n") })
	enough, count := errors.New("enough"), 0
	err := c.Follow(t.Context(), "/me/events", func(client.Message) error {
		count++
		return enough
	})
	if !errors.Is(err, enough) || count != 1 {
		t.Errorf("%v after %d messages", err, count)
	}
}

// What is wrong with a request stays wrong.
func TestFollowTakesNoForAnAnswer(t *testing.T) {
	c := fake(t, "/nothing", func(http.ResponseWriter, *http.Request) {})
	err := c.Follow(t.Context(), "/me/events", func(client.Message) error { return nil })
	var p *client.Problem
	if !errors.As(err, &p) || p.Status != http.StatusNotFound {
		t.Error(err)
	}
}

// silentServer answers with a stream that says one thing and no more.
type silentServer struct{}

func (silentServer) RoundTrip(r *http.Request) (*http.Response, error) {
	received := strings.NewReader("data: first\n\n")
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(io.MultiReader(received, silence{r.Context()}))}, nil
}

type silence struct{ context.Context }

func (s silence) Read([]byte) (int, error) {
	<-s.Done()
	return 0, s.Err()
}

// A server that has gone without a word is not waited for.
func TestSilenceEndsStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client.New("http://plateau.test")
		c.HTTP = &http.Client{Transport: silentServer{}}
		s, err := c.Stream(t.Context(), "/me/events", "")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if m, err := s.Next(); err != nil || string(m.Data) != "first" {
			t.Errorf("%q, %v", m.Data, err)
		}
		time.Sleep(time.Hour) // of the bubble: a slow reader harms nothing
		began := time.Now()
		if _, err := s.Next(); err == nil || time.Since(began) != time.Minute {
			t.Errorf("it ended with %v after %v", err, time.Since(began))
		}
	})
}

// A message that is too long is not read to its end, whether it has one line or many.
func TestLongMessagesEndStreams(t *testing.T) {
	const limit = 4 << 20
	for _, text := range []string{"x", "data: a line\n"} {
		endless := bytes.NewReader(bytes.Repeat([]byte(text), 2*limit/len(text)))
		c := client.New("http://plateau.test")
		c.HTTP = &http.Client{Transport: answers(func() *http.Response {
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(endless)}
		})}
		s, err := c.Stream(t.Context(), "/me/events", "")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		_, err = s.Next()
		if read := int(endless.Size()) - endless.Len(); err == nil || !strings.Contains(err.Error(), "too long") || read > limit+limit/8 {
			t.Errorf("of lines such as %q, %d bytes were read: %v", text, read, err)
		}
	}
}

func TestSignInKeepsTheSession(t *testing.T) {
	var asked []string
	c := fake(t, "/", func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.Header.Get("Cookie"))
		http.SetCookie(w, &http.Cookie{Name: "plateau_session", Value: "secret", Path: "/"})
		fmt.Fprint(w, `{"player":{"id":"p","name":"Ann","registered":true},"table":"t","seq":4}`)
	})
	signed, player, err := c.SignIn(t.Context(), "Ann", "password")
	if err != nil || !player.Registered {
		t.Fatalf("%+v, %v", player, err)
	}
	if _, err := signed.Sit(t.Context(), "t", "r"); err != nil {
		t.Fatal(err)
	}
	// The client that signed in did not change.
	if _, err := c.Sit(t.Context(), "t", "r"); err != nil {
		t.Fatal(err)
	}
	if signed.SessionToken() != "secret" || c.SessionToken() != "" || c.As("other").SessionToken() != "other" {
		t.Errorf("the sessions are %q, %q", signed.SessionToken(), c.SessionToken())
	}
	want := []string{"/api/v1/sessions ", "/api/v1/tables/t/sit plateau_session=secret", "/api/v1/tables/t/sit "}
	if !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
}

func TestListsAreRead(t *testing.T) {
	lobby, err := client.Read[api.LobbyNews](client.Message{Data: []byte(`{"whole":true,"changes":[
		{"table":"a","summary":{"id":"a","phase":"open","terms":{"game":"quixo"},"sitters":[{"player":"p","name":"Ann"},{}]}},
		{"table":"b","summary":null}]}`)})
	if err != nil || !lobby.Whole || len(lobby.Changes) != 2 || lobby.Changes[1].Summary != nil || lobby.Changes[0].Summary.Free() != 1 {
		t.Errorf("%+v, %v", lobby, err)
	}
	own, err := client.Read[api.MyTablesNews](client.Message{Data: []byte(`{"tables":[{"id":"a","phase":"running","to_move":1}]}`)})
	if err != nil || len(own.Tables) != 1 || *own.Tables[0].ToMove != 1 {
		t.Errorf("%+v, %v", own, err)
	}
	if _, err := client.Read[api.LobbyNews](client.Message{Data: []byte("x")}); err == nil {
		t.Error("nonsense was read")
	}
}

// Tables are where the server puts them, and stay there.
func TestOrderOfTheLobby(t *testing.T) {
	var list []api.Summary
	for _, step := range []struct{ news, want string }{
		{`{"whole":true,"changes":[{"table":"a","summary":{"id":"a"}},{"table":"b","summary":{"id":"b"}}]}`, "a b"},
		{`{"changes":[{"table":"many","summary":{"id":"many"}},{"table":"c","summary":{"id":"c"},"before":"b"}]}`, "a c b many"},
		{`{"changes":[{"table":"a","summary":null},{"table":"many","summary":{"id":"many"},"before":"c"}]}`, "c b many"},
		{`{"whole":true,"changes":[]}`, ""},
	} {
		news, err := client.Read[api.LobbyNews](client.Message{Data: []byte(step.news)})
		if err != nil {
			t.Fatal(err)
		}
		list = client.Apply(news, list)
		var ids []string
		for _, s := range list {
			ids = append(ids, string(s.ID))
		}
		if got := strings.Join(ids, " "); got != step.want {
			t.Errorf("after %s the list is %q, want %q", step.news, got, step.want)
		}
	}
}

// FuzzStream has a server send anything as an event stream: every message has data,
// and the stream ends.
func FuzzStream(f *testing.F) {
	f.Add([]byte("retry: 1000\n: comment\nevent: table\nid: 7\ndata: {\ndata: }\n\nid: 8\n\n"))
	f.Fuzz(func(t *testing.T, sent []byte) {
		c := client.New("http://play.test")
		c.HTTP = &http.Client{Transport: answers(func() *http.Response {
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(sent))}
		})}
		s, err := c.Stream(t.Context(), "tables/t/events", "6")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for {
			m, err := s.Next()
			if err != nil {
				break
			}
			if m.Data == nil || m.ID == "" && !bytes.Contains(sent, []byte("id")) {
				t.Errorf("%q is read as %+v", sent, m)
			}
		}
	})
}

// answers is a transport without a network.
type answers func() *http.Response

func (a answers) RoundTrip(*http.Request) (*http.Response, error) { return a(), nil }
