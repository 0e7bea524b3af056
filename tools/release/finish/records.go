package main

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"time"
)

// sums is the name of the file with the checksums, as 'sha256sum --check' reads it.
const sums = "SHA256SUMS"

func (r *release) writeSums() error {
	files, err := r.files()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, f := range files {
		fmt.Fprintf(&text, "%s  %s\n", f.sum, f.name)
	}
	return r.write(sums, text.Bytes())
}

// feedFile is a file of the feed.
type feedFile struct {
	Name   string `json:"name"`
	URL    string `json:"url"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// writeFeed writes what is published as RELEASES/latest.json: the newest version, and where
// its files are.
func (r *release) writeFeed() error {
	files, err := r.files()
	if err != nil {
		return err
	}
	folder := r.releases + "/" + r.version + "/"
	feed := struct {
		Version string     `json:"version"`
		Commit  string     `json:"commit"`
		Date    string     `json:"date"`
		URL     string     `json:"url"`
		Files   []feedFile `json:"files"`
	}{r.version, r.commit, r.date.UTC().Format(time.RFC3339), folder, nil}
	for _, f := range files {
		if !strings.HasSuffix(f.name, ".spdx.json") {
			feed.Files = append(feed.Files, feedFile{f.name, folder + f.name, f.size, f.sum})
		}
	}
	return r.writeJSON("latest.json", feed)
}

type digests map[string]string

// descriptor names something by its digest, as in-toto does.
type descriptor struct {
	Name   string  `json:"name,omitempty"`
	URI    string  `json:"uri,omitempty"`
	Digest digests `json:"digest,omitempty"`
}

// writeProvenance says from what and by what the files were built, as SLSA describes it: a
// statement that a maintainer can sign. Everybody can check it by building again.
func (r *release) writeProvenance() error {
	files, err := r.files()
	if err != nil {
		return err
	}
	var subjects []descriptor
	for _, f := range files {
		subjects = append(subjects, descriptor{Name: f.name, Digest: digests{"sha256": f.sum}})
	}
	definition := r.releases + "/docs/releasing.md"
	return r.writeJSON("provenance.intoto.json", map[string]any{
		"_type": "https://in-toto.io/Statement/v1", "subject": subjects,
		"predicateType": "https://slsa.dev/provenance/v1",
		"predicate": map[string]any{
			"buildDefinition": map[string]any{
				"buildType":          definition,
				"externalParameters": map[string]any{"command": "make release", "RELEASES": r.releases, "version": r.version},
				"resolvedDependencies": []descriptor{
					{Name: "source", URI: "git+" + r.releases, Digest: digests{"gitCommit": r.commit}},
					{Name: "go", URI: "pkg:generic/go@" + runtime.Version()},
				},
			},
			"runDetails": map[string]any{"builder": map[string]any{"id": definition}},
		},
	})
}
