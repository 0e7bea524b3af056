package cli

import (
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"

	"plateau/internal/httpapi"
)

// serveSettings are what a server can be told.
type serveSettings struct {
	settings
	listen, data, url, cert, key, log, logLevel, metrics string
	open, online, limits                                 switchValue
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

// Kinds of logs.
const (
	textLog = "text"
	jsonLog = "json"
)

func (a *app) newServeSettings() *serveSettings {
	s := &serveSettings{listen: ":8080", log: textLog, open: true, online: true, limits: true}
	s.list = []setting{
		{name: listenFlag, value: textValue{&s.listen, checkAddress}, usage: "the `ADDRESS` to listen at, as HOST:PORT; all of this machine's without a host"},
		{name: dataFlag, value: textValue{&s.data, nil}, usage: "keep games, accounts and tables in the folder `DIR`", standard: "the user's data folder"},
		{
			name: "url", value: textValue{&s.url, checkURL}, standard: "as the request says",
			usage: "the public `ADDRESS`, such as https://games.example.org, for links, passkeys and cookies",
		},
		{name: certFlag, value: textValue{&s.cert, nil}, usage: "encrypt connections with the certificate in `FILE` (PEM); read again when it changes", standard: "no encryption"},
		{name: keyFlag, value: textValue{&s.key, nil}, usage: "the key of the certificate, in `FILE` (PEM)"},
		{name: tablebasesName, value: textValue{&a.tablebases, nil}, usage: "use the tablebases in the folder `DIR`", standard: "tablebases in the data folder"},
		{
			name: openFlag, value: &s.open, usage: "open the start page in the browser", standard: "only from a terminal on a desktop",
			off: "do not open the browser",
		},
		{
			name: onlineFlag, value: &s.online, usage: "let people play with each other",
			off: "serve the pages only, and keep nothing",
		},
		{name: "log", value: choiceValue{&s.log, []string{textLog, jsonLog}, "KIND"}, usage: "write the log, on the standard error, as text or json"},
		{
			name: "log-level", value: choiceValue{&s.logLevel, []string{"debug", "info", "warn", "error"}, "LEVEL"},
			usage: "log what is at least so important: debug, info, warn or error", standard: "info; warn on a terminal",
		},
		{
			name: metricsFlag, value: textValue{&s.metrics, checkMetrics}, standard: "off",
			usage: "tell Prometheus numbers at an `ADDRESS` of its own, as HOST:PORT; for this machine alone without a host",
		},
		{
			name: "limits", value: &s.limits, usage: "limit what one address and one player may ask for",
			off: "set no limits, for measuring only",
		},
	}
	return s
}

// check says what does not go together.
func (s *serveSettings) check() error {
	if (s.cert == "") != (s.key == "") {
		return usagef("a certificate needs both --%s and --%s", certFlag, keyFlag)
	}
	return nil
}

// scheme is that of the addresses at which the server itself listens.
func (s *serveSettings) scheme() string {
	if s.cert != "" {
		return "https"
	}
	return "http"
}

func (s *serveSettings) origin() httpapi.Origin { return httpapi.Origin(s.url) }

// logger writes to a stream, which may be a terminal: people there want to be
// told what is wrong, and have seen the start.
func (s *serveSettings) logger(to io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: shortenTables}
	var level slog.Level
	switch {
	case level.UnmarshalText([]byte(s.logLevel)) == nil:
		options.Level = level
	case isTerminal(to):
		options.Level = slog.LevelWarn
	}
	if s.log == jsonLog {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// shortenTables keeps the ids of tables out of the log, which are the keys to
// them, but for what is needed to find one in the store.
func shortenTables(_ []string, a slog.Attr) slog.Attr {
	const enough = 6
	if a.Key != "table" {
		return a
	}
	id := a.Value.String()
	return slog.String(a.Key, id[:min(len(id), enough)]+"…")
}

func checkAddress(text string) (string, error) {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return "", wrongValue("an address is HOST:PORT, such as :8080 or localhost:9000")
	}
	return text, nil
}

// checkMetrics keeps numbers on this machine unless a host is named.
func checkMetrics(text string) (string, error) {
	text, err := checkAddress(text)
	if strings.HasPrefix(text, ":") {
		text = "localhost" + text
	}
	return text, err
}

// checkURL takes the origin of an address.
func checkURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", wrongValue("a public address is a scheme and a host, such as https://games.example.org")
	}
	return u.Scheme + "://" + u.Host, nil
}
