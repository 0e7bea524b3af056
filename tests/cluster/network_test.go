//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

// network is a network that exists only on this machine and only for this test:
//
//	 namespace of the test               namespaces of the servers
//	┌───────────────────────────┐
//	│ players, PostgreSQL, NATS │        ┌────────────────────────┐
//	│        bridge ─┬─ server0 ├────────┤ eth0  198.18.0.10      │
//	│     198.18.0.1 ├─ server1 ├── …    └────────────────────────┘
//	│                └─ server2 ├── …
//	└───────────────────────────┘
//
// An interface of the bridge that is down is an unplugged cable: packets vanish, and
// nobody learns of it. Its value is what the names of all namespaces begin with; it is empty
// where there is no such network, and everything is on one machine.
type network string

// networkVariable has the name of the network in which this test runs.
const networkVariable = "PLATEAU_TEST_NETWORK"

func theNetwork() network { return network(os.Getenv(networkVariable)) }

// host is where the test listens for servers.
func (n network) host() string {
	if n == "" {
		return "127.0.0.1"
	}
	return "198.18.0.1"
}

// server is where one of the servers listens.
func (n network) server(i int) string {
	if n == "" {
		return "127.0.0.1"
	}
	return fmt.Sprint("198.18.0.", 10+i)
}

// hardware is the hardware address of what has an address in the network. Nobody has to
// ask for it, so that a connection to an unplugged server hangs for as long as it is.
func hardware(address string) string {
	var last int
	_, _ = fmt.Sscanf(address, "198.18.0.%d", &last)
	return fmt.Sprintf("02:00:c6:12:00:%02x", last)
}

// hub is the namespace of the test, and machine that of a server.
func (n network) hub() string          { return string(n) + "hub" }
func (n network) machine(i int) string { return fmt.Sprint(string(n), "server", i) }

// at is the beginning of a command that runs where a server does.
func (n network) at(i int) []string {
	if n == "" {
		return nil
	}
	return []string{"ip", "netns", "exec", n.machine(i)}
}

// plug connects a server with the network, or takes its cable out.
func (n network) plug(ctx context.Context, i int, in bool) error {
	state := "down"
	if in {
		state = "up"
	}
	return ip(ctx, "", "link", "set", fmt.Sprint("server", i), state)
}

// ip runs the program of that name, with commands as its input.
func ip(ctx context.Context, commands string, args ...string) error {
	cmd := exec.CommandContext(ctx, "ip", args...)
	cmd.Stdin = strings.NewReader(commands)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}

// readyVariable makes this test program ask whether the server at an address is ready.
const readyVariable = "PLATEAU_TEST_READY"

// errNotReady is what a server says that cannot do its work.
var errNotReady = errors.New("it is not ready")

// askReady fails unless the server at an address says that it is ready.
func askReady(ctx context.Context, address string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%w: %s", errNotReady, text)
	}
	return nil
}

// readyWithin asks a server on its own machine whether it is ready, which works also
// when it is unplugged.
func (n network) readyWithin(ctx context.Context, i int, address string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	at := n.at(i)
	cmd := exec.CommandContext(ctx, at[0], append(at[1:], os.Args[0])...)
	cmd.Env = append(os.Environ(), readyVariable+"="+address)
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return true, nil
	case strings.HasPrefix(string(out), errNotReady.Error()):
		return false, nil
	}
	return false, fmt.Errorf("%w: %s", err, out)
}
