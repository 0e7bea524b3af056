// Package check tries what 'make release' built as people would: it installs, upgrades and
// removes the packages on a Debian of their own, runs the image without anything below it,
// and compiles a program against the source archive. 'make release-test' runs it.
package check

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// release is the folder with everything that is published.
func release(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("PLATEAU_RELEASE")
	if folder == "" {
		t.Skip("NOT TESTED: 'make release-test' builds a release and tests it")
	}
	return folder
}

// published is the file of the release with a name of this pattern.
func published(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(release(t), pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: there are %q, %v", pattern, found, err)
	}
	return found[0]
}

// feed is what latest.json says.
type feed struct {
	Version, Commit, Date, URL string
	Files                      []struct {
		Name, URL, SHA256 string
		Size              int64
	}
}

func readFeed(t *testing.T) feed {
	t.Helper()
	var f feed
	readJSON(t, filepath.Join(release(t), "latest.json"), &f)
	return f
}

func readJSON(t *testing.T, path string, to any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

// needRoot skips what only root can do: changing the root of a process.
func needRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 || runtime.GOOS != "linux" {
		t.Skip("NOT TESTED: only root on Linux can start programs in another root")
	}
}

// run runs a command and returns what it printed. It must succeed.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// serving is a server that was started from a package or an image.
type serving struct {
	cmd    *exec.Cmd
	url    string
	log    *bytes.Buffer
	logged chan struct{}
}

var startedAt = regexp.MustCompile(`msg=started .*address="?([^" ]+)"?`)

// serve starts a server in another root as one of its users, and waits until it listens.
func serve(t *testing.T, root, user string, command ...string) *serving {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 5*time.Minute)
	t.Cleanup(cancel)
	s := &serving{log: new(bytes.Buffer), logged: make(chan struct{})}
	s.cmd = exec.CommandContext(ctx, "chroot", append([]string{"--userspec=" + user, root}, command...)...)
	s.cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=/var/lib/plateau", "PLATEAU_DATA=/var/lib/plateau"}
	errors, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address := make(chan string, 1)
	go func() {
		defer close(s.logged)
		defer close(address)
		lines := bufio.NewScanner(errors)
		for lines.Scan() {
			fmt.Fprintln(s.log, lines.Text())
			if found := startedAt.FindStringSubmatch(lines.Text()); found != nil {
				address <- found[1]
			}
		}
	}()
	listening, ok := <-address
	if !ok {
		_ = s.cmd.Wait()
		t.Fatalf("the server did not start:\n%s", s.log)
	}
	s.url = "http://" + listening
	return s
}

// stop ends a server as systemd does.
func (s *serving) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-s.logged
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server ended with %v:\n%s", err, s.log)
	}
}

// ask sends a request to the API and reads the answer; body is JSON, or empty for GET.
func (s *serving) ask(t *testing.T, path, token, body string, to any) {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.url+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	text := s.send(t, request)
	if to, isText := to.(*string); isText {
		*to = string(text)
		return
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatalf("%s: %v: %s", path, err, text)
	}
}

func (s *serving) send(t *testing.T, request *http.Request) []byte {
	t.Helper()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s: %s, %v: %s", request.URL.Path, answer.Status, err, text)
	}
	return text
}

// servesPages checks that the browser app is there, with the rules.
func (s *serving) servesPages(t *testing.T) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if page := s.send(t, request); !bytes.Contains(page, []byte(`type="module"`)) {
		t.Errorf("the start page is %.300s", page)
	}
}

// unpack writes the files of a .tar.gz to a folder and returns their names.
func unpack(t *testing.T, path, folder string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	zipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return untar(t, tar.NewReader(zipped), folder)
}

func untar(t *testing.T, r *tar.Reader, folder string) []string {
	t.Helper()
	var names []string
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
		to := filepath.Join(folder, filepath.FromSlash(h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = errors.Join(os.MkdirAll(to, 0o755), os.Chmod(to, h.FileInfo().Mode()), chown(to, h))
		case tar.TypeReg:
			err = errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), writeFile(to, r, h))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func writeFile(path string, r io.Reader, h *tar.Header) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, h.FileInfo().Mode())
	if err != nil {
		return err
	}
	_, err = io.Copy(file, r)
	return errors.Join(err, file.Close(), chown(path, h))
}

func chown(path string, h *tar.Header) error {
	if os.Geteuid() != 0 {
		return nil
	}
	return os.Chown(path, h.Uid, h.Gid)
}
