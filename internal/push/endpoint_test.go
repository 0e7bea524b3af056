package push_test

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"plateau/internal/push"
)

func TestPublicAddresses(t *testing.T) {
	for _, public := range []string{
		"1.1.1.1", "142.250.1.1", "17.188.0.1", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "::ffff:1.1.1.1",
		"2606:4700::1", "2a00:1450:4001::1", "64:ff9b::101:101",
	} {
		if !push.IsPublic(public) {
			t.Errorf("%s is public", public)
		}
	}
	for _, other := range []string{
		"0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.0.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
		"169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.19.255.255",
		"198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::7f00:1", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0",
		"fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::1", "3fff::1", "64:ff9b::7f00:1",
		"64:ff9b::a00:1", "64:ff9b:1::1", "100::1",
	} {
		if push.IsPublic(other) {
			t.Errorf("%s is not public", other)
		}
	}
}

func TestEndpoints(t *testing.T) {
	for _, c := range []struct {
		text            string
		public, private bool
	}{
		{"https://push.example/abc?d=e", true, true},
		{"https://push.example:443/abc", true, true},
		{"https://push.example:8443/abc", false, true},
		{"https://localhost/abc", true, true}, // Its address is refused when it is resolved.
		{"https://127.0.0.1/abc", false, true},
		{"https://[::1]/abc", false, true},
		{"https://[::ffff:10.0.0.1]/abc", false, true},
		{"https://169.254.169.254/latest/meta-data", false, true},
		{"https://1.1.1.1/abc", true, true},
		{"http://push.example/abc", false, false},
		{"ftp://push.example/abc", false, false},
		{"https:push.example", false, false},
		{"https:///abc", false, false},
		{"https://:443/abc", false, false},
		{"https://user:word@push.example/", false, false},
		{"https://push.example/#part", false, false},
		{"//push.example/abc", false, false},
		{"https://push.example/\n", false, false},
		{"https://push.example/" + strings.Repeat("x", 1000), false, false},
		{"", false, false},
	} {
		if _, ok := push.ReadEndpoint(c.text, false); ok != c.public {
			t.Errorf("%q is accepted: %v", c.text, ok)
		}
		if _, ok := push.ReadEndpoint(c.text, true); ok != c.private {
			t.Errorf("%q is accepted with private ones: %v", c.text, ok)
		}
	}
}

// A name that looks harmless may resolve to this machine. Nothing is sent there:
// not even a connection is made.
func TestConnectionsArePublic(t *testing.T) {
	var connections atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.StartTLS()
	defer server.Close()
	trusted := server.Client().Transport.(*http.Transport).TLSClientConfig
	port := server.URL[strings.LastIndex(server.URL, ":"):]
	for _, host := range []string{"localhost", "127.0.0.1", "[::ffff:127.0.0.1]"} {
		if err := get(t, push.NewTransport(false, trusted), "https://"+host+port); !errors.Is(err, push.ErrNotPublic) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := connections.Load(); n > 0 {
		t.Errorf("%d connections were made", n)
	}
	if err := get(t, push.NewTransport(true, trusted), server.URL); err != nil || connections.Load() == 0 {
		t.Errorf("where the operator allows it: %v", err)
	}
	if err := get(t, push.NewTransport(true, new(tls.Config)), server.URL); err == nil {
		t.Error("a certificate that nobody knows was accepted")
	}
}

// A proxy of the environment would resolve names itself.
func TestNoProxy(t *testing.T) {
	if push.NewTransport(false, nil).(*http.Transport).Proxy != nil {
		t.Error("a proxy is used")
	}
}

func get(t *testing.T, transport http.RoundTripper, url string) error {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := transport.RoundTrip(request)
	if err == nil {
		response.Body.Close()
	}
	return err
}
