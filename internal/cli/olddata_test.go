//go:build unix

package cli_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Data of every version that was released is opened by the newest. The data of a version is
// a file of testdata/data; before a release, this makes that of the new version:
//
//	go test ./internal/cli -run DataOfEveryVersion -data v1.2.3
var dataOf = flag.String("data", "", "store data as this program writes it, as that of a version")

// stored is what is known about the data of a version. The folder of its server is data,
// and friday.jsonl a tournament in a file.
type stored struct {
	// Tokens are those of Ann and Ben.
	Ann, Ben string
	// Finished is the id of a table whose game has this record, and Running that of one
	// with a game in progress.
	Finished, Record, Running string
}

func TestDataOfEveryVersion(t *testing.T) {
	versions := filepath.Join("testdata", "data")
	if *dataOf != "" {
		folder := t.TempDir()
		makeData(t, folder)
		archive(t, "--create", "--file", filepath.Join(versions, *dataOf+".tar.gz"), "--sort=name", "--owner=0", "--group=0", "--directory", folder, ".")
	}
	files, err := filepath.Glob(filepath.Join(versions, "*.tar.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no data: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".tar.gz"), func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			archive(t, "--extract", "--file", file, "--directory", folder)
			checkData(t, folder)
		})
	}
}

func archive(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "tar", append([]string{"--gzip"}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("tar: %v\n%s", err, out)
	}
}

// makeData does a bit of everything that is stored.
func makeData(t *testing.T, folder string) {
	t.Helper()
	data := filepath.Join(folder, "data")
	if err := os.Mkdir(data, 0o755); err != nil {
		t.Fatal(err)
	}
	s := serve(t, data)
	var known stored
	ann, ben := s.account(t, "Ann"), s.account(t, "Ben")
	_, known.Ann = ann.newToken()
	_, known.Ben = ben.newToken()
	open := func() (table string) {
		table, status := ann.opens(map[string]any{"chat": true})
		if status != http.StatusCreated {
			t.Fatalf("a table: %d", status)
		}
		ben.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/sit", nil)
		ann.wants(http.StatusOK, http.MethodPost, "/tables/"+table+"/move", map[string]any{"ply": 0, "move": "c1-c5"})
		return table
	}
	known.Running, known.Finished = open(), open()
	ben.wants(http.StatusOK, http.MethodPost, "/tables/"+known.Finished+"/move", map[string]any{"ply": 1, "move": "a1-a5"})
	ben.wants(http.StatusOK, http.MethodPost, "/tables/"+known.Finished+"/say", map[string]any{"channel": "table", "text": "Well played."})
	ben.wants(http.StatusOK, http.MethodPost, "/tables/"+known.Finished+"/resign", nil)
	s.token = known.Ann
	known.Record = s.gets(t, "/api/v1/tables/"+known.Finished+"/record")
	administers(t, data, "group", "create", "Class 5b")
	administers(t, data, "promote", "Ann")
	s.stops(t, syscall.SIGTERM)

	p := start(t, data, "play", "quixo")
	p.types(t, "a1-a5\nb1-b5\n")
	p.in.Close()
	p.ends(t)
	file := filepath.Join(folder, "friday.jsonl")
	succeeds(t, "tournament", "new", file, "--game", "quixo", "--rounds", "2")
	succeeds(t, "tournament", "add", file, "Ann", "Ben", "Cleo", "Dan")
	succeeds(t, "tournament", "pair", file)
	succeeds(t, "tournament", "result", file, "1", "1-0")
	text, err := json.Marshal(known)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "known.json"), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// checkData goes on with the data of a version as those do who left it there.
func checkData(t *testing.T, folder string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "known.json"))
	if err != nil {
		t.Fatal(err)
	}
	var known stored
	if err := json.Unmarshal(text, &known); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "data")
	s := serve(t, data)
	s.from(t, "192.0.2.3").wants(http.StatusOK, http.MethodPost, "/sessions", map[string]any{"name": "Ann", "password": testPassword})
	s.token = known.Ann
	if record := s.gets(t, "/api/v1/tables/"+known.Finished+"/record"); record != known.Record {
		t.Errorf("the record was\n%sand is\n%s", known.Record, record)
	}
	if table := s.gets(t, "/api/v1/tables/"+known.Finished); !strings.Contains(table, `"phase":"over"`) {
		t.Errorf("the finished table is %s", table)
	}
	ben := s.from(t, "192.0.2.1")
	ben.token = known.Ben
	ben.wants(http.StatusOK, http.MethodPost, "/tables/"+known.Running+"/move", map[string]any{"ply": 1, "move": "a1-a5"})
	for command, want := range map[string]string{"group list": "Class 5b", "players Ann": "Ann", "audit": "promote"} {
		if out := administers(t, data, strings.Fields(command)...); !strings.Contains(out, want) {
			t.Errorf("admin %s: %s", command, out)
		}
	}
	s.stops(t, syscall.SIGTERM)

	p := start(t, data, "play", "--resume")
	p.awaits(t, "2 moves played so far")
	p.in.Close()
	p.ends(t)
	file := filepath.Join(folder, "friday.jsonl")
	if out := succeeds(t, "tournament", "standings", file); !strings.Contains(out, "Cleo") {
		t.Errorf("the standings are\n%s", out)
	}
	succeeds(t, "tournament", "result", file, "2", "0-1")
	succeeds(t, "tournament", "pair", file)
}
