// Package bench has the command that measures servers on this machine.
package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/bus/nats"
	"plateau/internal/cli/env"
	"plateau/internal/load"
	"plateau/internal/store/postgres"
)

// app is the run of the program, as these commands see it.
type app struct{ *env.Env }

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{e}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the performance of this machine",
		Example: `  plateau bench server
  plateau bench server --tables 500 --rate 300 --duration 10s`,
		RunE: env.RunGroup,
	}
	cmd.AddCommand(a.benchServerCommand())
	return []*cobra.Command{cmd}
}

type benchServerOptions struct {
	load.Config
	servers                 int
	profile, database, nats string
}

func (a *app) benchServerCommand() *cobra.Command {
	o := benchServerOptions{}
	cmd := a.WithJSON(&cobra.Command{
		Use:   "server",
		Short: "Measure how many games a server on this machine can hold",
		Long: `Start a separate server with an empty data folder, reachable from this machine
only, let many pairs of players play on it, and print what it can take: tables
and event streams open at once, moves per second, how long a move takes to reach
the other player's stream, and the server's memory and processor time. Every
move is on the disk before it is acknowledged.

Moves are sent at the given rate, whether the server keeps up or not, and
latency is counted from when a move was due. The load runs on the same machine
and takes its share of it.

Several servers need a PostgreSQL database and a NATS server, which this command
does not start. They are measured after one server with a file and one with the
database, at the same rate, so that the figures can be compared. In the database
everything happens in a schema of its own, which is removed at the end.`,
		Example: `  plateau bench server
  plateau bench server --tables 500 --rate 300 --duration 10s
  plateau bench server --tables 100 --streams 5000 --json
  plateau bench server --servers 3 --database postgres://db/p --nats nats://nats`,
		Args: env.Takes(0),
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
	env.AddCountFlag(cmd, &o.Tables, "tables", 1000, "play at `N` tables at once")
	flags.IntVar(&o.Streams, "streams", 0, "keep `N` event streams open, for players and spectators (default: two per table)")
	flags.Float64Var(&o.Rate, "rate", 500, "send `M` moves per second")
	env.AddTimeFlag(cmd, &o.Duration, "duration", 20*time.Second, "play for this long")
	flags.Uint64Var(&o.Seed, env.SeedFlag, 1, "seed the random games with a `NUMBER`")
	env.AddCountFlag(cmd, &o.servers, serversFlag, 1, "measure `N` servers with one database")
	flags.StringVar(&o.database, env.DatabaseFlag, "", "let the server use the PostgreSQL database at `ADDRESS` (default: a file)")
	flags.StringVar(&o.nats, natsFlag, "", "let the servers notify each other through the NATS servers at `ADDRESSES`")
	flags.StringVar(&o.profile, "profile", "", "write the CPU profile of the server, or of the first one, to `FILE`, for 'go tool pprof'")
	return cmd
}

const (
	serversFlag = "servers"
	natsFlag    = "nats"
)

func (o *benchServerOptions) check() error {
	switch {
	case o.Streams < 2*o.Tables:
		return env.Usagef("--streams %d: the players of %d tables need %d", o.Streams, o.Tables, 2*o.Tables)
	case o.servers > 1 && (o.database == "" || o.nats == ""):
		return env.Usagef("--%s %d: several servers need one database and NATS; add --%s postgres://USER:PASSWORD@HOST:5432/DATABASE and --%s nats://HOST:4222",
			serversFlag, o.servers, env.DatabaseFlag, natsFlag)
	case o.database != "" && postgres.Check(o.database) != nil:
		return env.Usagef("--%s: %v", env.DatabaseFlag, postgres.Check(o.database))
	case o.nats != "" && nats.Check(o.nats) != nil:
		return env.Usagef("--%s: %v", natsFlag, nats.Check(o.nats))
	case o.nats != "" && o.database == "":
		return env.Usagef("--%s is for servers that share a database; add --%s", natsFlag, env.DatabaseFlag)
	case o.Rate <= 0:
		return env.Usagef("--rate %g: a rate must be more than zero", o.Rate)
	}
	return nil
}

// benchRun is one measurement, and what was measured.
type benchRun struct {
	// Engine is the database's.
	Engine string `json:"database"`
	load.Report

	nats string
}

const (
	sqliteName   = "SQLite"
	postgresName = "PostgreSQL"
)

// runs are what to measure: several servers beside one with each database.
func (o *benchServerOptions) runs() []benchRun {
	one := benchRun{Engine: sqliteName, Report: load.Report{Servers: 1}}
	if o.servers == 1 && o.database == "" {
		return []benchRun{one}
	}
	shared := benchRun{Engine: postgresName, Report: load.Report{Servers: o.servers}, nats: o.nats}
	if o.servers == 1 {
		return []benchRun{shared}
	}
	return []benchRun{one, {Engine: postgresName, Report: load.Report{Servers: 1}}, shared}
}

// benchServer measures servers that it starts, and prints the figures.
func (a *app) benchServer(ctx context.Context, o benchServerOptions) error {
	o.Games = a.Games
	if err := load.AllowFiles(o.Config); err != nil {
		return err
	}
	var profile bytes.Buffer
	runs := o.runs()
	for i := range runs {
		if i == len(runs)-1 && o.profile != "" {
			o.Profile = &profile
		}
		if err := a.measure(ctx, o, &runs[i]); err != nil {
			return err
		}
	}
	if o.profile != "" {
		if err := os.WriteFile(o.profile, profile.Bytes(), 0o644); err != nil {
			return err
		}
	}
	switch {
	case a.AsJSON && len(runs) == 1:
		return a.WriteJSON(runs[0].Report)
	case a.AsJSON:
		return a.WriteJSON(map[string]any{"runs": runs})
	case len(runs) == 1:
		a.writeLoadReport(&runs[0].Report)
	default:
		a.writeLoadComparison(runs)
	}
	return nil
}

// measure measures servers with empty data folders. Their logs are shown only if
// something goes wrong.
func (a *app) measure(ctx context.Context, o benchServerOptions, r *benchRun) (err error) {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "plateau-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	database := ""
	if r.Engine == postgresName {
		var remove func(context.Context) error
		if database, remove, err = postgres.Scratch(ctx, o.database); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, remove(context.WithoutCancel(ctx))) }()
	}
	var servers []*load.Server
	logs := make([]bytes.Buffer, r.Servers)
	defer func() {
		for _, s := range servers {
			err = errors.Join(err, s.Stop())
		}
		for i := range logs {
			if err != nil && !errors.Is(err, env.ErrInterrupted) {
				_, _ = logs[i].WriteTo(a.Err)
			}
		}
	}()
	for i := range logs {
		server, err := load.Start(ctx, load.Setup{
			Program: program, Data: filepath.Join(data, strconv.Itoa(i)), Database: database, NATS: r.nats, Log: &logs[i],
		})
		if err != nil {
			return err
		}
		servers = append(servers, server)
	}
	run := load.New(o.Config, servers...)
	status := func() string { return r.title() + ": " + run.Status() }
	r.Report, err = env.Await(ctx, a.Env, status, run.Do)
	return err
}

func (r *benchRun) title() string { return amount.Count(r.Servers, "server") + ", " + r.Engine }

// writeLoadReport prints what was measured.
func (a *app) writeLoadReport(r *load.Report) {
	table, end := a.Table(0)
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
		line("server memory", "%s at the start, %s with tables,", amount.Bytes(m.Start), amount.Bytes(m.Tables))
		line("", "%s with streams, %s at the end,", amount.Bytes(m.Streams), amount.Bytes(m.Load))
		line("", "%s per table, %s per idle stream", amount.Bytes(m.EachTable), amount.Bytes(m.EachStream))
	}
	if r.ServerCores > 0 {
		line("busy cores", "%.2f by the server, %.2f by the load, %.2f by all else on this machine", r.ServerCores, r.LoadCores, r.OtherCores)
	}
	if r.Commits > 0 {
		line("commits", "%.0f per second, %.1f moves each", r.Commits/r.Seconds, r.MovesPerCommit)
	}
	line("also", "%d games started, %d heartbeats answered", r.Games, r.Beats)
	if r.Failures > 0 || r.Missing > 0 {
		line("failures", "%d requests failed, %d moves did not arrive: %s", r.Failures, r.Missing, r.Failure)
	}
}

// writeLoadComparison prints measurements side by side.
func (a *app) writeLoadComparison(runs []benchRun) {
	table, end := a.Table(0)
	defer end()
	line := func(name string, value func(r *benchRun) string) {
		cells := []string{name}
		for i := range runs {
			cells = append(cells, value(&runs[i]))
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	number := func(name, format string, value func(r *benchRun) float64) {
		line(name, func(r *benchRun) string { return fmt.Sprintf(format, value(r)) })
	}
	size := func(name string, value func(r *benchRun) int64) {
		line(name, func(r *benchRun) string { return amount.Bytes(value(r)) })
	}
	line("", func(r *benchRun) string { return r.title() })
	line("tables and streams", func(r *benchRun) string { return fmt.Sprintf("%d and %d", r.Tables, r.Streams) })
	line("moves per second", func(r *benchRun) string { return fmt.Sprintf("%.0f, %.0f intended", r.MovesPerSecond, r.Rate) })
	number("to the opponent, p50", "%.1f ms", func(r *benchRun) float64 { return r.Arrival.P50 })
	number("to the opponent, p99", "%.1f ms", func(r *benchRun) float64 { return r.Arrival.P99 })
	number("to the player, p50", "%.1f ms", func(r *benchRun) float64 { return r.Acknowledgement.P50 })
	number("to the player, p99", "%.1f ms", func(r *benchRun) float64 { return r.Acknowledgement.P99 })
	perMove := func(r *benchRun, cores float64) float64 { return cores * 1e6 / r.MovesPerSecond }
	number("processor per move, servers", "%.0f µs", func(r *benchRun) float64 { return perMove(r, r.ServerCores) })
	number("processor per move, all else here", "%.0f µs", func(r *benchRun) float64 { return perMove(r, r.OtherCores) })
	number("busy cores, servers", "%.2f", func(r *benchRun) float64 { return r.ServerCores })
	number("busy cores, load", "%.2f", func(r *benchRun) float64 { return r.LoadCores })
	number("busy cores, all else here", "%.2f", func(r *benchRun) float64 { return r.OtherCores })
	size("memory at the end, together", func(r *benchRun) int64 { return r.Memory.Load })
	size("memory per table", func(r *benchRun) int64 { return r.Memory.EachTable })
	size("memory per idle stream", func(r *benchRun) int64 { return r.Memory.EachStream })
	number("moves per commit", "%.1f", func(r *benchRun) float64 { return r.MovesPerCommit })
	line("failures", func(r *benchRun) string {
		if r.Failures == 0 && r.Missing == 0 {
			return "none"
		}
		return fmt.Sprintf("%d, %d moves missing: %s", r.Failures, r.Missing, r.Failure)
	})
}
