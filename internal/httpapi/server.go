package httpapi

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// What a connection may take: a slow phone is welcome, a connection that only
// occupies the server is not. Event streams set deadlines of their own.
const (
	headerTime  = 10 * time.Second
	readTime    = 30 * time.Second
	writeTime   = 5 * time.Minute
	idleTime    = 2 * time.Minute
	headerBytes = 32 << 10
	// stoppingTime is for requests under way; with what has to be stored
	// afterwards, the program ends within five seconds.
	stoppingTime = 4 * time.Second
)

// Server answers requests. Handler and Log are required.
type Server struct {
	Handler http.Handler
	// TLS says how connections are encrypted; they are not if it is nil.
	TLS *tls.Config
	// Stopping ends what would not end by itself, such as event streams. It
	// is called when no new requests are taken any more.
	Stopping func()
	Log      *slog.Logger
}

// Serve answers requests until the context ends. Then it takes no new ones,
// and gives those under way a few seconds to be answered.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler,
		TLSConfig:         s.TLS,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		// That is what went wrong with single connections: [Observed] tells
		// of everything else.
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	if s.Stopping != nil {
		server.RegisterOnShutdown(s.Stopping)
	}
	ended := make(chan error, 1)
	go func() {
		if s.TLS != nil {
			ended <- server.ServeTLS(listener, "", "")
			return
		}
		ended <- server.Serve(listener)
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), stoppingTime)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		s.Log.Warn("some requests were cut off, because they took too long to end")
		return server.Close()
	}
	return err
}
