// Package metrics counts what the server does, for Prometheus.
package metrics

import (
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the metrics of one server. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	streams  prometheus.Gauge
}

// buckets are upper bounds in seconds: a move takes milliseconds, a page on a
// slow connection seconds.
var buckets = []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

// New makes metrics that start at zero, including those of the process.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "plateau_http_requests_total", Help: "Answered requests, by the pattern of the route and the status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "plateau_http_request_seconds", Help: "How long answers took, without event streams.", Buckets: buckets,
		}, []string{"route"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "plateau_streams_open", Help: "Open event streams.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.streams,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Answered counts a request. The duration of streams is zero.
func (m *Metrics) Answered(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	if took > 0 {
		m.seconds.WithLabelValues(route).Observe(took.Seconds())
	}
}

// Streams counts event streams that are opened (1) and closed (-1).
func (m *Metrics) Streams(change int) { m.streams.Add(float64(change)) }

// Gauge adds a metric that goes up and down.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Info adds what does not change: a metric that is 1, with labels.
func (m *Metrics) Info(name, help string, labels map[string]string) {
	info := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels})
	info.Set(1)
	m.registry.MustRegister(info)
}

// Counter adds a metric that only grows.
func (m *Metrics) Counter(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
}

// Labelled adds a metric that only grows, with a count for each value of a label.
// The returned function counts.
func (m *Metrics) Labelled(name, help, label string, values []string) (count func(value string)) {
	counters := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
	for _, value := range values {
		counters.WithLabelValues(value) // Those that are zero are shown, too.
	}
	m.registry.MustRegister(counters)
	return func(value string) { counters.WithLabelValues(value).Inc() }
}

// Handler serves the metrics at /metrics and profiles of the running program
// below /debug/pprof/. Neither is for the public.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}
