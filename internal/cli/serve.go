package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/bus/nats"
	"plateau/internal/config"
	"plateau/internal/play"
	"plateau/internal/qrcode"
	"plateau/internal/server"
	"plateau/internal/store/postgres"
)

func (a *app) serveCommand() *cobra.Command {
	s := a.newServeSettings()
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
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.Load(os.Getenv); err != nil {
				return usageError{err.Error()}
			}
			if err := s.check(); err != nil {
				return err
			}
			return a.serve(cmd.Context(), s)
		},
	}
	s.AddFlags(cmd.Flags())
	return cmd
}

func (a *app) serve(ctx context.Context, s *serveSettings) (err error) {
	reduceCollections()
	log := s.newLog(a.Err)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
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
	log.Info("started", "version", a.build.Version, "address", served.Address, "online", s.online)
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

// openServer wires the server.
func (a *app) openServer(ctx context.Context, s *serveSettings, log *slog.Logger) (*server.Server, error) {
	data := ""
	if s.online {
		var err error
		if data, err = dataFolder(s.data); err != nil {
			return nil, err
		}
	}
	a.dataFolder = s.data
	known := a.openKnowledge(func(g game.Game, err error) {
		log.Error("a tablebase cannot be read; searching instead", "game", g.ID(), "error", err)
	})
	proxies, err := server.ParseProxies(s.proxies)
	if err != nil {
		return nil, err
	}
	c := server.Config{
		Listen: s.listen, Proxies: proxies, Cert: s.cert, Key: s.key, URL: s.url, Data: data, Metrics: s.metrics, NoLimits: !s.limits,
		Database: s.database, NATS: s.nats, RefusedNames: s.refusedNames, Backups: s.backups, BackupCount: s.backupCount, NoPush: !s.push, PushPrivate: s.pushPrivate,
		Chat: play.Talk(s.chat), GuestChat: s.guestChat, Admission: play.Admission(s.admission), Guests: s.guests,
		Connections: s.connections, ConnectionsPerAddress: s.connectionsPerAddress,
		SSH: s.ssh, SSHConnections: s.sshConnections, SSHConnectionsPerAddress: s.sshConnectionsPerAddress,
		Pages: a.pages, Version: a.build.Version, Log: log,
		Games: a.catalogue, Knowledge: known,
		Imprint: s.imprint, Terms: s.terms, Contact: s.contact, SecurityLog: s.securityLog, GuestDays: s.guestDays, GuestGameDays: s.guestGameDays,
	}
	if s.acme != "" {
		dir, err := dataFolder(s.data)
		if err != nil {
			return nil, err
		}
		c.ACME, c.ACMEEmail, c.ACMEDirectory = strings.Split(s.acme, ","), s.acmeEmail, s.acmeDirectory
		c.Certificates = filepath.Join(dir, "certificates")
		if s.acmeHTTP != "off" {
			c.RedirectFrom = s.acmeHTTP
		}
	}
	return server.Open(ctx, c)
}

// dataFolder is where online games are stored.
func dataFolder(chosen string) (string, error) {
	if chosen != "" {
		return chosen, nil
	}
	if dir := dataDir(); dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("there is no data folder for online games; name one with --%s", dataFlag)
}

// dataDir is the user's data folder, empty where there is none.
func dataDir() string { return config.DataDir(runtime.GOOS, os.Getenv) }

// writeServed prints where the pages can be opened.
func (a *app) writeServed(s *serveSettings, served *server.Server) error {
	urls := served.URLs
	if s.url != "" {
		urls = []string{urls[0], s.url + "/"}
	}
	if a.pages == nil {
		a.warnf("this program was built without the pages; make run builds them")
	}
	fmt.Fprintln(a.out, "Plateau is served at")
	for _, url := range urls {
		fmt.Fprintln(a.out, "  "+url)
	}
	if served.SSHAddress != "" {
		fmt.Fprintf(a.out, "SSH is served at %s.\n", served.SSHAddress)
	}
	a.drawCode(urls)
	a.announceSolved(served.Solved)
	if served.Database != "" {
		fmt.Fprintf(a.out, "Online games are stored in %s.\n", served.Database)
	}
	if served.MetricsURL != "" {
		fmt.Fprintf(a.out, "Metrics are at %s.\n", served.MetricsURL)
	}
	fmt.Fprintln(a.out, "Ctrl-C ends it.")
	return a.flush()
}

// drawCode draws the first address for other devices as a QR code.
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

// showPages opens the browser if that was asked for, and from a terminal on a
// desktop unless it was refused.
func (a *app) showPages(ctx context.Context, s *serveSettings, local string) {
	asked := s.IsSet(openFlag)
	likely := isTerminal(a.Out) && onDesktop(runtime.GOOS, os.Getenv)
	if !s.open || !asked && !likely {
		return
	}
	page := local
	if s.url != "" {
		page = s.url + "/"
	}
	if err := openBrowser(ctx, page); err != nil && asked {
		a.warnf("cannot open the browser: %v", err)
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

// serveSettings are the settings of a server.
type serveSettings struct {
	config.Settings
	proxies, backups, listen, data, url, cert, key, log, logLevel, metrics string
	refusedNames, chat, admission, nats, database, imprint, terms, contact string
	acme, acmeEmail, acmeDirectory, acmeHTTP, securityLog                  string
	backupCount, guestDays, guestGameDays                                  int
	open, online, push, pushPrivate, limits, guestChat, guests             bool
	connections, connectionsPerAddress                                     int
	ssh                                                                    string
	sshConnections, sshConnectionsPerAddress                               int
}

const (
	listenFlag  = "listen"
	dataFlag    = "data"
	certFlag    = "cert"
	keyFlag     = "key"
	openFlag    = "open"
	onlineFlag  = "online"
	metricsFlag = "metrics"
	urlFlag     = "url"
	acmeFlag    = "acme"
	natsFlag    = "nats"
	backupsFlag = "backups"

	databaseFlag = "database"

	admissionFlag = "admission"
	guestsFlag    = "guests"
	sshFlag       = "ssh"
)

// Formats of the log.
const (
	textLog = "text"
	jsonLog = "json"
)

func (a *app) newServeSettings() *serveSettings {
	s := &serveSettings{
		listen: ":8080", acmeHTTP: ":80", backupCount: 7, guestDays: 365, guestGameDays: 365,
		log: textLog, chat: string(play.TalkFree), admission: string(play.AdmitEverybody), open: true, online: true, push: true, limits: true,
	}
	s.List = []config.Setting{
		{Name: listenFlag, Value: config.Text(&s.listen, checkAddress), Usage: "listen at `ADDRESS`, as HOST:PORT, or at a unix socket, as unix:PATH; without a host, at all addresses of this machine"},
		{Name: dataFlag, Value: config.Text(&s.data, config.AnyText), Usage: "store games, accounts and tablebases in the folder `DIR`", Default: "the user's data folder"},
		{
			Name: databaseFlag, Value: config.Text(&s.database, checkDatabase), Default: "a file in the data folder",
			Usage: "store games and accounts in the PostgreSQL database at `ADDRESS`, which several servers may share: postgres://USER@HOST/NAME",
		},
		{
			Name: urlFlag, Value: config.Text(&s.url, checkURL), Default: "the address of each request",
			Usage: "the public `ADDRESS`, such as https://games.example.org, for links, passkeys and cookies",
		},
		{
			Name: "trusted-proxies", Value: config.Text(&s.proxies, checkProxies), Default: "this machine",
			Usage: "also trust proxies in these `NETWORKS` to name the client, such as 10.0.0.0/8,2001:db8::/32",
		},
		{Name: certFlag, Value: config.Text(&s.cert, config.AnyText), Usage: "encrypt connections with the certificate in `FILE` (PEM), which is read again when it changes", Default: "no encryption"},
		{Name: keyFlag, Value: config.Text(&s.key, config.AnyText), Usage: "the private key of the certificate, in `FILE` (PEM)"},
		{
			Name: acmeFlag, Value: config.Text(&s.acme, checkHosts), Default: "no encryption",
			Usage: "get certificates for the `HOSTS`, such as games.example.org, from Let's Encrypt; then --listen is :443 and --url the first host by default",
		},
		{Name: "acme-email", Value: config.Text(&s.acmeEmail, config.AnyText), Default: "none", Usage: "the `EMAIL` address to which the authority writes about certificates"},
		{Name: "acme-directory", Value: config.Text(&s.acmeDirectory, checkDirectory), Default: "Let's Encrypt", Usage: "the `ADDRESS` of another ACME authority"},
		{
			Name: "acme-http", Value: config.Text(&s.acmeHTTP, checkRedirecting),
			Usage: "with --acme, answer the authority at this `ADDRESS` without encryption, and redirect browsers from there; off for nothing there",
		},
		{Name: tablebasesName, Value: config.Text(&a.tablebases, config.AnyText), Usage: "use the tablebases in the folder `DIR`", Default: "tablebases in the data folder"},
		{
			Name: openFlag, Value: config.Switch(&s.open), Usage: "open the start page in the browser", Default: "only from a terminal on a desktop",
			Off: "do not open the browser",
		},
		{
			Name: onlineFlag, Value: config.Switch(&s.online), Usage: "let people play with each other",
			Off: "serve only the pages, and store nothing",
		},
		{
			Name: "push", Value: config.Switch(&s.push),
			Usage: "notify players who ask for it, through the push services of their browsers, in games with days per move",
			Off:   "send no notifications, and call no other server",
		},
		{
			Name: admissionFlag, Value: config.Choice(&s.admission, "WHO", string(play.AdmitEverybody), string(play.AdmitInvited), string(play.AdmitMembers)),
			Usage: "who may come in: open to everybody, accounts only for those who are invited, or for members only, who see nothing without signing in",
		},
		{
			Name: guestsFlag, Value: config.Switch(&s.guests), Default: "off",
			Usage: "with --admission invited, let people without an account play as guests",
		},
		{
			Name: "chat", Value: config.Choice(&s.chat, "HOW", string(play.TalkOff), string(play.TalkPhrases), string(play.TalkFree)),
			Usage: "let players chat: off, by preset phrases only, or free; never after quick pairing",
		},
		{
			Name: "guest-chat", Value: config.Switch(&s.guestChat), Default: "off",
			Usage: "let guests chat as well, not only players with an account",
		},
		{
			Name: "push-private", Value: config.Switch(&s.pushPrivate), Default: "off",
			Usage: "also send notifications to push services at private addresses and at ports other than 443",
		},
		{
			Name: "refused-names", Value: config.Text(&s.refusedNames, config.AnyText), Default: "a small list of the program",
			Usage: "also refuse player names with the words in `FILE`, one per line; *word* is refused anywhere in a name",
		},
		{
			Name: backupsFlag, Value: config.Text(&s.backups, config.AnyText), Default: "none",
			Usage: "make a backup in the folder `DIR` every day",
		},
		{
			Name: "backup-count", Value: config.Value(&s.backupCount, "N", parseCopies),
			Usage: "keep the last `N` of these backups",
		},
		{Name: "imprint", Value: config.Text(&s.imprint, config.AnyText), Default: "none", Usage: "show the imprint in `FILE` (plain text), or at an address"},
		{Name: "terms", Value: config.Text(&s.terms, config.AnyText), Default: "none", Usage: "show the terms of use in `FILE` (plain text), or at an address"},
		{Name: "contact", Value: config.Text(&s.contact, config.AnyText), Default: "none", Usage: "show `HOW` to reach you: a mail address, the address of a page, or a text"},
		{
			Name: "guest-days", Value: config.Value(&s.guestDays, "DAYS", parseDays),
			Usage: "remove guests who were not here for so many `DAYS`; 0 for never",
		},
		{
			Name: "guest-game-days", Value: config.Value(&s.guestGameDays, "DAYS", parseDays),
			Usage: "remove finished games at which only guests sat after so many `DAYS`; 0 for never",
		},
		{
			Name: "security-log", Value: config.Text(&s.securityLog, config.AnyText), Default: "off",
			Usage: "write failed sign-ins and the like with their addresses to `FILE`, for fail2ban; lines are removed after four weeks",
		},
		{
			Name: natsFlag, Value: config.Text(&s.nats, checkNATS), Default: "this is the only server",
			Usage: "notify other servers with the same database through the NATS servers at these `ADDRESSES`, such as nats://10.0.0.5:4222",
		},
		{Name: "log", Value: config.Choice(&s.log, "FORMAT", textLog, jsonLog), Usage: "log to standard error, as text or json"},
		{
			Name: "log-level", Value: config.Choice(&s.logLevel, "LEVEL", "debug", "info", "warn", "error"),
			Usage: "log from this level on: debug, info, warn or error", Default: "info; warn on a terminal",
		},
		{
			Name: metricsFlag, Value: config.Text(&s.metrics, checkMetrics), Default: "off",
			Usage: "serve metrics for Prometheus at this separate `ADDRESS`, as HOST:PORT; without a host, for this machine only",
		},
		{
			Name: "limits", Value: config.Switch(&s.limits), Usage: "limit how much one address and one player may request",
			Off: "set no limits, for measurements only",
		},
		{
			Name: "connections", Value: config.Count(&s.connections), Default: "what the limit of open files leaves room for",
			Usage: "have at most `NUMBER` connections open; a new one takes the place of one that waits for a request",
		},
		{
			Name: "connections-per-address", Value: config.Count(&s.connectionsPerAddress), Default: "2000, or half of all",
			Usage: "the same for the connections from one address; this machine and trusted proxies are not limited",
		},
		{
			Name: sshFlag, Value: config.Text(&s.ssh, checkSSH), Default: "off",
			Usage: "let people play over SSH at `ADDRESS`, as HOST:PORT, such as :2222; without a host, at all addresses of this machine",
		},
		{
			Name: "ssh-connections", Value: config.Count(&s.sshConnections), Default: "1000",
			Usage: "have at most `NUMBER` SSH connections open",
		},
		{
			Name: "ssh-connections-per-address", Value: config.Count(&s.sshConnectionsPerAddress), Default: "100",
			Usage: "the same for those from one address; this machine and trusted proxies are not limited",
		},
	}
	return s
}

// checkDatabase refuses what is no address of a database. The file in the data folder
// has an empty one.
func checkDatabase(text string) (string, error) {
	if text == fileDatabase {
		return "", nil
	}
	return text, postgres.Check(text)
}

// fileDatabase is the address of the file in the data folder.
const fileDatabase = "sqlite:"

// checkNATS refuses what is no address of a NATS server.
func checkNATS(text string) (string, error) { return text, nats.Check(text) }

// check refuses settings that do not go together.
func (s *serveSettings) check() error {
	if (s.cert == "") != (s.key == "") {
		return usagef("a certificate needs both --%s and --%s", certFlag, keyFlag)
	}
	if s.guests && s.admission != string(play.AdmitInvited) {
		return usagef("--%s goes with --%s %s only", guestsFlag, admissionFlag, play.AdmitInvited)
	}
	if s.database != "" && !s.online {
		return usagef("--%s is for online play; it does not go with --no-%s", databaseFlag, onlineFlag)
	}
	if s.database != "" && s.backups != "" {
		return usagef("--%s copies the file of SQLite; back up PostgreSQL with its own tools, as 'plateau backup --%s ADDRESS' explains", backupsFlag, databaseFlag)
	}
	if s.nats != "" && !s.online {
		return usagef("--%s is for online play; it does not go with --no-%s", natsFlag, onlineFlag)
	}
	if s.ssh != "" && !s.online {
		return usagef("--%s is for online play; it does not go with --no-%s", sshFlag, onlineFlag)
	}
	if s.acme == "" {
		return nil
	}
	if s.cert != "" {
		return usagef("choose --%s or --%s: a certificate comes from a file, or from an authority", certFlag, acmeFlag)
	}
	if !s.IsSet(listenFlag) {
		s.listen = ":443"
	}
	hosts := strings.Split(s.acme, ",")
	if s.url == "" {
		s.url = "https://" + hosts[0]
		if _, port, err := net.SplitHostPort(s.listen); err == nil && port != "443" {
			s.url = "https://" + net.JoinHostPort(hosts[0], port)
		}
	}
	public, err := url.Parse(s.url)
	if err != nil || public.Scheme != "https" || !slices.Contains(hosts, public.Hostname()) {
		return usagef("--%s has to be https and one of the hosts of --%s", urlFlag, acmeFlag)
	}
	return nil
}

// newLog logs to a stream. People at a terminal have seen the start, and get
// only warnings.
func (s *serveSettings) newLog(to io.Writer) *slog.Logger {
	var level slog.Level
	if level.UnmarshalText([]byte(s.logLevel)) != nil && isTerminal(to) {
		level = slog.LevelWarn
	}
	return server.NewLog(to, level, s.log == jsonLog)
}

func checkAddress(text string) (string, error) {
	if len(text) > len(server.UnixPrefix) && strings.HasPrefix(text, server.UnixPrefix) {
		return text, nil
	}
	if _, port, err := net.SplitHostPort(text); err != nil || port == "" {
		return "", config.ValueError("an address is HOST:PORT, such as :8080 or localhost:9000, or unix:PATH")
	}
	return text, nil
}

// checkMetrics keeps metrics on this machine unless a host is named.
func checkMetrics(text string) (string, error) {
	text, err := checkAddress(text)
	if strings.HasPrefix(text, ":") {
		text = "localhost" + text
	}
	return text, err
}

// checkSSH accepts a port at an address, or off.
func checkSSH(text string) (string, error) {
	if text == "off" {
		return "", nil
	}
	if strings.HasPrefix(text, server.UnixPrefix) {
		return "", config.ValueError("SSH needs a port: write :2222 or HOST:2222")
	}
	return checkAddress(text)
}

// parseCopies reads how many backups are kept, at least one.
func parseCopies(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, config.ValueError("choose a number from 1 on")
	}
	return n, nil
}

// checkProxies accepts networks and addresses.
func checkProxies(text string) (string, error) {
	if _, err := server.ParseProxies(text); err != nil {
		return "", config.ValueError("networks are written as 10.0.0.0/8 or 192.0.2.7, with commas between them")
	}
	return text, nil
}

// parseDays reads a number of days.
func parseDays(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 36500 {
		return 0, config.ValueError("choose a number of days, or 0 for never")
	}
	return n, nil
}

// checkHosts accepts names of hosts for which there can be certificates.
func checkHosts(text string) (string, error) {
	var hosts []string
	for host := range strings.SplitSeq(text, ",") {
		host = strings.ToLower(strings.TrimSpace(host))
		if _, err := netip.ParseAddr(host); err == nil || host == "" || strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
			return "", config.ValueError("hosts are names such as games.example.org, with commas between them")
		}
		hosts = append(hosts, host)
	}
	return strings.Join(hosts, ","), nil
}

// checkDirectory accepts the address of an authority.
func checkDirectory(text string) (string, error) {
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" || u.Host == "" {
		return "", config.ValueError("an authority has an address such as https://ca.example.org/directory")
	}
	return text, nil
}

// checkRedirecting accepts an address, or none.
func checkRedirecting(text string) (string, error) {
	if text == "off" {
		return text, nil
	}
	return checkAddress(text)
}

// checkURL accepts the origin of an address.
func checkURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", config.ValueError("a public address is a scheme and a host, such as https://games.example.org")
	}
	return u.Scheme + "://" + u.Host, nil
}
