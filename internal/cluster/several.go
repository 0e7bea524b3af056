package cluster

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

const (
	// longestGap is for how long there is no heartbeat of any server before that
	// counts as downtime.
	longestGap = 3 * time.Second
	// compareEvery is how often tables in memory are compared with the store.
	compareEvery = 3 * time.Second
	// ListsEvery is how often lists and presence are.
	ListsEvery = 9 * time.Second
	// sweeperTime is how long a server is the sweeper after the last renewal.
	sweeperTime = 10 * time.Second
	// reportEvery is how often a server says that it runs, freshTime how long
	// that counts, and silentTime how long it is remembered.
	reportEvery = 3 * time.Second
	freshTime   = 10 * time.Second
	silentTime  = 2 * time.Minute
)

const sweeperKey = "sweeper"

// several is for one of several servers with one store.
type several struct {
	*Member
	// sweeps is set while this server is the sweeper.
	sweeps atomic.Bool
	// lost is set if notices may have been lost.
	lost atomic.Bool

	// looking is set while [several.lookAround] runs, which alone uses what follows.
	looking                    atomic.Bool
	compared, listed, reported time.Time
	reports                    reports
	// forgotten are the players who were erased lately, with the ends of what says
	// so.
	forgotten map[play.PlayerID]time.Time
}

func (s *several) Several() bool { return true }
func (s *several) Sweeps() bool  { return s.sweeps.Load() }

func (s *several) TakesOver(t *play.Table) bool {
	due, exists := t.Due()
	return s.Sweeps() && exists && !due.After(s.Now())
}

func (s *several) gap(bool) time.Duration      { return longestGap }
func (s *several) late(age time.Duration) bool { return age > longestGap }
func (s *several) missed()                     { s.lost.Store(true) }

// Away implements [others]. Where it is not known, nobody has been away.
func (s *several) Away(ctx context.Context, t *play.Table, now time.Time, away []play.Millis) ([]play.Millis, error) {
	list, err := s.Store.Shared(ctx, now, tablePrefix+string(t.ID)+"/", serverPrefix)
	if err != nil {
		return nil, err
	}
	statuses, servers := readStatuses(list, s.id)
	for server, of := range statuses {
		_, remembered := servers[server]
		for _, status := range of {
			seat := t.SeatOf(status.Player)
			switch {
			case seat == game.NoSeat:
			case status.Here && remembered:
				// The player is present, or nobody knows because the server is silent.
				away[seat] = 0
			case !status.Here:
				away[seat] = min(away[seat], play.Millis(now.Sub(status.Since).Milliseconds()))
			}
		}
	}
	return away, nil
}

// Sync implements [others].
func (s *several) Sync(ctx context.Context, now time.Time) {
	if err := s.sweep(ctx, now); err != nil && ctx.Err() == nil {
		s.Log.Error("cannot find out who sweeps", "error", err)
	}
	// The store may be slow, and deadlines do not wait for it.
	if s.looking.CompareAndSwap(false, true) {
		s.InBackground(func(ctx context.Context) {
			defer s.looking.Store(false)
			s.lookAround(ctx, now)
		})
	}
}

// sweep makes this server the sweeper if there is none, or keeps it.
func (s *several) sweep(ctx context.Context, now time.Time) error {
	sweeps, err := s.holdSweeper(ctx, now)
	s.sweeps.Store(sweeps)
	return err
}

func (s *several) holdSweeper(ctx context.Context, now time.Time) (held bool, err error) {
	list, err := s.Store.Shared(ctx, now, sweeperKey)
	if err != nil {
		return false, err
	}
	change := play.SharedChange{SharedValue: play.SharedValue{Key: sweeperKey, Value: []byte(s.id), Until: now.Add(sweeperTime)}}
	if len(list) > 0 {
		if string(list[0].Value) != s.id {
			return false, nil
		}
		if list[0].Until.Sub(now) > sweeperTime/2 {
			return true, nil
		}
		change.Old = list[0].Value
	}
	err = s.Store.Share(ctx, now, change)
	if errors.Is(err, play.ErrConflict) {
		return false, nil // Another server was first.
	}
	return err == nil, err
}

// lookAround tells other servers who is here, and compares what is in memory with the
// store. The store is asked as often however many tables and players there are.
func (s *several) lookAround(ctx context.Context, now time.Time) {
	for _, part := range []struct {
		what string
		do   func(context.Context, time.Time) error
	}{
		{"say who is here", s.report},
		{"compare tables with the store", s.compareTables},
		{"compare lists with the store", s.compareLists},
	} {
		if err := part.do(ctx, now); err != nil && ctx.Err() == nil {
			s.Log.Error("cannot "+part.what, "error", err)
		}
	}
}

// report says that this server runs, and who is here if that has changed.
func (s *several) report(ctx context.Context, now time.Time) error {
	var changes []play.SharedChange
	if now.Sub(s.reported).Abs() >= reportEvery {
		s.reported = now
		changes = append(changes, play.SharedChange{
			SharedValue: play.SharedValue{Key: serverPrefix + s.id, Value: []byte(now.UTC().Format(time.RFC3339Nano)), Until: now.Add(silentTime)},
			Anyway:      true,
		})
	}
	maps.DeleteFunc(s.reports, func(_ place, r report) bool { return !r.until.After(now) })
	for _, p := range s.work.Presence {
		for _, status := range p.Statuses(now) {
			changes = append(changes, s.reports.add(status, s.id, now)...)
		}
	}
	if len(changes) == 0 {
		return nil
	}
	err := s.Store.Share(ctx, now, changes...)
	if err != nil {
		// Others have not learned of it.
		s.reported = time.Time{}
		clear(s.reports)
	}
	return err
}

// compareTables reads what others committed at the tables in memory. If notices may have been
// lost, lists are compared, too.
func (s *several) compareTables(ctx context.Context, now time.Time) error {
	if now.Sub(s.compared).Abs() < compareEvery {
		if !s.lost.Swap(false) {
			return nil
		}
		s.listed = time.Time{}
	}
	s.compared = now
	return s.work.Tables(ctx)
}

// compareLists compares lists, who is present and who was erased with the store.
func (s *several) compareLists(ctx context.Context, now time.Time) error {
	if now.Sub(s.listed).Abs() < ListsEvery {
		return nil
	}
	s.listed = now
	errs := []error{s.comparePresence(ctx, now)}
	for _, compare := range s.work.Lists {
		errs = append(errs, compare(ctx))
	}
	return errors.Join(append(errs, s.compareForgotten(ctx, now))...)
}

// comparePresence reads who is at other servers.
func (s *several) comparePresence(ctx context.Context, now time.Time) error {
	list, err := s.Store.Shared(ctx, now, serverPrefix, playerPrefix, tablePrefix)
	if err != nil {
		return err
	}
	e := elsewhere(list, s.id, now)
	for _, p := range s.work.Presence {
		p.SetElsewhere(e)
	}
	return nil
}

// compareForgotten forgets the players whom another server has erased, if that was not
// heard.
func (s *several) compareForgotten(ctx context.Context, now time.Time) error {
	list, err := s.Store.Shared(ctx, now, play.ForgottenPrefix)
	if err != nil {
		return err
	}
	known := make(map[play.PlayerID]time.Time, len(list))
	var players []play.PlayerID
	for _, v := range list {
		player := play.PlayerID(strings.TrimPrefix(v.Key, play.ForgottenPrefix))
		if known[player] = v.Until; !v.Until.Equal(s.forgotten[player]) {
			players = append(players, player)
		}
	}
	if err := s.work.Forget(ctx, players...); err != nil {
		return err
	}
	s.forgotten = known
	return nil
}

// leave implements [others]. All who were here have gone with this server.
func (s *several) leave(ctx context.Context, now time.Time) {
	changes := []play.SharedChange{{SharedValue: play.SharedValue{Key: serverPrefix + s.id}, Anyway: true}}
	for _, r := range s.reports {
		if r.Here {
			change, _ := Status{Table: r.Table, Player: r.Player, Since: now}.change(s.id, now)
			changes = append(changes, change)
		}
	}
	if s.Sweeps() {
		changes = append(changes, play.SharedChange{SharedValue: play.SharedValue{Key: sweeperKey}, Anyway: true})
	}
	if err := s.Store.Share(ctx, now, changes...); err != nil {
		s.Log.Error("cannot say that this server has gone", "error", err)
	}
}
