package game_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"plateau/game"
	"plateau/games"
)

func readAll(text string) (records []*game.Record, errs []error) {
	r := game.NewRecordReader(strings.NewReader(text), games.All().Games())
	for {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			return records, errs
		}
		records, errs = append(records, rec), append(errs, err)
	}
}

func written(tb testing.TB, rec *game.Record) string {
	tb.Helper()
	var b strings.Builder
	if err := game.WriteRecord(&b, rec); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// wantSame fails unless two records are equal.
func wantSame(tb testing.TB, got, want *game.Record) {
	tb.Helper()
	flat := func(r *game.Record) any {
		c := *r
		start := c.Start.String()
		c.Start = nil
		return []any{c, start}
	}
	if !reflect.DeepEqual(flat(got), flat(want)) {
		tb.Errorf("read back as\n%+v\nwant\n%+v", got, want)
	}
}

// randomRecord plays at random and adds everything that a record can hold,
// awkward texts included.
func randomRecord(g game.Game, r *rand.Rand) *game.Record {
	awkward := []string{"", "a } b", `back\slash`, `\}`, "two\nlines", "  spaces ", "“quotes” \"plain\"", "[Game \"x\"]", "; not a comment", strings.Repeat("long ", 40)}
	text := func() string { return awkward[r.IntN(len(awkward))] }
	oneLine := func() string { return strings.ReplaceAll(text(), "\n", " ") }
	m, _ := game.NewMatch(g, game.Setup{Players: []string{oneLine(), oneLine()}}, r)
	for plies := r.IntN(40); m.Plies() < plies && !m.Verdict().Outcome.Over(); {
		moves := m.Position().Moves()
		if err := m.PlayMove(moves[r.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
	if r.IntN(3) == 0 {
		_ = m.Resign(game.Seat(r.IntN(2)))
	}
	rec := game.RecordOf(m)
	rec.Tags = []game.Tag{{Name: "Date", Value: "2026.11.15"}, {Name: "Event", Value: oneLine()}}
	if r.IntN(2) == 0 {
		rec.Intro = []string{text(), text()}
	}
	for i := range rec.Plies {
		if r.IntN(4) == 0 {
			rec.Plies[i].Comments = []string{text()}
		}
	}
	return rec
}

func TestRecordsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, g := range games.All().Games() {
		var file strings.Builder
		var want []*game.Record
		for range 200 {
			rec := randomRecord(g, r)
			want = append(want, rec)
			file.WriteString(written(t, rec))
		}
		got, errs := readAll(file.String())
		if len(got) != len(want) {
			t.Fatalf("%s: %d records read, %d written", g.ID(), len(got), len(want))
		}
		for i := range got {
			if errs[i] != nil {
				t.Fatalf("%s: record %d: %v\n%s", g.ID(), i, errs[i], written(t, want[i]))
			}
			wantSame(t, got[i], want[i])
			m := got[i].Match()
			if v := m.Verdict(); v.Outcome != want[i].Outcome || v.Reason.Code != want[i].Reason {
				t.Errorf("%s: replayed to %+v, want %v %s", g.ID(), v, want[i].Outcome, want[i].Reason)
			}
		}
	}
}

const gameLine = "[Game \"quixo\"]\n"

const healthy = `[Game "quixo"]
[PlayerX "Ann"]
[PlayerO "Ben"]
[Result "1-0"]
[Reason "resignation"]
[Date "2026.11.15"]

{A short one.} 1. a1-a5 e1-e5 {solid} 2. b1-b5 1-0

`

func TestRecordIsWrittenAsDocumented(t *testing.T) {
	records, errs := readAll(healthy)
	if len(records) != 1 || errs[0] != nil {
		t.Fatal(errs)
	}
	if got := written(t, records[0]); got != healthy {
		t.Errorf("written as\n%s\nwant\n%s", got, healthy)
	}
}

func TestRecordsAreReadForgivingly(t *testing.T) {
	for name, text := range map[string]string{
		"carriage returns":  strings.ReplaceAll(healthy, "\n", "\r\n"),
		"byte order mark":   "\uFEFF" + healthy,
		"numbers attached":  strings.ReplaceAll(healthy, ". ", "."),
		"dots":              strings.ReplaceAll(healthy, "e1-e5", "1... e1-e5"),
		"typed moves":       strings.ReplaceAll(healthy, "a1-a5", "A1xa5"),
		"no numbers":        strings.NewReplacer("1. ", "", "2. ", "").Replace(healthy),
		"no result tag":     strings.ReplaceAll(healthy, "[Result \"1-0\"]\n", ""),
		"no blank lines":    strings.ReplaceAll(healthy, "\n\n", "\n"),
		"line comment":      strings.ReplaceAll(healthy, "{solid}", "; solid\n"),
		"tags in any order": strings.Replace(strings.TrimPrefix(healthy, gameLine), "[Date", gameLine+"[Date", 1),
	} {
		t.Run(name, func(t *testing.T) {
			records, errs := readAll(text)
			if len(records) != 1 || errs[0] != nil {
				t.Fatalf("%d records, errors %v", len(records), errs)
			}
			if got := written(t, records[0]); got != healthy {
				t.Errorf("written as\n%s", got)
			}
		})
	}
}

// An error has its place, what comes before it is read, and it does not hide
// the next game.
func TestDamagedRecords(t *testing.T) {
	replace := func(old, damaged string) string { return strings.Replace(healthy, old, damaged, 1) }
	for _, test := range []struct {
		name, text, want string
		plies            int
	}{
		{"illegal move", replace("e1-e5", "a5-a1"), `line 8, column 25: a5-a1: the cube on a5 shows your opponent's cross`, 1},
		{"not a move", replace("e1-e5", "castles"), `line 8, column 25: castles: a move is the cell of the cube and the end where it comes back in, such as c1-c5`, 1},
		{"missing move", replace("a1-a5 ", ""), `line 8, column 33: expected move number 1, found 2`, 1},
		{"wrong number", replace("2. b1", "3. b1"), `line 8, column 39: expected move number 2, found 3`, 2},
		{"no result", replace(" 1-0\n", "\n"), `line 10, column 1: expected a move or a result (1-0, 0-1, 1/2-1/2 or *), found [`, 3},
		{"other result than the tag", replace("b5 1-0", "b5 0-1"), `line 8, column 48: expected the result 1-0, as the tag Result says, found 0-1`, 3},
		{"reason that does not fit", replace("resignation", "agreement"), `line 5, column 1: expected resignation or timeout or crash or illegal-move or adjudication as the reason, which fits the result, found agreement`, 3},
		{"reason without result", strings.ReplaceAll(healthy, "1-0", "*"), `line 5, column 1: expected no reason, because the game is not finished, found resignation`, 3},
		{"odd result tag", replace(`"1-0"`, `"2-0"`), `line 4, column 1: expected a result (1-0, 0-1, 1/2-1/2 or *), found 2-0`, 0},
		{"open comment", replace("{solid}", "{solid"), `line 8, column 32: expected the end of a comment, found the end of the file`, 2},
		{"open value", replace(`"Ann"`, `"Ann`), `line 2, column 15: expected printable text, found "\n"`, 0},
		{"no value", replace(`"Ann"`, ``), `line 2, column 10: expected the tag's value in double quotes, found ]`, 0},
		{"no bracket", replace(`"Ann"]`, `"Ann"`), `line 3, column 1: expected ] at the end of the tag, found [`, 0},
		{"no tag name", replace(`PlayerX`, ``), `line 2, column 3: expected the name of a tag in letters and digits, at most 64, found "\""`, 0},
		{"tag twice", replace("PlayerO", "PlayerX"), `line 3, column 1: the tag PlayerX appears twice`, 0},
		{"unknown game", replace("quixo", "chess"), `line 1, column 1: chess: there is no such game; the games are quantik, pivot, quixo, quixo4p, quixo4, quixo3, quixo-announced, quixo4p-announced`, -1},
		{"no game", replace("[Game \"quixo\"]\n", ""), `line 1, column 1: expected a tag [Game "…"] that names the game`, -1},
		{"odd start", replace("[Date", "[Start \"5/5/5/5 X\"]\n[Date"), `line 6, column 1: 5/5/5/5 X: a board has 5 rows separated by /, but this one has 4`, 0},
		{"stray bracket", replace("e1-e5", "]"), `line 8, column 25: expected a move or a result (1-0, 0-1, 1/2-1/2 or *), found ]`, 1},
		{"escape sequence", replace("solid", "\x1b[2Jsolid"), `line 8, column 32: expected printable text, found "\x1b"`, 2},
		{"broken UTF-8", replace("solid", "sol\xffid"), `line 8, column 35: expected printable text, found a byte that is not UTF-8`, 2},
		{"long word", replace("e1-e5", strings.Repeat("e", 70)), `line 8, column 25: expected at most 64 characters without a space`, 1},
		{"end of file", strings.TrimSuffix(healthy, " 1-0\n\n"), `line 8, column 47: expected a move or a result (1-0, 0-1, 1/2-1/2 or *), found the end of the file`, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := test.text
			atEnd := test.name == "end of file" || test.name == "open comment"
			if !atEnd {
				text += healthy
			}
			records, errs := readAll(text)
			var damage *game.RecordError
			if len(errs) == 0 || !errors.As(errs[0], &damage) || damage.Error() != test.want {
				t.Fatalf("got  %v\nwant %s", errs, test.want)
			}
			plies := -1
			if records[0] != nil {
				plies = len(records[0].Plies)
				records[0].Match()
			}
			if plies != test.plies {
				t.Errorf("%d plies read, want %d", plies, test.plies)
			}
			if !atEnd && (len(records) != 2 || errs[1] != nil) {
				t.Errorf("the game after the damage: %v", errs[1:])
			}
		})
	}
}

func TestMovesAfterTheEnd(t *testing.T) {
	m := begun(t, "quixo3", "a1-a3", "b1-b3", "a1-a3", "b1-b3")
	text := written(t, game.RecordOf(m))
	text = strings.Replace(text, "*\n", "a1-a3 b1-b3 *\n", 1)
	_, errs := readAll(text)
	wantRefusal(t, errs[0], game.GameOver)
}

func TestResultMustFollowFromTheMoves(t *testing.T) {
	m := begun(t, "quixo3", "a1-a3", "b1-b3", "a1-a3", "b1-b3", "a1-a3")
	if m.Verdict().Outcome != game.WonByFirst {
		t.Fatalf("verdict %+v", m.Verdict())
	}
	text := strings.ReplaceAll(written(t, game.RecordOf(m)), "1-0", "0-1")
	_, errs := readAll(text)
	wantRefusal(t, errs[0], game.RecordResult)
}

func TestWriterRefusesWhatCannotBeReadBack(t *testing.T) {
	for name, spoil := range map[string]func(*game.Record){
		"control character in a name": func(r *game.Record) { r.Players[0] = "\x07" },
		"line break in a tag":         func(r *game.Record) { r.Tags = []game.Tag{{Name: "Event", Value: "a\nb"}} },
		"tag with a space":            func(r *game.Record) { r.Tags = []game.Tag{{Name: "My Event", Value: ""}} },
		"tag of a field":              func(r *game.Record) { r.Tags = []game.Tag{{Name: "PlayerX", Value: ""}} },
		"tag twice":                   func(r *game.Record) { r.Tags = []game.Tag{{Name: "A"}, {Name: "A"}} },
		"broken UTF-8":                func(r *game.Record) { r.Intro = []string{"\xff"} },
		"illegal move":                func(r *game.Record) { r.Plies[0].Move = game.NoMove },
		"long comment":                func(r *game.Record) { r.Plies[0].Comments = []string{strings.Repeat("x", 1<<17)} },
		"carriage return":             func(r *game.Record) { r.Plies[0].Comments = []string{"\r\n"} },
	} {
		rec := game.RecordOf(begun(t, "quixo", "a1-a5"))
		spoil(rec)
		var b strings.Builder
		if err := game.WriteRecord(&b, rec); err == nil || b.Len() != 0 {
			t.Errorf("%s: error %v and %d bytes written", name, err, b.Len())
		}
	}
}

// brokenReader fails in the middle, as a disk might.
type brokenReader struct{ io.Reader }

var errDisk = errors.New("disk error")

func (b brokenReader) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errDisk
	}
	return n, err
}

func TestReadErrorsAreNotRecordErrors(t *testing.T) {
	r := game.NewRecordReader(brokenReader{strings.NewReader(healthy[:100])}, games.All().Games())
	if _, err := r.Read(); !errors.Is(err, errDisk) {
		t.Errorf("got %v", err)
	}
}

func FuzzRecord(f *testing.F) {
	f.Add(healthy)
	f.Add(strings.ReplaceAll(healthy, "\n", "\r\n") + healthy)
	r := rand.New(rand.NewPCG(5, 6))
	for _, g := range games.All().Games() {
		f.Add(written(f, randomRecord(g, r)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		records, errs := readAll(text)
		for i, rec := range records {
			if rec == nil {
				continue
			}
			rec.Match()
			if errs[i] != nil {
				continue
			}
			again, errs := readAll(written(t, rec))
			if len(again) != 1 || errs[0] != nil {
				t.Fatalf("written back as %d records: %v", len(again), errs)
			}
			wantSame(t, again[0], rec)
		}
	})
}
