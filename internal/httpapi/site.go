package httpapi

import (
	"context"
	"net/http"
	"time"

	"plateau/internal/httpapi/problem"
)

// readyTime is how long the answer may take whether the server is ready.
const readyTime = 2 * time.Second

// notReady is for those who watch over the server. Why, the log says.
var notReady = problem.New(http.StatusServiceUnavailable, "server.notready", "the server does not answer at present").After(time.Second)

// Site puts the API beside the pages, and what tells whether the server is
// well: /healthz while it runs, and /readyz if ready has no objection.
func Site(pages, api http.Handler, ready func(ctx context.Context) error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.Handle("/api/", secured(api))
	mux.Handle("/healthz", secured(onlyReading(http.HandlerFunc(well))))
	mux.Handle("/readyz", secured(onlyReading(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), readyTime)
		defer cancel()
		if err := ready(ctx); err != nil {
			notReady.Write(w)
			return
		}
		well(w, r)
	}))))
	return mux
}

func well(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n")) // nobody is left to be told that this failed
}
