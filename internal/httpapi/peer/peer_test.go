package peer_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"plateau/internal/httpapi/peer"
)

func TestForwarded(t *testing.T) {
	proxies, err := peer.ParseProxies("10.0.0.0/8, 2001:db8:1::/48,192.0.2.9")
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
		peer.Forwarded(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.RemoteAddr != c.want || peer.Origin("").Secure(r) != c.encrypted {
				t.Errorf("%s: the client is %s, encrypted %v; want %s, %v", c.name, r.RemoteAddr, peer.Origin("").Secure(r), c.want, c.encrypted)
			}
			if r.Header.Get("X-Forwarded-For")+r.Header.Get("Forwarded") != "" {
				t.Errorf("%s: the claims are still there", c.name)
			}
		}), proxies).ServeHTTP(httptest.NewRecorder(), r)
	}
	if _, err := peer.ParseProxies("10.0.0.0/8,nowhere"); err == nil {
		t.Error("a bad network was read")
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
		peer.Forwarded(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if _, err := netip.ParseAddrPort(r.RemoteAddr); err != nil || len(r.Header) > 0 {
				t.Errorf("%q, %q, %q: %v, with %v", chain, protocol, standard, err, r.Header)
			}
		}), nil).ServeHTTP(httptest.NewRecorder(), r)
	})
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
		o := peer.Origin(c.origin)
		peer.Forwarded(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if url, secure := o.URL(r), o.Secure(r); url != c.want || secure != c.secure {
				t.Errorf("%s: %s, secure %v", c.name, url, secure)
			}
		}), nil).ServeHTTP(httptest.NewRecorder(), r)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "https://club.test/", nil)
	if o := peer.Origin(""); o.URL(r) != "https://club.test" || !o.Secure(r) {
		t.Errorf("under TLS: %s", o.URL(r))
	}
}
