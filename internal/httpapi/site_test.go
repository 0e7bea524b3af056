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

func TestPublicHost(t *testing.T) {
	handler := httpapi.Public(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }), "https://games.example.org")
	for host, want := range map[string]int{
		"games.example.org": http.StatusNoContent, "GAMES.example.org:443": http.StatusNoContent, "localhost:8080": http.StatusNoContent,
		"127.0.0.1": http.StatusNoContent, "[::1]:80": http.StatusNoContent,
		"evil.example": http.StatusMisdirectedRequest, "games.example.org.evil.example": http.StatusMisdirectedRequest, "192.0.2.7": http.StatusMisdirectedRequest,
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Host = host
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != want || w.Header().Get("Strict-Transport-Security") == "" {
			t.Errorf("%s was answered with %d and %v, want %d", host, w.Code, w.Header(), want)
		}
	}
	w := httptest.NewRecorder()
	httpapi.Public(handler, "").ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://any.test/", nil))
	if w.Code != http.StatusMisdirectedRequest { // by the inner one alone
		t.Errorf("without a public address the answer is %d", w.Code)
	}
}

func TestHeadersOfRedirects(t *testing.T) {
	site := httpapi.Site(httpapi.NoPages(), http.NotFoundHandler(), httpapi.Shared{}, nil)
	for _, path := range []string{"/api", "//api/x", "/healthz/../api/"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.URL.Path = path
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code/100 != 3 || w.Header().Get("Content-Security-Policy") == "" || w.Header().Get("X-Content-Type-Options") == "" {
			t.Errorf("%s was answered with %d and %v", path, w.Code, w.Header())
		}
	}
}
