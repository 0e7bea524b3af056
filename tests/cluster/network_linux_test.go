package cluster_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// runTests runs the tests: if possible, in another process within a network that is
// made for it, so that it can be removed however that process ends.
func runTests(m *testing.M) int {
	flag.Parse()
	if theNetwork() != "" || testing.Short() {
		return m.Run()
	}
	// From here on signals end the other process, and this one removes the network.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	ctx := context.Background()
	n, err := newNetwork(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "NOT TESTED: networks that fall apart:", err)
		signal.Reset()
		return m.Run()
	}
	defer n.remove(ctx)
	return n.runWithin(ctx, signals)
}

// errNoNetwork means that this test may not make networks.
var errNoNetwork = errors.New("they need root, and the program 'ip' of the package iproute2")

// prefix begins the names of all namespaces; the id of the process follows.
const prefix = "plateau-test-"

// newNetwork makes a network, and removes those of processes that have gone.
func newNetwork(ctx context.Context) (n network, err error) {
	if _, err := exec.LookPath("ip"); err != nil || os.Getuid() != 0 {
		return "", errNoNetwork
	}
	namespaces, err := namespacesOf(ctx, prefix)
	if err != nil {
		return "", err
	}
	for _, name := range namespaces {
		text, _, _ := strings.Cut(strings.TrimPrefix(name, prefix), "-")
		if pid, err := strconv.Atoi(text); err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			network(prefix + text + "-").remove(ctx)
		}
	}
	n = network(fmt.Sprint(prefix, os.Getpid(), "-"))
	defer func() {
		if err != nil {
			n.remove(ctx)
		}
	}()
	return n, n.build(ctx)
}

func (n network) build(ctx context.Context) error {
	if err := ip(ctx, "", "netns", "add", n.hub()); err != nil {
		return err
	}
	err := ip(ctx, "link set lo up\n"+
		"link add bridge address "+hardware(n.host())+" type bridge\n"+
		"address add "+n.host()+"/24 dev bridge\n"+
		"link set bridge up\n", "-netns", n.hub(), "-batch", "-")
	if err != nil {
		return err
	}
	for i := range servers {
		if err := n.add(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// add adds the machine of a server, and its cable.
func (n network) add(ctx context.Context, i int) error {
	if err := ip(ctx, "", "netns", "add", n.machine(i)); err != nil {
		return err
	}
	port, address := fmt.Sprint("server", i), n.server(i)
	err := ip(ctx, "link add "+port+" type veth peer name eth0 address "+hardware(address)+" netns "+n.machine(i)+"\n"+
		"link set "+port+" master bridge up\n"+
		"neighbour add "+address+" lladdr "+hardware(address)+" dev bridge nud permanent\n", "-netns", n.hub(), "-batch", "-")
	if err != nil {
		return err
	}
	return ip(ctx, "link set lo up\n"+
		"address add "+address+"/24 dev eth0\n"+
		"link set eth0 up\n"+
		"neighbour add "+n.host()+" lladdr "+hardware(n.host())+" dev eth0 nud permanent\n", "-netns", n.machine(i), "-batch", "-")
}

// remove ends all processes in a network, and removes it.
func (n network) remove(ctx context.Context) {
	namespaces, err := namespacesOf(ctx, string(n))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	for _, name := range namespaces {
		// There are none unless a test was ended from outside.
		out, _ := exec.CommandContext(ctx, "ip", "netns", "pids", name).Output()
		for text := range strings.FieldsSeq(string(out)) {
			if pid, err := strconv.Atoi(text); err == nil {
				_ = syscall.Kill(pid, syscall.SIGKILL) // It may have ended.
			}
		}
		if err := ip(ctx, "", "netns", "delete", name); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// namespacesOf are the names of namespaces with a beginning.
func namespacesOf(ctx context.Context, beginning string) (names []string, err error) {
	out, err := exec.CommandContext(ctx, "ip", "netns", "list").Output()
	if err != nil {
		return nil, fmt.Errorf("ip netns list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		// The number of a namespace may follow its name.
		if name, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(name, beginning) {
			names = append(names, name)
		}
	}
	return names, nil
}

// runWithin runs this program again, within the network, and returns its exit code.
func (n network) runWithin(ctx context.Context, signals <-chan os.Signal) int {
	// The other process ends when this thread does.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd := exec.CommandContext(ctx, "ip", append([]string{"netns", "exec", n.hub()}, os.Args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), networkVariable+"="+string(n))
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s) // It may have ended.
		}
	}()
	if err := cmd.Wait(); err != nil {
		// Zero would be success, and a signal is -1.
		return max(1, cmd.ProcessState.ExitCode())
	}
	return 0
}
