package online_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi"
	"plateau/internal/httpapi/online"
	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// brokenStore cannot find players.
type brokenStore struct{ *sqlstore.Store }

func (brokenStore) Player(context.Context, play.PlayerID) (play.Player, error) {
	return play.Player{}, errors.New("the disk is gone")
}

type noMeter struct{}

func (noMeter) Answered(string, int, time.Duration) {}
func (noMeter) Streams(int)                         {}

// What is logged of a failure, and what the client gets, name the same request. So do
// refusals.
func TestFailuresNameTheirRequest(t *testing.T) {
	s := newSite(t, func(c *online.Config) { c.Store = brokenStore{c.Store.(*sqlstore.Store)} })
	h := httpapi.Observed(s.handler, noMeter{}, slog.New(slog.DiscardHandler))
	ask := func(path string, status int) (id string) {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1"+path, nil))
		var p struct {
			Status    int
			Detail    string
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Status != status || p.RequestID == "" || p.RequestID != w.Header().Get("X-Request-Id") || strings.Contains(p.Detail, "disk") ||
			status == http.StatusInternalServerError && !strings.Contains(p.Detail, p.RequestID) {
			t.Errorf("%s is answered with %+v, %v", path, p, w.Header())
		}
		return p.RequestID
	}
	id := ask("/players/ann", http.StatusInternalServerError)
	want := `msg="request failed" request_id=` + id + ` route="GET /api/v1/players/{id}" error="the disk is gone"`
	if text := s.log.String(); !strings.Contains(text, want) {
		t.Errorf("the log has %q, want %q", text, want)
	}
	s.log.Reset()
	ask("/me", http.StatusUnauthorized)
	ask("/nowhere", http.StatusNotFound)
	ask("/leaderboard/quixo?limit=x", http.StatusUnprocessableEntity)
	ask("/leaderboard/nothing", http.StatusUnprocessableEntity)
}
