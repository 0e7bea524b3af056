package load_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/internal/load"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

// program is the real program, built as it is for users.
var program string

func TestMain(m *testing.M) { os.Exit(withProgram(m.Run)) }

func withProgram(run func() int) int {
	folder, err := os.MkdirTemp("", "plateau-load-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	program = filepath.Join(folder, "plateau")
	build := exec.Command("go", "build", "-o", program, "plateau/cmd/plateau") //nolint:noctx // No test's context exists yet.
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		return 1
	}
	return run()
}

// A server that is killed again and again while people play at many tables
// loses nothing that it has acknowledged, charges nobody for downtime, and
// everybody continues to play.
func TestKilledServerLosesNothing(t *testing.T) {
	t.Parallel()
	kills := 10
	if os.Getenv("PLATEAU_FULL") == "1" { // by make test-full
		kills = 50
	}
	if testing.Short() {
		t.Skip("it starts a server again and again")
	}
	c := newCrash(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for _, table := range c.clubs {
		all.Go(func() { table.play(ctx) })
	}
	for i := 0; i < kills; i++ {
		c.awaitAnswers(c.rng.IntN(250) + 1)
		killed := c.kill()
		c.start()
		if c.rng.IntN(4) == 0 {
			// It may be killed just after its start.
			c.kill()
			c.start()
			i++
		}
		c.check(fmt.Sprintf("after kill %d", i+1), killed)
		c.letIn()
	}
	c.awaitEverybody()
	stop()
	all.Wait()
	c.check("in the end", time.Time{})
	if err := c.server.Stop(); err != nil {
		t.Errorf("the last server stopped with %v", err)
	}
	if strings.Contains(c.errors.String(), logged) {
		t.Errorf("the servers complained:\n%s", &c.errors)
	}
	t.Logf("%d tables, %d requests answered, %d of them asked again", len(c.tables), len(c.answers), c.repeated)
}

// crash is a server that is killed, and what its players know.
type crash struct {
	t       *testing.T
	rng     *rand.Rand
	data    string
	address string
	server  *load.Server
	errors  output
	clubs   []*club
	runs    []span

	mu sync.Mutex
	// changed is signalled with every answer, and when players are let in.
	changed *sync.Cond
	up      bool
	// tables are all that were opened, answers all that were received.
	tables   []*crashTable
	answers  []answered
	repeated int
}

// output is what servers write, while they may still write.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(text)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// answered is something that the server has acknowledged.
type answered struct {
	by      *person
	table   play.TableID
	path    string
	fields  map[string]any
	request string
	seq     uint64
}

func newCrash(t *testing.T) *crash {
	t.Helper()
	c := closedCrash(t)
	c.start()
	t.Cleanup(func() { c.server.Kill() })
	c.found(clubs)
	return c
}

// freeAddress is where a server can be started again and again.
func freeAddress(t *testing.T) string {
	t.Helper()
	port, err := load.FreePort(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return net.JoinHostPort("127.0.0.1", port)
}

// closedCrash has no server yet.
func closedCrash(t *testing.T) *crash {
	t.Helper()
	c := &crash{
		t: t, rng: rand.New(rand.NewPCG(testaid.Seed(t, rand.Uint64()), 0)), data: t.TempDir(), address: freeAddress(t),
	}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// found founds clubs, and lets them in.
func (c *crash) found(clubs int) {
	c.t.Helper()
	for i := range clubs {
		c.clubs = append(c.clubs, c.newClub(i))
	}
	c.letIn()
}

// start starts the server, at the same address as before.
func (c *crash) start() {
	c.t.Helper()
	c.runs = append(c.runs, span{began: time.Now()})
	server, err := load.Start(c.t.Context(), load.Setup{Program: program, Data: c.data, Address: c.address, Log: &c.errors})
	if err != nil {
		c.t.Fatalf("%v\n%s", err, &c.errors)
	}
	c.server = server
}

// letIn lets the players ask again who have no answer. Until then they only
// watch, so that the tables can be checked in peace.
func (c *crash) letIn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.up = true
	c.changed.Broadcast()
}

// span is when a server may have run; it has no end while it runs.
type span struct{ began, ended time.Time }

// ranBetween is how long servers may have run between two times.
func (c *crash) ranBetween(from, to time.Time) (ran time.Duration) {
	for _, run := range c.runs {
		began, ended := run.began, run.ended
		if began.Before(from) {
			began = from
		}
		if ended.IsZero() || ended.After(to) {
			ended = to
		}
		ran += max(0, ended.Sub(began))
	}
	return ran
}

// kill kills the server, and returns a time at which it surely did not run.
func (c *crash) kill() time.Time {
	c.mu.Lock()
	c.up = false
	c.mu.Unlock()
	c.server.Kill()
	killed := time.Now()
	c.runs[len(c.runs)-1].ended = killed
	return killed
}

// await waits until something holds, which c.changed signals.
func (c *crash) await(ctx context.Context, holds func() bool) bool {
	defer context.AfterFunc(ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.changed.Broadcast()
	})()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !holds() && ctx.Err() == nil {
		c.changed.Wait()
	}
	return ctx.Err() == nil
}

// awaitAnswers waits for so many more answers.
func (c *crash) awaitAnswers(more int) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), testaid.Patience)
	defer cancel()
	c.mu.Lock()
	goal := len(c.answers) + more
	c.mu.Unlock()
	if !c.await(ctx, func() bool { return len(c.answers) >= goal }) {
		c.t.Fatalf("%d answers do not come\n%s", more, &c.errors)
	}
}

// awaitEverybody waits until something has happened at every table.
func (c *crash) awaitEverybody() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), testaid.Patience)
	defer cancel()
	c.mu.Lock()
	before := make([]int, len(c.clubs))
	for i, club := range c.clubs {
		before[i] = club.moves
	}
	c.mu.Unlock()
	for i, club := range c.clubs {
		if !c.await(ctx, func() bool { return club.moves > before[i] }) {
			c.t.Errorf("club %d is stuck at %s", i, club.table.id)
		}
	}
}
