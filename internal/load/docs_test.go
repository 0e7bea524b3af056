package load_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/load"
	"plateau/internal/play"
	"plateau/internal/testaid"
)

// blocks are the code blocks of docs/api.md in a language.
func blocks(t *testing.T, language string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "api.md"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, found := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(text, -1) {
		all.Write(found[1])
	}
	return all.String()
}

// need skips the test if a program is not installed.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("NOT TESTED: what docs/api.md lets people copy: %v", err)
		}
	}
}

func startServer(t *testing.T) *load.Server {
	t.Helper()
	var errors output
	server, err := load.Start(t.Context(), load.Setup{Program: program, Data: t.TempDir(), Log: &errors})
	if err != nil {
		t.Fatalf("%v\n%s", err, &errors)
	}
	t.Cleanup(server.Kill)
	return server
}

// The session with curl works as written, and the answers are as documented.
func TestDocumentedSession(t *testing.T) {
	t.Parallel()
	need(t, "bash", "curl", "jq")
	server := startServer(t)
	script := strings.Replace(blocks(t, "sh"), "localhost:8080", server.Address, 1)
	out, err := exec.CommandContext(t.Context(), "bash", "-e", "-c", script).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var example struct{ Detail string }
	if err := json.Unmarshal([]byte(blocks(t, "json")), &example); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		example.Detail, `"name":"Plateau"`, `"phase": "running"`, `"seq":4}`, `"code":"move.stale"`, `"code":"quixo.inner"`,
		`"seq":5}`, `"seq":6}`, `[Reason "resignation"]`, "1. c1-c5 1-0", `{"games":[]}`, `"code":"tablebase.none"`,
	} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("%s is missing in\n%s", want, out)
		}
	}
}

// The bot in Python plays a game to its end.
func TestDocumentedBot(t *testing.T) {
	t.Parallel()
	need(t, "python3")
	server := startServer(t)
	guest, _, err := client.New("http://"+server.Address).Guest(t.Context(), "Snake")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := guest.Open(t.Context(), play.Terms{Game: "quixo3"}, []api.Chair{{Me: true}, {Level: "6"}}, "")
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	ctx, stop := context.WithTimeout(t.Context(), testaid.Patience)
	defer stop()
	bot := exec.CommandContext(ctx, "python3", "-", guest.Server, string(guest.Token))
	bot.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	bot.Stdin, bot.Stdout, bot.Stderr = strings.NewReader(blocks(t, "python")), &said, &said
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	err = guest.Follow(ctx, "/tables/"+string(answer.Table)+"/events", func(m client.Message) error {
		if news, err := client.Read[api.TableNews](m); m.Event != "table" || err != nil || news.Table.Phase != "over" {
			return err
		}
		return errGameOver
	})
	stop()
	_ = bot.Wait()                            // It was stopped.
	if err != errGameOver || said.Len() > 0 { //nolint:errorlint // Just this one.
		t.Errorf("%v\n%s", err, &said)
	}
}
