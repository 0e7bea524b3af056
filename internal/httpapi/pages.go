// Package httpapi serves Plateau over HTTP.
package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Pages serves the files of the browser app, whose start page is index.html.
// Where NAME.br or NAME.gz stands beside NAME, it is sent in its place to
// browsers that take it.
func Pages(files fs.FS) (http.Handler, error) {
	p := pages{files: files, known: map[string]page{}}
	if err := fs.WalkDir(files, ".", p.add); err != nil {
		return nil, err
	}
	if _, ok := p.known[startPage]; !ok {
		return nil, fmt.Errorf("there is no %s among the pages", startPage)
	}
	return secured(onlyReading(p)), nil
}

const startPage = "index.html"

type pages struct {
	files fs.FS
	known map[string]page
}

// page is a file with its packed forms, the smallest first and the plain one
// last.
type page struct {
	kind  string
	forms []form
}

// form is a file as it is stored.
type form struct {
	file     string
	encoding string // "" for the plain one
	size     int64
	tag      string
}

// packings are the suffixes of packed files, by how small they make them.
var packings = []struct{ suffix, encoding string }{{".br", "br"}, {".gz", "gzip"}, {"", ""}}

// kinds are the types of all files that the build makes. The system's own list
// is not asked, for it differs from machine to machine.
var kinds = map[string]string{
	// An answer of the API as other web hosts give it: there is no server.
	"":             "application/json",
	".bin":         "application/octet-stream",
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// add takes note of one file.
func (p pages) add(name string, entry fs.DirEntry, err error) error {
	ext := path.Ext(name)
	if err != nil || entry.IsDir() || ext == ".br" || ext == ".gz" {
		return err
	}
	kind, ok := kinds[ext]
	if !ok {
		return fmt.Errorf("%s: no type is known for such files", name)
	}
	found := page{kind: kind}
	for _, packing := range packings {
		f, err := p.form(name+packing.suffix, packing.encoding)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		found.forms = append(found.forms, f)
	}
	p.known[name] = found
	return nil
}

func (p pages) form(file, encoding string) (form, error) {
	content, err := p.files.Open(file)
	if err != nil {
		return form{}, err
	}
	defer content.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, content)
	if err != nil {
		return form{}, err
	}
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:12]) + `"`
	return form{file, encoding, size, tag}, nil
}

// ServeHTTP implements [http.Handler].
func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = startPage
	}
	found, ok := p.known[name]
	if !ok {
		writePage(w, http.StatusNotFound, notFound)
		return
	}
	f := found.pick(r.Header.Get("Accept-Encoding"))
	file, err := p.files.Open(f.file)
	if err != nil {
		http.Error(w, "the page cannot be read", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	content, ok := file.(io.ReadSeeker)
	if !ok {
		http.Error(w, "the page cannot be sent in parts", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", found.kind)
	h.Set("Cache-Control", caching(name))
	h.Set("Vary", "Accept-Encoding")
	h.Set("Etag", f.tag)
	if f.encoding != "" {
		h.Set("Content-Encoding", f.encoding)
		// ServeContent leaves the length of packed files to others.
		h.Set("Content-Length", strconv.FormatInt(f.size, 10))
	}
	http.ServeContent(w, r, "", time.Time{}, content)
}

// caching lets browsers keep files with a hash in their name for good, and ask
// for all others whether they have changed.
func caching(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

// pick chooses the smallest form that the browser takes.
func (p page) pick(accepted string) form {
	for _, f := range p.forms {
		if f.encoding == "" || accepts(accepted, f.encoding) {
			return f
		}
	}
	return p.forms[len(p.forms)-1]
}

// accepts reads the header Accept-Encoding: a list of encodings, each with an
// optional weight, of which 0 refuses.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(params)), "q=")
		if !ok {
			return true
		}
		value, err := strconv.ParseFloat(weight, 64)
		return err == nil && value > 0
	}
	return false
}
