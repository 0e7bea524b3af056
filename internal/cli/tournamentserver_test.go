//go:build unix

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The same commands run a tournament on a server as in a file.
func TestTournamentOnServer(t *testing.T) {
	s := serve(t, t.TempDir())
	ann := s.guestFrom(t, "198.51.100.1", "Ann")
	ann.registers()
	folder := t.TempDir()
	token := filepath.Join(folder, "token")
	if err := os.WriteFile(token, []byte(ann.token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(fails bool, args ...string) string {
		t.Helper()
		args = append([]string{"tournament"}, args...)
		cmd := exec.CommandContext(t.Context(), "plateau", append(args, "--server", s.url, "--token-file", token)...)
		out, err := cmd.CombinedOutput()
		if (err != nil) != fails {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	want := func(out, pattern string) {
		t.Helper()
		if !regexp.MustCompile(pattern).MatchString(out) {
			t.Errorf("printed\n%s\nwant %s", out, pattern)
		}
	}
	out := run(false, "new", "friday", "--game", "quixo", "--rounds", "2", "--name", "Friday", "--reports", "players", "--categories", "juniors")
	want(out, `^Created [a-z2-7]{32}: Friday, Swiss, 2 rounds, no entrants\.`)
	id := strings.TrimSuffix(strings.Fields(out)[1], ":")
	want(run(false, "add", id, "Ann", "Ben;1500;juniors", "Cleo", "Dan"), `^4 entrants added; there are now 4\.`)
	want(run(true, "add", id, "ann"), `ann already takes part`)
	want(run(false, "edit", id, "Dan", "--rating", "1300"), `^4 is Dan, rating 1300`)
	want(run(false, "pair", id), `(?s)Friday, round 1.*Board`)
	want(run(true, "pair", id), `round 1 still lacks 2 of its results`)
	want(run(false, "result", id, "1", "1-0", "2", "1/2"), `^Round 1 is complete\.`)
	want(run(false, "correct", id, "1", "0-1"), `0-1 instead of 1-0`)
	want(run(false, "undo", id), `^Taken back: change \d+ \(corrected\)`)
	want(run(false, "standings", id), `(?s)standings after round 1.*1  Ben`)
	want(run(false, "withdraw", id, "Ann"), `^Ann withdraws`)
	want(run(false, "export", id, "--format", "trf"), `012 Friday`)
	want(run(false, "print", id, "slips"), `Friday, round 1, board 2`)
	want(run(false, "finish", id, "--early"), `Friday, standings`)
	want(run(false, "show", id), `state       finished`)
	want(run(true, "show", "nothing"), `there is no such tournament`)
	cmd := exec.CommandContext(t.Context(), "plateau", "tournament", "show", id, "--server", s.url)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "--token-file is missing") {
		t.Errorf("without a token: %s, %v", out, err)
	}
}
