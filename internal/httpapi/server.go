package httpapi

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
)

// What a connection may take: a slow phone is welcome, a connection that only
// occupies the server is not.
const (
	headerTime   = 10 * time.Second
	readTime     = 30 * time.Second
	writeTime    = 5 * time.Minute
	idleTime     = 2 * time.Minute
	stoppingTime = 5 * time.Second
	headerBytes  = 32 << 10
)

// Site puts the API beside the pages.
func Site(pages, api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, apiPath) {
			api.ServeHTTP(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// Serve answers requests until the context ends. Then it takes no new ones,
// and gives those under way a few seconds to be answered.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stoppingTime)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}
