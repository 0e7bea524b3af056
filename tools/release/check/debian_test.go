package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// older is a version before the first release, with an older database. Once there is a
// release, its tag takes the place of this.
const older = "27ec9761^"

// debian makes a small Debian in a folder. What it consists of is downloaded once.
func debian(t *testing.T) string {
	t.Helper()
	needRoot(t)
	if _, err := exec.LookPath("mmdebstrap"); err != nil {
		t.Skip("NOT TESTED: the packages on a Debian of their own, which mmdebstrap makes")
	}
	stored, err := filepath.Abs("../../bin/debian-root.tar")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stored); err != nil {
		run(t, "mmdebstrap", "--quiet", "--variant=minbase", "--include=systemd,rpm", "bookworm", stored+".new.tar")
		if err := os.Rename(stored+".new.tar", stored); err != nil {
			t.Fatal(err)
		}
	}
	root := t.TempDir()
	run(t, "tar", "-x", "-f", stored, "-C", root, "--exclude=./dev/*")
	return root
}

// inside runs a command in another root.
func inside(t *testing.T, root string, command ...string) string {
	t.Helper()
	return run(t, "chroot", append([]string{root}, command...)...)
}

// install copies a package into a root and installs it.
func install(t *testing.T, root, file string) {
	t.Helper()
	run(t, "cp", file, filepath.Join(root, "tmp", "plateau.deb"))
	inside(t, root, "dpkg", "--install", "/tmp/plateau.deb")
}

// olderPackage makes the package that the tested one replaces, with the program of an older
// version, and returns where it is in the root. It is packed there, because a file of it
// belongs to a group that the script before the installation makes.
func olderPackage(t *testing.T, root, newer string) string {
	t.Helper()
	program := olderProgram(t)
	run(t, "cp", newer, filepath.Join(root, "tmp", "newer.deb"))
	const folder = "/tmp/package"
	inside(t, root, "dpkg-deb", "--control", "/tmp/newer.deb", "/tmp/control")
	inside(t, root, "/tmp/control/preinst", "install")
	inside(t, root, "dpkg-deb", "--raw-extract", "/tmp/newer.deb", folder)
	run(t, "cp", program, filepath.Join(root, folder, "usr/bin/plateau"))
	control := filepath.Join(root, folder, "DEBIAN/control")
	text, err := os.ReadFile(control)
	if err != nil {
		t.Fatal(err)
	}
	changed := regexp.MustCompile(`(?m)^Version: .*$`).ReplaceAll(text, []byte("Version: 0.0.0~older"))
	if err := os.WriteFile(control, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, folder, "DEBIAN/md5sums")); err != nil {
		t.Fatal(err)
	}
	inside(t, root, "dpkg-deb", "--build", "-Znone", folder, "/tmp/older.deb")
	return filepath.Join(root, "tmp/older.deb")
}

// olderProgram builds the last release before this one, or else an older version.
func olderProgram(t *testing.T) string {
	t.Helper()
	repository, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	commit := older
	tag := exec.CommandContext(t.Context(), "git", "-C", repository, "describe", "--tags", "--match", "v[0-9]*", "--exclude", "*-*", "--abbrev=0", "HEAD^")
	if name, err := tag.Output(); err == nil {
		commit = strings.TrimSpace(string(name))
	}
	source, program := t.TempDir(), filepath.Join(t.TempDir(), "plateau")
	run(t, "git", "-C", repository, "archive", "--output", program+".tar", commit)
	run(t, "tar", "-x", "-f", program+".tar", "-C", source)
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-X main.version=v0.0.0-older", "-o", program, "./cmd/plateau")
	build.Dir, build.Env = source, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// What the service does, and as whom, is what its unit says.
func unit(t *testing.T, root string) (user string, command []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/system/plateau.service"))
	if err != nil {
		t.Fatal(err)
	}
	value := func(name string) string {
		found := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindSubmatch(text)
		if found == nil {
			t.Fatalf("the unit has no %s", name)
		}
		return string(found[1])
	}
	return value("User") + ":" + value("Group"), strings.Fields(value("ExecStart"))
}

// game is a game in progress on a server.
type game struct{ Token, Table string }

func start(t *testing.T, s *serving) game {
	t.Helper()
	var g game
	s.ask(t, "/guests", "", `{"name": "Ann", "token": true}`, &g)
	s.ask(t, "/tables", g.Token, `{"terms": {"game": "quixo", "first_side": "first", "begins": "first"}, "chairs": [{"me": true}, {"level": "1"}], "request": "open"}`, &g)
	s.ask(t, "/tables/"+g.Table+"/move", g.Token, `{"ply": 0, "move": "c1-c5", "request": "move"}`, &struct{}{})
	return g
}

// record is the game as the server tells it.
func (g game) record(t *testing.T, s *serving) string {
	t.Helper()
	var text string
	s.ask(t, "/tables/"+g.Table+"/record", g.Token, "", &text)
	return text
}

func TestDebianPackage(t *testing.T) {
	newer := published(t, "*_"+runtime.GOARCH+".deb")
	root := debian(t)
	install(t, root, olderPackage(t, root, newer))

	user, command := unit(t, root)
	// The operator's settings; the tests find the port in the log.
	conf := filepath.Join(root, "etc/plateau.conf")
	settings := edit(t, conf, "listen = :8080", "listen = 127.0.0.1:0")

	old := serve(t, root, user, command...)
	g := start(t, old)
	old.stop(t)

	install(t, root, newer)
	if text, err := os.ReadFile(conf); err != nil || string(text) != settings {
		t.Errorf("the upgrade changed the settings: %v\n%s", err, text)
	}
	if got := inside(t, root, "dpkg", "--verify", "plateau"); strings.TrimSpace(got) != "??5?????? c /etc/plateau.conf" {
		t.Errorf("what is installed differs from the package:\n%s", got)
	}
	if got := inside(t, root, "systemd-analyze", "verify", "--man=no", "/usr/lib/systemd/system/plateau.service"); got != "" {
		t.Errorf("systemd says\n%s", got)
	}
	now := serve(t, root, user, command...)
	var about struct{ Version, Commit, Date string }
	now.ask(t, "/server", "", "", &about)
	if want := readFeed(t); about.Version != want.Version || about.Commit != want.Commit || about.Date != want.Date {
		t.Errorf("the server is %+v, and the release %s of %s", about, want.Version, want.Date)
	}
	now.servesPages(t)
	if text := g.record(t, now); !strings.Contains(text, "c1-c5") || !strings.Contains(text, "Ann") {
		t.Errorf("after the upgrade the game is\n%s", text)
	}
	now.stop(t)

	inside(t, root, "dpkg", "--remove", "plateau")
	for path, stays := range map[string]bool{
		"usr/bin/plateau": false, "usr/lib/systemd/system/plateau.service": false, "usr/share/man/man1/plateau.1.gz": false,
		"etc/plateau.conf": true, "var/lib/plateau/online.db": true,
	} {
		isThere(t, root, path, stays)
	}
	install(t, root, newer)
	again := serve(t, root, user, command...)
	if text := g.record(t, again); !strings.Contains(text, "c1-c5") {
		t.Errorf("after it was removed and installed again the game is\n%s", text)
	}
	again.stop(t)
	inside(t, root, "dpkg", "--purge", "plateau")
	if left := inside(t, root, "find", "/", "-xdev", "-name", "*plateau*", "-not", "-path", "/tmp/*", "-not", "-path", "/proc/*"); left != "" {
		t.Errorf("after purging there are\n%s", left)
	}
}

// A person without a compiler plays, looks things up and reads the manual.
func TestDebianPackageAtATerminal(t *testing.T) {
	root := debian(t)
	install(t, root, published(t, "*_"+runtime.GOARCH+".deb"))
	if got := inside(t, root, "stat", "--format=%n %U:%G %a", "/etc/plateau.conf", "/var/lib/plateau"); got != "/etc/plateau.conf root:plateau 640\n/var/lib/plateau plateau:plateau 750\n" {
		t.Errorf("the package made\n%s", got)
	}
	if got := inside(t, root, "getent", "passwd", "plateau"); !strings.HasSuffix(got, ":/var/lib/plateau:/usr/sbin/nologin\n") {
		t.Errorf("the user is %s", got)
	}
	if got := inside(t, root, "/usr/bin/plateau", "value", "quantik", "start"); got != "4/4/4/4 1\tloss 10\n" {
		t.Errorf("the value of Quantik is %s", got)
	}
	got := inside(t, root, "sh", "-c", "printf 'c1-c5\nquit\n' | plateau play quixo --computer O=perfect --seed 1")
	if !strings.Contains(got, "c1-c5") {
		t.Errorf("a game against the best player is\n%s", got)
	}
	for _, path := range []string{
		"usr/share/man/man1/plateau.1.gz", "usr/share/man/man1/plateau-update.1.gz", "usr/share/bash-completion/completions/plateau",
		"usr/share/zsh/vendor-completions/_plateau", "usr/share/fish/vendor_completions.d/plateau.fish", "usr/share/doc/plateau/docs/hosting.md",
		"usr/share/doc/plateau/copyright",
	} {
		isThere(t, root, path, true)
	}
	inside(t, root, "bash", "-n", "/usr/share/bash-completion/completions/plateau")
	if got := inside(t, root, "plateau", "__complete", "play", "qua"); !strings.Contains(got, "quantik\tQuantik\n") {
		t.Errorf("shells complete %q", got)
	}
}

func isThere(t *testing.T, root, path string, want bool) {
	t.Helper()
	if _, err := os.Lstat(filepath.Join(root, path)); (err == nil) != want {
		t.Errorf("/%s: %v", path, err)
	}
}

// edit changes a line of a file and returns what is in it then.
func edit(t *testing.T, path, line, by string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), line+"\n", by+"\n", 1)
	if changed == string(text) {
		t.Fatalf("%s has no line %q", path, line)
	}
	if err := os.WriteFile(path, []byte(changed), 0o640); err != nil {
		t.Fatal(err)
	}
	return changed
}
