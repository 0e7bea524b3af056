package bench

import (
	"fmt"
	"strings"

	"plateau/internal/amount"
	"plateau/internal/load"
)

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
