package httpapi_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"plateau/internal/httpapi"
)

// A request that is being answered when the server is told to stop still gets
// its answer.
func TestServeEndsGracefully(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		stop()
		w.WriteHeader(http.StatusTeapot)
	})
	served := make(chan error, 1)
	go func() { served <- httpapi.Serve(ctx, listener, slow) }()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := new(http.Client).Do(request)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusTeapot {
		t.Errorf("status %d", answer.StatusCode)
	}
	if err := <-served; err != nil {
		t.Errorf("serving ended with %v", err)
	}
}
