//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Those who read the examples for several servers accept them.
func TestExamplesForSeveralServers(t *testing.T) {
	t.Parallel()
	t.Run("Caddy", func(t *testing.T) {
		cmd := exec.CommandContext(t.Context(), fromDebian(t, "usr/bin/caddy"), "adapt", "--config", "../../deploy/Caddyfile", "--adapter", "caddyfile")
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "SITE=games.example.org")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), `"policy":"round_robin"`) || !strings.Contains(string(out), "games.example.org") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("systemd", func(t *testing.T) {
		path, err := exec.LookPath("systemd-analyze")
		if err != nil {
			t.Skip("NOT TESTED: the unit with systemd-analyze, which is not installed")
		}
		text, err := os.ReadFile("../../deploy/plateau.service")
		if err != nil {
			t.Fatal(err)
		}
		// It looks for the program.
		unit := filepath.Join(t.TempDir(), "plateau.service")
		changed := replaced(t, string(text), "/usr/local/bin/plateau serve", "/bin/true serve")
		if err := os.WriteFile(unit, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), path, "verify", "--man=no", unit).CombinedOutput(); err != nil || strings.Contains(string(out), "Unknown") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
