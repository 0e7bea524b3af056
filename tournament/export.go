package tournament

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"
)

// Report is everything about a tournament, for programs.
type Report struct {
	Seq      uint64          `json:"seq"`
	Settings Settings        `json:"settings"`
	Finished bool            `json:"finished"`
	Entrants []EntrantReport `json:"entrants"`
	// Rounds are those that were paired.
	Rounds    []RoundReport `json:"rounds"`
	Standings []Row         `json:"standings"`
	Bracket   *Bracket      `json:"bracket,omitempty"`
}

// EntrantReport is an entrant for programs.
type EntrantReport struct {
	Entrant
	Withdrawn bool `json:"withdrawn"`
	// HalfByes are the rounds with requested byes.
	HalfByes []int `json:"half_byes"`
}

// RoundReport is a round for programs.
type RoundReport struct {
	Round int          `json:"round"`
	At    time.Time    `json:"at"`
	Games []GameReport `json:"games"`
	Byes  []Bye        `json:"byes"`
}

// GameReport is a game for programs.
type GameReport struct {
	Board  int    `json:"board"`
	First  int    `json:"first"`
	Second int    `json:"second"`
	Result Result `json:"result"`
	Detail string `json:"detail,omitempty"`
	// Reported are the results that the first and the second side have
	// reported, if one has.
	Reported []Result `json:"reported,omitempty"`
	// ReportedDetails are the scores of a mini-match that they have reported.
	ReportedDetails []string `json:"reported_details,omitempty"`
}

func (g *Game) report() GameReport {
	r := GameReport{Board: g.Board, First: g.First, Second: g.Second, Result: g.Result, Detail: g.Detail}
	if g.Reported != [2]Claim{} {
		r.Reported = []Result{g.Reported[0].Result, g.Reported[1].Result}
		r.ReportedDetails = g.ReportedDetails()
	}
	return r
}

// Report returns everything about the tournament.
func (t *Tournament) Report() Report {
	r := Report{
		Seq: t.Seq, Settings: t.Settings, Finished: t.Finished, Entrants: []EntrantReport{},
		Rounds: []RoundReport{}, Standings: t.Standings(),
	}
	for _, e := range t.Entrants {
		r.Entrants = append(r.Entrants, EntrantReport{e, e.Withdrawn, append([]int{}, e.HalfByes...)})
	}
	for i, round := range t.Played {
		next := RoundReport{Round: i + 1, At: round.At, Games: []GameReport{}, Byes: append([]Bye{}, round.Byes...)}
		for j := range round.Games {
			next.Games = append(next.Games, round.Games[j].report())
		}
		r.Rounds = append(r.Rounds, next)
	}
	if t.Form == Knockout {
		r.Bracket = new(t.Bracket())
	}
	return r
}

// WriteCSV writes the crosstable with a line of titles.
func (t *Tournament) WriteCSV(to io.Writer) error {
	out := csv.NewWriter(to)
	titles := []string{"rank", "number", "name", "category", "rating", "points", "games", "won", "drawn", "lost"}
	if t.Form != Knockout {
		for _, b := range t.TieBreaks {
			titles = append(titles, string(b))
		}
	}
	rounds := 0
	table := t.Crosstable()
	for _, row := range table {
		rounds = max(rounds, len(row.Cells))
	}
	for round := range rounds {
		titles = append(titles, "round "+strconv.Itoa(round+1))
	}
	lines := [][]string{titles}
	for _, row := range table {
		line := []string{
			strconv.Itoa(row.Rank), strconv.Itoa(row.Number), plainCell(row.Name), plainCell(row.Category), strconv.Itoa(row.Rating), row.Points.Decimal(),
			strconv.Itoa(row.Games), strconv.Itoa(row.Won), strconv.Itoa(row.Drawn), strconv.Itoa(row.Lost),
		}
		for _, v := range row.Breaks {
			line = append(line, v.decimal())
		}
		for _, c := range row.Cells {
			line = append(line, c.String())
		}
		for len(line) < len(titles) {
			line = append(line, "")
		}
		lines = append(lines, line)
	}
	return out.WriteAll(lines)
}

// plainCell keeps spreadsheets from taking a text for a formula, by an apostrophe
// before what begins like one.
func plainCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// decimal writes a value for other programs; a missing one is empty.
func (v Value) decimal() string {
	if v.missing {
		return ""
	}
	return strconv.FormatFloat(float64(v.quarters)/4, 'f', -1, 64)
}
