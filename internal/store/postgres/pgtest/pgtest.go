//go:build unix

// Package pgtest starts PostgreSQL for tests, in a folder of its own. It is Debian's
// package, or any other with initdb and postgres in PATH.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a PostgreSQL server that trusts everybody who reaches its socket. Nothing
// of it survives a crash of the machine.
type Server struct {
	folder string
	bin    string
	// account is whom it runs as; nil for the user of the test.
	account *syscall.Credential
	cmd     *exec.Cmd
	// ended is closed when the server has ended.
	ended <-chan struct{}
	// watcher ends the server when its input ends.
	watcher  *exec.Cmd
	lifeline io.Closer
	log      *os.File
	mu       sync.Mutex
	names    int
	settings []string
	// port is that of TCP; 0 if the server has only its socket.
	port int
	// free are the addresses of schemas that no test uses.
	free []string
}

// settings keep the server small; careless trades safety for speed, because the
// machine does not crash during a test.
var (
	settings = []string{
		"listen_addresses=", "shared_buffers=32MB", "max_connections=200", "autovacuum_naptime=5s", "log_min_messages=fatal",
	}
	careless = []string{"fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"}
)

// programs is the folder of PostgreSQL's programs; empty if it is not installed.
func programs() string {
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(folders, func(a, b string) int { return versionIn(b) - versionIn(a) })
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, "initdb")); err == nil {
			return folder
		}
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	return ""
}

func versionIn(folder string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	return n
}

// Program is the path of one of PostgreSQL's programs.
func (s *Server) Program(name string) string { return filepath.Join(s.bin, name) }

// unprivileged is whom the server runs as: it refuses to run as root.
func unprivileged() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // Nothing has to change.
	}
	var err error
	for _, name := range []string{"postgres", "nobody"} {
		var u *user.User
		if u, err = user.Lookup(name); err != nil {
			continue
		}
		uid, _ := strconv.ParseUint(u.Uid, 10, 32)
		gid, _ := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, err
}

// errMissing means that there is no PostgreSQL.
var errMissing = errors.New("PostgreSQL is not installed: 'make postgresql' installs it where there are Debian's packages")

// New is a server for tests that are not Go's, and for measurements, which want what it
// acknowledges on the disk. [Server.Remove] ends it.
func New(ctx context.Context, durable bool) (*Server, error) { return start(ctx, durable, 0) }

// start makes and starts a server.
func start(ctx context.Context, durable bool, port int) (s *Server, err error) {
	s = &Server{bin: programs(), settings: slices.Clone(settings), port: port}
	if !durable {
		s.settings = slices.Concat(careless, settings)
	}
	if port != 0 {
		s.settings = append(s.settings, "listen_addresses=127.0.0.1", fmt.Sprint("port=", port))
	}
	if s.bin == "" {
		return nil, errMissing
	}
	if s.account, err = unprivileged(); err != nil {
		return nil, err
	}
	// The name of a socket may have 107 bytes.
	if s.folder, err = os.MkdirTemp("", "plateau-pg"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(s.folder)
		}
	}()
	if s.account != nil {
		if err := os.Chown(s.folder, int(s.account.Uid), int(s.account.Gid)); err != nil {
			return nil, err
		}
	}
	cmd := s.command(ctx, s.Program("initdb"), "--pgdata", filepath.Join(s.folder, "data"), "--username", "plateau", "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if s.log, err = os.Create(filepath.Join(s.folder, "log")); err != nil {
		return nil, err
	}
	return s, s.Start(ctx)
}

// command is a program in a group of processes of its own.
func (s *Server) command(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = s.folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.account}
	return cmd
}

// Start starts a server that was stopped, and waits until it answers.
func (s *Server) Start(ctx context.Context) error {
	deadline, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if err := s.launch(ctx); err != nil {
			return err
		}
		err := s.wait(deadline)
		if err == nil || deadline.Err() != nil {
			return err
		}
		// After a kill, parts of the last one may still be there.
		s.Kill()
	}
}

// launch starts the server, and a watcher that ends it when this process has ended in
// any way: the watcher's input ends then.
func (s *Server) launch(ctx context.Context) (err error) {
	ctx = context.WithoutCancel(ctx)
	args := []string{"-D", filepath.Join(s.folder, "data"), "-k", s.folder}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	s.cmd = s.command(ctx, s.Program("postgres"), args...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	ended, cmd := make(chan struct{}), s.cmd
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	s.ended = ended
	s.watcher = s.command(ctx, "/bin/sh", "-c", `read -r line; kill -INT "$0"`, strconv.Itoa(cmd.Process.Pid))
	if s.lifeline, err = s.watcher.StdinPipe(); err != nil {
		return err
	}
	return s.watcher.Start()
}

// wait waits until the server answers or has ended.
func (s *Server) wait(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answered := make(chan error, 1)
	go func() { answered <- s.answers(ctx) }()
	select {
	case err := <-answered:
		return err
	case <-s.ended:
		return fmt.Errorf("PostgreSQL did not start: %s", s.logged())
	}
}

// answers waits until somebody can connect.
func (s *Server) answers(ctx context.Context) error {
	for {
		conn, err := pgx.Connect(ctx, s.address("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %s", err, s.logged())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *Server) logged() string {
	text, _ := os.ReadFile(filepath.Join(s.folder, "log"))
	return string(bytes.TrimSpace(text))
}

// Kill ends the server with all its processes as a crash would: at once.
func (s *Server) Kill() {
	// The first process must not start more of them meanwhile. Each is in a group of
	// its own, so they have to be found one by one.
	_ = s.cmd.Process.Signal(syscall.SIGSTOP)
	for _, pid := range childrenOf(s.cmd.Process.Pid) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // It may have ended.
	}
	s.end(syscall.SIGKILL)
}

// childrenOf are the processes that a process has started, where the system tells.
func childrenOf(parent int) (children []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // It has ended.
		}
		// 123 (name) state parent …; the name may have spaces and parentheses.
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			children = append(children, pid)
		}
	}
	return children
}

// Stop ends the server in an orderly way; it can be started again.
func (s *Server) Stop() { s.end(syscall.SIGINT) }

func (s *Server) end(signal syscall.Signal) {
	// First the watcher, which would not know that the process has gone.
	_ = s.watcher.Process.Kill()
	_ = s.watcher.Wait()
	_ = s.lifeline.Close()
	_ = s.cmd.Process.Signal(signal)
	<-s.ended
}

// Remove ends the server, and removes all it had.
func (s *Server) Remove() {
	s.Stop()
	s.log.Close()
	os.RemoveAll(s.folder)
}

func (s *Server) address(database string) string {
	address := "postgres://plateau@/" + database + "?host=" + url.QueryEscape(s.folder)
	if s.port != 0 {
		address += fmt.Sprint("&port=", s.port)
	}
	return address
}

// NewDatabase makes an empty database, and returns its address.
func (s *Server) NewDatabase(ctx context.Context) (string, error) {
	name, err := s.add(ctx, "DATABASE")
	return s.address(name), err
}

// Database is [Server.NewDatabase] for a test.
func (s *Server) Database(tb testing.TB) string {
	tb.Helper()
	address, err := s.NewDatabase(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return address
}

// Schema is the address of a schema of the server's first database. It has no rows,
// but may have tables of an earlier test, because making them takes longer than
// emptying them.
func (s *Server) Schema(tb testing.TB) string {
	tb.Helper()
	s.mu.Lock()
	var address string
	if last := len(s.free) - 1; last >= 0 {
		address, s.free = s.free[last], s.free[:last]
	}
	s.mu.Unlock()
	if address == "" {
		name, err := s.add(context.Background(), "SCHEMA")
		if err != nil {
			tb.Fatal(err)
		}
		address = s.address("postgres") + "&search_path=" + name
	}
	tb.Cleanup(func() {
		if err := empty(address); err != nil {
			tb.Error(err)
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.free = append(s.free, address)
	})
	return address
}

// empty removes all rows but those of a new database.
func empty(address string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `DO $$ DECLARE one text; BEGIN
		SET LOCAL session_replication_role = replica; -- No triggers.
		FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT IN ('schema_version', 'secrets') LOOP
			EXECUTE format('DELETE FROM %I', one);
		END LOOP;
		DELETE FROM secrets WHERE name <> 'database';
	END $$`)
	return err
}

// add makes a database or a schema with a new name.
func (s *Server) add(ctx context.Context, what string) (name string, err error) {
	s.mu.Lock()
	s.names++
	name = fmt.Sprint("test", s.names)
	s.mu.Unlock()
	conn, err := pgx.Connect(ctx, s.address("postgres"))
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE "+what+" "+name)
	return name, err
}

var shared struct {
	sync.Mutex
	server *Server
}

// Main runs the tests of a package, and then ends the server that they shared.
func Main(m *testing.M) int {
	defer func() {
		shared.Lock()
		defer shared.Unlock()
		if shared.server != nil {
			shared.server.Remove()
		}
	}()
	return m.Run()
}

// Shared is the server that the tests of a package share; [Main] has to run them.
// Where PostgreSQL cannot be had the test is skipped, unless PLATEAU_POSTGRESQL says
// that it must be there.
func Shared(tb testing.TB) *Server {
	tb.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		server, err := start(context.Background(), false, 0)
		check(tb, err)
		shared.server = server
	}
	return shared.server
}

// Own is a server for one test, which may stop and kill it.
func Own(tb testing.TB) *Server {
	tb.Helper()
	return own(tb, false, 0)
}

// OwnAt is one that also listens at a port of this machine.
func OwnAt(tb testing.TB, port int) *Server {
	tb.Helper()
	return own(tb, false, port)
}

// Durable is one for measurements: what it has acknowledged is on the disk.
func Durable(tb testing.TB) *Server {
	tb.Helper()
	return own(tb, true, 0)
}

func own(tb testing.TB, durable bool, port int) *Server {
	tb.Helper()
	server, err := start(context.Background(), durable, port)
	check(tb, err)
	tb.Cleanup(server.Remove)
	return server
}

func check(tb testing.TB, err error) {
	tb.Helper()
	if errors.Is(err, errMissing) && !strings.EqualFold(os.Getenv("PLATEAU_POSTGRESQL"), "required") {
		tb.Skip("NOT TESTED: " + err.Error())
	}
	if err != nil {
		tb.Fatal(err)
	}
}
