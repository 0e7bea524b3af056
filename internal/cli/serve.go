package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/httpapi"
	"plateau/internal/httpapi/online"
	"plateau/internal/metrics"
	"plateau/internal/qrcode"
	"plateau/web"
)

func (a *app) serveCommand() *cobra.Command {
	s := a.newServeSettings()
	cmd := &cobra.Command{
		Use:     "serve",
		GroupID: playGroup,
		Short:   "Serve the browser app and online play, on this machine and to the network around it",
		Long: `Serve the browser app, in which all games can be played, learnt and analysed,
alone and with others, and tell the addresses under which it can be opened, on
this machine and on others in the same network. The rules and the computer
player run in the browser. Where the table of Quixo is at hand, the server also
looks values up in it, so that every browser knows that game exactly.

What people play with each other is kept in the data folder, and survives
whatever happens to the program. Ctrl-C ends it.

Every setting can be a flag, a variable of the environment (--log-level is
PLATEAU_LOG_LEVEL) or a line of a file that --config names (log-level = debug).
Flags count more than the environment, and that more than the file.`,
		Example: `  plateau serve
  plateau serve --listen :9000 --no-open
  plateau serve --listen localhost:8080   for this machine alone
  plateau serve --tables DIR              with the tables that 'plateau solve' made
  plateau serve --config plateau.conf     with the settings in a file`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.load(os.Getenv); err != nil {
				return err
			}
			if err := s.check(); err != nil {
				return err
			}
			version, _, _ := strings.Cut(cmd.Root().Version, " ")
			return a.serve(cmd.Context(), s, version)
		},
	}
	s.addFlags(cmd)
	return cmd
}

func (a *app) serve(ctx context.Context, s *serveSettings, version string) (err error) {
	collectSeldom()
	log := s.logger(a.Err)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second signal does not wait for anything.
	defer context.AfterFunc(ctx, func() {
		stop()
		log.Info("stopping")
	})()
	encryption, err := s.encryption(log)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, listenFlag, s.listen)
	if err != nil {
		return err
	}
	defer listener.Close()
	served, err := a.openSite(ctx, s, log, version)
	switch {
	case ctx.Err() != nil && err != nil:
		return nil // It was told to stop before it was ready.
	case err != nil:
		return err
	}
	defer func() {
		err = errors.Join(err, served.close())
		log.Info("stopped")
	}()
	urls := addresses(s.scheme(), listener.Addr(), networkAddresses())
	if err := a.tellServed(s, urls, served); err != nil {
		return err
	}
	log.Info("started", "version", version, "address", listener.Addr().String(), "online", bool(s.online))
	a.showPages(ctx, s, urls[0])
	server := httpapi.Server{Handler: served.handler, TLS: encryption, Stopping: served.stopping, Log: log}
	return server.Serve(ctx, listener)
}

// collectSeldom trades memory for even answers: while garbage is collected
// beside thousands of streams, moves wait. Whoever sets GOGC decides.
func collectSeldom() {
	const percent = 400
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// encryption is nil without a certificate.
func (s *serveSettings) encryption(log *slog.Logger) (*tls.Config, error) {
	if s.cert == "" {
		return nil, nil
	}
	config, err := httpapi.TLS(s.cert, s.key, log)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	return config, nil
}

// tellServed tells people where to go.
func (a *app) tellServed(s *serveSettings, urls []string, served *site) error {
	if s.url != "" {
		urls = []string{urls[0], s.url + "/"}
	}
	fmt.Fprintln(a.out, "Plateau is served at")
	for _, url := range urls {
		fmt.Fprintln(a.out, "  "+url)
	}
	a.drawCode(urls)
	a.announceSolved(served.solved)
	if served.online != nil {
		fmt.Fprintf(a.out, "Online games are kept in %s.\n", served.online.path)
	}
	if served.numbers != nil {
		fmt.Fprintf(a.out, "Metrics are told at http://%s/metrics.\n", served.numbers.address)
	}
	fmt.Fprintln(a.out, "Ctrl-C ends it.")
	if err := a.out.Flush(); err != nil {
		return writeError{err}
	}
	return nil
}

// drawCode shows phones the first address that is for others.
func (a *app) drawCode(urls []string) {
	if len(urls) < 2 || !isTerminal(a.Out) || a.style().ASCII {
		return
	}
	code, err := qrcode.New(urls[1])
	if width, _ := a.terminalSize(); err != nil || width < code.Width() {
		return
	}
	fmt.Fprintf(a.out, "\n%s\nScan this to open %s on another device.\n", code.Terminal(), urls[1])
}

// showPages opens the browser, if that is wanted or else likely to be.
func (a *app) showPages(ctx context.Context, s *serveSettings, local string) {
	wanted := s.given[openFlag]
	likely := isTerminal(a.Out) && onDesktop(runtime.GOOS, os.Getenv)
	if !bool(s.open) || !wanted && !likely {
		return
	}
	page := local
	if s.url != "" {
		page = s.url + "/"
	}
	if err := openBrowser(ctx, page); err != nil && wanted {
		fmt.Fprintf(a.Err, "plateau: the browser cannot be opened: %v\n", err)
	}
}

// site is everything that is served.
type site struct {
	handler http.Handler
	// online is nil if people cannot play with each other.
	online *onlinePlay
	solved []game.Game
	// numbers is for Prometheus; nil if nothing is told.
	numbers *numbers
}

// openSite puts together what is served.
func (a *app) openSite(ctx context.Context, s *serveSettings, log *slog.Logger, version string) (*site, error) {
	pages, err := a.pages()
	if err != nil {
		return nil, err
	}
	opened := &site{}
	if s.online {
		if opened.online, err = openOnline(ctx, s.data, log); err != nil {
			return nil, err
		}
	}
	if err := a.fillSite(ctx, opened, s, pages, log, version); err != nil {
		return nil, errors.Join(err, opened.close())
	}
	return opened, nil
}

func (a *app) fillSite(ctx context.Context, opened *site, s *serveSettings, pages http.Handler, log *slog.Logger, version string) (err error) {
	a.dataFolder = s.data
	if opened.solved, err = a.solvedGames(); err != nil {
		return err
	}
	counted := metrics.New()
	api := online.Config{
		Games: a.games, Tablebases: a.tablebasesFor(opened.solved), Now: time.Now, Log: log, Version: version,
		URL: s.origin().URL, Secure: s.origin().Secure,
	}
	if !s.limits {
		api.Limits = online.NoLimits
	}
	ready := func(context.Context) error { return ctx.Err() }
	if o := opened.online; o != nil {
		if err := o.begin(ctx, a, s, &api); err != nil {
			return err
		}
		o.count(counted)
		ready = o.ready
	}
	opened.handler = httpapi.Observed(httpapi.Site(pages, online.New(api), ready), counted, log)
	if s.metrics != "" {
		opened.numbers, err = serveNumbers(ctx, s.metrics, counted.Handler(), log)
	}
	return err
}

// stopping ends what requests wait for.
func (s *site) stopping() {
	if s.online != nil {
		s.online.house.Close()
	}
}

// close ends everything, after requests have ended.
func (s *site) close() error {
	var err error
	if s.numbers != nil {
		err = s.numbers.close()
	}
	if s.online != nil {
		err = errors.Join(err, s.online.close())
	}
	return err
}

// numbers are told to Prometheus at an address of their own.
type numbers struct {
	address string
	stop    context.CancelFunc
	ended   chan error
}

func serveNumbers(ctx context.Context, address string, handler http.Handler, log *slog.Logger) (*numbers, error) {
	listener, err := listen(ctx, metricsFlag, address)
	if err != nil {
		return nil, err
	}
	// They are told until the very end.
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	n := &numbers{listener.Addr().String(), stop, make(chan error, 1)}
	go func() {
		server := httpapi.Server{Handler: handler, Log: log}
		n.ended <- server.Serve(ctx, listener)
	}()
	return n, nil
}

func (n *numbers) close() error {
	n.stop()
	return <-n.ended
}

// pages are what is served: the app, or how to get it.
func (a *app) pages() (http.Handler, error) {
	files, ok := web.Pages()
	if !ok {
		fmt.Fprintln(a.Err, "plateau: this program was built without the pages; make run builds them")
		return httpapi.NoPages(), nil
	}
	return httpapi.Pages(files)
}
