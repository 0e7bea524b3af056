// Finish adds to what goreleaser built the image for containers, the lists of what is in
// every file (SPDX), the feed that 'plateau update --check' reads, checksums and the
// provenance. It collects everything that is published in one folder. Nothing in it
// depends on when or where it runs: all times are that of the commit.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// release is what is made.
type release struct {
	// Dist is where goreleaser works, out what is published.
	dist, out string
	// Version begins with a v.
	version, commit string
	date            time.Time
	// Releases is the address below which every version is published in a folder.
	releases string
	built    []artifact
}

// artifact is a file that goreleaser made.
type artifact struct {
	Name, Path, Type string
	OS               string `json:"goos"`
	Arch             string `json:"goarch"`
}

// Types of artifacts, in goreleaser's words.
const (
	binary  = "Binary"
	archive = "Archive"
	source  = "Source"
	packed  = "Linux Package"
	cask    = "Homebrew Cask"
	scoop   = "Scoop Manifest"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "finish:", err)
		os.Exit(1)
	}
}

func run() error {
	var r release
	var date string
	flag.StringVar(&r.dist, "dist", "bin/goreleaser", "where goreleaser worked")
	flag.StringVar(&r.out, "out", "bin/release", "the folder to publish")
	flag.StringVar(&r.version, "version", "", "such as v1.2.3")
	flag.StringVar(&r.commit, "commit", "", "the whole hash")
	flag.StringVar(&date, "date", "", "that of the commit, as in RFC 3339")
	flag.StringVar(&r.releases, "releases", "", "the address at which releases are published")
	flag.Parse()
	var err error
	if r.date, err = time.Parse(time.RFC3339, date); err != nil {
		return fmt.Errorf("-date: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(r.dist, "artifacts.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &r.built); err != nil {
		return err
	}
	// They are listed in the order in which they were ready.
	slices.SortFunc(r.built, func(a, b artifact) int { return strings.Compare(a.Path, b.Path) })
	if err := errors.Join(os.RemoveAll(r.out), os.MkdirAll(r.out, 0o755)); err != nil {
		return err
	}
	for _, step := range []func() error{r.collect, r.writeImage, r.writeSBOMs, r.writeFeed, r.writeSums, r.writeProvenance} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// collect copies what is published as goreleaser made it.
func (r *release) collect() error {
	found := map[string]int{}
	for _, a := range r.built {
		found[a.Type]++
		switch a.Type {
		case archive, source, packed, cask, scoop:
			if err := r.copy(a); err != nil {
				return err
			}
		}
	}
	for kind, want := range map[string]int{binary: 6, archive: 6, source: 1, packed: 6, cask: 1, scoop: 1} {
		if found[kind] != want {
			return fmt.Errorf("goreleaser made %d of the type %s instead of %d", found[kind], kind, want)
		}
	}
	return nil
}

func (r *release) copy(a artifact) error {
	from, err := os.Open(a.Path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(r.out, filepath.Base(a.Path)), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// number is the version without the v, as in the names of files.
func (r *release) number() string { return strings.TrimPrefix(r.version, "v") }

// published is a file to publish, with its SHA-256 in hexadecimal digits.
type published struct {
	name, sum string
	size      int64
}

// files are all to publish so far, sorted by their names.
func (r *release) files() ([]published, error) {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return nil, err
	}
	var all []published
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, published{e.Name(), fmt.Sprintf("%x", sha256.Sum256(content)), int64(len(content))})
	}
	return all, nil
}

func (r *release) write(name string, text []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), text, 0o644)
}

func (r *release) writeJSON(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return r.write(name, append(text, '\n'))
}
