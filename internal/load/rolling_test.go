//go:build unix

package load_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"plateau/games"
	"plateau/internal/bus/nats/natstest"
	"plateau/internal/load"
	"plateau/internal/store/postgres/pgtest"
	"plateau/internal/testaid"
)

// Two servers are replaced by those of the next version, one after the other, while
// people play. Nothing that was acknowledged is lost, and the old servers go on with
// the tables that the first new one has migrated; one of them even starts with these.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds a second program")
	}
	next := filepath.Join(t.TempDir(), "plateau-next")
	build := exec.CommandContext(t.Context(), "go", "build", "-tags", "nextversion", "-o", next, "plateau/cmd/plateau")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	u := newUpgrade(t)
	u.start(0, program)
	u.start(1, program)
	u.found(10)
	before := u.version()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for _, club := range u.clubs {
		all.Go(func() { club.play(ctx) })
	}
	u.awaitAnswers(80)
	u.replace(0, next)
	if after := u.version(); after != before+1 {
		t.Errorf("the new server has migrated the database from %d to %d", before, after)
	}
	u.awaitAnswers(80)
	u.replace(1, program) // An old server is started again, with the new tables.
	u.awaitAnswers(80)
	u.replace(1, next)
	u.awaitAnswers(40)
	u.awaitEverybody()
	stop()
	all.Wait()
	u.check("in the end", time.Time{})
	for i, s := range u.servers {
		if err := s.Stop(); err != nil {
			t.Errorf("server %d stopped with %v", i, err)
		}
	}
	if strings.Contains(u.errors.String(), logged) {
		t.Errorf("the servers complained:\n%s", &u.errors)
	}
	t.Logf("%d tables, %d requests answered, %d of them asked again", len(u.tables), len(u.answers), u.repeated)
}

// A short measurement of two servers: every move arrives, whichever server gets it and
// wherever the opponent is connected.
func TestMeasurementOfSeveralServers(t *testing.T) {
	t.Parallel()
	u := newUpgrade(t)
	u.start(0, program)
	u.start(1, program)
	const moves = 100
	config := load.Config{Games: games.All().Games(), Tables: 10, Streams: 25, Rate: moves, Moves: moves, Duration: testaid.Patience, Seed: 1}
	report, err := load.New(config, u.servers[:]...).Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if report.Servers != 2 || report.Failures > 0 || report.Missing > 0 || report.Moves != moves || report.Arrival.Count != report.Moves {
		t.Errorf("%+v", report)
	}
}

// upgrade are two servers with one database behind a load balancer.
type upgrade struct {
	*crash
	database, nats string
	folders        [2]string
	servers        [2]*load.Server
	balancer       *balancer
}

func newUpgrade(t *testing.T) *upgrade {
	t.Helper()
	u := &upgrade{
		crash: closedCrash(t), database: pgtest.Own(t).Database(t), nats: natstest.Start(t).ClientURL(),
		folders: [2]string{t.TempDir(), t.TempDir()}, balancer: &balancer{addresses: make([]string, 2)},
	}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.Out.URL.Scheme = "http" },
		Transport:     u.balancer,
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			w.WriteHeader(http.StatusServiceUnavailable)
		},
	})
	t.Cleanup(proxy.Close)
	u.address = proxy.Listener.Addr().String()
	t.Cleanup(func() {
		for _, s := range u.servers {
			if s != nil {
				s.Kill()
			}
		}
	})
	return u
}

// start starts a server with a program.
func (u *upgrade) start(i int, path string) {
	u.t.Helper()
	server, err := load.Start(u.t.Context(), load.Setup{Program: path, Data: u.folders[i], Database: u.database, NATS: u.nats, Log: &u.errors})
	if err != nil {
		u.t.Fatalf("%v\n%s", err, &u.errors)
	}
	u.servers[i] = server
	u.balancer.set(i, server.Address)
}

// replace stops a server as an operator does, and starts another one in its place.
func (u *upgrade) replace(i int, path string) {
	u.t.Helper()
	if err := u.servers[i].Stop(); err != nil {
		u.t.Errorf("server %d stopped with %v", i, err)
	}
	u.start(i, path)
}

// version is the number of the database's last migration.
func (u *upgrade) version() (number int) {
	u.t.Helper()
	conn, err := pgx.Connect(u.t.Context(), u.database)
	if err != nil {
		u.t.Fatal(err)
	}
	defer conn.Close(u.t.Context())
	if err := conn.QueryRow(u.t.Context(), "SELECT number FROM schema_version").Scan(&number); err != nil {
		u.t.Fatal(err)
	}
	return number
}

// balancer sends requests to servers in turn, and to the next one where nobody
// listens.
type balancer struct {
	turn      atomic.Int64
	mu        sync.Mutex
	addresses []string
}

func (b *balancer) set(i int, address string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.addresses[i] = address
}

func (b *balancer) next() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.addresses[int(b.turn.Add(1))%len(b.addresses)]
}

// RoundTrip implements [http.RoundTripper].
func (b *balancer) RoundTrip(r *http.Request) (response *http.Response, err error) {
	var body []byte
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	for range b.addresses {
		r.URL.Host = b.next()
		r.Body = io.NopCloser(bytes.NewReader(body))
		var dialling *net.OpError
		response, err = http.DefaultTransport.RoundTrip(r)
		if !errors.As(err, &dialling) || dialling.Op != "dial" {
			return response, err
		}
	}
	return response, err
}
