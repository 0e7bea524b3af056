package sshd

import (
	"strings"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// sessionKey is where a connection notes that it has a session.
type sessionKey struct{}

// onlySession opens a session, one at a time: who wants several connects several
// times, and each counts.
func onlySession(server *ssh.Server, conn *gossh.ServerConn, channel gossh.NewChannel, ctx ssh.Context) {
	ctx.Lock()
	busy, ok := ctx.Value(sessionKey{}).(*atomic.Bool)
	if !ok {
		busy = new(atomic.Bool)
		ctx.SetValue(sessionKey{}, busy)
	}
	ctx.Unlock()
	if !busy.CompareAndSwap(false, true) {
		_ = channel.Reject(gossh.ResourceShortage, "one session at a time")
		return
	}
	defer busy.Store(false)
	if unused, ok := ctx.Value(unusedKey{}).(*time.Timer); ok {
		unused.Stop()
	}
	ssh.DefaultSessionHandler(server, conn, guarded{channel}, ctx)
}

// guarded is a channel that takes only the requests that a game needs.
type guarded struct{ gossh.NewChannel }

// Accept implements [gossh.NewChannel].
func (g guarded) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, requests, err := g.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	allowed := make(chan *gossh.Request)
	go func() {
		defer close(allowed)
		variables := 0
		for r := range requests {
			if r.Type == "env" {
				variables++
			}
			if !allows(r, variables) {
				_ = r.Reply(false, nil)
				continue
			}
			allowed <- r
		}
	}()
	return channel, allowed, nil
}

const (
	// mostVariables and longestVariable bound what clients set.
	mostVariables   = 30
	longestVariable = 300
)

// allows reports whether a request is one that a game needs. There is no forwarding
// of agents and screens, and there are no subsystems.
func allows(r *gossh.Request, variables int) bool {
	switch r.Type {
	case "shell", "exec", "pty-req", "window-change", "signal":
		return true
	case "env":
		var variable struct{ Name, Value string }
		return variables <= mostVariables && len(r.Payload) <= longestVariable && gossh.Unmarshal(r.Payload, &variable) == nil && wanted(variable.Name)
	}
	return false
}

// wanted reports whether a variable says something about the terminal or its reader.
func wanted(name string) bool {
	switch name {
	case "LANG", "COLORTERM", "NO_COLOR", "TERM_PROGRAM": //nolint:misspell // They are spelt like this.
		return true
	}
	return strings.HasPrefix(name, "LC_")
}
