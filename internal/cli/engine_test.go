//go:build unix

package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// changing is what differs from run to run in what an engine writes.
var changing = regexp.MustCompile(`time \d+`)

// The conversation in docs/engines.md is what the engine says.
func TestDocumentedConversation(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, conversation, _ := strings.Cut(string(text), "```ugi\n")
	conversation, _, found := strings.Cut(conversation, "```")
	if !found {
		t.Fatal("there is no conversation")
	}
	p := start(t, t.TempDir(), "engine", "quixo3", "--threads", "1", "--hash", "16")
	for line := range strings.Lines(conversation) {
		line = strings.TrimSuffix(line, "\n")
		if order, ok := strings.CutPrefix(line, "> "); ok {
			p.types(t, order+"\n")
			continue
		}
		want := changing.ReplaceAllString(strings.TrimPrefix(line, "< "), "time T")
		got, err := p.out.ReadString('\n')
		got = changing.ReplaceAllString(strings.TrimSuffix(got, "\n"), "time T")
		if err != nil || got != want {
			t.Fatalf("it says %q, want %q; %v", got, want, err)
		}
	}
	if rest, code := p.ends(t); rest != "" || code != 0 {
		t.Errorf("exit code %d after %q", code, rest)
	}
}

// The conversation has every line that cutegames' own text of the protocol (ugi.md of
// https://github.com/kz04px/cutegames) describes, and each of ours besides.
func TestConversationHasEveryVerb(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, conversation, _ := strings.Cut(string(text), "```ugi\n")
	conversation, _, _ = strings.Cut(conversation, "```")
	for _, form := range []string{
		"> ugi$", "< id name .+", "< id author .+", "< option name \\w+ type spin default \\d+ min \\d+ max \\d+", "< ugiok$",
		"> isready$", "< readyok$", "> setoption name \\w+ value .+", "> uginewgame$",
		"> position startpos$", "> position startpos moves .+", "> position fen [^m]+$", "> position fen .+ moves .+",
		"> query gameover$", "> query p1turn$", "> query result$", "< response true$", "< response false$", "< response p1win$", "< response none$",
		"> go p1time \\d+ p2time \\d+ .*p1inc \\d+ p2inc \\d+", "> go movetime \\d+", "> go depth \\d+", "> go .*nodes \\d+", "> go infinite$",
		"< info depth \\d+ .*score .*nodes \\d+ time \\d+ pv .+", "< bestmove [^ ]+$", "> stop$", "> quit$",
		"> query turn$", "> go .*p3time \\d+ p4time \\d+ .*p3inc \\d+ p4inc \\d+", "> info legal .+",
	} {
		if !regexp.MustCompile("(?m)^" + form).MatchString(conversation) {
			t.Errorf("no line like %s", form)
		}
	}
}

// The example of cutegames' own text, with the moves of ours: option names in any case,
// and words that do not exist here.
func TestConversationOfCutegames(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "engine", "quixo3", "--level", "1", "--seed", "1")
	say := func(order string, wants ...string) {
		t.Helper()
		p.types(t, order+"\n")
		for _, want := range wants {
			for {
				line, err := p.out.ReadString('\n')
				if err != nil {
					t.Fatalf("%s: %v", order, err)
				}
				if strings.HasPrefix(line, want) {
					break
				}
				if !regexp.MustCompile("^(id|option|info) ").MatchString(line) || strings.Contains(line, "error") {
					t.Fatalf("%s is answered with %q, want %q", order, line, want)
				}
			}
		}
	}
	say("ugi", "id name ", "id author ", "ugiok\n")
	say("setoption name hash value 512")
	say("isready", "readyok\n")
	say("uginewgame")
	say("position startpos")
	say("query p1turn", "response true\n")
	say("go depth 4", "bestmove ")
	say("position startpos moves a1-a3")
	say("query p1turn", "response false\n")
	say("query result", "response none\n")
	say("query gameover", "response false\n")
	say("quit")
	if rest, code := p.ends(t); rest != "" || code != 0 {
		t.Errorf("exit code %d after %q", code, rest)
	}
}

// A match that is terminated leaves no program behind, whatever that does.
func TestEndedMatchLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	script := filepath.Join(folder, "stubborn.sh")
	text := `while read verb rest; do
	case $verb in
	ugi) echo ugiok ;;
	isready) echo readyok ;;
	go) echo $$ >` + folder + `/pid; kill -TERM $PPID; trap "" TERM; while :; do sleep 3600; done ;;
	esac
done`
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, folder, "match", "quixo3", "--engine", "sh "+script, "--engine", "level=1", "--games", "2", "--time", "1h", "--threads", "1")
	if rest, code := p.ends(t); code != 130 || !strings.HasPrefix(rest, "Interrupted after 0 of 2 games.") {
		t.Errorf("exit code %d after %q", code, rest)
	}
	pid, err := os.ReadFile(filepath.Join(folder, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(number, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("the program still runs: %v", err)
		_ = syscall.Kill(-number, syscall.SIGKILL)
	}
}

// The examples in all languages pass every check.
func TestExampleEngines(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("..", "..", "examples", "engines")
	compiled := filepath.Join(t.TempDir(), "random")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", compiled, "../../examples/engines/random").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, command := range []string{compiled, "python3 " + folder + "/random.py", "node " + folder + "/random.js"} {
		if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
			t.Logf("%s is not tried: %v", command, err)
			continue
		}
		p := start(t, t.TempDir(), "engine", "check", "--games", "quixo4p,quantik", "--grace", "1m", "--patience", "1m", command)
		report, code := p.ends(t)
		if code != 0 || !strings.Contains(report, "ok     plays quixo4p") || strings.Contains(report, "wrong") {
			t.Errorf("%s: exit code %d\n%s%s", command, code, report, p.stderr)
		}
	}
}
