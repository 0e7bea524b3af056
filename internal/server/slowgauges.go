package server

import (
	"context"
	"math"
	"runtime"
	"sync"
	"time"

	"plateau/internal/durable"
	"plateau/internal/metrics"
	"plateau/internal/play"
	"plateau/internal/tournaments"
)

const (
	// measuredEvery is how long a value that takes some work is kept, however often
	// somebody asks.
	measuredEvery = time.Minute
	// measuringTime is how long measuring one may take: the database may be away.
	measuringTime = 2 * time.Second
)

// slowGauge is a value that takes some work; not a number if it cannot be found out.
type slowGauge struct {
	now     func() time.Time
	measure func(ctx context.Context) (float64, error)

	mu    sync.Mutex
	value float64
	at    time.Time
}

func (g *slowGauge) read() float64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if age := now.Sub(g.at); age >= 0 && age < measuredEvery {
		return g.value
	}
	ctx, cancel := context.WithTimeout(context.Background(), measuringTime)
	defer cancel()
	var err error
	if g.value, err = g.measure(ctx); err != nil {
		g.value = math.NaN()
	}
	g.at = now
	return g.value
}

// observeSlowly adds the metrics of what is in the store, and of its disk.
func (o *onlinePlay) observeSlowly(m *metrics.Metrics, data string) {
	add := func(name, help string, measure func(ctx context.Context) (float64, error)) {
		m.Gauge(name, help, (&slowGauge{now: time.Now, measure: measure}).read)
	}
	add("plateau_games_running", "Games that are running, at all servers with one store.", func(ctx context.Context) (float64, error) {
		n, err := o.store.CountTables(ctx, play.TableQuery{Phase: play.Running})
		return float64(n), err
	})
	add("plateau_tournaments_unfinished", "Tournaments that are not over.", func(ctx context.Context) (float64, error) {
		n, err := o.store.CountTournaments(ctx, tournaments.Query{Unfinished: true})
		return float64(n), err
	})
	add("plateau_database_bytes", "Size of the database.", func(ctx context.Context) (float64, error) {
		n, err := o.store.Size(ctx)
		return float64(n), err
	})
	m.Gauge("plateau_disk_free_bytes", "What can still be written to the disk of the data folder.", func() float64 {
		if n, known := durable.Free(data); known {
			return float64(n)
		}
		return math.NaN()
	})
}

// observeBuild tells which program this is.
func (c *Config) observeBuild(m *metrics.Metrics) {
	m.Info("plateau_build_info", "1, with the version of the program and that of Go.", map[string]string{"version": c.Version, "go": runtime.Version()})
}
