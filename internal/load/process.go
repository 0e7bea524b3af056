package load

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Server is a server in its own process.
type Server struct {
	// Address is where it listens, and Metrics the address of its metrics server.
	Address, Metrics string

	command *exec.Cmd
	// exited is closed when it has ended; then failure is set.
	exited  chan struct{}
	failure error
}

// Setup is how to start a server.
type Setup struct {
	Program string
	// Through is the beginning of the command if something else starts the program,
	// such as 'ip netns exec NAME' in another network. It may be empty.
	Through []string
	// Data is the folder for its games and whatever else it stores.
	Data string
	// Address is where it listens. Port 0 is any free port, and so is no address. The port
	// of a server that will be started again comes from FreePort.
	Address string
	// Database is one of PostgreSQL, or empty for a file in the folder.
	Database string
	// NATS is where servers with the same database notify each other; empty for a
	// server that has no others.
	NATS string
	// Log receives what it logs.
	Log io.Writer
}

// startTime limits how long a server may take to listen. On a machine that is very busy
// it is slow, too.
const startTime = 2 * time.Minute

// Start starts a server on this machine: 'PROGRAM serve', without limits.
func Start(ctx context.Context, setup Setup) (*Server, error) {
	port, err := FreePort(ctx)
	if err != nil {
		return nil, err
	}
	metrics := net.JoinHostPort("127.0.0.1", port)
	s := &Server{Metrics: metrics, exited: make(chan struct{})}
	line := append(slices.Clone(setup.Through), setup.Program, "serve", "--listen", cmp.Or(setup.Address, "127.0.0.1:0"), "--data", setup.Data,
		"--metrics", metrics, "--no-limits", "--guest-chat", "--no-open", "--log-level", "warn")
	s.command = exec.CommandContext(context.WithoutCancel(ctx), line[0], line[1:]...)
	// Not as arguments, which everybody on this machine may read, and never those of
	// another server.
	s.command.Env = append(os.Environ(), "PLATEAU_DATABASE="+cmp.Or(setup.Database, "sqlite:"), "PLATEAU_NATS="+setup.NATS)
	s.command.Stderr = setup.Log
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	printed := make(chan bool, 1)
	go func() {
		printed <- s.listen(out)
		_, _ = io.Copy(io.Discard, out) // It must not have to wait for a reader.
		s.failure = s.command.Wait()
		close(s.exited)
	}()
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	select {
	case ready := <-printed:
		if ready {
			return s, nil
		}
		<-s.exited
		return nil, fmt.Errorf("the server did not start: %w", s.failure)
	case <-ctx.Done():
		s.Kill()
		return nil, fmt.Errorf("the server does not print its address: %w", ctx.Err())
	}
}

var servedAt = regexp.MustCompile(`^ +http://([^/:]+)(:\d+)?/$`)

// listen reads what the server prints at its start, and finds its address.
func (s *Server) listen(out io.Reader) bool {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := servedAt.FindStringSubmatch(lines.Text()); found != nil && s.Address == "" {
			s.Address = strings.Replace(found[1], "localhost", "127.0.0.1", 1) + found[2]
		}
		if strings.HasPrefix(lines.Text(), "Ctrl-C") {
			return s.Address != ""
		}
	}
	return false
}

// stopTime limits how long a server may take to stop, on a machine that is very busy.
const stopTime = 2 * time.Minute

// Stop asks the server to stop, and waits for it.
func (s *Server) Stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		s.Kill() // It has gone, or the system knows no such signal.
	}
	select {
	case <-s.exited:
		return s.failure
	case <-time.After(stopTime):
		s.Kill()
		return fmt.Errorf("the server did not stop within %s", stopTime)
	}
}

// Kill ends the server at once, as a crash would, and waits until it has ended.
func (s *Server) Kill() {
	_ = s.command.Process.Kill() // It may have ended by itself.
	<-s.exited
}

// figures are counters of the servers, of the load and of this machine.
type figures struct {
	servers, load, machine time.Duration
	// counted are the sums of the servers' counters, by name.
	counted map[string]float64
}

func (r *Run) figures(ctx context.Context) figures {
	f := figures{load: processorTime(os.Getpid()), machine: machineTime(), counted: make(map[string]float64)}
	for _, s := range r.servers {
		f.servers += processorTime(s.command.Process.Pid)
		for name, value := range s.scrape(ctx) {
			f.counted[name] += value
		}
	}
	return f
}

func (s *Server) memory() int64 { return residentMemory(s.command.Process.Pid) }

// get asks the metrics server.
func (s *Server) get(ctx context.Context, path string) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.Metrics+path, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

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
