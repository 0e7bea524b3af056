package cli_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"plateau/games/full"
	"plateau/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

// raceOptions stop the race detector from sleeping for a second at the end of
// every process.
const raceOptions = "atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	os.Setenv("GORACE", raceOptions)
	testscript.Main(m, map[string]func(){
		"plateau": func() {
			build := cli.Build{Version: "v0.0.0-test", Commit: "0123abc", Date: "2026-11-15"}
			program := cli.Program{Games: full.All(), Data: full.Data, Build: build}
			os.Exit(cli.Main(program, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// TestScripts runs the program as a separate process, as people do.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", raceOptions)
			env.Setenv("LANG", "C.UTF-8")
			env.Setenv("PLATEAU_DATA", filepath.Join(env.WorkDir, "data"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"cut":   cutOff,
			"exits": exits,
			"spoil": spoil,
		},
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// exits runs a program and checks its exit code: exits CODE PROGRAM [ARGS…].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGS…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// spoil changes one byte of a file: spoil FILE OFFSET.
func spoil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: spoil FILE OFFSET")
	}
	path := ts.MkAbs(args[0])
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	content, err := os.ReadFile(path)
	ts.Check(err)
	content[at]++
	ts.Check(os.WriteFile(path, content, 0o600))
}

// cutOff copies the first bytes of a file: cut FILE COPY BYTES.
func cutOff(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: cut FILE COPY BYTES")
	}
	content, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	bytes, err := strconv.Atoi(args[2])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), content[:bytes], 0o600))
}
