package tournamentfile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/internal/store/tournamentfile"
	"plateau/tournament"
)

var start = time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)

func create(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "evening.jsonl")
	s := tournament.Settings{Name: "Evening", Game: "quixo"}.Standard()
	d, err := tournament.Decide(&tournament.Tournament{}, tournament.Create{Settings: s}, tournament.Moment{Now: start})
	if err != nil {
		t.Fatal(err)
	}
	if err := tournamentfile.Create(path, d.Events); err != nil {
		t.Fatal(err)
	}
	if err := tournamentfile.Create(path, d.Events); err == nil || !strings.Contains(err.Error(), "exists; choose another name") {
		t.Errorf("a tournament was overwritten: %v", err)
	}
	return path
}

func add(path, name string) error {
	_, err := tournamentfile.Change(path, func(t *tournament.Tournament) (*tournament.Decision, error) {
		return tournament.Decide(t, tournament.Add{Entrant: tournament.Entrant{Name: name}}, tournament.Moment{Now: start})
	})
	return err
}

func TestChangeAndUndo(t *testing.T) {
	path := create(t)
	for _, name := range []string{"Ann", "Ben"} {
		if err := add(path, name); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := add(path, "ann"); err == nil || err.Error() != "ann already takes part" {
		t.Errorf("a refusal: %v", err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("a refusal changed the file:\n%s", after)
	}
	for _, want := range []string{"added", "added"} {
		if e, err := tournamentfile.Undo(path); err != nil || e.Kind() != want {
			t.Errorf("%v, %v", e, err)
		}
	}
	if _, err := tournamentfile.Undo(path); err == nil {
		t.Error("the creation was undone")
	}
	if now, _, err := tournamentfile.Read(path); err != nil || len(now.Entrants) != 0 {
		t.Errorf("%+v, %v", now, err)
	}
}

// Writers at the same time lose nothing: each either writes or is refused.
func TestTwoWriters(t *testing.T) {
	path := create(t)
	var wait sync.WaitGroup
	var mutex sync.Mutex
	written := 0
	for i := range 20 {
		wait.Go(func() {
			if err := add(path, fmt.Sprintf("Player %d", i)); err == nil {
				mutex.Lock()
				written++
				mutex.Unlock()
			} else if !strings.Contains(err.Error(), "another program is changing") {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	now, _, err := tournamentfile.Read(path)
	if err != nil || len(now.Entrants) != written || written == 0 {
		t.Errorf("%d were written, and %d are there: %v", written, len(now.Entrants), err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("beside the tournament there is something else: %v, %v", files, err)
	}
}

func TestDamage(t *testing.T) {
	path := create(t)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                          "line 1: the file is empty",
		"hello\n":                   "line 1: this is no event of a tournament: invalid character 'h' looking for beginning of value",
		"{}\n":                      "line 1: this is no event of a tournament: an event needs a kind and a body",
		string(good) + string(good): "line 2: the file is damaged: event 1 cannot follow event 1",
		string(good) + `{"seq":2,"kind":"scored","body":{"round":1,"board":1,"result":"1-0"}}`: "line 2: the file is damaged: event 2 (scored): there is no board 1 in round 1",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := tournamentfile.Read(path); err == nil || err.Error() != path+", "+want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Nothing is accepted that cannot be written back.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"seq":1,"at":"2026-11-20T19:00:00Z","kind":"created","body":{"settings":{"name":"E","form":"swiss","game":"quixo","rounds":5,"team_size":1}}}
{"seq":2,"at":"2026-11-20T19:00:00Z","kind":"added","body":{"entrant":{"number":1,"name":"Ann"}}}
{"seq":3,"at":"2026-11-20T19:00:00Z","kind":"added","body":{"entrant":{"number":2,"name":"Ben"}}}
{"seq":4,"at":"2026-11-20T19:00:00Z","kind":"paired","body":{"round":1,"pairs":[[1,2]]}}
{"seq":5,"at":"2026-11-20T19:00:00Z","kind":"scored","body":{"round":1,"board":1,"result":"1-0"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, events, err := tournamentfile.Parse(bytes.NewReader(text))
		if err != nil {
			return
		}
		// Whatever was read can be shown and written.
		read.Standings()
		read.Crosstable()
		read.Bracket()
		_, _ = read.TRF()
		var again bytes.Buffer
		for _, e := range events {
			line, err := json.Marshal(e)
			if err != nil {
				return // A time beyond the year 9999 cannot be written.
			}
			again.Write(append(line, '\n'))
		}
		if second, _, err := tournamentfile.Parse(&again); err != nil || second.Seq != read.Seq {
			t.Errorf("%v", err)
		}
	})
}
