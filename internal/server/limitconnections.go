package server

import (
	"errors"
	"time"

	"plateau/internal/httpapi"
	"plateau/internal/metrics"
)

// errOutOfFiles means that connections could not be accepted.
var errOutOfFiles = errors.New("there are too few files for connections")

const (
	// filesForElse is how many files are left for other things than
	// connections: the store, tablebases, push services.
	filesForElse = 128
	// mostPerAddress is for a school whose classes all play.
	mostPerAddress = 2000
	// someFiles is for systems that do not say how many there may be.
	someFiles = 16_384
)

// limitConnections leaves files for everything else.
func (c *Config) limitConnections() *httpapi.Connections {
	files := openFiles()
	total := max(files/2, files-filesForElse)
	if c.Limits.Connections > 0 {
		total = c.Limits.Connections
	}
	perAddress := min(mostPerAddress, max(1, total/2))
	switch {
	case c.Limits.PerAddress > 0:
		perAddress = c.Limits.PerAddress
	case c.Limits.Off:
		perAddress = 0
	}
	return &httpapi.Connections{Total: total, FromAddress: perAddress, Proxies: c.Proxies, Log: c.Log, Now: time.Now}
}

// observeConnections adds the metrics of connections.
func (s *Server) observeConnections(m *metrics.Metrics) {
	m.Gauge("plateau_connections_open", "Open connections.",
		func() float64 { return float64(s.connections.Stats().Open) })
	m.Counter("plateau_connections_displaced_total", "Connections that had to make room for others.",
		func() float64 { return float64(s.connections.Stats().Ended) })
	m.Counter("plateau_connections_without_file_total", "Connections that could not be accepted for lack of files.",
		func() float64 { return float64(s.connections.Stats().WithoutFile) })
}
