//go:build unix

// Package cluster_test proves that several servers are as good as one. Its test runs
// three servers as real processes, with PostgreSQL and NATS:
//
//	            ┌─► server ─┬─ link ─► PostgreSQL      kill -9, start again
//	players ────┼─► server ─┼─ link ─►                 links are delayed, cut and silenced
//	(anywhere)  └─► server ─┴─ link ─► NATS
//
// Where that is possible, each server has a network of its own that can be unplugged.
//
// Many players play random games, and go to another server whenever they like, while
// everything else is killed and started again. Whatever was acknowledged is noted, and
// what was shown. When a game is over, and at the end of the run, all of that is
// compared with the store:
//
//   - Every acknowledged move is there once, where the answer said, and no move that
//     nobody has asked for.
//   - Moves, refusals and reads of a table are linearizable.
//   - Nobody is charged for time in which no server could do anything.
//   - Ratings follow from the games.
//   - Every game goes on.
//
// 'make cluster-test' runs it for as long as one likes.
package cluster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/internal/play"
	"plateau/internal/testaid"
)

const (
	// timeVariable is how long the long run lasts, playersVariable how many take part.
	timeVariable    = "PLATEAU_CLUSTER_TIME"
	playersVariable = "PLATEAU_CLUSTER_PLAYERS"
)

// Three servers are as good as one, whatever fails. Without a time in the environment
// everything fails once.
func TestCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts three servers, PostgreSQL and NATS")
	}
	lasting, players, thinking := time.Duration(0), 48, 200*time.Millisecond
	if text := os.Getenv(timeVariable); text != "" {
		var err error
		if lasting, err = time.ParseDuration(text); err != nil || lasting <= 0 {
			t.Fatalf("%s=%s is no time; write one like 5m or 1h30m", timeVariable, text)
		}
		players, thinking = 300, 2*time.Second
	}
	if text := os.Getenv(playersVariable); text != "" {
		var err error
		if players, err = strconv.Atoi(text); err != nil || players < 4 {
			t.Fatalf("%s=%s is no number of players; write one from 4 on", playersVariable, text)
		}
	}
	r := newRun(t, testaid.Seed(t, rand.Uint64()), players, thinking)
	t.Logf("%d players in %d groups, at %d servers", players, len(r.groups), servers)
	r.play(t.Context(), func(ctx context.Context) {
		r.awaitEverybody(ctx)
		if lasting > 0 {
			r.disturbFor(ctx, lasting)
		} else {
			r.disturbShortly(ctx)
		}
	})
	r.finish()
	t.Log(r)
	if t.Failed() {
		r.showLogs()
	}
}

// finish checks what can only be checked when nobody plays any more.
func (r *run) finish() {
	ctx := r.t.Context()
	for _, h := range r.left {
		if h.id != "" {
			r.agree(ctx, h.id)
		}
	}
	for i, n := range r.nodes {
		if err := n.stop(); err != nil {
			r.fault("server %d stopped with %v", i, err)
		}
	}
	// Nothing can happen any more, also not what players have given up.
	for _, h := range r.left {
		if h.id == "" {
			continue // Nobody knows whether it was opened.
		}
		events, err := r.events(ctx, h.id)
		if err != nil {
			r.fault("%v", err)
			continue
		}
		r.compare(h, events)
	}
	if err := oftenEnough(r.rated); err != nil {
		r.fault("%v", err)
	}
	err := chained(r.rated, func(rank play.Rank) (play.Standing, error) {
		list, err := r.store.Standings(ctx, rank)
		if err != nil {
			return play.Standing{}, err
		}
		return list[0], nil
	})
	if err != nil {
		r.fault("%v", err)
	}
	r.checkDowntimes(ctx)
	r.noPanics()
	if r.decided.Load() == 0 {
		r.fault("of no table it could be decided whether its history is linearizable")
	}
}

// agree waits until all servers show the same of a table as the store has, and nothing
// is overdue there.
func (r *run) agree(ctx context.Context, id play.TableID) {
	viewer := r.groups[0].persons[0] // Everybody may watch.
	for i, at := range viewer.at {
		err := until(ctx, "the same table everywhere", func() error {
			t, err := play.Load(ctx, r.store, r.games, id)
			if err != nil {
				return err
			}
			if deadline, exists := t.Deadline(); exists && time.Since(deadline) > time.Second {
				return fmt.Errorf("its deadline was %v ago", time.Since(deadline))
			}
			shown, err := at.Table(ctx, id)
			if err == nil && shown.Seq != t.Seq {
				err = fmt.Errorf("it has %d events, and %d are shown", t.Seq, shown.Seq)
			}
			return err
		})
		if err != nil {
			r.fault("table %s at server %d: %v", id, i, err)
		}
	}
}

// checkDowntimes compares the downtimes that servers have noticed with those that there
// were, and with the times at which they did something.
func (r *run) checkDowntimes(ctx context.Context) {
	noticed, err := r.store.Downtimes(ctx)
	if err != nil {
		r.fault("%v", err)
		return
	}
	for _, o := range r.knownOutages() {
		if o.to.Sub(o.from) >= counted {
			if missed := notCovered(o, noticed); missed > r.lag.tolerance() {
				r.fault("%v of a downtime of %v were not noticed", missed, o.to.Sub(o.from))
			}
		}
	}
	conn, err := pgx.Connect(ctx, r.address)
	if err != nil {
		r.fault("%v", err)
		return
	}
	defer conn.Close(ctx)
	for _, d := range noticed {
		// A server may go on for three seconds until it notices.
		from, to := d.Began.Add(counted+r.lag.tolerance()), d.Ended.Add(-r.lag.tolerance())
		var table, kind string
		err := conn.QueryRow(ctx, `SELECT table_id, kind FROM events WHERE at > $1 AND at < $2 LIMIT 1`, from.UnixMilli(), to.UnixMilli()).Scan(&table, &kind)
		if err == nil {
			r.fault("servers noticed a downtime of %v in which table %s got the event %q", d.Ended.Sub(d.Began), table, kind)
		}
	}
}

// notCovered is how much of a time no downtime covers.
func notCovered(o span, noticed []play.Downtime) time.Duration {
	missed := o.to.Sub(o.from)
	at := o.from
	for _, d := range noticed {
		from, to := d.Began, d.Ended
		if from.Before(at) {
			from = at
		}
		if to.After(o.to) {
			to = o.to
		}
		if to.After(from) {
			missed -= to.Sub(from)
			at = to
		}
	}
	return missed
}

// showLogs shows the last lines of what the servers logged.
func (r *run) showLogs() {
	const most = 40
	for i, n := range r.nodes {
		text, err := os.ReadFile(n.log)
		lines := strings.Split(string(text), "\n")
		r.t.Logf("server %d (%v):\n%s", i, err, strings.Join(lines[max(0, len(lines)-most):], "\n"))
	}
}
