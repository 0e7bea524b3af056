//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"plateau/internal/load"
	"plateau/internal/store/postgres"
	"plateau/internal/store/postgres/pgtest"
)

// servers is how many there are.
const servers = 3

// cluster is all that runs.
type cluster struct {
	network  network
	database *pgtest.Server
	broker   *broker
	nodes    []*node
	// address is that of the database without links, and store what is in it, for
	// those who check.
	address string
	store   *postgres.Store

	mu sync.Mutex
	// down counts the reasons why no server can do anything, since a time.
	down    int
	since   time.Time
	outages []span
}

// node is one of the servers, with its links.
type node struct {
	number         int
	setup          load.Setup
	database, nats *link
	log            string

	// mu guards who starts and kills it.
	mu     sync.Mutex
	server *load.Server // nil while it does not run
}

// programOf is the program to test: that of PLATEAU_BINARY, or a new one.
func programOf(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("PLATEAU_BINARY"); path != "" {
		return path
	}
	program := filepath.Join(t.TempDir(), "plateau")
	// Of its own module, with the dependencies that it is published with.
	build := exec.CommandContext(t.Context(), "go", "build", "-C", "../..", "-o", program, "./cmd/plateau")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// newCluster starts everything.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	program := programOf(t)
	port := freePort(t)
	c := &cluster{network: theNetwork(), database: pgtest.OwnAt(t, port), broker: &broker{port: freePort(t)}}
	if err := c.broker.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.broker.kill)
	c.address = c.database.Database(t)
	var err error
	if c.store, err = postgres.Open(t.Context(), c.address, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.store.Close() })
	parsed, err := url.Parse(c.address)
	if err != nil {
		t.Fatal(err)
	}
	logs := t.TempDir()
	host := c.network.host()
	for i := range servers {
		n := &node{
			number:   i,
			database: newLink(t, fmt.Sprint("database", i), host, local(port)), nats: newLink(t, fmt.Sprint("nats", i), host, local(c.broker.port)),
			log: filepath.Join(logs, fmt.Sprintf("server%d", i)),
		}
		n.setup = load.Setup{
			Through: c.network.at(i), Program: program, Data: t.TempDir(), Address: net.JoinHostPort(c.network.server(i), strconv.Itoa(freePort(t))), NATS: "nats://" + n.nats.address(),
			Database: "postgres://plateau@" + n.database.address() + parsed.Path + "?sslmode=disable",
		}
		c.nodes = append(c.nodes, n)
		if err := n.start(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.kill)
	}
	return c
}

// start starts a server, at the same address as before. If it cannot, because the
// database is away, it is tried again.
func (n *node) start(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server != nil {
		return nil
	}
	log, err := os.OpenFile(n.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close() // The process has its own.
	n.setup.Log = log
	return until(ctx, "a server", func() (err error) {
		n.server, err = load.Start(ctx, n.setup)
		return err
	})
}

// kill ends a server at once.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server != nil {
		n.server.Kill()
		n.server = nil
	}
}

// stop ends a server as an operator would.
func (n *node) stop() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.server == nil {
		return nil
	}
	defer func() { n.server = nil }()
	return n.server.Stop()
}

// begin notes that from now on no server can do anything, end that one may soon.
func (c *cluster) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.down++; c.down == 1 {
		c.since = time.Now()
	}
}

func (c *cluster) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.down--; c.down == 0 {
		c.outages = append(c.outages, span{c.since, time.Now()})
	}
}

func (c *cluster) knownOutages() []span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.outages[:len(c.outages):len(c.outages)]
}
