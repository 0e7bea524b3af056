package httpapi_test

import (
	"bufio"
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"

	"plateau/internal/httpapi"
)

// served runs a server until the context ends. It returns its address and how it
// ended.
func served(ctx context.Context, t *testing.T, s *httpapi.Server) (url string, ended <-chan error) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Log = slog.New(slog.DiscardHandler)
	end := make(chan error, 1)
	go func() { end <- s.Serve(ctx, listener) }()
	return listener.Addr().String(), end
}

// fetch sends a GET request; the caller closes the body.
func fetch(t *testing.T, client *http.Client, url string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// A request in progress when the server stops still gets its answer.
func TestServeEndsGracefully(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	address, ended := served(ctx, t, &httpapi.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		stop()
		w.WriteHeader(http.StatusTeapot)
	})})
	answer := fetch(t, new(http.Client), "http://"+address)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusTeapot {
		t.Errorf("status %d", answer.StatusCode)
	}
	if err := <-ended; err != nil {
		t.Errorf("serving ended with %v", err)
	}
}

// Streams end when the server stops, and their readers see the end.
func TestStoppingEndsStreams(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	stopping := make(chan struct{})
	address, ended := served(ctx, t, &httpapi.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("first\n"))
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
			<-stopping
			_, _ = w.Write([]byte("last\n"))
		}),
		Stopping: func() { close(stopping) },
	})
	answer := fetch(t, new(http.Client), "http://"+address)
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for _, want := range []string{"first", "last"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("%q (%v), want %q", lines.Text(), lines.Err(), want)
		}
		stop()
	}
	if lines.Scan() || lines.Err() != nil {
		t.Errorf("after the end: %q, %v", lines.Text(), lines.Err())
	}
	if err := <-ended; err != nil {
		t.Errorf("serving ended with %v", err)
	}
}
