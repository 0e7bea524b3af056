package httpapi

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is a certificate in two files, which are read again when they
// change.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu     sync.Mutex
	loaded *tls.Certificate
	// read are the versions that were read last, even without success: while
	// only one file has been renewed, the two do not match.
	read [2]fileState
}

// fileState identifies a version of a file.
type fileState struct {
	changed time.Time
	size    int64
}

// TLS encrypts connections with a certificate chain and a key in two PEM files.
// Both may be replaced while the server runs; if they cannot be read then, the
// old ones stay in use.
func TLS(certFile, keyFile string, log *slog.Logger) (*tls.Config, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	c.read = c.state()
	loaded, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		return nil, err
	}
	c.loaded = &loaded
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get}, nil
}

func (c *certificate) state() (state [2]fileState) {
	for i, name := range []string{c.certFile, c.keyFile} {
		if info, err := os.Stat(name); err == nil {
			state[i] = fileState{info.ModTime(), info.Size()}
		}
	}
	return state
}

// get checks the files at every new connection, which costs little compared to
// the handshake.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.state()
	if state == c.read {
		return c.loaded, nil
	}
	c.read = state
	renewed, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		c.log.Warn("cannot load the new certificate; keeping the old one", "error", err)
		return c.loaded, nil
	}
	c.loaded = &renewed
	c.log.Info("loaded the new certificate")
	return c.loaded, nil
}
