package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"plateau/internal/httpapi/problem"
)

// readyTime limits the readiness check.
const readyTime = 2 * time.Second

// notReady is for monitoring. The log says why.
var notReady = problem.New(http.StatusServiceUnavailable, "server.notready", "the server is not ready").After(time.Second)

// Less is the error of a server that is of use, but less than it could be. It is
// ready all the same: taken out of service, it would be of no use at all.
type Less struct{ Reason string }

func (l *Less) Error() string { return l.Reason }

// Shared is what answers at addresses that are made to be sent to others.
type Shared struct {
	Paths []string
	http.Handler
}

// Site serves the pages, the API, what is shared and the health checks: /healthz
// answers while the server runs, /readyz if ready returns no error but [*Less],
// of which it says the reason.
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
		err := ready(ctx)
		if less, ok := errors.AsType[*Less](err); ok {
			writeOK(w, r)
			_, _ = w.Write([]byte(less.Reason + "\n"))
			return
		}
		if err != nil {
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
