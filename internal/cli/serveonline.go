package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"runtime"
	"time"

	"plateau/engine"
	"plateau/internal/bus/memory"
	"plateau/internal/computers"
	"plateau/internal/httpapi/online"
	"plateau/internal/metrics"
	"plateau/internal/play/accounts"
	"plateau/internal/play/house"
	"plateau/internal/store/sqlite"
)

// onlinePlay lets people play with each other.
type onlinePlay struct {
	path    string
	log     *slog.Logger
	store   *sqlite.Store
	house   *house.House
	handler http.Handler
	// serving ends when the server stops.
	serving context.Context
	// leave ends the house and waits for that; nil if there is none yet.
	leave  func()
	unlock func() error
}

// openOnline opens the store in the data folder. [onlinePlay.begin] does the
// rest.
func openOnline(ctx context.Context, data string, log *slog.Logger) (*onlinePlay, error) {
	dir, err := dataFolder(data)
	if err != nil {
		return nil, err
	}
	o := &onlinePlay{path: filepath.Join(dir, onlineFile), log: log, serving: ctx}
	if o.unlock, err = lockFolder(dir); err != nil {
		return nil, err
	}
	if o.store, err = openStore(ctx, o.path); err != nil {
		return nil, errors.Join(err, o.unlock())
	}
	return o, nil
}

// begin takes up the games in the store, and serves them beside the values of
// solved games.
func (o *onlinePlay) begin(ctx context.Context, a *app, s *serveSettings, version string, values http.Handler) (err error) {
	thinkers := max(1, runtime.GOMAXPROCS(0)-1)
	o.house, err = house.New(ctx, house.Config{
		Store: o.store, Bus: &memory.Bus{}, Now: time.Now, Random: rand.Reader, Log: o.log, Thinkers: thinkers,
		Chooser: computers.NewChooser(a.enginesOf(playingTable), thinkers),
		Judge:   computers.NewJudge(a.enginesOf(judgingTable)),
	})
	if err != nil {
		return fmt.Errorf("the games in %s cannot be gone on with: %w", o.path, err)
	}
	o.run(ctx)
	limits := online.Limits{}
	if !s.limits {
		limits = online.NoLimits
	}
	o.handler = online.New(online.Config{
		House: o.house, Store: o.store, Now: time.Now, Log: o.log, Version: version, Limits: limits,
		Accounts: accounts.New(accounts.Config{Store: o.store, Now: time.Now, Random: rand.Reader, URL: s.url}),
		URL:      s.origin().URL, Secure: s.origin().Secure, Values: values,
	})
	return nil
}

// run lets the house do its work until it is closed, and not only until the
// context ends: requests under way need it.
func (o *onlinePlay) run(ctx context.Context) {
	running, leave := context.WithCancel(context.WithoutCancel(ctx))
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		o.house.Run(running)
	}()
	o.leave = func() {
		o.house.Close()
		leave()
		<-ran
	}
}

// close ends the house, which notes when that was, and then the store.
func (o *onlinePlay) close() error {
	if o.leave != nil {
		o.leave()
	}
	return errors.Join(o.store.Close(), o.unlock())
}

// late is how long ago the house may have noted that it runs.
const late = 10 * time.Second

// ready says what keeps people from playing.
func (o *onlinePlay) ready(ctx context.Context) error {
	_, err := o.store.LastHeartbeat(ctx)
	switch ago := time.Since(o.house.Stats().LastHeartbeat); {
	case o.serving.Err() != nil:
		return house.ErrClosing
	case err != nil:
		o.log.Warn("not ready: the store does not answer", "error", err)
	case ago > late:
		err = fmt.Errorf("the house has not moved for %v", ago)
		o.log.Warn("not ready: nothing could be stored for a while", "seconds", ago.Seconds())
	}
	return err
}

// count lets Prometheus know what the house and the store do.
func (o *onlinePlay) count(m *metrics.Metrics) {
	m.Gauge("plateau_tables_in_memory", "Tables that are in memory, because somebody uses them or has done so lately.",
		func() float64 { return float64(o.house.Stats().Tables) })
	m.Counter("plateau_moves_total", "Moves that were played at tables.",
		func() float64 { return float64(o.house.Stats().Moves) })
	m.Gauge("plateau_tables_set_aside", "Tables that were set aside because something panicked there.",
		func() float64 { return float64(o.house.Stats().SetAside) })
	m.Counter("plateau_panics_total", "Panics at tables and of computer players that were contained.",
		func() float64 { return float64(o.house.Stats().Panics) })
	m.Counter("plateau_store_commits_total", "Transactions that reached the disk.",
		func() float64 { return float64(o.store.Stats().Commits) })
	m.Counter("plateau_store_writes_total", "Changes in those transactions; divided by their number, the size of a group.",
		func() float64 { return float64(o.store.Stats().Writes) })
	m.Counter("plateau_store_errors_total", "Transactions that did not reach the disk.",
		func() float64 { return float64(o.store.Stats().Failures) })
	m.Counter("plateau_store_writing_seconds_total", "Time spent in transactions.",
		func() float64 { return o.store.Stats().Writing.Seconds() })
}

// judgingTable is for engines that look at positions for a moment.
const judgingTable = 4 << 20

// enginesOf makes engines with a memory of so many bytes.
func (a *app) enginesOf(tableBytes int) computers.NewEngine {
	return func(id string) (engine.Engine, error) {
		g, err := a.games.Find(id)
		if err != nil {
			return nil, err
		}
		return a.tables.newEngine(g, 1, tableBytes)
	}
}
