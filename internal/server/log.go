package server

import (
	"io"
	"log/slog"
)

// NewLog logs as lines of text or of JSON.
func NewLog(to io.Writer, level slog.Level, asJSON bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: shortenTables}
	if asJSON {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
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
