package server

import (
	"errors"
	"path/filepath"
	"testing"

	"golang.org/x/crypto/acme/autocert"
)

// One server gets a certificate, and the others have it.
func TestCertificatesInTheStore(t *testing.T) {
	store, err := openFile(t.Context(), filepath.Join(t.TempDir(), DatabaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	one := certificates{&Server{online: &onlinePlay{store: store}}}
	two := certificates{&Server{online: &onlinePlay{store: store}}}
	want := func(name, text string) {
		t.Helper()
		got, err := two.Get(t.Context(), name)
		if text == "" && !errors.Is(err, autocert.ErrCacheMiss) || text != "" && (err != nil || string(got) != text) {
			t.Errorf("%s is %q, %v, want %q", name, got, err, text)
		}
	}
	want("games.example.org", "")
	for name, text := range map[string]string{"games.example.org": "EC", "games.example.org+rsa": "RSA"} {
		if err := one.Put(t.Context(), name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	want("games.example.org", "EC")
	want("games.example.org+rsa", "RSA")
	want("games", "")
	if err := two.Delete(t.Context(), "games.example.org"); err != nil {
		t.Fatal(err)
	}
	want("games.example.org", "")
	want("games.example.org+rsa", "RSA")
}
