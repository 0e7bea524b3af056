package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"plateau/engine"
	"plateau/internal/accounts"
	"plateau/internal/budget"
	"plateau/internal/bus/nats"
	"plateau/internal/cluster/budgets"
	"plateau/internal/computers"
	"plateau/internal/httpapi"
	"plateau/internal/httpapi/online"
	"plateau/internal/meeting"
	"plateau/internal/metrics"
	"plateau/internal/play"
	"plateau/internal/play/house"
	"plateau/internal/play/lobby"
	"plateau/internal/push"
	"plateau/internal/store/sqlstore"
	"plateau/internal/tournaments"
)

// onlinePlay lets people play with each other.
type onlinePlay struct {
	online.Features
	house    *house.House
	accounts *accounts.Service
	store    *sqlstore.Store
	// path is the file of the database, or where else it is.
	path   string
	unlock func() error
	// budgets count what clients use.
	budgets  budget.Budgets
	security *securityLog
	log      *slog.Logger
	// serving ends when the server is to stop.
	serving context.Context
	sharing
	upkeep
	stops
}

// sharing is what servers with one store have besides.
type sharing struct {
	// cluster is set if other servers may use the same store.
	cluster bool
	// These are nil if this is the only server.
	nats   *nats.Bus
	clock  *clock
	counts *budgets.Shared
}

// upkeep is what is done now and then.
type upkeep struct {
	backups   backups
	retention Retention
	// compacted is when the list of what was removed was last made smaller.
	compacted time.Time
	// gamesRemoved is when finished games of guests, and tables without a move, were last
	// removed.
	gamesRemoved time.Time
}

// stops stop what runs and wait for it; they are nil before it runs.
type stops struct {
	stopHouse, stopPush, stopChores, stopOperator, stopTournaments, stopClock, stopCounts func()
}

// openOnline opens the store in the data folder; openHouse has to follow.
func openOnline(ctx context.Context, c *Config) (o *onlinePlay, err error) {
	o = &onlinePlay{
		log: c.Log, budgets: budget.NewMemory(time.Now), serving: ctx, sharing: sharing{cluster: c.cluster()},
		upkeep: upkeep{backups: backups{c.Backups, c.BackupCount}, retention: c.Retention},
	}
	if o.unlock, err = lockFolder(c.Data); err != nil {
		return nil, err
	}
	if o.store, o.path, err = c.openStore(ctx); err != nil {
		return nil, errors.Join(err, o.unlock())
	}
	return o, nil
}

// Sizes of the transposition tables of computer players, and of engines that
// judge positions in a moment.
const (
	playingBytes = 16 << 20
	judgingBytes = 4 << 20
)

func (c *Config) engines(transpositionBytes int) computers.NewEngine {
	return func(game string) (engine.Engine, error) { return c.newEngine(game, transpositionBytes) }
}

// newJudge makes a judge with engines of its own.
func (c *Config) newJudge() *computers.Judge { return computers.NewJudge(c.engines(judgingBytes)) }

// openHouse resumes the tables in the store. The house runs until it is closed,
// not only until ctx ends: requests in progress need it.
func (o *onlinePlay) openHouse(ctx context.Context, c *Config) (err error) {
	if err := o.openCluster(ctx, c); err != nil {
		return err
	}
	if err := o.openAccounts(ctx, c); err != nil {
		return err
	}
	if err := o.openPush(ctx, c); err != nil {
		return err
	}
	var yourTurn func(play.Turn)
	if o.Push != nil {
		yourTurn = o.Push.YourTurn
	}
	thinkers := max(1, runtime.GOMAXPROCS(0)-1)
	listing := lobby.Listing{}
	if c.Limits.Off {
		listing = lobby.UnlimitedListing
	}
	bus, err := o.openBus(ctx, c)
	if err != nil {
		return err
	}
	o.house, err = house.New(ctx, house.Config{
		Games: c.Games.Games(),
		Store: o.store, Cluster: o.member(c, bus), Now: o.now, Random: rand.Reader, Log: o.log, Thinkers: thinkers, YourTurn: yourTurn, Listing: listing, Budgets: o.budgets,
		Chat: c.Chat.How, GuestChat: c.Chat.Guests,
		// One more thinks about quick answers alone.
		Chooser: computers.NewChooser(c.engines(playingBytes), thinkers+1),
		Judge:   c.newJudge(),
	})
	if err != nil {
		return fmt.Errorf("cannot resume the games in %s: %w", o.path, err)
	}
	if o.counts != nil {
		o.stopCounts = inBackground(ctx, func(ctx context.Context) { o.counts.Run(ctx, bus) })
	}
	o.Meeting = &meeting.Service{Store: o.store, Tables: o.house.Tables, Presence: o.house.Presence, Now: o.now, Random: rand.Reader, Notify: yourTurn}
	o.openTournaments(c, bus)
	o.administer(c)
	stop := inBackground(ctx, o.house.Run)
	o.stopHouse = func() {
		o.house.Close()
		stop()
	}
	o.stopTournaments = inBackground(ctx, o.Tournaments.Run)
	if o.Push != nil {
		o.stopPush = inBackground(ctx, o.Push.Run)
	}
	o.stopChores = inBackground(ctx, o.doChores)
	return nil
}

// openTournaments makes what runs tournaments.
func (o *onlinePlay) openTournaments(c *Config, bus play.Bus) {
	o.Tournaments = tournaments.New(tournaments.Config{
		Games: c.Games.Games(), Store: o.store, Tables: o.house.Tables, Presence: o.house.Presence, Bus: bus, Names: o.accounts, Now: o.now, Random: rand.Reader, Log: o.log,
		OneSided: func(id string) bool {
			g, err := c.Games.Games().Find(id)
			return err == nil && c.Games.Of(g).OneSided
		},
	})
	o.house.SetTournaments(o.Tournaments)
}

// openPush makes what notifies players, unless the operator does not want it.
func (o *onlinePlay) openPush(ctx context.Context, c *Config) (err error) {
	if c.Push.Off {
		return nil
	}
	subject := ""
	if strings.HasPrefix(c.URL, "https:") {
		subject = c.URL // Push services accept no other address.
	}
	o.Push, err = push.New(ctx, push.Config{
		Store: o.store, Now: o.now, Random: rand.Reader, Log: o.log, Subject: subject, Private: c.Push.Private,
		Awaits: func(ctx context.Context, turn play.Turn) bool {
			if turn.Challenge != "" {
				return o.Meeting.Awaits(ctx, turn.Challenge)
			}
			return o.house.Tables.Awaits(ctx, turn)
		},
	})
	if err != nil {
		return fmt.Errorf("cannot prepare notifications: %w", err)
	}
	return nil
}

// inBackground runs something beyond the end of ctx, until the returned function
// is called, which waits for its end.
func inBackground(ctx context.Context, run func(context.Context)) (stop func()) {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(running)
	}()
	return func() {
		cancel()
		<-ended
	}
}

// addTo adds online play to the API.
func (o *onlinePlay) addTo(api *online.Config) {
	api.House, api.Store, api.Accounts, api.Features = o.house, o.store, o.accounts, o.Features
}

// openAccounts makes what knows the players, and brings the keys of their names
// up to date.
func (o *onlinePlay) openAccounts(ctx context.Context, c *Config) error {
	refused, err := readRefusedNames(c.Admission.RefusedNames)
	if err != nil {
		return fmt.Errorf("cannot read the refused names: %w", err)
	}
	var guesses budget.Guesses // those of this server alone
	if o.counts != nil {
		guesses = o.counts
	}
	o.accounts = accounts.New(accounts.Config{
		Guesses: guesses, Cluster: c.cluster(),
		Games: c.Games.Games(), Store: o.store, Now: o.now, Random: rand.Reader, URL: c.URL,
		Names: accounts.NewNameRules(c.URL, refused), InvitedOnly: c.Admission.Who != "" && c.Admission.Who != play.AdmitEverybody,
	})
	if err := o.accounts.RenewNameKeys(ctx); err != nil {
		return fmt.Errorf("cannot bring the names in %s up to date: %w", o.path, err)
	}
	return nil
}

// close stops the house, which stores when that was, and then the store.
func (o *onlinePlay) close() error {
	for _, stop := range []func(){o.stopOperator, o.stopChores, o.stopTournaments, o.stopHouse, o.stopPush, o.stopClock, o.stopCounts} {
		if stop != nil {
			stop()
		}
	}
	if o.nats != nil {
		o.nats.Close()
	}
	return errors.Join(o.store.Close(), o.unlock())
}

// maxHeartbeatAge is how old the last heartbeat of a healthy house may be.
const maxHeartbeatAge = 10 * time.Second

// ready reports what keeps people from playing.
func (o *onlinePlay) ready(ctx context.Context) error {
	_, err := o.store.LastHeartbeat(ctx)
	switch age := o.clock.now().Sub(o.house.Cluster.LastHeartbeat()); {
	case o.serving.Err() != nil:
		return house.ErrClosing
	case err != nil:
		o.log.Warn("not ready: the store does not answer", "error", err)
	case age > maxHeartbeatAge:
		err = fmt.Errorf("no heartbeat for %v", age)
		o.log.Warn("not ready: no heartbeat", "seconds", age.Seconds())
	case o.clock.certain() != nil:
		err = o.clock.certain()
		o.log.Warn("not ready", "error", err)
	case o.nats != nil && !o.nats.Away().IsZero():
		return &httpapi.Less{Reason: "the NATS server cannot be reached: what happens at other servers is seen some seconds later"}
	}
	return err
}

// observe adds the metrics of the house and the store.
func (o *onlinePlay) observe(m *metrics.Metrics) {
	m.Gauge("plateau_tables_in_memory", "Tables in memory, because somebody uses them or did recently.",
		func() float64 { return float64(o.house.Tables.Stats().Tables) })
	m.Gauge("plateau_players_online", "Players who were heard of lately, at all servers with one store.",
		func() float64 { return float64(o.house.Overview.Live().Online) })
	m.Gauge("plateau_last_backup_timestamp_seconds", "When the last backup was made, in seconds since 1970; 0 if there is none.", o.backups.last)
	m.Counter("plateau_moves_total", "Moves played at tables.",
		func() float64 { return float64(o.house.Tables.Stats().Moves) })
	m.Gauge("plateau_tables_set_aside", "Tables that were set aside because something panicked there.",
		func() float64 { return float64(o.house.Tables.Stats().SetAside) })
	m.Counter("plateau_panics_total", "Panics at tables, of computer players and of notifications that were contained.", o.panics)
	m.Counter("plateau_store_commits_total", "Transactions that reached the disk.",
		func() float64 { return float64(o.store.Stats().Commits) })
	m.Counter("plateau_store_writes_total", "Changes in those transactions; divided by their number, the size of a group.",
		func() float64 { return float64(o.store.Stats().Writes) })
	m.Counter("plateau_store_errors_total", "Transactions that did not reach the disk.",
		func() float64 { return float64(o.store.Stats().Failures) })
	m.Counter("plateau_store_writing_seconds_total", "Time spent in transactions.",
		func() float64 { return o.store.Stats().Writing.Seconds() })
	if o.nats != nil {
		m.Gauge("plateau_bus_connected", "1 while the server is connected to a NATS server, 0 while it is not.", func() float64 {
			if o.nats.Away().IsZero() {
				return 1
			}
			return 0
		})
	}
	if o.Push != nil {
		o.observePush(m)
	}
}

func (o *onlinePlay) panics() float64 {
	all := o.house.Tables.Stats().Panics
	if o.Push != nil {
		all += o.Push.Stats().Panics
	}
	return float64(all)
}

// observePush adds the metrics of notifications.
func (o *onlinePlay) observePush(m *metrics.Metrics) {
	m.Counter("plateau_push_sent_total", "Notifications that a push service accepted.",
		func() float64 { return float64(o.Push.Stats().Sent) })
	m.Counter("plateau_push_failed_total", "Notifications that no push service accepted, after all attempts.",
		func() float64 { return float64(o.Push.Stats().Failed) })
	m.Counter("plateau_push_dropped_total", "Notifications that did not fit into the queue.",
		func() float64 { return float64(o.Push.Stats().Dropped) })
	m.Counter("plateau_push_devices_removed_total", "Devices that their push service no longer knew.",
		func() float64 { return float64(o.Push.Stats().Removed) })
	m.Gauge("plateau_push_waiting", "Notifications that wait to be sent, for the first time or again.",
		func() float64 { return float64(o.Push.Stats().Waiting) })
}
