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
	t.Parallel()
	// On a fast machine these are more requests than a player may send.
	s := serve(t, t.TempDir(), "--no-limits")
	ann := s.guestFrom(t, "198.51.100.1", "Ann")
	ann.registers()
	folder := t.TempDir()
	runAs := func(who *visitor, fails bool, args ...string) string {
		t.Helper()
		args = append([]string{"tournament"}, args...)
		args = append(args, "--server", s.url)
		if who != nil {
			token := filepath.Join(folder, "token")
			if err := os.WriteFile(token, []byte(who.token+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, "--token-file", token)
		}
		cmd := exec.CommandContext(t.Context(), "plateau", args...)
		out, err := cmd.CombinedOutput()
		if (err != nil) != fails {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run := func(fails bool, args ...string) string { t.Helper(); return runAs(ann, fails, args...) }
	want := func(out, pattern string) {
		t.Helper()
		if !regexp.MustCompile(pattern).MatchString(out) {
			t.Errorf("printed\n%s\nwant %s", out, pattern)
		}
	}
	out := run(false, "new", "friday", "--game", "quixo", "--rounds", "2", "--reports", "players", "--categories", "juniors")
	want(out, `^Created [a-z2-7]{32}: friday, Swiss, 2 rounds, no entrants\.`)
	id := strings.TrimSuffix(strings.Fields(out)[1], ":")
	want(run(false, "add", id, "Ann", "Ben;1500;juniors", "Cleo", "Dan"), `^4 entrants added; there are now 4\.`)
	want(run(true, "add", id, "ann"), `ann already takes part`)
	want(run(false, "edit", id, "Dan", "--rating", "1300"), `^4 is Dan, rating 1300`)
	want(run(false, "amend", id, "--categories", "juniors,beginners", "--half-byes", "1", "--rounds", "3"), `^Changed\.`)
	want(run(false, "pair", id), `(?s)friday, round 1.*Board`)
	want(run(true, "pair", id), `round 1 still lacks 2 of its results`)
	want(run(false, "result", id, "1", "1-0", "2", "1/2"), `^Round 1 is complete\.`)
	want(run(false, "correct", id, "1", "0-1"), `0-1 instead of 1-0`)
	want(run(false, "undo", id), `^Taken back: change \d+, round 1, board 1, .* – .*: corrected to 0-1\.`)
	want(run(false, "standings", id), `(?s)standings after round 1.*1  Ben`)
	// Players report the results of the next round, with the codes of their slips.
	run(false, "pair", id)
	want(runAs(nil, true, "report", id, "1-0", "--code", "aaaabbbbccccdddd"), `this code is not valid`)
	for _, slip := range regexp.MustCompile(`/slip/([a-z2-7]{16})`).FindAllStringSubmatch(run(false, "links", id), -1) {
		want(runAs(nil, false, "report", id, "1-0", "--code", slip[1]), `^Reported\.`)
	}
	want(run(true, "result", id, "2", "1-0"), `board 2 already has the result 1-0`)
	want(run(true, "report", id, "1-0"), `you do not take part`)
	want(run(true, "amend", id, "--form", "arena"), `cannot be changed after the first pairing`)
	want(run(false, "withdraw", id, "Ann"), `^Ann withdraws`)
	want(run(false, "export", id, "--format", "trf"), `012 friday`)
	want(run(false, "print", id, "slips"), `friday, round 2, board 2`)
	want(run(false, "finish", id, "--early"), `friday, standings`)
	want(run(false, "show", id), `state       finished`)
	want(run(true, "show", "nothing"), `there is no such tournament`)

	// Tournaments are found, joined and deleted, too.
	out = run(false, "new", "open", "--game", "quixo", "--name", "Open", "--place", "online", "--entry", "link", "--listed")
	open := strings.TrimSuffix(strings.Fields(out)[1], ":")
	want(runAs(nil, false, "list"), `^ID +NAME .*\n`+open+` +Open +quixo +swiss +online +0 +not started\n$`)
	want(run(false, "list", "--own", "--finished"), id+` +friday .* finished\n$`)
	want(run(false, "list", "--own", "--json"), `^{"id":"`+open+`","seq":[0-9]+,"name":"Open",`)
	want(runAs(nil, true, "list", "--own"), `--token-file is missing`)
	old := regexp.MustCompile(`/join/([a-z2-7]{16})\n`).FindStringSubmatch(run(false, "links", open))
	code := regexp.MustCompile(`/join/([a-z2-7]{16})\n`).FindStringSubmatch(run(false, "links", open, "--renew"))
	if old == nil || code == nil || old[1] == code[1] {
		t.Fatalf("the codes are %q and %q", old, code)
	}
	ben := s.guestFrom(t, "198.51.100.2", "Ben")
	want(runAs(ben, true, "join", open, "--code", old[1]), `only those with the link can join`)
	want(runAs(ben, false, "join", open, "--code", code[1]), `^Ben takes part in Open as number 1; entrants: 1\.`)
	want(runAs(ben, true, "withdraw", open, "Ben"), `only organisers`)
	want(runAs(ben, false, "withdraw", open, "--me"), `^Ben has withdrawn\.`)
	want(runAs(ben, false, "return", open, "--me"), `^Ben takes part\.`)
	want(runAs(ben, true, "bye", open, "2", "--me"), `this tournament allows 0 half-point byes`)
	want(run(false, "amend", open, "--half-byes", "1"), `^Changed\.`)
	want(runAs(ben, false, "bye", open, "2", "--me"), `^Ben takes part; byes in rounds 2\.`)
	want(run(false, "links", open), `(?m)^watch +http.*/#/tournament/`+open+`\n(.*\n)report +1 +Ben +http.*/slip/[a-z2-7]{16}$`)
	want(run(true, "delete", open), `this would delete Open with its results; add --yes`)
	want(runAs(ben, true, "delete", open, "--yes"), `only organisers`)
	want(run(false, "delete", open, "--yes"), `^Open is deleted\.`)
	want(run(true, "show", open), `there is no such tournament`)
	want(run(true, "new", "club", "--game", "quixo", "--group", "nobody"), `only organisers`)
	if out, err := exec.CommandContext(t.Context(), "plateau", "tournament", "new", filepath.Join(folder, "x"), "--game", "quixo", "--group", "g").CombinedOutput(); err == nil || !strings.Contains(string(out), "add --server") {
		t.Errorf("a file for a group: %s, %v", out, err)
	}
	if out, err := exec.CommandContext(t.Context(), "plateau", "tournament", "list").CombinedOutput(); err == nil || !strings.Contains(string(out), "--server is missing") {
		t.Errorf("a list without a server: %s, %v", out, err)
	}
	// Everybody who knows the id can look, but not change anything.
	want(runAs(nil, false, "show", id), `state       finished`)
	want(runAs(nil, false, "standings", id), `friday, standings`)
	want(runAs(nil, true, "reopen", id), `--token-file is missing`)
}
