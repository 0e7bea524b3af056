package server

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"

	"plateau/internal/accounts"
	"plateau/internal/budget"
	"plateau/internal/httpapi/route"
	"plateau/internal/metrics"
	"plateau/internal/play"
	"plateau/internal/sshd"
)

// hostKeyName is the file of the server's key in the data folder, under the name that
// SSH programs use.
const hostKeyName = "ssh_host_ed25519_key"

// listenSSH opens the port for SSH.
func (s *Server) listenSSH(ctx context.Context) (err error) {
	if s.config.SSH.Listen == "" {
		return nil
	}
	if s.online == nil {
		return errors.New("SSH is for online play, which needs a data folder")
	}
	if s.sshListener, err = listen(ctx, s.config.SSH.Listen); err != nil {
		return fmt.Errorf("SSH: %w", err)
	}
	s.SSHAddress = s.sshListener.Addr().String()
	return nil
}

// sshPort is where people come in over SSH; zero if they cannot.
func (s *Server) sshPort() int {
	if s.sshListener == nil {
		return 0
	}
	return s.sshListener.Addr().(*net.TCPAddr).Port
}

// openSSH prepares the server for SSH.
func (s *Server) openSSH(ctx context.Context, api http.Handler, url string, observed *metrics.Metrics) error {
	if s.sshListener == nil {
		return nil
	}
	key, err := s.online.hostKey(ctx, &s.config)
	if err != nil {
		return fmt.Errorf("the SSH key of the server cannot be used: %w", err)
	}
	s.ssh, err = sshd.New(sshd.Config{
		HostKey: key, API: api, URL: url, Games: s.config.Games, Admission: s.config.Admission.Who, Guests: s.config.admitsGuests(),
		ByKey: s.online.accounts.AccessBySSHKey, ByToken: s.online.accounts.Access,
		Suspended: func(p play.Player) error {
			if refusal := accounts.RefuseSuspended(p, s.now()); refusal != nil {
				return refusal
			}
			return nil
		},
		Limits: s.config.sshLimits(), Budgets: s.budgets, Limited: s.noteSSHLimit, Log: s.config.Log,
	})
	if err != nil {
		return fmt.Errorf("SSH cannot be served: %w", err)
	}
	observed.Gauge("plateau_ssh_sessions_open", "Open SSH sessions.", func() float64 { return float64(s.ssh.Stats().Open) })
	observed.Counter("plateau_ssh_sessions_total", "SSH sessions that were opened.", func() float64 { return float64(s.ssh.Stats().Opened) })
	observed.Counter("plateau_ssh_connections_refused_total", "SSH connections that there was no room for.",
		func() float64 { return float64(s.ssh.Stats().Refused) })
	return nil
}

// admitsGuests reports whether people play without an account.
func (c *Config) admitsGuests() bool {
	return c.Admission.Who == "" || c.Admission.Who == play.AdmitEverybody || c.Admission.Who == play.AdmitInvited && c.Admission.Guests
}

// sshLimits are the limits of SSH connections. This machine and trusted proxies are
// not limited, as with HTTP.
func (c *Config) sshLimits() sshd.Limits {
	l := sshd.Limits{
		Total: sshd.StandardTotal, FromAddress: sshd.StandardFromAddress, New: sshd.StandardNew,
		Trusted: func(address netip.Addr) bool { return c.Proxies.Trust(address) },
	}
	if c.SSH.Connections > 0 {
		l.Total = c.SSH.Connections
	}
	if c.SSH.PerAddress > 0 {
		l.FromAddress = c.SSH.PerAddress
	}
	if c.Limits.Off {
		l.FromAddress, l.New = 0, budget.Unlimited
	}
	return l
}

// noteSSHLimit notes that an address had too many connections.
func (s *Server) noteSSHLimit(from net.Addr) {
	attempt := route.Attempt{At: s.now(), Kind: route.Limited}
	if peer, err := netip.ParseAddrPort(from.String()); err == nil {
		attempt.Address = peer.Addr().Unmap().WithZone("")
	}
	s.security.note(attempt)
}

// serveSSH serves SSH until ctx ends; the returned function waits for it.
func (s *Server) serveSSH(ctx context.Context) (wait func()) {
	if s.ssh == nil {
		return func() {}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.ssh.Serve(ctx, s.sshListener); err != nil {
			s.config.Log.Error("SSH is not served any more", "error", err)
		}
	}()
	return func() { <-ended }
}

// hostKey is the private key by which clients recognise the server: a file in the data
// folder, or where several servers are one, a secret that they share.
func (o *onlinePlay) hostKey(ctx context.Context, c *Config) ([]byte, error) {
	if c.cluster() {
		seed, err := o.secret(ctx, "ssh host key")
		if err != nil {
			return nil, err
		}
		return encodeHostKey(ed25519.NewKeyFromSeed(seed))
	}
	path := filepath.Join(c.Data, hostKeyName)
	known, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return known, err
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	text, err := encodeHostKey(private)
	if err != nil {
		return nil, err
	}
	// The folder is locked, so nobody else makes one.
	if err := os.WriteFile(path+".new", text, ownerOnly); err != nil {
		return nil, err
	}
	return text, os.Rename(path+".new", path)
}

func encodeHostKey(private ed25519.PrivateKey) ([]byte, error) {
	block, err := gossh.MarshalPrivateKey(private, "")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}
