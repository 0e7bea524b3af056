// Package server assembles a server: the browser app, online play with its
// store, the values of solved games, and metrics. It prints nothing.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/bridge"
	"plateau/internal/budget"
	"plateau/internal/httpapi"
	"plateau/internal/httpapi/online"
	"plateau/internal/httpapi/peer"
	"plateau/internal/httpapi/route"
	"plateau/internal/httpapi/share"
	"plateau/internal/metrics"
	"plateau/internal/play"
	"plateau/internal/sshd"
	"plateau/internal/values"
)

// Server is everything that is served. It accepts connections from [Open] on,
// and answers them during [Server.Serve].
type Server struct {
	// Address is what the server listens at. URLs are the addresses of the
	// start page: first the one on this machine, then those for other
	// machines, if the server listens to them.
	Address string
	URLs    []string
	// Database is where online play is stored and MetricsURL the address of the
	// metrics; each is empty if there is none.
	Database, MetricsURL string
	// SSHAddress is where people come in over SSH; empty if they cannot.
	SSHAddress string
	// Solved are the games whose tablebase is there.
	Solved []game.Game

	config Config
	// budgets count what clients use.
	budgets     budget.Budgets
	connections *httpapi.Connections
	tls         *tls.Config
	listener    net.Listener
	handler     http.Handler
	// online is nil without online play, stopMetrics without a metrics server.
	online      *onlinePlay
	stopMetrics func() error
	// acme is nil if certificates come from elsewhere, or if there are none.
	acme         *httpapi.ACME
	stopRedirect func() error
	security     *securityLog
	// These are nil if people cannot come in over SSH.
	ssh         *sshd.Server
	sshListener net.Listener
}

// Open prepares a server; ctx ends when it is to stop.
func Open(ctx context.Context, config Config) (*Server, error) {
	s := &Server{config: config, budgets: budget.NewMemory(time.Now)}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Server) open(ctx context.Context) (err error) {
	scheme, err := s.encrypt()
	if err != nil {
		return err
	}
	if s.listener, err = listen(ctx, s.config.Listen); err != nil {
		return err
	}
	s.connections = s.config.limitConnections()
	s.Address, s.URLs = s.listener.Addr().String(), urls(scheme, s.listener.Addr(), networkAddresses())
	pages := httpapi.NoPages()
	if s.config.Pages != nil {
		if pages, err = httpapi.Pages(s.config.Pages); err != nil {
			return err
		}
	}
	observed := metrics.New()
	if s.security, err = openSecurityLog(s.config.SecurityLog, s.config.Log, observed); err != nil {
		return err
	}
	if s.config.Data != "" {
		if s.online, err = openOnline(ctx, &s.config); err != nil {
			return err
		}
		s.Database, s.online.security = s.online.path, s.security
	}
	tablebases, err := s.openTablebases()
	if err != nil {
		return err
	}
	if s.online != nil {
		if err := s.online.openHouse(ctx, &s.config); err != nil {
			return err
		}
		s.budgets = s.online.budgets
		s.online.observe(observed)
		s.online.observeSlowly(observed, s.config.Data)
	}
	s.config.observeBuild(observed)
	s.observeConnections(observed)
	observed.Counter("plateau_tablebase_failures_total", "Look-ups in tablebases that failed.",
		func() float64 { return float64(s.config.Knowledge.Failures()) })
	if err := s.listenSSH(ctx); err != nil {
		return err
	}
	api, err := s.api(tablebases)
	if err != nil {
		return err
	}
	if err := s.openSSH(ctx, httpapi.Observed(api, observed, s.config.Log), s.localURL(), observed); err != nil {
		return err
	}
	site := httpapi.Public(httpapi.Site(pages, api, s.shared(), s.ready(ctx)), s.config.URL, s.config.TLS.ACME...)
	s.handler = peer.Forwarded(httpapi.Observed(site, observed, s.config.Log), s.config.Proxies)
	if s.online != nil {
		s.online.serveOperator(ctx, s.config.Data, api)
	}
	if s.acme != nil && s.config.TLS.RedirectFrom != "" {
		redirect := s.acme.Redirect(s.config.URL)
		if _, s.stopRedirect, err = s.serveBeside(ctx, s.config.TLS.RedirectFrom, redirect); err != nil {
			return err
		}
	}
	if s.config.Metrics != "" {
		address, stop, err := s.serveBeside(ctx, s.config.Metrics, observed.Handler())
		if err != nil {
			return err
		}
		s.MetricsURL, s.stopMetrics = "http://"+address.String()+"/metrics", stop
	}
	return nil
}

// encrypt prepares certificates, if there are to be any.
func (s *Server) encrypt() (scheme string, err error) {
	switch {
	case len(s.config.TLS.ACME) > 0:
		s.acme = &httpapi.ACME{
			Hosts: s.config.TLS.ACME, Email: s.config.TLS.Email, Directory: s.config.TLS.Directory, Log: s.config.Log,
			Cache: autocert.DirCache(s.config.TLS.Certificates),
		}
		if s.config.cluster() {
			s.acme.Cache = certificates{s}
		}
		s.acme.Open()
		s.tls = s.acme.TLS()
	case s.config.TLS.Cert != "":
		if s.tls, err = httpapi.TLS(s.config.TLS.Cert, s.config.TLS.Key, s.config.Log); err != nil {
			return "", fmt.Errorf("the certificate cannot be used: %w", err)
		}
	default:
		return "http", nil
	}
	return "https", nil
}

// api is what answers below /api/.
func (s *Server) api(tablebases values.Tablebases) (http.Handler, error) {
	policy, err := s.config.policy()
	if err != nil {
		return nil, err
	}
	origin := peer.Origin(s.config.URL)
	api := online.Config{
		Config: route.Config{
			Now: s.now, Log: s.config.Log, Version: s.config.Version,
			Admission: route.Admission{Who: s.config.Admission.Who, Guests: s.config.Admission.Guests},
			Origins:   route.Origins{URL: origin.URL, Secure: origin.Secure},
			Budgets:   s.budgets, Keep: httpapi.KeepConnection, Attempted: s.security.note,
		},
		Games: s.config.Games.Games(), Tablebases: tablebases, Policy: policy, Commit: s.config.Commit, Date: s.config.Date,
	}
	if s.config.Limits.Off {
		api.Limits = route.NoLimits
	}
	if s.online != nil {
		s.online.addTo(&api)
		api.Origins.Local, api.SSHPort = s.localURL(), s.sshPort()
	}
	return online.New(api), nil
}

// localURL is the address of the pages for those who ask at this machine.
func (s *Server) localURL() string {
	return cmp.Or(s.config.URL, strings.TrimSuffix(s.URLs[min(1, len(s.URLs)-1)], "/"))
}

// shared is what answers at addresses that people send to others.
func (s *Server) shared() httpapi.Shared {
	config := share.Config{
		Games: s.config.Games, URL: peer.Origin(s.config.URL).URL, Budgets: s.budgets, NoLimits: s.config.Limits.Off,
		Address: func(r *http.Request) string { return peer.Address(r).String() },
	}
	if s.online != nil {
		config.Table = func(ctx context.Context, id play.TableID) (*play.Table, error) {
			return s.online.house.Tables.Table(ctx, id, "")
		}
	}
	if s.config.Admission.Who == play.AdmitMembers {
		// Nothing here knows who asks, so every table is private.
		config.Table = func(context.Context, play.TableID) (*play.Table, error) { return nil, play.NoSpectators.Refuse("") }
	}
	return httpapi.Shared{Paths: share.Paths, Handler: share.New(config)}
}

// ready reports what keeps the server from being of use.
func (s *Server) ready(ctx context.Context) func(context.Context) error {
	ready := func(context.Context) error { return ctx.Err() }
	if s.online != nil {
		ready = s.online.ready
	}
	return func(ctx context.Context) error {
		if s.connections.LackFiles() {
			return errOutOfFiles // The log has a warning.
		}
		return ready(ctx)
	}
}

// Serve answers requests until ctx ends, and finishes those in progress.
func (s *Server) Serve(ctx context.Context) error {
	stopping := func() {}
	if s.online != nil {
		stopping = s.online.house.Close
	}
	if s.acme != nil {
		// The authority is answered by connections that are accepted from now on.
		go s.acme.Obtain()
	}
	defer s.serveSSH(ctx)()
	server := httpapi.Server{Handler: s.handler, TLS: s.tls, Stopping: stopping, Connections: s.connections, Log: s.config.Log}
	return server.Serve(ctx, s.listener)
}

// Close releases everything. It is called after Serve has returned.
func (s *Server) Close() error {
	var errs []error
	for _, stop := range []func() error{s.stopMetrics, s.stopRedirect} {
		if stop != nil {
			errs = append(errs, stop())
		}
	}
	if s.security != nil {
		s.security.close()
	}
	if s.online != nil {
		errs = append(errs, s.online.close())
	}
	for _, listener := range []net.Listener{s.listener, s.sshListener} {
		if listener == nil {
			continue
		}
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// serveBeside serves something at an address of its own: metrics, or redirects.
func (s *Server) serveBeside(ctx context.Context, at string, handler http.Handler) (address net.Addr, stop func() error, err error) {
	listener, err := listen(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	// It is served until the very end.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() {
		server := httpapi.Server{Handler: handler, Log: s.config.Log}
		ended <- server.Serve(ctx, listener)
	}()
	return listener.Addr(), func() error {
		cancel()
		return <-ended
	}, nil
}

// lookUpBytes is the transposition table of engines that look values up and
// search nothing.
const lookUpBytes = 64 << 10

// openTablebases makes what answers browsers about solved games. Most of the
// time is spent waiting for the disk, so there are more bridges than cores.
func (s *Server) openTablebases() (values.Tablebases, error) {
	var served values.Tablebases
	for _, e := range s.config.Games {
		has, err := s.config.Knowledge.HasTablebase(e.Game)
		if err != nil {
			return served, err
		}
		if has {
			s.Solved = append(s.Solved, e.Game)
			served.Games = append(served.Games, e.Game.ID())
		}
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		served.Bridges = append(served.Bridges, bridge.New(s.config.Games, func(id string, _ bridge.Use) (engine.Engine, error) {
			return s.config.newEngine(id, lookUpBytes)
		}))
	}
	return served, nil
}

// newEngine makes an engine that searches on one thread.
func (c *Config) newEngine(id string, transpositionBytes int) (engine.Engine, error) {
	g, err := c.Games.Games().Find(id)
	if err != nil {
		return nil, err
	}
	return c.Knowledge.NewEngine(g, engine.Options{TranspositionBytes: transpositionBytes})
}

// NewLog logs as lines of text or of JSON.
func NewLog(to io.Writer, level slog.Level, asJSON bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: shortenTables}
	if asJSON {
		return slog.New(newSparseLog(slog.NewJSONHandler(to, options)))
	}
	return slog.New(newSparseLog(slog.NewTextHandler(to, options)))
}

// shortenTables cuts the ids of tables, which are secret links, to what is
// needed to find one in the store.
func shortenTables(_ []string, a slog.Attr) slog.Attr {
	const enough = 6
	if a.Key != "table" {
		return a
	}
	id := a.Value.String()
	return slog.String(a.Key, id[:min(len(id), enough)]+"…")
}
