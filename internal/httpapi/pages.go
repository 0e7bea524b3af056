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

// Pages serves the files of the browser app; its start page is index.html. If
// there is a NAME.br or NAME.gz next to NAME, it is sent instead to browsers that
// accept it.
func Pages(files fs.FS) (http.Handler, error) {
	p := pages{files: files, known: map[string]page{}}
	if err := fs.WalkDir(files, ".", p.add); err != nil {
		return nil, err
	}
	if _, ok := p.known[startPage]; !ok {
		return nil, fmt.Errorf("the pages have no %s", startPage)
	}
	return secured(readOnly(p)), nil
}

const startPage = "index.html"

type pages struct {
	files fs.FS
	known map[string]page
}

// page is a file with its compressed variants, smallest first and the plain file
// last.
type page struct {
	contentType string
	variants    []variant
}

// variant is one stored file of a page.
type variant struct {
	file     string
	encoding string // empty for the plain file
	size     int64
	etag     string
}

// encodings are the suffixes of compressed files, best compression first.
var encodings = []struct{ suffix, encoding string }{{".br", "br"}, {".gz", "gzip"}, {"", ""}}

// contentTypes are the types of all files that the build makes. The list of the
// operating system is not used because it differs between machines.
var contentTypes = map[string]string{
	// Placeholders for answers of the API, for web hosts without the server.
	"":             "application/json",
	".bin":         "application/octet-stream",
	".css":         "text/css; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// add adds one file.
func (p pages) add(name string, entry fs.DirEntry, err error) error {
	ext := path.Ext(name)
	if err != nil || entry.IsDir() || ext == ".br" || ext == ".gz" {
		return err
	}
	contentType, ok := contentTypes[ext]
	if !ok {
		return fmt.Errorf("%s: unknown content type", name)
	}
	found := page{contentType: contentType}
	for _, e := range encodings {
		v, err := p.variant(name+e.suffix, e.encoding)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		found.variants = append(found.variants, v)
	}
	p.known[name] = found
	return nil
}

func (p pages) variant(file, encoding string) (variant, error) {
	content, err := p.files.Open(file)
	if err != nil {
		return variant{}, err
	}
	defer content.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, content)
	if err != nil {
		return variant{}, err
	}
	etag := `"` + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:12]) + `"`
	return variant{file, encoding, size, etag}, nil
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
	v := found.pick(r.Header.Get("Accept-Encoding"))
	file, err := http.FS(p.files).Open(v.file)
	if err != nil {
		http.Error(w, "the page cannot be read", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	h := w.Header()
	h.Set("Content-Type", found.contentType)
	h.Set("Cache-Control", cacheControl(name))
	h.Set("Vary", "Accept-Encoding")
	h.Set("Etag", v.etag)
	if v.encoding != "" {
		h.Set("Content-Encoding", v.encoding)
		// ServeContent does not set the length of encoded files.
		h.Set("Content-Length", strconv.FormatInt(v.size, 10))
	}
	http.ServeContent(w, r, "", time.Time{}, file)
}

// cacheControl lets browsers keep files with a hash in their name for ever and
// revalidate all others.
func cacheControl(name string) string {
	if strings.HasPrefix(name, "assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

// pick chooses the smallest variant that the browser accepts.
func (p page) pick(accepted string) variant {
	for _, v := range p.variants {
		if v.encoding == "" || accepts(accepted, v.encoding) {
			return v
		}
	}
	return p.variants[len(p.variants)-1]
}

// accepts parses the header Accept-Encoding: a list of encodings, each with an
// optional weight; the weight 0 refuses it.
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
