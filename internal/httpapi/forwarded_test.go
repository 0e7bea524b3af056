package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"plateau/internal/httpapi"
)

func TestForwarded(t *testing.T) {
	proxies, err := httpapi.ParseProxies("10.0.0.0/8, 2001:db8:1::/48,192.0.2.9")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, peer string
		header     map[string]string
		want       string
		encrypted  bool
	}{
		{"no proxy", "198.51.100.7:40", nil, "198.51.100.7:40", false},
		{"a forger", "198.51.100.7:40", map[string]string{"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https"}, "198.51.100.7:40", false},
		{"this machine", "127.0.0.1:40", map[string]string{"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https"}, "1.2.3.4:0", true},
		{"this machine without a proxy", "[::1]:40", nil, "[::1]:40", false},
		{"a trusted network", "10.1.2.3:40", map[string]string{"X-Forwarded-For": "1.2.3.4:5678"}, "1.2.3.4:0", false},
		{"a single address", "192.0.2.9:40", map[string]string{"X-Forwarded-For": "1.2.3.4"}, "1.2.3.4:0", false},
		{"beside it", "192.0.2.10:40", map[string]string{"X-Forwarded-For": "1.2.3.4"}, "192.0.2.10:40", false},
		{"a chain", "127.0.0.1:40", map[string]string{"X-Forwarded-For": "6.6.6.6, 1.2.3.4, 10.0.0.1"}, "1.2.3.4:0", false},
		{"IPv6 with a port", "[2001:db8:1::2]:40", map[string]string{"X-Forwarded-For": "[2001:db8:9::7]:4711"}, "[2001:db8:9::7]:0", false},
		{"RFC 7239", "127.0.0.1:40", map[string]string{"Forwarded": `for=6.6.6.6, For="[2001:db8:cafe::17]:4711";proto=https;by=203.0.113.43`}, "[2001:db8:cafe::17]:0", true},
		{"an unknown client", "127.0.0.1:40", map[string]string{"Forwarded": "for=unknown;proto=http"}, "127.0.0.1:40", false},
		{"both, of which one may be forged", "127.0.0.1:40", map[string]string{"X-Forwarded-For": "1.2.3.4", "Forwarded": "for=6.6.6.6"}, "1.2.3.4:0", false},
		{"a unix socket", "@", map[string]string{"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https"}, "1.2.3.4:0", true},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://play.test/", nil)
		r.RemoteAddr = c.peer
		for name, value := range c.header {
			r.Header.Set(name, value)
		}
		httpapi.Forwarded(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.RemoteAddr != c.want || httpapi.Origin("").Secure(r) != c.encrypted {
				t.Errorf("%s: the client is %s, encrypted %v; want %s, %v", c.name, r.RemoteAddr, httpapi.Origin("").Secure(r), c.want, c.encrypted)
			}
			if r.Header.Get("X-Forwarded-For")+r.Header.Get("Forwarded") != "" {
				t.Errorf("%s: the claims are still there", c.name)
			}
		}), proxies).ServeHTTP(httptest.NewRecorder(), r)
	}
	if _, err := httpapi.ParseProxies("10.0.0.0/8,nowhere"); err == nil {
		t.Error("a bad network was read")
	}
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

// FuzzForwarded has a trusted proxy send anything: the client is an address, or the
// proxy itself, and no claim is left.
func FuzzForwarded(f *testing.F) {
	f.Add("1.2.3.4", "http", "")
	f.Add("6.6.6.6, 1.2.3.4:80, [2001:db8::7]:4711", "https", "")
	f.Add("", "", `for=6.6.6.6, For="[2001:db8:cafe::17]:4711";proto=https;by=203.0.113.43`)
	f.Fuzz(func(t *testing.T, chain, protocol, standard string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://play.test/", nil)
		r.RemoteAddr = "127.0.0.1:40"
		r.Header = http.Header{"X-Forwarded-For": {chain}, "X-Forwarded-Proto": {protocol}, "Forwarded": {standard}}
		httpapi.Forwarded(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if _, err := netip.ParseAddrPort(r.RemoteAddr); err != nil || len(r.Header) > 0 {
				t.Errorf("%q, %q, %q: %v, with %v", chain, protocol, standard, err, r.Header)
			}
		}), nil).ServeHTTP(httptest.NewRecorder(), r)
	})
}
