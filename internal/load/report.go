package load

import (
	"slices"
	"sync"
	"time"
)

// Memory is the resident memory of all servers in bytes; 0 if it is not known.
type Memory struct {
	// Start is that after the start, Tables with all tables open, Streams with all
	// streams as well, and Load at the end.
	Start   int64 `json:"start"`
	Tables  int64 `json:"tables"`
	Streams int64 `json:"streams"`
	Load    int64 `json:"load"`
	// EachTable and EachStream are the differences, per table and stream.
	EachTable  int64 `json:"each_table"`
	EachStream int64 `json:"each_stream"`
}

// Report is what was measured.
type Report struct {
	// Servers shared one database.
	Servers int `json:"servers"`
	Tables  int `json:"tables"`
	Streams int `json:"streams"`
	// Rate is what was requested, Moves what the server acknowledged in Seconds.
	// Missing moves never reached the other player.
	Rate    float64 `json:"rate"`
	Moves   int     `json:"moves"`
	Missing int     `json:"missing"`
	Games   int     `json:"games"`
	Beats   int     `json:"beats"`
	Seconds float64 `json:"seconds"`
	// MovesPerSecond is what the server sustained.
	MovesPerSecond float64 `json:"moves_per_second"`
	// Arrival is from when a move was due until the other player's stream had it,
	// Acknowledgement until the server's response.
	Arrival         Spread `json:"arrival"`
	Acknowledgement Spread `json:"acknowledgement"`
	Memory          Memory `json:"memory"`
	// ServerCores and LoadCores are the average numbers of busy cores. OtherCores
	// are those that everything else on this machine kept busy: the database, NATS
	// and the system, and whatever else runs here.
	ServerCores float64 `json:"server_cores"`
	LoadCores   float64 `json:"load_cores"`
	OtherCores  float64 `json:"other_cores"`
	// Commits are those of the store, MovesPerCommit how many moves shared one.
	Commits        float64 `json:"commits"`
	MovesPerCommit float64 `json:"moves_per_commit"`
	// Failures counts failed requests and streams; Failure is the first one.
	Failures int    `json:"failures"`
	Failure  string `json:"failure,omitempty"`
}

func (r *Run) report(took time.Duration, memory Memory, before, after figures) Report {
	memory.EachTable = (memory.Tables - memory.Start) / int64(r.config.Tables)
	memory.EachStream = (memory.Streams - memory.Tables) / int64(r.config.Streams)
	report := Report{
		Servers: len(r.servers), Tables: r.config.Tables, Streams: r.config.Streams, Rate: r.config.Rate,
		Games: int(r.opened.Load()), Beats: int(r.beats.Load()), Seconds: took.Seconds(),
		Arrival: r.arrived.spread(), Acknowledgement: r.acknowledged.spread(), Memory: memory,
		ServerCores: (after.servers - before.servers).Seconds() / took.Seconds(),
		LoadCores:   (after.load - before.load).Seconds() / took.Seconds(),
		Commits:     after.counted[commitsCounter] - before.counted[commitsCounter],
	}
	if after.machine > 0 {
		report.OtherCores = max(0, (after.machine-before.machine).Seconds()/took.Seconds()-report.ServerCores-report.LoadCores)
	}
	report.Moves = report.Acknowledgement.Count
	report.Missing = int(r.sent.Load()) - report.Arrival.Count
	report.MovesPerSecond = float64(report.Moves) / took.Seconds()
	if report.Commits > 0 {
		report.MovesPerCommit = float64(report.Moves) / report.Commits
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if report.Failures = r.failures; r.failure != nil {
		report.Failure = r.failure.Error()
	}
	return report
}

// latencies collects durations.
type latencies struct {
	mu   sync.Mutex
	took []time.Duration
}

func (l *latencies) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, d)
}

func (l *latencies) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.took)
}

// Spread is a distribution of durations in milliseconds: half of them are at most
// P50, and so on.
type Spread struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

func (l *latencies) spread() Spread {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.took) == 0 {
		return Spread{}
	}
	slices.Sort(l.took)
	at := func(share float64) float64 {
		return float64(l.took[int(share*float64(len(l.took)-1))].Microseconds()) / 1000
	}
	return Spread{Count: len(l.took), P50: at(0.5), P90: at(0.9), P99: at(0.99), Max: at(1)}
}
