package cli

import (
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"

	"plateau/internal/config"
	"plateau/internal/server"
)

// serveSettings are the settings of a server.
type serveSettings struct {
	config.Settings
	listen, data, url, cert, key, log, logLevel, metrics string
	open, online, limits                                 bool
}

const (
	listenFlag  = "listen"
	dataFlag    = "data"
	certFlag    = "cert"
	keyFlag     = "key"
	openFlag    = "open"
	onlineFlag  = "online"
	metricsFlag = "metrics"
)

// Formats of the log.
const (
	textLog = "text"
	jsonLog = "json"
)

func (a *app) newServeSettings() *serveSettings {
	s := &serveSettings{listen: ":8080", log: textLog, open: true, online: true, limits: true}
	s.List = []config.Setting{
		{Name: listenFlag, Value: config.Text(&s.listen, checkAddress), Usage: "listen at `ADDRESS`, as HOST:PORT; without a host, at all addresses of this machine"},
		{Name: dataFlag, Value: config.Text(&s.data, config.AnyText), Usage: "store games, accounts and tablebases in the folder `DIR`", Default: "the user's data folder"},
		{
			Name: "url", Value: config.Text(&s.url, checkURL), Default: "the address of each request",
			Usage: "the public `ADDRESS`, such as https://games.example.org, for links, passkeys and cookies",
		},
		{Name: certFlag, Value: config.Text(&s.cert, config.AnyText), Usage: "encrypt connections with the certificate in `FILE` (PEM), which is read again when it changes", Default: "no encryption"},
		{Name: keyFlag, Value: config.Text(&s.key, config.AnyText), Usage: "the private key of the certificate, in `FILE` (PEM)"},
		{Name: tablebasesName, Value: config.Text(&a.tablebases, config.AnyText), Usage: "use the tablebases in the folder `DIR`", Default: "tablebases in the data folder"},
		{
			Name: openFlag, Value: config.Switch(&s.open), Usage: "open the start page in the browser", Default: "only from a terminal on a desktop",
			Off: "do not open the browser",
		},
		{
			Name: onlineFlag, Value: config.Switch(&s.online), Usage: "let people play with each other",
			Off: "serve only the pages, and store nothing",
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
	}
	return s
}

// check refuses settings that do not go together.
func (s *serveSettings) check() error {
	if (s.cert == "") != (s.key == "") {
		return usagef("a certificate needs both --%s and --%s", certFlag, keyFlag)
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
	if _, _, err := net.SplitHostPort(text); err != nil {
		return "", config.ValueError("an address is HOST:PORT, such as :8080 or localhost:9000")
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

// checkURL accepts the origin of an address.
func checkURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", config.ValueError("a public address is a scheme and a host, such as https://games.example.org")
	}
	return u.Scheme + "://" + u.Host, nil
}
