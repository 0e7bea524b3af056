package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/load"
	"plateau/internal/store/postgres"
	"plateau/internal/tui/caption"
)

func (a *app) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the performance of this machine",
		Example: `  plateau bench server
  plateau bench server --tables 500 --rate 300 --duration 10s`,
		RunE: runGroup,
	}
	cmd.AddCommand(a.benchServerCommand())
	return cmd
}

type benchServerOptions struct {
	load.Config
	profile, database string
}

func (a *app) benchServerCommand() *cobra.Command {
	o := benchServerOptions{}
	cmd := a.withJSON(&cobra.Command{
		Use:   "server",
		Short: "Measure how many games a server on this machine can hold",
		Long: `Start a separate server with an empty data folder, reachable from this machine
only, let many pairs of players play on it, and print what it can take: tables
and event streams open at once, moves per second, how long a move takes to reach
the other player's stream, and the server's memory and processor time. Every
move is on the disk before it is acknowledged.

Moves are sent at the given rate, whether the server keeps up or not, and
latency is counted from when a move was due. The load runs on the same machine
and takes its share of it.`,
		Example: `  plateau bench server
  plateau bench server --tables 500 --rate 300 --duration 10s
  plateau bench server --tables 100 --streams 5000 --json`,
		Args: takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Streams == 0 {
				o.Streams = 2 * o.Tables
			}
			if err := o.check(); err != nil {
				return err
			}
			return a.benchServer(cmd.Context(), o)
		},
	})
	flags := cmd.Flags()
	addCountFlag(cmd, &o.Tables, "tables", 1000, "play at `N` tables at once")
	flags.IntVar(&o.Streams, "streams", 0, "keep `N` event streams open, for players and spectators (default: two per table)")
	flags.Float64Var(&o.Rate, "rate", 500, "send `M` moves per second")
	addTimeFlag(cmd, &o.Duration, "duration", 20*time.Second, "play for this long")
	flags.Uint64Var(&o.Seed, seedFlag, 1, "seed the random games with a `NUMBER`")
	flags.StringVar(&o.database, databaseFlag, "", "let the server use the empty PostgreSQL database at `ADDRESS` (default: a file)")
	flags.StringVar(&o.profile, "profile", "", "write the server's CPU profile to `FILE`, for 'go tool pprof'")
	return cmd
}

func (o *benchServerOptions) check() error {
	switch {
	case o.Streams < 2*o.Tables:
		return usagef("--streams %d: the players of %d tables need %d", o.Streams, o.Tables, 2*o.Tables)
	case o.database != "" && postgres.Check(o.database) != nil:
		return usagef("--%s: %v", databaseFlag, postgres.Check(o.database))
	case o.Rate <= 0:
		return usagef("--rate %g: a rate must be more than zero", o.Rate)
	}
	return nil
}

// benchServer measures a server that it starts. The server's log is shown only
// if something goes wrong.
func (a *app) benchServer(ctx context.Context, o benchServerOptions) (err error) {
	o.Games = a.games
	if err := load.AllowFiles(o.Config); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "plateau-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	var log bytes.Buffer
	defer func() {
		if err != nil && !errors.Is(err, errInterrupted) {
			_, _ = log.WriteTo(a.Err)
		}
	}()
	server, err := load.Start(ctx, load.Setup{Program: program, Data: data, Database: o.database, Log: &log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	var profile bytes.Buffer
	if o.profile != "" {
		o.Profile = &profile
	}
	run := load.New(o.Config, server)
	report, err := await(ctx, a, run.Status, run.Do)
	if err != nil {
		return err
	}
	if o.profile != "" {
		if err := os.WriteFile(o.profile, profile.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if a.asJSON {
		return a.writeJSON(report)
	}
	a.writeLoadReport(&report)
	return nil
}

// writeLoadReport prints what was measured.
func (a *app) writeLoadReport(r *load.Report) {
	table, end := a.table(0)
	defer end()
	line := func(name, format string, args ...any) { fmt.Fprintf(table, name+"\t"+format+"\n", args...) }
	line("tables and streams", "%d and %d", r.Tables, r.Streams)
	line("moves", "%d in %.1f s: %.0f per second, %.0f intended", r.Moves, r.Seconds, r.MovesPerSecond, r.Rate)
	spread := func(s load.Spread) string {
		return fmt.Sprintf("p50 %.1f, p90 %.1f, p99 %.1f, at most %.1f ms", s.P50, s.P90, s.P99, s.Max)
	}
	line("latency to the opponent", "%s", spread(r.Arrival))
	line("latency to the player", "%s", spread(r.Acknowledgement))
	if m := r.Memory; m.Start > 0 {
		line("server memory", "%s at the start, %s with tables,", caption.Bytes(m.Start), caption.Bytes(m.Tables))
		line("", "%s with streams, %s at the end,", caption.Bytes(m.Streams), caption.Bytes(m.Load))
		line("", "%s per table, %s per idle stream", caption.Bytes(m.EachTable), caption.Bytes(m.EachStream))
	}
	if r.ServerCores > 0 {
		line("busy cores", "%.2f by the server, %.2f by the load", r.ServerCores, r.LoadCores)
	}
	if r.Commits > 0 {
		line("commits", "%.0f per second, %.1f moves each", r.Commits/r.Seconds, r.MovesPerCommit)
	}
	line("also", "%d games started, %d heartbeats answered", r.Games, r.Beats)
	if r.Failures > 0 || r.Missing > 0 {
		line("failures", "%d requests failed, %d moves did not arrive: %s", r.Failures, r.Missing, r.Failure)
	}
}
