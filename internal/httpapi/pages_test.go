package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"plateau/internal/httpapi"
	"plateau/internal/httpapi/peer"
)

var built = fstest.MapFS{
	"index.html":            {Data: []byte("<!doctype html>start")},
	"index.html.br":         {Data: []byte("brotli start")},
	"index.html.gz":         {Data: []byte("gzip start")},
	"manifest.webmanifest":  {Data: []byte("{}")},
	"assets/layers-1.csv":   {Data: []byte("pieces,won\n")},
	"sw.js":                 {Data: []byte("worker")},
	"assets/app-1a2b.js":    {Data: []byte("0123456789")},
	"assets/plateau-9.wasm": {Data: []byte("module")},
}

func handler(t *testing.T) http.Handler {
	t.Helper()
	h, err := httpapi.Pages(built)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func ask(t *testing.T, method, path string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	r.Header, r.RemoteAddr = header, "127.0.0.1:9"
	w := httptest.NewRecorder()
	peer.Forwarded(handler(t), nil).ServeHTTP(w, r)
	return w
}

func TestTypesAndCaching(t *testing.T) {
	const forGood, asking = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct{ path, kind, caching string }{
		{"/", "text/html; charset=utf-8", asking},
		{"/index.html", "text/html; charset=utf-8", asking},
		{"/sw.js", "text/javascript; charset=utf-8", asking},
		{"/manifest.webmanifest", "application/manifest+json", asking},
		{"/assets/layers-1.csv", "text/csv; charset=utf-8", forGood},
		{"/assets/app-1a2b.js", "text/javascript; charset=utf-8", forGood},
		{"/assets/plateau-9.wasm", "application/wasm", forGood},
	} {
		r := ask(t, http.MethodGet, c.path, nil)
		got := [...]string{r.Header().Get("Content-Type"), r.Header().Get("Cache-Control"), r.Header().Get("Vary")}
		if want := [...]string{c.kind, c.caching, "Accept-Encoding"}; r.Code != http.StatusOK || got != want {
			t.Errorf("%s: %d %q, want %q", c.path, r.Code, got, want)
		}
	}
}

func TestCompressionIsNegotiated(t *testing.T) {
	for _, c := range []struct{ accepted, encoding, body string }{
		{"gzip, deflate, br, zstd", "br", "brotli start"},
		{"gzip", "gzip", "gzip start"},
		{"br;q=0, gzip;q=0.5", "gzip", "gzip start"},
		{"BR ; q=1.0", "br", "brotli start"},
		{"br;q=nonsense", "", "<!doctype html>start"},
		{"identity", "", "<!doctype html>start"},
		{"", "", "<!doctype html>start"},
	} {
		r := ask(t, http.MethodGet, "/", http.Header{"Accept-Encoding": {c.accepted}})
		if body := r.Body.String(); r.Header().Get("Content-Encoding") != c.encoding || body != c.body ||
			r.Header().Get("Content-Length") != strconv.Itoa(len(c.body)) {
			t.Errorf("%q: %q, length %s, %q", c.accepted, r.Header().Get("Content-Encoding"), r.Header().Get("Content-Length"), body)
		}
	}
}

func TestUnchangedPagesAreNotSentAgain(t *testing.T) {
	tags := map[string]bool{}
	for _, accepted := range []string{"br", "gzip", ""} {
		header := http.Header{"Accept-Encoding": {accepted}}
		tag := ask(t, http.MethodGet, "/", header).Header().Get("Etag")
		tags[tag] = true
		header.Set("If-None-Match", tag)
		r := ask(t, http.MethodGet, "/", header)
		if body := r.Body.String(); r.Code != http.StatusNotModified || body != "" {
			t.Errorf("%q: %d %q", accepted, r.Code, body)
		}
	}
	if len(tags) != 3 {
		t.Errorf("variants share an ETag: %v", tags)
	}
}

func TestRangeAndHead(t *testing.T) {
	r := ask(t, http.MethodGet, "/assets/app-1a2b.js", http.Header{"Range": {"bytes=2-4"}})
	if body := r.Body.String(); r.Code != http.StatusPartialContent || body != "234" {
		t.Errorf("range: %d %q", r.Code, body)
	}
	r = ask(t, http.MethodHead, "/", http.Header{"Accept-Encoding": {"br"}})
	if body := r.Body.String(); r.Code != http.StatusOK || body != "" || r.Header().Get("Content-Length") != "12" {
		t.Errorf("head: %d %q, length %s", r.Code, body, r.Header().Get("Content-Length"))
	}
}

func TestNotServed(t *testing.T) {
	for _, path := range []string{"/nothing", "/assets", "/assets/", "/index.html.br", "/../etc/passwd", "//index.html", "/index.html/"} {
		r := ask(t, http.MethodGet, path, nil)
		body := r.Body.String()
		if r.Code != http.StatusNotFound || !strings.Contains(body, "There is no such page") {
			t.Errorf("%s: %d %q", path, r.Code, body)
		}
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		if r := ask(t, method, "/", nil); r.Code != http.StatusMethodNotAllowed || r.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d, allowed %q", method, r.Code, r.Header().Get("Allow"))
		}
	}
}

func TestEveryAnswerIsSecured(t *testing.T) {
	for _, path := range []string{"/", "/nothing"} {
		r := ask(t, http.MethodGet, path, nil)
		policy := r.Header().Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy %q lacks %q", path, policy, part)
			}
		}
		if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") {
			t.Errorf("%s: the policy allows too much: %q", path, policy)
		}
		for _, header := range []string{
			"Cross-Origin-Resource-Policy", "Permissions-Policy", "Referrer-Policy", "X-Content-Type-Options",
		} {
			if r.Header().Get(header) == "" {
				t.Errorf("%s: %s is missing", path, header)
			}
		}
	}
}

// Where a connection is not encrypted, browsers ignore the header and warn of it.
func TestOpenerPolicyIsSentWhereItHasAnEffect(t *testing.T) {
	for _, test := range []struct {
		url    string
		header http.Header
		sent   bool
	}{
		{url: "http://club.example/"},
		{url: "http://192.168.0.7:8080/"},
		{url: "http://localhost.example/"},
		{url: "http://club.example/", header: http.Header{"X-Forwarded-Proto": {"http"}}},
		{url: "https://plateau.example/", sent: true},
		{url: "http://plateau.example/", header: http.Header{"X-Forwarded-Proto": {"https"}}, sent: true},
		{url: "http://plateau.example/", header: http.Header{"Sec-Fetch-Site": {"none"}}, sent: true},
		{url: "http://localhost/", sent: true},
		{url: "http://plateau.localhost:8080/", sent: true},
		{url: "http://127.0.0.1:8080/", sent: true},
		{url: "http://[::1]:8080/", sent: true},
	} {
		r := ask(t, http.MethodGet, test.url, test.header)
		if sent := r.Header().Get("Cross-Origin-Opener-Policy") == "same-origin"; sent != test.sent {
			t.Errorf("%s %v: sent is %t, want %t", test.url, test.header, sent, test.sent)
		}
	}
}

func TestPagesThatCannotBeServed(t *testing.T) {
	for name, files := range map[string]fstest.MapFS{
		"no start page": {"sw.js": {}},
		"unknown type":  {"index.html": {}, "notes.docx": {}},
	} {
		if _, err := httpapi.Pages(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestWithoutPages(t *testing.T) {
	w := httptest.NewRecorder()
	httpapi.NoPages().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
	if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, "make run") {
		t.Errorf("%d %q", w.Code, body)
	}
	w = httptest.NewRecorder()
	httpapi.NoPages().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/sw.js", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("a missing file: %d", w.Code)
	}
}
