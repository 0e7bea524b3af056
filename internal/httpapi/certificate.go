package httpapi

import (
	"crypto/tls"
	"log/slog"
	"os"
	"sync"
	"time"
)

// certificate is one in two files, which are read again when they have changed.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu     sync.Mutex
	loaded *tls.Certificate
	// read are the files that were read last, be it in vain: while one has
	// been renewed and the other has not, they do not fit.
	read [2]fileState
}

// fileState tells versions of a file apart.
type fileState struct {
	changed time.Time
	size    int64
}

// TLS encrypts connections with the certificate (with those that lead to it)
// and the key in two PEM files. Both may be replaced while the server runs; if
// they cannot be read then, the old ones stay in use.
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

// get looks at the files with every new connection, which costs little beside
// its cryptography.
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
		c.log.Warn("the changed certificate cannot be used; the old one stays in use", "error", err)
		return c.loaded, nil
	}
	c.loaded = &renewed
	c.log.Info("the certificate was renewed")
	return c.loaded, nil
}
