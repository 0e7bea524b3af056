package serve

import (
	"io"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"plateau/internal/cli/env"
	"plateau/internal/config"
	"plateau/internal/play"
	"plateau/internal/server"
)

// settings are those of a server, which they fill in, and of the command that runs it.
type settings struct {
	config.Settings
	server server.Config
	// open shows the start page in a browser, and online lets people play with each
	// other. data is the data folder.
	open, online  bool
	data          string
	log, logLevel string
	// proxies, acme, acmeHTTP and clubs are as they were written.
	proxies, acme, acmeHTTP, clubs string
}

const (
	listenFlag  = "listen"
	certFlag    = "cert"
	keyFlag     = "key"
	openFlag    = "open"
	onlineFlag  = "online"
	metricsFlag = "metrics"
	urlFlag     = "url"
	acmeFlag    = "acme"
	natsFlag    = "nats"
	backupsFlag = "backups"

	admissionFlag = "admission"
	guestsFlag    = "guests"
	sshFlag       = "ssh"
	clubsFlag     = "clubs"
)

// Who founds clubs.
const (
	playersFound        = "open"
	administratorsFound = "admins"
)

// Formats of the log.
const (
	textLog = "text"
	jsonLog = "json"
)

// SettingNames are the names of all settings, which are flags and variables as well.
func SettingNames() []string {
	var names []string
	for _, one := range (&app{Env: new(env.Env)}).newSettings().List {
		names = append(names, one.Name)
	}
	return names
}

func (a *app) newSettings() *settings {
	s := &settings{open: true, online: true, log: textLog, acmeHTTP: ":80", server: server.Config{
		Network: server.Network{Listen: ":8080"}, Admission: server.Admission{Who: play.AdmitEverybody}, Chat: server.Chat{How: play.TalkFree},
		Retention: server.Retention{Guests: 365, Games: 365}, Store: server.Store{BackupCount: 7},
	}}
	c := &s.server
	s.List = []config.Setting{
		{Name: listenFlag, Value: config.Text(&c.Listen, checkAddress), Usage: "listen at `ADDRESS`, as HOST:PORT, or at a unix socket, as unix:PATH; without a host, at all addresses of this machine"},
		{Name: env.DataFlag, Value: config.Text(&s.data, config.AnyText), Usage: "store games, accounts and tablebases in the folder `DIR`", Default: "the user's data folder"},
		{
			Name: env.DatabaseFlag, Value: config.Text(&c.Database, env.CheckDatabase), Default: "a file in the data folder",
			Usage: "store games and accounts in the PostgreSQL database at `ADDRESS`, which several servers may share: postgres://USER@HOST/NAME",
		},
		{
			Name: urlFlag, Value: config.Text(&c.URL, checkURL), Default: "the address of each request",
			Usage: "the public `ADDRESS`, such as https://games.example.org, for links, passkeys and cookies",
		},
		{
			Name: "trusted-proxies", Value: config.Text(&s.proxies, checkProxies), Default: "this machine",
			Usage: "also trust proxies in these `NETWORKS` to name the client, such as 10.0.0.0/8,2001:db8::/32",
		},
		{Name: certFlag, Value: config.Text(&c.TLS.Cert, config.AnyText), Usage: "encrypt connections with the certificate in `FILE` (PEM), which is read again when it changes", Default: "no encryption"},
		{Name: keyFlag, Value: config.Text(&c.TLS.Key, config.AnyText), Usage: "the private key of the certificate, in `FILE` (PEM)"},
		{
			Name: acmeFlag, Value: config.Text(&s.acme, checkHosts), Default: "no encryption",
			Usage: "get certificates for the `HOSTS`, such as games.example.org, from Let's Encrypt; then --listen is :443 and --url the first host by default",
		},
		{Name: "acme-email", Value: config.Text(&c.TLS.Email, config.AnyText), Default: "none", Usage: "the `EMAIL` address to which the authority writes about certificates"},
		{Name: "acme-directory", Value: config.Text(&c.TLS.Directory, checkDirectory), Default: "Let's Encrypt", Usage: "the `ADDRESS` of another ACME authority"},
		{
			Name: "acme-http", Value: config.Text(&s.acmeHTTP, checkRedirecting),
			Usage: "with --acme, answer the authority at this `ADDRESS` without encryption, and redirect browsers from there; off for nothing there",
		},
		{Name: env.TablebasesName, Value: config.Text(&a.Tablebases, config.AnyText), Usage: "use the tablebases in the folder `DIR`", Default: "tablebases in the data folder"},
		{
			Name: openFlag, Value: config.Switch(&s.open), Usage: "open the start page in the browser", Default: "only from a terminal on a desktop",
			Off: "do not open the browser",
		},
		{
			Name: onlineFlag, Value: config.Switch(&s.online), Usage: "let people play with each other",
			Off: "serve only the pages, and store nothing",
		},
		{
			Name: "push", Value: config.Unless(&c.Push.Off),
			Usage: "notify players who ask for it, through the push services of their browsers, in games with days per move",
			Off:   "send no notifications, and call no other server",
		},
		{
			Name: admissionFlag, Value: config.Choice(&c.Admission.Who, "WHO", play.AdmitEverybody, play.AdmitInvited, play.AdmitMembers),
			Usage: "who may come in: open to everybody, accounts only for those who are invited, or for members only, who see nothing without signing in",
		},
		{
			Name: guestsFlag, Value: config.Switch(&c.Admission.Guests), Default: "off",
			Usage: "with --admission invited, let people without an account play as guests",
		},
		{
			Name: clubsFlag, Value: config.Choice(&s.clubs, "WHO", playersFound, administratorsFound), Default: "open with --admission open, otherwise admins",
			Usage: "who may start clubs: open to all players with an account, or admins only",
		},
		{
			Name: "chat", Value: config.Choice(&c.Chat.How, "HOW", play.TalkOff, play.TalkPhrases, play.TalkFree),
			Usage: "let players chat: off, by preset phrases only, or free; never after quick pairing",
		},
		{
			Name: "guest-chat", Value: config.Switch(&c.Chat.Guests), Default: "off",
			Usage: "let guests chat as well, not only players with an account",
		},
		{
			Name: "push-private", Value: config.Switch(&c.Push.Private), Default: "off",
			Usage: "also send notifications to push services at private addresses and at ports other than 443",
		},
		{
			Name: "refused-names", Value: config.Text(&c.Admission.RefusedNames, config.AnyText), Default: "a small list of the program",
			Usage: "also refuse player names with the words in `FILE`, one per line; *word* is refused anywhere in a name",
		},
		{
			Name: backupsFlag, Value: config.Text(&c.Backups, config.AnyText), Default: "none",
			Usage: "make a backup in the folder `DIR` every day",
		},
		{
			Name: "backup-count", Value: config.Value(&c.BackupCount, "N", parseCopies),
			Usage: "keep the last `N` of these backups",
		},
		{Name: "imprint", Value: config.Text(&c.Notices.Imprint, config.AnyText), Default: "none", Usage: "show the imprint in `FILE` (plain text), or at an address"},
		{Name: "terms", Value: config.Text(&c.Notices.Terms, config.AnyText), Default: "none", Usage: "show the terms of use in `FILE` (plain text), or at an address"},
		{Name: "contact", Value: config.Text(&c.Notices.Contact, config.AnyText), Default: "none", Usage: "show `HOW` to reach you: a mail address, the address of a page, or a text"},
		{
			Name: "guest-days", Value: config.Value(&c.Retention.Guests, "DAYS", parseDays),
			Usage: "remove guests who have not been online for so many `DAYS`; 0 for never",
		},
		{
			Name: "guest-game-days", Value: config.Value(&c.Retention.Games, "DAYS", parseDays),
			Usage: "remove finished games at which only guests sat after so many `DAYS`; 0 for never",
		},
		{
			Name: "security-log", Value: config.Text(&c.SecurityLog, config.AnyText), Default: "off",
			Usage: "write failed sign-ins and the like with their addresses to `FILE`, for fail2ban; lines are removed after four weeks",
		},
		{
			Name: natsFlag, Value: config.Text(&c.NATS, checkNATS), Default: "this is the only server",
			Usage: "notify other servers with the same database through the NATS servers at these `ADDRESSES`, such as nats://10.0.0.5:4222",
		},
		{Name: "log", Value: config.Choice(&s.log, "FORMAT", textLog, jsonLog), Usage: "log to standard error, as text or json"},
		{
			Name: "log-level", Value: config.Choice(&s.logLevel, "LEVEL", "debug", "info", "warn", "error"),
			Usage: "log from this level on: debug, info, warn or error", Default: "info; warn on a terminal",
		},
		{
			Name: metricsFlag, Value: config.Text(&c.Metrics, checkMetrics), Default: "off",
			Usage: "serve metrics for Prometheus at this separate `ADDRESS`, as HOST:PORT; without a host, for this machine only",
		},
		{
			Name: "limits", Value: config.Unless(&c.Limits.Off), Usage: "limit how much one address and one player may request",
			Off: "set no limits, for measurements only",
		},
		{
			Name: "connections", Value: config.Count(&c.Limits.Connections), Default: "what the limit of open files leaves room for",
			Usage: "have at most `NUMBER` connections open; a new one takes the place of one that waits for a request",
		},
		{
			Name: "connections-per-address", Value: config.Count(&c.Limits.PerAddress), Default: "2000, or half of all",
			Usage: "the same for the connections from one address; this machine and trusted proxies are not limited",
		},
		{
			Name: sshFlag, Value: config.Text(&c.SSH.Listen, checkSSH), Default: "off",
			Usage: "let people play over SSH at `ADDRESS`, as HOST:PORT, such as :2222; without a host, at all addresses of this machine",
		},
		{
			Name: "ssh-connections", Value: config.Count(&c.SSH.Connections), Default: "1000",
			Usage: "have at most `NUMBER` SSH connections open",
		},
		{
			Name: "ssh-connections-per-address", Value: config.Count(&c.SSH.PerAddress), Default: "100",
			Usage: "the same for those from one address; this machine and trusted proxies are not limited",
		},
	}
	return s
}

// finish fills in what follows from several settings, and refuses those that do not go
// together.
func (s *settings) finish() (err error) {
	c := &s.server
	if c.Proxies, err = server.ParseProxies(s.proxies); err != nil {
		return err
	}
	// Who decides who comes in also decides about clubs, unless the settings say
	// otherwise.
	c.Admission.Clubs = s.clubs == playersFound || s.clubs == "" && c.Admission.Who == play.AdmitEverybody
	if err := s.check(); err != nil {
		return err
	}
	if s.online {
		if c.Data, err = env.DataFolder(s.data); err != nil {
			return err
		}
	}
	if s.acme == "" {
		return nil
	}
	return s.finishACME()
}

// check refuses settings that do not go together.
func (s *settings) check() error {
	c := &s.server
	switch {
	case (c.TLS.Cert == "") != (c.TLS.Key == ""):
		return env.Usagef("a certificate needs both --%s and --%s", certFlag, keyFlag)
	case c.Admission.Guests && c.Admission.Who != play.AdmitInvited:
		return env.Usagef("--%s goes with --%s %s only", guestsFlag, admissionFlag, play.AdmitInvited)
	case c.Database != "" && c.Backups != "":
		return env.Usagef("--%s copies the file of SQLite; back up PostgreSQL with its own tools, as 'plateau backup --%s ADDRESS' explains", backupsFlag, env.DatabaseFlag)
	case s.acme != "" && c.TLS.Cert != "":
		return env.Usagef("choose --%s or --%s: a certificate comes from a file, or from an authority", certFlag, acmeFlag)
	}
	for _, one := range []struct{ flag, value string }{{env.DatabaseFlag, c.Database}, {natsFlag, c.NATS}, {sshFlag, c.SSH.Listen}} {
		if one.value != "" && !s.online {
			return env.Usagef("--%s is for online play; it does not go with --no-%s", one.flag, onlineFlag)
		}
	}
	return nil
}

// finishACME fills in what follows from getting certificates from an authority.
func (s *settings) finishACME() error {
	c := &s.server
	if !s.IsSet(listenFlag) {
		c.Listen = ":443"
	}
	c.TLS.ACME = strings.Split(s.acme, ",")
	if c.URL == "" {
		c.URL = "https://" + c.TLS.ACME[0]
		if _, port, err := net.SplitHostPort(c.Listen); err == nil && port != "443" {
			c.URL = "https://" + net.JoinHostPort(c.TLS.ACME[0], port)
		}
	}
	public, err := url.Parse(c.URL)
	if err != nil || public.Scheme != "https" || !slices.Contains(c.TLS.ACME, public.Hostname()) {
		return env.Usagef("--%s has to be https and one of the hosts of --%s", urlFlag, acmeFlag)
	}
	dir, err := env.DataFolder(s.data)
	if err != nil {
		return err
	}
	c.TLS.Certificates = filepath.Join(dir, "certificates")
	if s.acmeHTTP != "off" {
		c.TLS.RedirectFrom = s.acmeHTTP
	}
	return nil
}

// newLog logs to a stream. People at a terminal have seen the start, and get
// only warnings.
func (s *settings) newLog(to io.Writer) *slog.Logger {
	var level slog.Level
	if level.UnmarshalText([]byte(s.logLevel)) != nil && env.IsTerminal(to) {
		level = slog.LevelWarn
	}
	return server.NewLog(to, level, s.log == jsonLog)
}
