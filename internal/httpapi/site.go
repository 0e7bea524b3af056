package httpapi

import (
	"context"
	"net/http"
	"time"

	"plateau/internal/httpapi/problem"
)

// readyTime limits the readiness check.
const readyTime = 2 * time.Second

// notReady is for monitoring. The log says why.
var notReady = problem.New(http.StatusServiceUnavailable, "server.notready", "the server is not ready").After(time.Second)

// Shared is what answers at addresses that are made to be sent to others.
type Shared struct {
	Paths []string
	http.Handler
}

// Site serves the pages, the API, what is shared and the health checks: /healthz
// answers while the server runs, /readyz if ready returns no error.
func Site(pages, api http.Handler, shared Shared, ready func(ctx context.Context) error) http.Handler {
	mux := http.NewServeMux()
	for _, path := range shared.Paths {
		mux.Handle(path, readOnly(shared.Handler))
	}
	mux.Handle("/", pages)
	mux.Handle("/api/", api)
	mux.Handle("/healthz", readOnly(http.HandlerFunc(writeOK)))
	mux.Handle("/readyz", readOnly(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyTime)
		defer cancel()
		if err := ready(ctx); err != nil {
			notReady.Write(w)
			return
		}
		writeOK(w, r)
	})))
	return secured(mux)
}

func writeOK(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n")) // The client has disconnected if this fails.
}
