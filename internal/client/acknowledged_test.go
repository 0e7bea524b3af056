package client_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"plateau/internal/client"
)

// What was acknowledged is said with the next look at the table.
func TestAcknowledgedEventsAreSaid(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RequestURI())
		_, _ = w.Write([]byte(`{"table":{"id":"t"}}`))
	}))
	defer server.Close()
	answering := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"table":"t","seq":7}`))
	}))
	defer answering.Close()
	c := client.New(server.URL)
	look := func() {
		t.Helper()
		if _, err := c.Table(t.Context(), "t"); err != nil {
			t.Fatal(err)
		}
	}
	look()
	c.Server = answering.URL
	if _, err := c.Move(t.Context(), "t", 0, "a1-a5", "r"); err != nil {
		t.Fatal(err)
	}
	c.Server = server.URL
	look()
	stream, err := c.Watch(t.Context(), "t", 3)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	c = c.As("other")
	look()
	want := []string{"/api/v1/tables/t", "/api/v1/tables/t?seen=7", "/api/v1/tables/t/events?seen=7", "/api/v1/tables/t"}
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}
