package play_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

var update = flag.Bool("update", false, "write the golden files")

// oneOfEach has an event of every kind, with every field set.
func oneOfEach() []play.Event {
	rating := glicko.Rating{Value: 1500, Deviation: 350, Volatility: 0.06, Since: start}
	bodies := []play.Body{
		play.Opened{
			Terms: play.Terms{
				Game: "quixo4p", FirstSide: play.SecondParty, Begins: play.FirstParty,
				Time:   play.Time{Main: 300_000, Increment: 2000, Days: 3},
				Listed: true, Rated: true, Spectators: true, Chat: true, Advice: true,
			},
			Chairs:   []play.Sitter{{Player: "ann", Name: "Ann"}, {Level: "perfect"}, {}, {Level: "1"}},
			Previous: "before",
		},
		play.Sat{Chair: 2, Sitter: play.Sitter{Player: "ben", Name: "Ben"}},
		play.Left{Chair: 2},
		play.Started{FirstSide: play.FirstParty, Begins: 1},
		play.Moved{Ply: 3, Move: "c1-c5.2", Spent: 1234, Lag: 56},
		play.DrawOffered{Seat: 3},
		play.DrawDeclined{Seat: 2},
		play.TakeBackAsked{Seat: 3},
		play.TakeBackDeclined{Seat: 2},
		play.TakenBack{Ply: 1},
		play.Said{Channel: play.ToPartners, Text: "take <c1>"},
		play.Resumed{Pause: 60_000},
		play.Ended{Result: play.FirstWon, Reason: "own-line"},
		play.Rated{Changes: []play.RatingChange{{Player: "ann", Before: rating, After: rating, Games: 7}}},
		play.RematchAsked{Seat: 1},
		play.Rematched{Table: "next"},
		play.Erased{Message: 11},
	}
	events := make([]play.Event, len(bodies))
	for i, b := range bodies {
		events[i] = play.Event{
			Table: "table", Seq: uint64(i + 1), At: start.Add(time.Duration(i) * time.Millisecond),
			By: "ann", Request: "r-1", Body: b,
		}
	}
	return events
}

func encode(t *testing.T, events []play.Event) []byte {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, e := range events {
		if err := encoder.Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	return text.Bytes()
}

func decode(t *testing.T, text []byte) []play.Event {
	t.Helper()
	var events []play.Event
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More(); {
		var e play.Event
		if err := decoder.Decode(&e); err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// TestEncoding pins how events are stored: what was written by any version
// must be read by all later ones. Change the file only by adding to it.
func TestEncoding(t *testing.T) {
	path := filepath.Join("testdata", "events.jsonl")
	text := encode(t, oneOfEach())
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, golden) {
		t.Errorf("events are written otherwise than before:\n%s", text)
	}
	if got := decode(t, golden); !reflect.DeepEqual(got, oneOfEach()) {
		t.Errorf("events are read otherwise than before:\n%+v", got)
	}
}

// TestGoldenHasAllKinds keeps the file complete: a body that can be read must
// be in it.
// TestEncodingIsThatOfPackageJSON compares what is written by hand with what
// reflection makes of the same fields.
func TestEncodingIsThatOfPackageJSON(t *testing.T) {
	type plain struct {
		Table   play.TableID  `json:"table"`
		Seq     uint64        `json:"seq"`
		At      time.Time     `json:"at"`
		By      play.PlayerID `json:"by,omitempty"`
		Request string        `json:"request,omitempty"`
		Kind    string        `json:"kind"`
		Body    any           `json:"body"`
	}
	for _, e := range []play.Event{
		{Table: "t", Seq: 1, At: start, Body: play.Moved{}},
		{Table: "t", Seq: 1 << 60, At: start.Add(7 * time.Millisecond), By: "ann", Request: "a-b_c", Body: play.Moved{Ply: 3, Move: "a1-a5", Spent: 12, Lag: 1}},
		{Table: "<t>", By: "\"\\", At: start, Request: "\x00é\u2028", Body: play.Moved{Ply: -1, Move: "&\n", Lag: -2}},
		{Table: "t", Seq: 2, At: start, Body: play.Said{Channel: play.ToTable, Text: "<hm>"}},
	} {
		want, err := json.Marshal(plain{e.Table, e.Seq, e.At, e.By, e.Request, e.Kind(), e.Body})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(e); err != nil || string(got) != string(want) {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
}

func TestGoldenHasAllKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range oneOfEach() {
		seen[e.Kind()] = true
		body, err := play.ReadBody(e.Kind(), []byte("{}"))
		if _, unknown := body.(play.Unknown); err != nil || unknown {
			t.Errorf("the kind %s cannot be read: %v", e.Kind(), err)
		}
	}
	if len(seen) != play.Kinds() {
		t.Errorf("there are %d kinds of events, the file has %d", play.Kinds(), len(seen))
	}
}

func TestEventsOfNewerVersions(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	newer := decode(t, []byte(`{"table":"t","seq":4,"at":"2026-11-15T13:00:00Z","kind":"moved","mood":"good",
		"body":{"ply":0,"move":"a1-a5","feeling":"fine"}}
		{"table":"t","seq":5,"at":"2026-11-15T13:00:00Z","kind":"adjourned","body":{"until":"tomorrow"}}`))
	table, err := play.Replay(s.table, newer)
	if err != nil {
		t.Fatal(err)
	}
	if table.Plies() != 1 || !table.Newer || table.Seq != 5 {
		t.Errorf("after newer events the table has %d moves and %d events; newer: %v", table.Plies(), table.Seq, table.Newer)
	}
	s.table = table
	s.refuse(ben.ID, play.Play{Ply: 1, Move: "b1-b5"}, play.TableNewer)
	again := decode(t, encode(t, newer[1:]))
	if body, ok := again[0].Body.(play.Unknown); !ok || body.Name != "adjourned" || string(body.JSON) != `{"until":"tomorrow"}` {
		t.Errorf("the unknown event came back as %+v", again[0])
	}
}

// TestDamagedEvents are refused and never applied by half.
func TestDamagedEvents(t *testing.T) {
	good := started(t, play.Terms{Game: "quixo"})
	for _, b := range []play.Body{
		play.Opened{},
		play.Sat{Chair: 1},
		play.Sat{Chair: 9},
		play.Left{Chair: -1},
		play.Started{},
		play.Moved{Ply: 1, Move: "a1-a5"},
		play.Moved{Move: "a1-a2"},
		play.TakenBack{},
		play.DrawOffered{Seat: 7},
		play.TakeBackAsked{Seat: 7},
		play.DrawDeclined{Seat: 7},
		play.TakeBackDeclined{Seat: 7},
		play.RematchAsked{},
		play.Rematched{},
		play.Rated{},
	} {
		e := play.Event{Table: "t", Seq: good.table.Seq + 1, At: start, Body: b}
		if _, err := play.Replay(good.table, []play.Event{e}); err == nil {
			t.Errorf("the event %T%+v was applied", b, b)
		}
	}
	e := play.Event{Table: "t", Seq: good.table.Seq + 2, At: start, Body: play.Moved{Move: "a1-a5"}}
	if _, err := play.Replay(good.table, []play.Event{e}); err == nil {
		t.Error("an event was applied after a gap")
	}
	good.replays()
	if _, err := play.ReadBody("moved", []byte("[")); err == nil {
		t.Error("broken JSON was read")
	}
}

func TestIDs(t *testing.T) {
	random := bytes.NewReader(bytes.Repeat([]byte{0xA5}, 100))
	if id := play.NewTableID(random); len(id) != 32 {
		t.Errorf("the id %q has not 160 bits", id)
	}
	token := play.NewToken(random)
	if len(token) != 52 || token.Hash() == play.Token("x").Hash() {
		t.Errorf("the token %q has not 256 bits", token)
	}
}

// FuzzEvents applies whatever can be read as events to tables of all phases:
// damages are errors, never panics, and what was applied can be written and
// read again.
func FuzzEvents(f *testing.F) {
	for _, e := range oneOfEach() {
		body, err := json.Marshal(e.Body)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(e.Kind(), body)
	}
	f.Add("adjourned", []byte(`{}`))
	f.Fuzz(func(t *testing.T, kind string, text []byte) {
		body, err := play.ReadBody(kind, text)
		if err != nil || !json.Valid(text) {
			return
		}
		over := started(t, play.Terms{Game: "quixo4p", Time: fiveMinutes})
		over.do(ann.ID, play.Resign{})
		for _, table := range []*play.Table{{}, started(t, play.Terms{Game: "quixo"}).table, over.table} {
			e := play.Event{Table: "t", Seq: table.Seq + 1, At: start, Body: body}
			after, err := play.Replay(table, []play.Event{e})
			if err != nil {
				continue
			}
			after.Summary()
			after.Record()
			if _, ok := body.(play.Unknown); !ok && !reflect.DeepEqual(decode(t, encode(t, []play.Event{e}))[0], e) {
				t.Errorf("%+v changes when it is written", e)
			}
		}
	})
}
