package httpapi

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// ACME gets certificates from a certificate authority by itself, and renews them.
// Hosts, Cache and Log are required.
type ACME struct {
	Hosts []string
	// Email is whom the authority can write to; it may be empty.
	Email string
	// Directory is the address of the authority; Let's Encrypt's if it is empty.
	Directory string
	// Cache has keys and certificates.
	Cache autocert.Cache
	Log   *slog.Logger

	manager *autocert.Manager
	mu      sync.Mutex
	warned  time.Time
}

// Open makes a manager; it connects to nobody yet.
func (a *ACME) Open() {
	a.manager = &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: a.Cache, HostPolicy: autocert.HostWhitelist(a.Hosts...), Email: a.Email,
		Client: &acme.Client{DirectoryURL: a.Directory, UserAgent: "plateau"},
	}
	if a.Directory == "" {
		a.manager.Client.DirectoryURL = autocert.DefaultACMEDirectory
	}
}

// TLS encrypts connections with these certificates, and answers the authority.
func (a *ACME) TLS() *tls.Config {
	config := a.manager.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		certificate, err := a.manager.GetCertificate(hello)
		if err != nil && slices.Contains(a.Hosts, strings.ToLower(hello.ServerName)) {
			a.warn(hello.ServerName, err)
		}
		return certificate, err
	}
	return config
}

// warn logs that there is no certificate, once a minute at most.
func (a *ACME) warn(host string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now := time.Now(); a.warned.IsZero() || now.Sub(a.warned) >= warnEvery {
		a.warned = now
		a.Log.Error("there is no certificate: the authority must reach this server by its name, at port 80 or 443", "host", host, "error", err)
	}
}

// Obtain gets certificates that are missing, before anybody asks for them, and so
// that the log says at once whether it works. Those that are there are renewed in
// time from then on.
func (a *ACME) Obtain() {
	for _, host := range a.Hosts {
		hello := &tls.ClientHelloInfo{
			ServerName: host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_AES_128_GCM_SHA256},
		}
		certificate, err := a.manager.GetCertificate(hello)
		if err != nil {
			a.warn(host, err)
			continue
		}
		a.Log.Info("there is a certificate", "host", host, "until", certificate.Leaf.NotAfter)
	}
}

// Redirect answers the authority at the port without encryption, and redirects
// everybody else to the public address.
func (a *ACME) Redirect(address string) http.Handler {
	answer := a.manager.HTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(a.Hosts, r.Host) {
			refuseHost(w, address)
			return
		}
		redirect(w, r, address)
	}))
	return secured(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The port does not matter: another one may be forwarded to this one.
		r = r.Clone(r.Context())
		r.Host = strings.ToLower(hostOf(r))
		answer.ServeHTTP(w, r)
	}))
}

// redirect sends a browser to the same page of another address. Anything but reading
// is refused: it was already sent without encryption, or to the wrong host.
func redirect(w http.ResponseWriter, r *http.Request, address string) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "send this to "+address, http.StatusMisdirectedRequest)
		return
	}
	http.Redirect(w, r, strings.TrimSuffix(address, "/")+r.URL.RequestURI(), http.StatusMovedPermanently)
}
