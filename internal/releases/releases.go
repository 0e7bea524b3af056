// Package releases reads the feed of releases, a small file that says which version is the
// newest and where it is. Nothing here runs by itself: only people who ask for it connect
// to anything.
package releases

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"plateau/internal/config"
)

// Feed is the newest release, as 'make release' writes it.
type Feed struct {
	// Version is written like v1.2.3.
	Version string `json:"version"`
	Date    string `json:"date"`
	// URL is the folder with the files.
	URL   string `json:"url"`
	Files []File `json:"files"`
}

// File is one of the files of a release.
type File struct {
	Name   string `json:"name"`
	URL    string `json:"url"`
	SHA256 string `json:"sha256"`
}

const (
	// patience is how long the feed may take.
	patience = 30 * time.Second
	// longest is the maximum size of a feed in bytes.
	longest = 1 << 20
)

// CheckAddress refuses what is no address of a feed. Only this machine may be asked without
// encryption: anybody who can change the answer can hide a release, or name a wrong one.
func CheckAddress(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return "", config.ValueError("a feed has an address such as https://example.org/plateau/latest.json")
	case u.Scheme == "http" && !isLocal(u.Hostname()):
		return "", config.ValueError("the address of a feed begins with https, except on this machine")
	}
	return text, nil
}

func isLocal(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// Read fetches the feed from an address, and tells the server which program asks.
func Read(ctx context.Context, address, program string) (Feed, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return Feed{}, err
	}
	request.Header.Set("User-Agent", program)
	client := http.Client{CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if _, err := CheckAddress(next.URL.String()); err != nil || len(via) > 5 {
			return fmt.Errorf("it redirects to %s", next.URL)
		}
		return nil
	}}
	answer, err := client.Do(request)
	if err != nil {
		return Feed{}, fmt.Errorf("cannot reach the feed of releases: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return Feed{}, fmt.Errorf("there is no feed of releases at %s: the server answers %q", address, answer.Status)
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, longest+1))
	if err != nil {
		return Feed{}, fmt.Errorf("cannot read the feed of releases: %w", err)
	}
	var feed Feed
	if err := json.Unmarshal(text, &feed); err != nil || len(text) > longest || !semver.IsValid(feed.Version) {
		return Feed{}, fmt.Errorf("what is at %s is no feed of releases", address)
	}
	return feed, nil
}

// IsNewer reports whether the release of the feed is newer than a version. That is not known
// of what is no version, as in programs that were built without one.
func (f Feed) IsNewer(version string) (newer, known bool) {
	if !semver.IsValid(version) {
		return false, false
	}
	return semver.Compare(f.Version, version) > 0, true
}

// Package is the address of the file with a name that ends like this, or that of the folder.
func (f Feed) Package(ending string) string {
	for _, file := range f.Files {
		if strings.HasSuffix(file.Name, ending) {
			return file.URL
		}
	}
	return f.URL
}
