package metrics_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plateau/internal/httpapi"
	"plateau/internal/metrics"
)

var _ httpapi.Meter = (*metrics.Metrics)(nil)

func TestMetrics(t *testing.T) {
	m := metrics.New()
	m.Answered("GET /api/v1/tables/{id}", http.StatusOK, 3*time.Millisecond)
	m.Answered("GET /api/v1/tables/{id}/events", http.StatusOK, 0)
	m.Streams(1)
	m.Streams(1)
	m.Streams(-1)
	m.Gauge("plateau_tables_in_memory", "Tables.", func() float64 { return 7 })
	m.Info("plateau_build_info", "The program.", map[string]string{"version": "v1.2.3"})
	m.Counter("plateau_moves_total", "Moves.", func() float64 { return 9 })

	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	text := w.Body.String()
	for _, want := range []string{
		`plateau_http_requests_total{route="GET /api/v1/tables/{id}",status="200"} 1`,
		`plateau_http_requests_total{route="GET /api/v1/tables/{id}/events",status="200"} 1`,
		`plateau_http_request_seconds_bucket{route="GET /api/v1/tables/{id}",le="0.0025"} 0`,
		`plateau_http_request_seconds_bucket{route="GET /api/v1/tables/{id}",le="0.005"} 1`,
		"plateau_streams_open 1",
		"plateau_tables_in_memory 7",
		"plateau_moves_total 9",
		`plateau_build_info{version="v1.2.3"} 1`,
		"go_goroutines ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
	if strings.Contains(text, `request_seconds_count{route="GET /api/v1/tables/{id}/events"`) {
		t.Error("the duration of a stream is counted")
	}
}
