// Package serve has the command that runs a server, with its settings.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/qrcode"
	"plateau/internal/server"
)

// app is the run of the program, as this command sees it.
type app struct {
	*env.Env
	// pages is the browser app, or nil.
	pages fs.FS
}

// Commands are those of this package.
func Commands(e *env.Env, pages fs.FS) []*cobra.Command {
	a := &app{e, pages}
	s := a.newSettings()
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the browser app and online play",
		Long: `Serve the browser app, in which all games can be played, learnt and analysed,
alone and with others, and print the addresses at which it can be opened, on
this machine and on others in the same network. The rules and the computer
player run in the browser. If the tablebase of Quixo is there, the server looks
values up in it, so that every browser knows that game exactly.

Online games are stored in the data folder and survive a crash. Press Ctrl-C to
stop the server.

Every setting can be a flag, an environment variable (--log-level is
PLATEAU_LOG_LEVEL) or a line in the file named by --config (log-level = debug).
Flags override the environment, and the environment overrides the file.`,
		Example: `  plateau serve
  plateau serve --listen :9000 --no-open
  plateau serve --listen localhost:8080   for this machine only
  plateau serve --tablebases DIR          with the tablebases of 'plateau solve'
  plateau serve --config plateau.conf     with the settings in a file`,
		Args: env.Takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.Load(os.Getenv); err != nil {
				return env.UsageError(err.Error())
			}
			if err := s.finish(); err != nil {
				return err
			}
			return a.serve(cmd.Context(), s)
		},
	}
	s.AddFlags(cmd.Flags())
	return []*cobra.Command{cmd}
}

func (a *app) serve(ctx context.Context, s *settings) (err error) {
	reduceCollections()
	log := s.newLog(a.Err)
	ctx, stop := env.UntilInterrupted(ctx)
	defer stop()
	// A second signal ends the program at once.
	defer context.AfterFunc(ctx, func() {
		stop()
		log.Info("stopping")
	})()
	served, err := a.openServer(ctx, s, log)
	switch {
	case ctx.Err() != nil && err != nil:
		return nil // It was stopped before it was ready.
	case err != nil:
		return err
	}
	defer func() {
		err = errors.Join(err, served.Close())
		log.Info("stopped")
	}()
	if err := a.writeServed(s, served); err != nil {
		return err
	}
	if !s.IsSet(listenFlag) {
		if public := served.PublicAddresses(); len(public) > 0 {
			log.Warn("everybody on the internet can reach this server, unless a firewall is in the way; "+
				"--listen localhost:8080 keeps it to this machine", "addresses", public)
		}
	}
	log.Info("started", "version", a.Build.Version, "address", served.Address, "online", s.online)
	a.showPages(ctx, s, served.URLs[0])
	return served.Serve(ctx)
}

// reduceCollections trades memory for even response times: while garbage is
// collected beside thousands of streams, moves wait. GOGC overrides it.
func reduceCollections() {
	const percent = 400
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// openServer opens a server with the settings.
func (a *app) openServer(ctx context.Context, s *settings, log *slog.Logger) (*server.Server, error) {
	c := s.server
	c.Log = log
	c.Program = server.Program{
		Pages: a.pages, Games: a.Catalogue, Version: a.Build.Version, Commit: a.Build.Commit, Date: a.Build.Date,
		Knowledge: a.OpenKnowledge(s.data, func(g game.Game, err error) {
			log.Error("a tablebase cannot be read; searching instead", "game", g.ID(), "error", err)
		}),
	}
	return server.Open(ctx, c)
}

// writeServed prints where the pages can be opened.
func (a *app) writeServed(s *settings, served *server.Server) error {
	urls := served.URLs
	if s.server.URL != "" {
		urls = []string{urls[0], s.server.URL + "/"}
	}
	if a.pages == nil {
		a.Warnf("this program was built without the pages; make run builds them")
	}
	fmt.Fprintln(a.Out, "Plateau is served at")
	for _, url := range urls {
		fmt.Fprintln(a.Out, "  "+url)
	}
	if served.SSHAddress != "" {
		fmt.Fprintf(a.Out, "SSH is served at %s.\n", served.SSHAddress)
	}
	a.drawCode(urls)
	a.announceSolved(served.Solved)
	if served.Database != "" {
		fmt.Fprintf(a.Out, "Online games are stored in %s.\n", served.Database)
	}
	if served.MetricsURL != "" {
		fmt.Fprintf(a.Out, "Metrics are at %s.\n", served.MetricsURL)
	}
	fmt.Fprintln(a.Out, "Ctrl-C ends it.")
	return a.Flush()
}

// drawCode draws the first address for other devices as a QR code.
func (a *app) drawCode(urls []string) {
	if len(urls) < 2 || !a.OnScreen() || a.Style().ASCII {
		return
	}
	code, err := qrcode.New(urls[1])
	if width, _ := a.TerminalSize(); err != nil || width < code.Width() {
		return
	}
	fmt.Fprintf(a.Out, "\n%s\nScan this to open %s on another device.\n", code.Terminal(), urls[1])
}

// showPages opens the browser if that was asked for, and from a terminal on a
// desktop unless it was refused.
func (a *app) showPages(ctx context.Context, s *settings, local string) {
	asked := s.IsSet(openFlag)
	likely := a.OnScreen() && onDesktop(runtime.GOOS, os.Getenv)
	if !s.open || !asked && !likely {
		return
	}
	page := local
	if s.server.URL != "" {
		page = s.server.URL + "/"
	}
	if err := openBrowser(ctx, page); err != nil && asked {
		a.Warnf("cannot open the browser: %v", err)
	}
}

// onDesktop reports whether the user is likely to see a browser window.
func onDesktop(goos string, getenv func(name string) string) bool {
	switch {
	case getenv("SSH_CONNECTION") != "":
		return false
	case goos == "darwin" || goos == "windows":
		return true
	default:
		return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
	}
}

// openBrowser asks the system to show a page, and does not wait for it.
func openBrowser(ctx context.Context, url string) error {
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", url}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}

// announceSolved says which games are exact in browsers, and that a folder that
// was named has nothing for them.
func (a *app) announceSolved(solved []game.Game) {
	for _, g := range solved {
		fmt.Fprintf(a.Out, "%s is exact: its tablebase is here.\n", a.Texts().Game(g))
	}
	if len(solved) == 0 && a.Tablebases != "" {
		a.Warnf("%s has no complete tablebase; 'plateau solve GAME --out %s' makes one", a.Tablebases, a.Tablebases)
	}
}
