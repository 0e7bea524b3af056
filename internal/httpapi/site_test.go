package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"plateau/internal/httpapi"
)

func TestSite(t *testing.T) {
	writes := func(text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) })
	}
	var notReady error
	site := httpapi.Site(writes("page"), writes("answer"), httpapi.Shared{Paths: []string{"/s/"}, Handler: writes("shared")}, func(context.Context) error { return notReady })
	want := func(path string, status int, body string) {
		t.Helper()
		w := httptest.NewRecorder()
		site.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code != status || body != "" && w.Body.String() != body {
			t.Errorf("%s: %d %q, want %d %q", path, w.Code, w.Body, status, body)
		}
		// Pages set their own policy.
		if path != "/" && w.Body.String() != "page" && w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s has no policy", path)
		}
	}
	want("/", http.StatusOK, "page")
	want("/assets/app.js", http.StatusOK, "page")
	want("/api/v1/server", http.StatusOK, "answer")
	want("/healthz", http.StatusOK, "ok\n")
	want("/readyz", http.StatusOK, "ok\n")
	notReady = errors.New("the disk is full")
	want("/healthz", http.StatusOK, "ok\n")
	want("/readyz", http.StatusServiceUnavailable, "")
}

func TestOrigin(t *testing.T) {
	for _, c := range []struct {
		name, origin, remote, forwarded, want string
		secure                                bool
	}{
		{"from the request", "", "192.0.2.7:99", "", "http://club.test:8080", false},
		{"strangers are not trusted", "", "192.0.2.7:99", "https", "http://club.test:8080", false},
		{"behind a proxy", "", "127.0.0.1:99", "https", "https://club.test:8080", true},
		{"behind a plain proxy", "", "[::1]:99", "http", "http://club.test:8080", false},
		{"as set", "https://play.test", "192.0.2.7:99", "", "https://play.test", true},
		{"as set, plain", "http://play.test", "127.0.0.1:99", "https", "http://play.test", false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://club.test:8080/", nil)
		r.RemoteAddr = c.remote
		r.Header.Set("X-Forwarded-Proto", c.forwarded)
		o := httpapi.Origin(c.origin)
		if url, secure := o.URL(r), o.Secure(r); url != c.want || secure != c.secure {
			t.Errorf("%s: %s, secure %v", c.name, url, secure)
		}
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "https://club.test/", nil)
	if o := httpapi.Origin(""); o.URL(r) != "https://club.test" || !o.Secure(r) {
		t.Errorf("under TLS: %s", o.URL(r))
	}
}
