package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plateau/internal/bridge"
	"plateau/internal/httpapi"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
	"plateau/internal/values"
)

// meter records what was counted.
type meter struct {
	answered []string
	streams  int
}

func (m *meter) Answered(route string, status int, _ time.Duration) {
	m.answered = append(m.answered, fmt.Sprint(route, " ", status))
}

func (m *meter) Streams(change int) { m.streams += change }

func observed(mux *http.ServeMux) (http.Handler, *meter, *bytes.Buffer) {
	var m meter
	var log bytes.Buffer
	return httpapi.Observed(mux, &m, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))), &m, &log
}

func get(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w
}

// Neither metrics nor the log name the table of a request.
func TestRequestsAreLoggedByRoute(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tables/{id}", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	h, m, log := observed(mux)
	get(t, h, "/tables/secret")
	get(t, h, "/nowhere/secret")
	if got := strings.Join(m.answered, ", "); got != "GET /tables/{id} 202, none 404" {
		t.Errorf("counted are %s", got)
	}
	if text := log.String(); strings.Contains(text, "secret") || !strings.Contains(text, `route="GET /tables/{id}" status=202`) {
		t.Errorf("the log says %s", text)
	}
}

func TestStreamsAreCountedWhileOpen(t *testing.T) {
	mux := http.NewServeMux()
	h, m, _ := observed(mux)
	mux.HandleFunc("/events", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
		if m.streams != 1 {
			t.Errorf("%d streams are open", m.streams)
		}
	})
	get(t, h, "/events")
	if m.streams != 0 || m.answered[0] != "/events 200" {
		t.Errorf("afterwards %d streams are open; counted are %v", m.streams, m.answered)
	}
}

func TestPanicIsAnswered(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/early", func(http.ResponseWriter, *http.Request) { panic("broken") })
	mux.HandleFunc("/late", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("half"))
		panic("broken")
	})
	h, m, log := observed(mux)
	if w := get(t, h, "/early"); w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "api.unexpected") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	func() {
		defer func() {
			if recover() != http.ErrAbortHandler { //nolint:errorlint // Any other panic value need not be an error.
				t.Error("a truncated answer looks complete")
			}
		}()
		get(t, h, "/late")
	}()
	if got := strings.Join(m.answered, ", "); got != "/early 500, /late 200" {
		t.Errorf("counted are %s", got)
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 2 || !strings.Contains(log.String(), "observed_test.go") {
		t.Errorf("the log has %d errors: %s", n, log)
	}
}

// There is one warning per minute, however many requests are refused.
func TestRefusalsAreSampled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mux := http.NewServeMux()
		mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) })
		h, _, log := observed(mux)
		for range 10 {
			get(t, h, "/")
		}
		time.Sleep(time.Minute)
		get(t, h, "/")
		if text := log.String(); strings.Count(text, "level=WARN") != 2 || !strings.Contains(text, "requests=10") {
			t.Errorf("the log says %s", text)
		}
	})
}

// brokenBridge panics when it has to choose a move.
type brokenBridge struct{ values.Bridge }

func (brokenBridge) Choose(context.Context, bridge.ChooseRequest) (string, error) {
	panic("broken")
}

// A panic in one request is answered and logged, and the server goes on.
func TestServerSurvivesPanic(t *testing.T) {
	api := online.New(online.Config{
		Tablebases: values.Tablebases{Games: []string{"quixo"}, Bridges: []values.Bridge{brokenBridge{}}}, Config: route.Config{Now: time.Now},
	})
	var log bytes.Buffer
	site := httpapi.Site(httpapi.NoPages(), api, httpapi.Shared{}, func(context.Context) error { return nil })
	server := httptest.NewServer(httpapi.Observed(site, &meter{}, slog.New(slog.NewTextHandler(&log, nil))))
	defer server.Close()
	for range 3 {
		body := strings.NewReader(`{"match":{"game":"quixo","moves":[]}}`)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/api/v1/values/best", body)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != http.StatusInternalServerError || !strings.Contains(string(text), "api.unexpected") {
			t.Errorf("%d %s, %v", response.StatusCode, text, err)
		}
	}
	server.Close()
	if n := strings.Count(log.String(), "level=ERROR"); n != 3 || !strings.Contains(log.String(), `route="POST /api/v1/values/best"`) {
		t.Errorf("the log has %d errors: %s", n, &log)
	}
}

// Every answer names its request by an id of the server's, which the log has as well.
func TestRequestsHaveIDs(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/broken", func(w http.ResponseWriter, _ *http.Request) { problem.Unexpected.Write(w) })
	mux.HandleFunc("/panics", func(http.ResponseWriter, *http.Request) { panic("broken") })
	h, _, log := observed(mux)
	known := map[string]bool{"chosen": true}
	for _, path := range []string{"/broken", "/panics", "/broken"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set("X-Request-Id", "chosen")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var p struct {
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		id := w.Header().Get("X-Request-Id")
		if id == "" || id != p.RequestID || known[id] {
			t.Errorf("%s has the id %q, and in the body %q", path, id, p.RequestID)
		}
		known[id] = true
		if !strings.Contains(log.String(), "request_id="+id+" route="+path) {
			t.Errorf("the log does not name %s: %s", id, log)
		}
	}
}
