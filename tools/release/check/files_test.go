package check

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// names are the files of the release, sorted.
func names(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(release(t))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func sum(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(release(t), name))
	if err != nil {
		t.Fatal(err)
	}
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])
}

func TestChecksums(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(release(t), "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for line := range strings.Lines(string(text)) {
		digest, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		listed[name] = digest
	}
	var provenance struct {
		Type    string `json:"_type"`
		Subject []struct {
			Name   string
			Digest struct{ SHA256 string }
		}
		PredicateType string
	}
	readJSON(t, filepath.Join(release(t), "provenance.intoto.json"), &provenance)
	proved := map[string]string{}
	for _, s := range provenance.Subject {
		proved[s.Name] = s.Digest.SHA256
	}
	if provenance.Type != "https://in-toto.io/Statement/v1" || provenance.PredicateType != "https://slsa.dev/provenance/v1" {
		t.Errorf("the provenance is %s of %s", provenance.Type, provenance.PredicateType)
	}
	for _, name := range names(t) {
		if name == "provenance.intoto.json" {
			continue
		}
		digest := sum(t, name)
		if proved[name] != digest {
			t.Errorf("the provenance of %s is %q", name, proved[name])
		}
		if name != "SHA256SUMS" && listed[name] != digest {
			t.Errorf("the checksum of %s is %q", name, listed[name])
		}
	}
	for _, file := range readFeed(t).Files {
		if sum(t, file.Name) != file.SHA256 || path.Base(file.URL) != file.Name {
			t.Errorf("the feed has %+v", file)
		}
	}
}

// wanted are files that come with the program.
var wanted = []string{
	"README.md", "LICENSE", "CHANGELOG.md", "docs/hosting.md", "docs/images/home.png", "man/plateau.1.gz", "man/plateau-serve.1.gz",
	"completions/plateau.bash", "completions/plateau.zsh", "completions/plateau.fish", "deploy/plateau.service",
}

func TestArchives(t *testing.T) {
	version := readFeed(t).Version
	folder := "plateau-" + strings.TrimPrefix(version, "v") + "/"
	for _, os := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			t.Run(os+"_"+arch, func(t *testing.T) {
				ending, program := ".tar.gz", "plateau"
				if os == "windows" {
					ending, program = ".zip", "plateau.exe"
				}
				file := published(t, "plateau_*_"+os+"_"+arch+ending)
				to := t.TempDir()
				var list []string
				if ending == ".zip" {
					list = zipped(t, file)
				} else {
					list = unpack(t, file, to)
				}
				for _, name := range append([]string{program}, wanted...) {
					if !slices.Contains(list, folder+name) {
						t.Errorf("there is no %s", name)
					}
				}
				if os == runtime.GOOS && arch == runtime.GOARCH {
					if got := run(t, filepath.Join(to, folder, program), "version"); !strings.HasPrefix(got, "plateau "+version+" (commit ") {
						t.Errorf("the program is %s", got)
					}
				}
			})
		}
	}
}

func zipped(t *testing.T, file string) []string {
	t.Helper()
	r, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var list []string
	for _, f := range r.File {
		list = append(list, f.Name)
	}
	return list
}

// Homebrew and Scoop download what was built, and compare it.
func TestManifestsOfPackageManagers(t *testing.T) {
	f := readFeed(t)
	for name, archives := range map[string][]string{
		"plateau.rb":   {"darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "linux_amd64.tar.gz", "linux_arm64.tar.gz"},
		"plateau.json": {"windows_amd64.zip", "windows_arm64.zip"},
	} {
		content, err := os.ReadFile(filepath.Join(release(t), name))
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("#{version}", strings.TrimPrefix(f.Version, "v")).Replace(string(content))
		for _, ending := range archives {
			file := filepath.Base(published(t, "*_"+ending))
			if !strings.Contains(text, f.URL+file) || !strings.Contains(text, sum(t, file)) {
				t.Errorf("%s does not have %s:\n%s", name, file, text)
			}
		}
	}
	if ruby, err := exec.LookPath("ruby"); err == nil {
		run(t, ruby, "-c", filepath.Join(release(t), "plateau.rb"))
	}
}

// The lists of what is in a file name the modules of Go, and the packages of the pages: of
// those that only build the pages, the source alone.
func TestSBOMs(t *testing.T) {
	program := []string{"modernc.org/sqlite", "github.com/spf13/cobra", "svelte", "minisearch"}
	for pattern, parts := range map[string][]string{
		"plateau_*_linux_arm64.tar.gz.spdx.json": program, "plateau_*_windows_amd64.zip.spdx.json": program,
		"*_amd64.deb.spdx.json": program, "plateau_*_image.tar.spdx.json": program, "*_source.tar.gz.spdx.json": append(program, "vite"),
	} {
		var document struct {
			SPDXVersion  string
			CreationInfo struct{ Created string }
			Packages     []struct{ Name, VersionInfo string }
		}
		readJSON(t, published(t, pattern), &document)
		if !strings.HasPrefix(document.SPDXVersion, "SPDX-2.") || document.CreationInfo.Created != readFeed(t).Date {
			t.Errorf("%s: %s of %s", pattern, document.SPDXVersion, document.CreationInfo.Created)
		}
		for _, part := range append(program, "vite") {
			found := false
			for _, p := range document.Packages {
				found = found || p.Name == part && p.VersionInfo != ""
			}
			if wanted := slices.Contains(parts, part); found != wanted {
				t.Errorf("%s has %s: %t, want %t", pattern, part, found, wanted)
			}
		}
	}
}

// Every package brings the same: program, unit, settings, manual pages and completions.
func TestOtherPackages(t *testing.T) {
	rpm := published(t, "*."+otherArch()+".rpm")
	root := debian(t)
	run(t, "cp", rpm, filepath.Join(root, "tmp", "plateau.rpm"))
	inRPM := strings.Split(inside(t, root, "rpm", "--query", "--package", "--list", "/tmp/plateau.rpm"), "\n")
	inAPK, scripts := alpine(t, published(t, "*_"+otherArch()+".apk"))
	for _, list := range [][]string{inRPM, inAPK} {
		for _, name := range []string{
			"/usr/bin/plateau", "/etc/plateau.conf", "/usr/lib/systemd/system/plateau.service", "/usr/share/man/man1/plateau.1.gz",
			"/usr/share/bash-completion/completions/plateau", "/usr/share/zsh/site-functions/_plateau",
			"/usr/share/fish/vendor_completions.d/plateau.fish", "/usr/share/doc/plateau/docs/hosting.md",
		} {
			if !slices.Contains(list, name) {
				t.Errorf("there is no %s in %d files", name, len(list))
			}
		}
	}
	if got := inside(t, root, "rpm", "--query", "--package", "--configfiles", "/tmp/plateau.rpm"); got != "/etc/plateau.conf\n" {
		t.Errorf("RPM keeps the changes of %s", got)
	}
	if !slices.Contains(inAPK, "/etc/init.d/plateau") || !slices.Contains(scripts, ".pre-install") || !slices.Contains(scripts, ".post-upgrade") {
		t.Errorf("the package for Alpine has the scripts %v", scripts)
	}
	// RPM installs it on this Debian, too: it needs nothing else.
	inside(t, root, "rpm", "--install", "--nodeps", "/tmp/plateau.rpm")
	user, command := unit(t, root)
	edit(t, filepath.Join(root, "etc/plateau.conf"), "listen = :8080", "listen = 127.0.0.1:0")
	s := serve(t, root, user, command...)
	s.servesPages(t)
	s.stop(t)
	inside(t, root, "rpm", "--erase", "plateau")
	isThere(t, root, "usr/bin/plateau", false)
	isThere(t, root, "var/lib/plateau/online.db", true)
}

// otherArch is this architecture in the names that RPM and Alpine use.
func otherArch() string {
	return map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
}

// alpine lists what a package for Alpine installs, and its scripts.
func alpine(t *testing.T, path string) (files, scripts []string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range untar(t, tar.NewReader(r), t.TempDir()) {
		if strings.HasPrefix(name, ".") {
			scripts = append(scripts, name)
		} else {
			files = append(files, "/"+strings.Trim(name, "/"))
		}
	}
	return files, scripts
}

// Nothing that is published says where it was built.
func TestNothingNamesTheMachine(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	var machine []string
	for _, text := range []string{here, home + "/", strings.TrimSpace(run(t, "go", "env", "GOROOT"))} {
		machine = append(machine, regexp.QuoteMeta(text))
	}
	if len(host) > 3 {
		machine = append(machine, `\b`+regexp.QuoteMeta(host)+`\b`)
	}
	pattern := regexp.MustCompile(strings.Join(machine, "|"))
	to := t.TempDir()
	unpack(t, published(t, "plateau_*_linux_"+runtime.GOARCH+".tar.gz"), to)
	programs, err := filepath.Glob(filepath.Join(to, "*", "plateau"))
	if err != nil || len(programs) != 1 {
		t.Fatal(programs, err)
	}
	files := append(programs, published(t, "*."+otherArch()+".rpm"))
	for _, name := range names(t) {
		if ending := filepath.Ext(name); ending == ".json" || ending == ".rb" || name == "SHA256SUMS" {
			files = append(files, filepath.Join(release(t), name))
		}
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if at := pattern.FindIndex(content); at != nil {
			t.Error(fmt.Sprintf("%s has %q", filepath.Base(name), content[max(at[0]-40, 0):min(at[1]+40, len(content))]))
		}
	}
}
