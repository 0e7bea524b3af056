package httpapi_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plateau/internal/httpapi"
)

// certify writes a certificate for localhost with a serial number, and trusts it.
func certify(t *testing.T, certFile, keyFile string, serial int64, trusted *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	trusted.AppendCertsFromPEM(certificate)
	replace(t, certFile, certificate, serial)
	replace(t, keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), serial)
}

// replace writes a file with a modification time that no other version has.
func replace(t *testing.T, path string, content []byte, version int64) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Unix(1_800_000_000+version, 0)); err != nil {
		t.Fatal(err)
	}
}

func TestCertificateIsRenewed(t *testing.T) {
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	trusted := x509.NewCertPool()
	certify(t, certFile, keyFile, 1, trusted)
	config, err := httpapi.TLS(certFile, keyFile, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	address, _ := served(ctx, t, &httpapi.Server{TLS: config, Handler: http.NotFoundHandler()})
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	want := func(serial int64) {
		t.Helper()
		client := &http.Client{Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true, DisableKeepAlives: true,
		}}
		answer := fetch(t, client, "https://localhost:"+port)
		defer answer.Body.Close()
		if got := answer.TLS.PeerCertificates[0].SerialNumber; got.Int64() != serial || answer.ProtoMajor != 2 {
			t.Errorf("the certificate is number %v, want %d; %s", got, serial, answer.Proto)
		}
	}
	want(1)
	// Certificate and key do not match until both are renewed.
	certify(t, certFile, filepath.Join(dir, "other.pem"), 2, trusted)
	want(1)
	certify(t, certFile, keyFile, 3, trusted)
	want(3)
}

func TestMissingCertificate(t *testing.T) {
	if _, err := httpapi.TLS("no.pem", "no.pem", slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error without a certificate")
	}
}
