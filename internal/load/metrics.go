package load

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// commitsCounter is the metric that counts commits.
const commitsCounter = "plateau_store_commits_total"

// scrape reads the metrics without labels; none if the server does not answer.
func (s *Server) scrape(ctx context.Context) map[string]float64 {
	counted := make(map[string]float64)
	body, err := s.get(ctx, "/metrics")
	if err != nil {
		return counted
	}
	defer body.Close()
	for lines := bufio.NewScanner(body); lines.Scan(); {
		name, value, found := strings.Cut(lines.Text(), " ")
		if number, err := strconv.ParseFloat(value, 64); found && err == nil {
			counted[name] = number
		}
	}
	return counted
}

// collect lets the server free unused memory, so that only used memory is measured.
func (s *Server) collect(ctx context.Context) {
	body, err := s.get(ctx, "/debug/pprof/heap?gc=1")
	if err != nil {
		return
	}
	defer body.Close()
	_, _ = io.Copy(io.Discard, body)
}

// profile takes a CPU profile of the first server under load.
func (r *Run) profile(ctx context.Context) {
	body, err := r.servers[0].get(ctx, fmt.Sprintf("/debug/pprof/profile?seconds=%d", int(r.config.Duration.Seconds())))
	if err != nil {
		r.fail(err)
		return
	}
	defer body.Close()
	if _, err := io.Copy(r.config.Profile, body); err != nil {
		r.fail(err)
	}
}
