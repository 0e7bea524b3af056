//go:build unix

package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"plateau/internal/privacy"
)

// What the server stores, and what its operator says, is for everybody, also on a server
// for members only.
func TestPrivacyPage(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	imprint := filepath.Join(data, "imprint.txt")
	if err := os.WriteFile(imprint, []byte("\nThe Club\r\n1 Main Street\r\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, data, "--admission", "members", "--imprint", imprint, "--terms", "https://club.test/terms", "--contact", "ann@club.test",
		"--guest-days", "30", "--guest-game-days", "0", "--security-log", filepath.Join(data, "security.log"), "--no-push")
	var got struct {
		Items                    []string
		GuestDays, GuestGameDays int
		AddressesLogged          bool
		Imprint, Terms, Contact  struct{ Text, Link string }
	}
	text := s.gets(t, "/api/v1/privacy")
	if err := json.Unmarshal([]byte(strings.ReplaceAll(text, "_", "")), &got); err != nil {
		t.Fatal(err)
	}
	want := slices.DeleteFunc(privacy.Codes(), func(code string) bool { return code == "devices" })
	if !slices.Equal(got.Items, want) {
		t.Errorf("stored is %v, want %v", got.Items, want)
	}
	if got.GuestDays != 30 || got.GuestGameDays != 0 || !got.AddressesLogged {
		t.Errorf("the policy is %s", text)
	}
	if got.Imprint.Text != "The Club\n1 Main Street" || got.Terms.Link != "https://club.test/terms" ||
		got.Contact.Text != "ann@club.test" || got.Contact.Link != "mailto:ann@club.test" {
		t.Errorf("the operator says %s", text)
	}
	if about := s.gets(t, "/api/v1/server"); !strings.Contains(about, `"notices":["imprint","terms","contact"]`) {
		t.Errorf("the server says %s", about)
	}
	s.stops(t, syscall.SIGTERM)

	s = serve(t, t.TempDir(), "--no-online", "--contact", "room 12")
	if text := s.gets(t, "/api/v1/privacy"); !strings.Contains(text, `"items":[]`) || !strings.Contains(text, `"contact":{"text":"room 12"}`) {
		t.Errorf("without online play: %s", text)
	}
	s.stops(t, syscall.SIGTERM)
}

func TestUnusableNotices(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for name, text := range map[string]string{"empty.txt": " \n", "binary.txt": "\xff\xfe", "long.txt": strings.Repeat("a", 70_000)} {
		if err := os.WriteFile(filepath.Join(data, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"missing.txt": "the terms cannot be read", "empty.txt": "is empty", "binary.txt": "is not plain text in UTF-8", "long.txt": "has 70000 bytes; at most 65536 are shown",
	} {
		p := start(t, data, "serve", "--listen", "localhost:0", "--no-open", "--terms", filepath.Join(data, name))
		if _, code := p.ends(t); code == 0 || !strings.Contains(p.stderr.String(), want) {
			t.Errorf("%s: exit code %d, %s", name, code, p.stderr)
		}
	}
}
