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

// Limits of a connection: long enough for slow phones, too short for connections
// that only occupy the server. Event streams set their own deadlines.
const (
	headerTime  = 10 * time.Second
	readTime    = 30 * time.Second
	writeTime   = 5 * time.Minute
	idleTime    = 2 * time.Minute
	headerBytes = 32 << 10
	// shutdownTime is for requests in progress. With what has to be stored
	// afterwards, the program exits within five seconds.
	shutdownTime = 4 * time.Second
)

// Server answers requests. Handler and Log are required.
type Server struct {
	Handler http.Handler
	// TLS encrypts connections unless it is nil.
	TLS *tls.Config
	// Stopping ends requests that would not end by themselves, such as event
	// streams. It is called when no new requests are accepted any more.
	Stopping func()
	// Connections limits connections; nil for no limits.
	Connections *Connections
	Log         *slog.Logger
}

// Serve answers requests until the context ends. Then it accepts no new ones and
// gives those in progress a few seconds.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler,
		TLSConfig:         s.TLS,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		// These are errors of single connections; [Observed] logs everything
		// else.
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	if s.Stopping != nil {
		server.RegisterOnShutdown(s.Stopping)
	}
	if s.Connections != nil {
		server.ConnState, server.ConnContext = s.Connections.note, withConnection
		listener = s.Connections.Limit(listener)
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
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	err := server.Shutdown(last)
	if errors.Is(err, context.DeadlineExceeded) {
		s.Log.Warn("some requests took too long to finish and were aborted")
		return server.Close()
	}
	return err
}
