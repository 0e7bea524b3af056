package tournament_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"plateau/tournament"
	"plateau/tournament/trf"
)

// evening is a tournament run by commands, at a minute each.
type evening struct {
	*testing.T
	*tournament.Tournament
	now time.Time
}

func newEvening(t *testing.T, s tournament.Settings, names ...string) *evening {
	t.Helper()
	s.Name, s.Game = "Club evening", "quixo"
	e := &evening{t, &tournament.Tournament{}, start}
	e.do(tournament.Create{Settings: s.Standard()})
	for i, name := range names {
		e.do(tournament.Add{Entrant: tournament.Entrant{Name: name, Rating: 2000 - 100*i}})
	}
	return e
}

func (e *evening) do(commands ...tournament.Command) {
	e.Helper()
	for _, c := range commands {
		e.now = e.now.Add(time.Minute)
		d, err := tournament.Decide(e.Tournament, c, tournament.Moment{Now: e.now})
		if err != nil {
			e.Fatalf("%#v: %v", c, err)
		}
		e.Tournament = d.Tournament
	}
}

// refuses expects a refusal with a sentence.
func (e *evening) refuses(c tournament.Command, want string) {
	e.Helper()
	_, err := tournament.Decide(e.Tournament, c, tournament.Moment{Now: e.now})
	if err == nil || err.Error() != want {
		e.Errorf("%#v: %v", c, err)
	}
}

// play pairs a round and enters the results by board.
func (e *evening) play(results ...tournament.Result) {
	e.Helper()
	e.do(tournament.Pair{})
	for i, r := range results {
		e.do(tournament.Enter{Board: i + 1, Result: r})
	}
}

func (e *evening) pairs() string {
	last := e.Last()
	var parts []string
	for _, g := range last.Games {
		parts = append(parts, e.Name(g.First)+"-"+e.Name(g.Second))
	}
	for _, b := range last.Byes {
		parts = append(parts, fmt.Sprintf("%s %v", e.Name(b.Number), b.Points))
	}
	return strings.Join(parts, " ")
}

func (e *evening) table() string {
	var lines []string
	for _, r := range e.Standings() {
		line := fmt.Sprintf("%d %s %v %v", r.Rank, r.Name, r.Points, r.Breaks)
		if r.Decided != nil {
			line += fmt.Sprintf(" %s %v:%v", r.Decided.By, r.Decided.Value, r.Decided.Next)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

const (
	first  = tournament.FirstWon
	second = tournament.SecondWon
	drawn  = tournament.Drawn
)

// A Swiss tournament of five players, with values computed by hand.
func TestSwissStandings(t *testing.T) {
	e := newEvening(t, tournament.Settings{Rounds: 3}, "Ann", "Ben", "Cleo", "Dan", "Eve")
	e.play(first, second)
	if got := e.pairs(); got != "Ann-Cleo Dan-Ben Eve 1" {
		t.Fatalf("round 1: %s", got)
	}
	e.play(drawn, first)
	if got := e.pairs(); got != "Ben-Ann Cleo-Eve Dan 1" {
		t.Fatalf("round 2: %s", got)
	}
	e.play(first, first)
	if got := e.pairs(); got != "Ann-Dan Eve-Ben Cleo 1" {
		t.Fatalf("round 3: %s", got)
	}
	if got := e.table(); got != expectedSwiss {
		t.Errorf("the standings are\n%s\nand should be\n%s", got, expectedSwiss)
	}
	e.refuses(tournament.Pair{}, "all rounds have been paired")
	e.do(tournament.Finish{})
	e.refuses(tournament.Correct{Round: 1, Board: 1, Result: drawn}, "the tournament is finished; reopen it to change it")
	e.do(tournament.Reopen{}, tournament.Correct{Round: 1, Board: 1, Result: drawn})
	if points := e.Standings()[0].Points; points != 5 {
		t.Errorf("after the correction, the first has %v", points)
	}
}

const expectedSwiss = `1 Ann 2½ [3½ 4½ – 3¾ 2]
2 Cleo 2 [4½ 6½ – 4 1] Buchholz cut 1 4½:4
3 Eve 2 [4 5½ – 3½ 1]
4 Ben 1½ [4½ 5½ – 2¼ 1]
5 Dan 1 [4 5 – 1 0]`

// A direct encounter decides only among those who have all met, and those whom
// nothing separates share a rank.
func TestDirectEncounter(t *testing.T) {
	s := tournament.Settings{Form: tournament.RoundRobin, TieBreaks: []tournament.TieBreak{tournament.DirectEncounter}}
	e := newEvening(t, s, "Ann", "Ben", "Cleo", "Dan")
	for range 3 {
		e.do(tournament.Pair{})
		for _, g := range e.Last().Games {
			// Ann wins against all but Ben, who loses to Cleo and Dan.
			beats := map[[2]int]bool{{1, 3}: true, {1, 4}: true, {2, 1}: true, {3, 2}: true, {4, 2}: true}
			result := drawn
			if beats[[2]int{g.First, g.Second}] {
				result = first
			} else if beats[[2]int{g.Second, g.First}] {
				result = second
			}
			e.do(tournament.Enter{Board: g.Board, Result: result})
		}
	}
	want := "1 Ann 2 [–]\n2 Cleo 1½ [½]\n2 Dan 1½ [½]\n4 Ben 1 [–]"
	if got := e.table(); got != want {
		t.Errorf("the standings are\n%s", got)
	}
	e.do(tournament.Correct{Round: roundOf(e, 3, 4), Board: boardOf(e, 3, 4), Result: sideOf(e, 4)})
	if got := e.table(); !strings.HasPrefix(got, "1 Dan 2 [0] ") && !strings.HasPrefix(got, "1 Ann 2 [1] direct encounter 1:0\n2 Dan 2 [0]") {
		t.Errorf("the standings are\n%s", got)
	}
}

// roundOf, boardOf and sideOf find the game of two, and the result with which one wins.
func roundOf(e *evening, a, b int) int {
	for i, r := range e.Played {
		for _, g := range r.Games {
			if g.Has(a) && g.Has(b) {
				return i + 1
			}
		}
	}
	return 0
}

func boardOf(e *evening, a, b int) int {
	for _, g := range e.Round(roundOf(e, a, b)).Games {
		if g.Has(a) {
			return g.Board
		}
	}
	return 0
}

func sideOf(e *evening, winner int) tournament.Result {
	for _, g := range e.Round(roundOf(e, 3, 4)).Games {
		if g.First == winner {
			return first
		}
	}
	return second
}

// Arena points: two for a win, and twice as many from the third win in a row on.
func TestArenaStreak(t *testing.T) {
	for streaks, want := range map[bool]string{true: "16", false: "11"} {
		e := newEvening(t, tournament.Settings{Form: tournament.Arena, Minutes: 60, NoStreaks: !streaks}, "Ann", "Ben")
		for _, won := range []bool{true, true, true, true, false, true} {
			e.do(tournament.Pair{})
			e.refuses(tournament.Pair{}, "fewer than two players wait for an opponent")
			result := drawn
			if won {
				if result = second; e.Last().Games[0].First == 1 {
					result = first
				}
			}
			e.do(tournament.Enter{Board: 1, Result: result})
		}
		if got := e.Standings()[0].Points.String(); got != want {
			t.Errorf("with streaks %v: %s points", streaks, got)
		}
		e.now = e.now.Add(time.Hour)
		e.refuses(tournament.Pair{}, "the time of the arena is over")
	}
}

// Those who are absent lose after the grace time, and not before, and get
// nothing for the rounds until they return.
func TestNoShowAndReturn(t *testing.T) {
	e := newEvening(t, tournament.Settings{Rounds: 4, Grace: 10 * 60_000}, "Ann", "Ben", "Cleo")
	e.do(tournament.Pair{})
	e.refuses(tournament.NoShow{Board: 1, First: true}, "it is too early; absent players lose 10 min after the pairing")
	e.now = e.now.Add(10 * time.Minute)
	e.do(tournament.NoShow{Board: 1, Second: true})
	absent := e.Last().Games[0].Second
	e.do(tournament.Withdraw{Number: absent})
	e.refuses(tournament.Withdraw{Number: absent}, e.Name(absent)+" has already withdrawn")
	e.play(first)
	e.do(tournament.Return{Number: absent}, tournament.Pair{})
	if row := e.Standings()[2]; row.Number != absent || row.Points != 0 {
		t.Errorf("who was absent has points: %+v", row)
	}
	e.refuses(tournament.Pair{}, "round 3 still lacks 1 of its results; the first is that of board 1")
}

// readBack writes a tournament as a report and reads that.
func readBack(t *testing.T, c *tournament.Tournament, s tournament.Settings) *tournament.Tournament {
	t.Helper()
	report, err := c.TRF()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	file, err := trf.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	events, err := tournament.FromTRF(file, s, start.AddDate(1, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	read, err := tournament.Replay(&tournament.Tournament{}, events)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// Nothing gets lost on the way through a report that the next rounds depend on.
func TestTRF(t *testing.T) {
	e := newEvening(t, tournament.Settings{Rounds: 5, HalfByes: 2}, "Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
	e.do(tournament.RequestBye{Number: 2, Round: 1})
	e.now = start.AddDate(0, 0, 1)
	e.play(first, tournament.SecondCame)
	e.do(tournament.Withdraw{Number: 3})
	e.now = start.AddDate(0, 0, 8)
	e.play(drawn, first)
	e.do(tournament.RequestBye{Number: 1, Round: 4}, tournament.RequestBye{Number: 2, Round: 4}, tournament.Forbid{First: 4, Second: 6}, tournament.Forbid{First: 1, Second: 5})
	read := readBack(t, e.Tournament, tournament.Settings{Game: "quixo"})
	if read.Settings.Name != "Club evening" || read.Rounds != 5 || len(read.Played) != 2 || read.HalfByes != 2 {
		t.Errorf("%+v", read.Settings)
	}
	if !reflect.DeepEqual(read.Standings(), e.Standings()) {
		t.Errorf("%+v, and was %+v", read.Standings(), e.Standings())
	}
	if !reflect.DeepEqual(read.Entrants, e.Entrants) || !reflect.DeepEqual(read.Forbidden, e.Forbidden) {
		t.Errorf("%+v %v, and was %+v %v", read.Entrants, read.Forbidden, e.Entrants, e.Forbidden)
	}
	for i := range e.Played {
		if got, want := read.Played[i].At.Format(time.DateOnly), e.Played[i].At.Format(time.DateOnly); got != want {
			t.Errorf("round %d was on %s, and is on %s", i+1, want, got)
		}
	}
	e.do(tournament.Pair{})
	next, err := tournament.Decide(read, tournament.Pair{}, tournament.Moment{Now: e.now})
	if err != nil || !reflect.DeepEqual(next.Tournament.Last().Games, e.Last().Games) {
		t.Errorf("the next round is %+v, %v, and was %+v", next, err, e.Last().Games)
	}
}

// A report says what the tournament is, in words that other programs know.
func TestTRFHeader(t *testing.T) {
	clock := tournament.Clock{Main: 900_000, Increment: 10_000}
	e := newEvening(t, tournament.Settings{Rounds: 3, Clock: clock}, "Ann", "Ben", "Cleo", "Dan")
	e.do(tournament.Add{Entrant: tournament.Entrant{Name: "Eve"}}, tournament.Forbid{First: 2, Second: 5})
	report, err := e.TRF()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := report.Write(&out); err != nil {
		t.Fatal(err)
	}
	const want = "012 Club evening\n062 5\n072 4\n082 0\n092 Individual: Swiss-System\n122 15 min + 10 s per move\nXXR 3\nXXC white1\nXXP 2 5\n001 "
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("%s", out.String())
	}
	for _, other := range []struct {
		tournament.Settings
		want string
	}{
		{tournament.Settings{Form: tournament.RoundRobin, Double: true}, "Individual: Double Round-Robin"},
		{tournament.Settings{Form: tournament.Knockout}, "Individual: Knock-Out"},
	} {
		report, err := newEvening(t, other.Settings, "Ann", "Ben").TRF()
		if err != nil || report.Type != other.want {
			t.Fatalf("%+v, %v", report, err)
		}
		if _, err := tournament.FromTRF(report, tournament.Settings{Game: "quixo"}, start); err == nil || !strings.Contains(err.Error(), "only Swiss tournaments can be read") {
			t.Errorf("%s is read as Swiss: %v", report.Type, err)
		}
	}
	if _, err := newEvening(t, tournament.Settings{Form: tournament.Arena}).TRF(); err == nil || !strings.Contains(err.Error(), "choose CSV or JSON") {
		t.Errorf("an arena: %v", err)
	}
}

// A report that does not say how many rounds there are has as many as the settings.
func TestTRFWithoutRounds(t *testing.T) {
	for _, c := range []struct{ played, settings, want int }{{0, 0, 5}, {0, 7, 7}, {2, 0, 2}, {2, 7, 7}, {2, 1, 2}} {
		e := newEvening(t, tournament.Settings{Rounds: 3}, "Ann", "Ben", "Cleo", "Dan")
		for range c.played {
			e.play(first, first)
		}
		report, err := e.TRF()
		if err != nil {
			t.Fatal(err)
		}
		report.Rounds = 0
		events, err := tournament.FromTRF(report, tournament.Settings{Game: "quixo", Rounds: c.settings}, start)
		if err != nil {
			t.Fatal(err)
		}
		if got := events[0].Body.(tournament.Created).Settings.Rounds; got != c.want {
			t.Errorf("%d rounds played, %d in the settings: %d rounds", c.played, c.settings, got)
		}
	}
}

func TestExports(t *testing.T) {
	e := newEvening(t, tournament.Settings{Form: tournament.Knockout, ThirdPlace: true}, "Ann", "Ben", "Cleo", "Dan", "Eve")
	e.play(first)
	if got := e.pairs(); got != "Eve-Dan Ann 1 Cleo 1 Ben 1" && got != "Dan-Eve Ann 1 Cleo 1 Ben 1" {
		t.Fatalf("round 1: %s", got)
	}
	e.refuses(tournament.Add{Entrant: tournament.Entrant{Name: "Fay"}}, "Fay: nobody can join any more")
	e.do(tournament.Pair{})
	e.refuses(tournament.Enter{Board: 1, Result: drawn}, "in a knockout somebody has to win; let them play again, and enter who won")
	e.do(tournament.Enter{Board: 1, Result: first}, tournament.Enter{Board: 2, Result: first})
	e.refuses(tournament.Correct{Round: 1, Board: 1, Result: second}, "later rounds of the knockout follow from this result; remove their pairings first")
	e.play(second, first)
	b := e.Bracket()
	if len(b.Rounds) != 3 || len(b.Rounds[0]) != 4 || b.Third == nil || b.Rounds[2][0].Winner == 0 {
		t.Errorf("%+v", b)
	}
	for _, d := range slices.Concat(append(b.Rounds, []tournament.Duel{*b.Third})...) {
		first, second := d.Result.Points()
		if d.Board != 0 && (first > second) != (d.Winner == d.First) {
			t.Errorf("%d wins with %s: %+v", d.Winner, d.Result, d)
		}
	}
	rows := e.Standings()
	if rows[0].Number != b.Rounds[2][0].Winner || rows[2].Number != b.Third.Winner || rows[3].Rank != 4 || rows[4].Rank != 5 {
		t.Errorf("%+v", rows)
	}
	text, err := json.Marshal(e.Report())
	if err != nil || !strings.Contains(string(text), `"bracket":{"rounds":[[{"first":1,"second":0,`) {
		t.Errorf("%s, %v", text, err)
	}
	var out bytes.Buffer
	if err := e.WriteCSV(&out); err != nil || !strings.HasPrefix(out.String(), "rank,number,name,category,rating,points,games,won,drawn,lost,round 1,round 2,round 3\n1,") {
		t.Errorf("%s, %v", out.String(), err)
	}
}

// For Buchholz, a round in which somebody was absent counts as one against an
// opponent with one's own points, as a bye does.
func TestBuchholzOfAbsentPlayers(t *testing.T) {
	e := newEvening(t, tournament.Settings{Rounds: 3, TieBreaks: []tournament.TieBreak{tournament.Buchholz}}, "Ann", "Ben", "Cleo", "Dan")
	e.play(first, second) // Ann beats Cleo, and Ben beats Dan.
	e.do(tournament.Withdraw{Number: 1})
	e.play(first)
	if got := e.pairs(); got != "Ben-Cleo Dan 1" {
		t.Fatalf("round 2: %s", got)
	}
	// Ann has 1 point, and Cleo none: the round that Ann missed counts 1.
	for _, r := range e.Standings() {
		if r.Number == 1 && r.Breaks[0].String() != "1" {
			t.Errorf("Ann has a Buchholz of %v", r.Breaks[0])
		}
	}
}

// Spreadsheets take what begins like a formula for one, and names come from players.
func TestCSVHasNoFormulas(t *testing.T) {
	e := newEvening(t, tournament.Settings{Categories: []string{"-1"}})
	for _, name := range []string{`=HYPERLINK("http://evil","x")`, "+1+cmd|x!A1", "-2", "@SUM(A1)", "Anne-Marie"} {
		e.do(tournament.Add{Entrant: tournament.Entrant{Name: name, Category: "-1"}})
	}
	var out bytes.Buffer
	if err := e.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if strings.ContainsAny(cell[:min(len(cell), 1)], "=+-@\t\r") {
				t.Errorf("%q", cell)
			}
		}
	}
	if rows[5][2] != "Anne-Marie" || rows[1][2] != `'=HYPERLINK("http://evil","x")` {
		t.Errorf("%q", rows)
	}
}
