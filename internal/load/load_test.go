package load_test

import (
	"strings"
	"testing"

	"plateau/games"
	"plateau/internal/load"
	"plateau/internal/testaid"
)

// logged is part of what a server writes when it has failed.
const logged = "level=ERROR"

// A short measurement of the real server: every move arrives, games end and
// are followed by others, and spectators do no harm.
func TestMeasurement(t *testing.T) {
	t.Parallel()
	var errors output
	server, err := load.Start(t.Context(), load.Setup{Program: program, Data: t.TempDir(), Log: &errors})
	if err != nil {
		t.Fatalf("%v\n%s", err, &errors)
	}
	// The moves are counted, because a busy machine may not manage a game per second.
	const moves = 400
	run := load.New(load.Config{
		Games: games.All().Games(), Tables: 10, Streams: 25, Rate: moves, Moves: moves, Duration: testaid.Patience, Seed: 1,
	}, server)
	report, err := run.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if report.Failures > 0 || report.Missing > 0 || report.Moves != moves || report.Arrival.Count != report.Moves || report.Games <= 10 {
		t.Errorf("%+v", report)
	}
	if err := server.Stop(); err != nil || strings.Contains(errors.String(), logged) {
		t.Errorf("stopped with %v\n%s", err, &errors)
	}
}
