//go:build unix

package cli_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

// sshAt is where a server lets people in over SSH.
func (s *server) sshAt(t *testing.T) (host, port string) {
	t.Helper()
	found := regexp.MustCompile(`SSH is served at (\S+)\.`).FindStringSubmatch(s.screen)
	if found == nil {
		t.Fatalf("no SSH in %s", s.screen)
	}
	host, port, err := net.SplitHostPort(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return host, port
}

// sshCommand is the command of OpenSSH's client with a new key.
func sshCommand(t *testing.T, s *server) string {
	t.Helper()
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("NOT TESTED: playing over SSH with OpenSSH's client, which is not installed")
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := gossh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "key")
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	host, port := s.sshAt(t)
	return "env LC_ALL=C.UTF-8 ssh -F none -i " + file + " -o IdentitiesOnly=yes -o IdentityAgent=none -o UserKnownHostsFile=" + filepath.Join(folder, "hosts") +
		" -o StrictHostKeyChecking=accept-new -o LogLevel=ERROR -p " + port + " ann@" + host
}

// TestAppOverSSH plays with OpenSSH's client, in a terminal, against somebody who uses
// the API; the server restarts in between.
func TestAppOverSSH(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	port := freePort(t)
	s := serve(t, data, "--guest-chat", "--ssh", "localhost:"+port)
	ssh := sshCommand(t, s)
	p := runInPane(t, 100, 34, ssh)
	p.sees("does not know your key")
	p.types("Enter")
	p.sees("Your name: ann")
	p.types("C-u", "Ann", "Enter")
	p.sees("Open tables")
	p.types("Enter")
	p.sees("Which game?")
	p.types("3")
	p.sees("listed for everyone")
	p.types("2")
	p.sees("/#/table/")
	bob, me, err := client.New(s.url).Guest(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	id := lobbyTable(t, bob)
	if _, err := bob.Sit(t.Context(), id, "sit"); err != nil {
		t.Fatal(err)
	}
	p.sees("Bob (guest)")
	table := awaitTable(t, bob, id, func(t api.Table) bool { return t.Phase == "running" })
	seat := table.SeatOf(me.ID)
	playOver := func(bob *client.Client, from, to int) {
		t.Helper()
		for ply := from; ply < to; ply++ {
			// The server decides who begins.
			if *table.ToMove == seat {
				if _, err := bob.Move(t.Context(), id, ply, "a1-a5", strconv.Itoa(ply)); err != nil {
					t.Fatal(err)
				}
			} else {
				p.sees("Choose a cube")
				p.types(":", "e1-e5", "Enter")
				p.loses("Choose a cube")
			}
			table = awaitTable(t, bob, id, func(t api.Table) bool { return len(t.Moves) > ply })
		}
	}
	playOver(bob, 0, 2)
	s.stops(t, syscall.SIGTERM)
	p.sees("The server is restarting")
	p.sees("ended with 1")

	s = serve(t, data, "--guest-chat", "--ssh", "localhost:"+port)
	bob.Server = s.url
	p = runInPane(t, 100, 34, strings.Replace(ssh, "ssh ", "ssh -t ", 1)+" "+string(id))
	p.sees("Bob (guest)")
	playOver(bob, 2, 8)
	p.types("x")
	p.sees("Resign")
	p.types("Tab", "Enter")
	over := awaitTable(t, bob, id, func(t api.Table) bool { return t.Phase == "over" })
	if want := map[int]play.Result{0: "1-0", 1: "0-1"}[seat]; over.Result != want {
		t.Errorf("the result is %s, want %s", over.Result, want)
	}
	p.sees("wins")
	p.types("q")
	p.sees("Open tables")
	p.types("q")
	p.sees("ended with 0")
}

// TestSSHClientGetsNothingElse tries what else OpenSSH's client can ask for.
func TestSSHClientGetsNothingElse(t *testing.T) {
	t.Parallel()
	s := serve(t, t.TempDir(), "--ssh", "localhost:0")
	_, command, _ := strings.Cut(sshCommand(t, s), " LC_ALL=C.UTF-8 ")
	ssh := strings.Fields(command)
	run := func(options []string, command ...string) string {
		t.Helper()
		args := append(append(options, ssh[1:]...), command...)
		out, err := exec.CommandContext(t.Context(), "ssh", args...).CombinedOutput()
		if err == nil {
			t.Errorf("ssh %v ends well: %s", args, out)
		}
		return string(out)
	}
	for _, command := range []string{"id", "sh", "cat /etc/passwd"} {
		if out := run(nil, command); !strings.Contains(out, "there is no shell") || strings.Contains(out, "root:") {
			t.Errorf("%s: %s", command, out)
		}
	}
	if out := run([]string{"-s"}, "sftp"); !strings.Contains(out, "subsystem request failed") {
		t.Errorf("sftp: %s", out)
	}
	if out := run([]string{"-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:1"}, "id"); !strings.Contains(out, "forwarding failed") {
		t.Errorf("a port for others: %s", out)
	}
	if out := run([]string{"-W", "localhost:1"}); !strings.Contains(out, "forwarding failed") {
		t.Errorf("a port here: %s", out)
	}
}

// TestSSHSessionsAtOnce opens many apps and says how much memory each takes. As
// PLATEAU_FULL=1 there are 200.
func TestSSHSessionsAtOnce(t *testing.T) {
	t.Parallel()
	many := 20
	if os.Getenv("PLATEAU_FULL") == "1" {
		many = 200
	}
	s := serve(t, t.TempDir(), "--ssh", "localhost:0", "--ssh-connections", "300", "--no-limits")
	host, port := s.sshAt(t)
	before := memoryOf(t, s.Process.Pid)
	sessions := make([]*drawn, many)
	for i := range sessions {
		sessions[i] = openDrawn(t, net.JoinHostPort(host, port), fmt.Sprintf("Guest %d", i))
	}
	for _, d := range sessions {
		d.sees(t, "More")
	}
	after := memoryOf(t, s.Process.Pid)
	t.Logf("%d SSH sessions: %d kB each (%d kB before, %d kB with all)", many, (after-before)/many, before, after)
	for _, d := range sessions {
		d.types(t, "q")
		if err := d.session.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// drawn is the app in a session.
type drawn struct {
	*lockedBuffer
	session *gossh.Session
	in      interface{ Write(p []byte) (int, error) }
}

// openDrawn opens the app as a guest without a key.
func openDrawn(t *testing.T, address, name string) *drawn {
	t.Helper()
	c, err := gossh.Dial("tcp", address, &gossh.ClientConfig{
		User: name, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	session, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	d := &drawn{lockedBuffer: new(lockedBuffer), session: session}
	session.Stdout = d
	if d.in, err = session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := session.RequestPty("xterm-256color", 40, 120, nil); err != nil {
		t.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	d.sees(t, "Welcome!")
	d.types(t, "\r")
	d.sees(t, "name:")
	d.types(t, "\r")
	return d
}

// types sends keys.
func (d *drawn) types(t *testing.T, keys string) {
	t.Helper()
	if _, err := d.in.Write([]byte(keys)); err != nil {
		t.Fatal(err)
	}
}

// sees waits until a text was drawn.
func (d *drawn) sees(t *testing.T, text string) {
	t.Helper()
	testaid.Eventually(t, func() bool { return strings.Contains(d.String(), text) }, func() string { return fmt.Sprintf("no %q in %q", text, d.String()) })
}

// memoryOf is what a process has in memory, in kB; it is zero where the system does not
// say.
func memoryOf(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	found := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if found == nil {
		return 0
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
