//go:build unix

package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"plateau/internal/testaid"
)

// process is the program while it runs.
type process struct {
	*exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *bytes.Buffer
}

func start(t *testing.T, data string, args ...string) *process {
	t.Helper()
	return startCommand(t, data, "plateau", args...)
}

// startCommand starts a command that becomes the program.
func startCommand(t *testing.T, data, name string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.CommandContext(t.Context(), name, args...), stderr: &bytes.Buffer{}}
	p.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "PLATEAU_DATA="+data)
	p.Stderr = p.stderr
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.in, p.out = in, bufio.NewReader(out)
	return p
}

func (p *process) types(t *testing.T, lines string) {
	t.Helper()
	if _, err := io.WriteString(p.in, lines); err != nil {
		t.Fatal(err)
	}
}

// awaits reads until a line contains the text.
func (p *process) awaits(t *testing.T, text string) {
	t.Helper()
	for {
		line, err := p.out.ReadString('\n')
		if strings.Contains(line, text) {
			return
		}
		if err != nil {
			t.Fatalf("%v before %q; %s", err, text, p.stderr)
		}
	}
}

// ends waits for the end and returns the rest of the output and the exit code,
// -1 for a signal.
func (p *process) ends(t *testing.T) (rest string, code int) {
	t.Helper()
	text, err := io.ReadAll(p.out)
	if err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), p.ProcessState.ExitCode()
}

func signalled(t *testing.T, p *process, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

func TestInterruptedPlayIsSaved(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data, "play", "quixo")
	p.types(t, "a1-a5\nb1-b5\n")
	p.awaits(t, "Player O (circles): b1-b5")
	p.awaits(t, "Player X (crosses) to move")
	signalled(t, p, os.Interrupt)
	rest, code := p.ends(t)
	if code != 130 || !strings.Contains(rest, "To continue: plateau play --resume\n") {
		t.Errorf("exit code %d after\n%s", code, rest)
	}
	p = start(t, data, "play", "--resume")
	p.awaits(t, "2 moves played so far")
	p.in.Close()
	p.ends(t)
}

func TestKilledPlayIsSaved(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data, "play", "quixo")
	p.types(t, "a1-a5\nb1-b5\n")
	p.awaits(t, "Player O (circles): b1-b5")
	p.awaits(t, "Player X (crosses) to move")
	signalled(t, p, os.Kill)
	p.ends(t)
	p = start(t, data, "play", "--resume")
	p.awaits(t, "2 moves played so far")
	p.in.Close()
	p.ends(t)
}

// A program at the other end of a pipe gets its answer before it writes more.
func TestAnswersComeAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "show", "quixo3", "--json", "-")
	for _, position := range []string{"3/3/3 X", "X2/3/3 O", "3/3 X", "3/3/2O X"} {
		p.types(t, position+"\n")
		p.awaits(t, position)
	}
	p.in.Close()
	if _, code := p.ends(t); code != 1 {
		t.Errorf("exit code %d", code)
	}
}

func TestInterruptedCountEnds(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "perft", "quixo", "12", "-")
	p.types(t, "XXXXX/5/5/5/5 O\n")
	p.awaits(t, "0 nodes")
	p.types(t, undecided+"\n")
	p.in.Close()
	signalled(t, p, os.Interrupt)
	// Before the count has started, the signal itself ends the program.
	if rest, code := p.ends(t); code != 130 && code != -1 || strings.Contains(rest, "nodes") {
		t.Errorf("exit code %d after %q", code, rest)
	}
}

func TestClosedOutputEndsQuietly(t *testing.T) {
	t.Parallel()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	defer write.Close()
	var stderr bytes.Buffer
	for _, args := range [][]string{{"moves", "quixo"}, {"show", "quixo", "-"}, {"play", "quixo"}, {"--help"}} {
		cmd := exec.CommandContext(t.Context(), "plateau", args...)
		cmd.Env = append(os.Environ(), "PLATEAU_DATA="+t.TempDir())
		cmd.Stdin = strings.NewReader(strings.Repeat("start\n", 50_000))
		cmd.Stdout, cmd.Stderr = write, &stderr
		if err := cmd.Run(); err != nil && !errors.Is(err, syscall.EPIPE) || stderr.Len() > 0 {
			t.Errorf("%v: %v, %s", args, err, &stderr)
		}
	}
}

func TestFullDiskIsReported(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("NOT TESTED: output to a full disk, because there is no /dev/full here")
	}
	defer full.Close()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "plateau", "games")
	cmd.Stdout, cmd.Stderr = full, &stderr
	_ = cmd.Run()
	if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(stderr.String(), "cannot write the output") {
		t.Errorf("exit code %d, %s", cmd.ProcessState.ExitCode(), &stderr)
	}
}

// undecided is a position of Quixo with 29 moves that no short search decides.
const undecided = "XOX1O/O3X/2X2/X3O/OX1XO X"

// Ctrl-C ends an analysis with what is known, which is not a failure.
func TestInterruptedAnalysisPrintsItsList(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "analyse", "quixo", undecided)
	p.awaits(t, "depth 2, ")
	signalled(t, p, os.Interrupt)
	rest, code := p.ends(t)
	if code != 0 || strings.Count(rest, "\n  ") < 29 {
		t.Errorf("exit code %d after\n%s", code, rest)
	}
}

func TestInterruptedValueEnds(t *testing.T) {
	t.Parallel()
	p := start(t, t.TempDir(), "value", "quixo", "--time", "1h", "-")
	p.types(t, "XXXXX/5/5/5/5 O\n")
	p.awaits(t, "loss 0")
	p.types(t, undecided+"\n")
	p.in.Close()
	signalled(t, p, os.Interrupt)
	// Before the search has started, the signal itself ends the program.
	if rest, code := p.ends(t); code != 130 && code != -1 || rest != "" {
		t.Errorf("exit code %d after %q", code, rest)
	}
}

func TestInterruptedMatchPrintsTheScore(t *testing.T) {
	t.Parallel()
	records := filepath.Join(t.TempDir(), "games.plateau")
	p := start(t, t.TempDir(), "match", "quixo3", "--a", "1", "--b", "1", "--games", "1000000", "--records", records)
	// Records are buffered, so this takes some games.
	testaid.Eventually(t, func() bool {
		info, err := os.Stat(records)
		return err == nil && info.Size() > 0
	}, func() string { return "nothing is recorded: " + p.stderr.String() })
	signalled(t, p, os.Interrupt)
	rest, code := p.ends(t)
	if code != 130 || !strings.Contains(rest, "of 1000000 games.\nA (1) against B (1): ") {
		t.Errorf("exit code %d after\n%s", code, rest)
	}
	p = start(t, t.TempDir(), "record", "check", records)
	if rest, code := p.ends(t); code != 0 {
		t.Errorf("the records: exit code %d, %s", code, rest)
	}
}

func TestInterruptedComputerKeepsTheGame(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := start(t, data, "play", "quixo", "--computer", "strongest", "--time", "1h")
	p.types(t, "a1-a5\n")
	p.awaits(t, "Player X (crosses): a1-a5")
	p.awaits(t, "a   b")
	signalled(t, p, os.Interrupt)
	rest, code := p.ends(t)
	if code != 130 || !strings.Contains(rest, "To continue: plateau play --resume\n") {
		t.Errorf("exit code %d after\n%s", code, rest)
	}
}
