package sshd

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/client"
	"plateau/internal/httpapi/route"
)

// inside is the server's API over connections within the process. Requests have the
// address of the SSH client, and know the key that it has proved to have.
type inside struct {
	url    string
	server http.Server
	conns  chan net.Conn
	done   chan struct{}
	once   sync.Once
}

func newInside(api http.Handler, url string) *inside {
	i := &inside{url: strings.TrimSuffix(url, "/"), conns: make(chan net.Conn), done: make(chan struct{})}
	i.server = http.Server{
		Handler: encrypted(api, strings.HasPrefix(url, "https:")), ReadHeaderTimeout: time.Minute,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return route.WithSSH(ctx, c.(*insideConn).key)
		},
	}
	return i
}

// encrypted tells the API that people's connections are, as those of browsers.
func encrypted(api http.Handler, encrypted bool) http.Handler {
	if !encrypted {
		return api
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.TLS = new(tls.ConnectionState)
		api.ServeHTTP(w, r)
	})
}

func (i *inside) serve() { _ = i.server.Serve(i) } // It ends with close.

func (i *inside) close() {
	i.once.Do(func() { close(i.done) })
	_ = i.server.Close()
}

// Accept implements [net.Listener].
func (i *inside) Accept() (net.Conn, error) {
	select {
	case c := <-i.conns:
		return c, nil
	case <-i.done:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (i *inside) Close() error { return nil }

// Addr implements [net.Listener].
func (i *inside) Addr() net.Addr { return &net.TCPAddr{} }

// insideConn is the server's end of a connection.
type insideConn struct {
	net.Conn
	remote net.Addr
	key    *accounts.KeyHash
}

// RemoteAddr implements [net.Conn].
func (c *insideConn) RemoteAddr() net.Addr { return c.remote }

// client makes a client for somebody at an address who may have a key. The returned
// function ends its connections.
func (i *inside) client(remote net.Addr, key *accounts.KeyHash) (c *client.Client, end func()) {
	var mu sync.Mutex
	var open []net.Conn
	ended := false
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		mu.Lock()
		defer mu.Unlock()
		if ended {
			return nil, net.ErrClosed
		}
		select {
		case i.conns <- &insideConn{theirs, remote, key}:
		case <-i.done:
			return nil, net.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		open = append(open, ours)
		return ours, nil
	}
	transport := &http.Transport{DialContext: dial, DialTLSContext: dial, IdleConnTimeout: time.Minute, DisableCompression: true}
	c = client.New(i.url)
	c.HTTP = &http.Client{Transport: transport}
	return c, func() {
		mu.Lock()
		defer mu.Unlock()
		ended = true
		for _, conn := range open {
			conn.Close()
		}
		transport.CloseIdleConnections()
	}
}
