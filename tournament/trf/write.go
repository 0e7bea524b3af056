package trf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Write writes a report.
func (f *File) Write(to io.Writer) error {
	out := bufio.NewWriter(to)
	for _, line := range []struct{ tag, value string }{
		{"012", f.Name},
		{"022", f.City},
		{"032", f.Federation},
		{"042", f.Start},
		{"052", f.End},
		{"062", strconv.Itoa(len(f.Players))},
		{"072", strconv.Itoa(f.rated())},
		{"082", "0"},
		{"092", f.Type},
		{"102", f.Arbiter},
		{"122", f.Times},
	} {
		if line.value != "" {
			fmt.Fprintf(out, "%s %s\n", line.tag, oneLine(line.value))
		}
	}
	if len(f.Dates) > 0 {
		fmt.Fprintln(out, strings.TrimRight(f.dates(), " "))
	}
	if f.Rounds > 0 {
		fmt.Fprintf(out, "XXR %d\n", f.Rounds)
	}
	if side := initialSides[f.Initial]; side != "" {
		fmt.Fprintf(out, "XXC %s\n", side)
	}
	for _, group := range f.Forbidden {
		fmt.Fprintf(out, "XXP %s\n", strings.Trim(fmt.Sprint(group), "[]"))
	}
	for _, p := range f.Players {
		fmt.Fprintln(out, strings.TrimRight(p.line(), " "))
	}
	return out.Flush()
}

// initialSides are those of the best player in the first round, as files have them.
var initialSides = map[Side]string{White: "white1", Black: "black1"}

// rated is the number of players with a rating.
func (f *File) rated() int {
	rated := 0
	for _, p := range f.Players {
		if p.Rating > 0 {
			rated++
		}
	}
	return rated
}

// dates are those of the rounds, above the columns of the rounds.
func (f *File) dates() string {
	line := []string{cell("132", firstGame-1)}
	for _, date := range f.Dates {
		line = append(line, cell(date, gameWidth))
	}
	return strings.Join(line, "")
}

// oneLine replaces what would break a line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cell is a text in a fixed number of characters.
func cell(text string, width int) string {
	text = oneLine(text)
	if n := utf8.RuneCountInString(text); n < width {
		return text + strings.Repeat(" ", width-n)
	}
	return string([]rune(text)[:width])
}

func (p *Player) line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "001 %4d %s%s %s ", p.Number, cell(p.Sex, 1), cell(p.Title, 3), cell(p.Name, 33))
	if p.Rating > 0 {
		fmt.Fprintf(&b, "%4d", p.Rating)
	} else {
		b.WriteString("    ")
	}
	fmt.Fprintf(&b, " %s %s %s", cell(p.Federation, 3), cell(p.FIDE, 11), cell(p.Birth, 10))
	fmt.Fprintf(&b, " %2d.%d", p.HalfPoints/2, p.HalfPoints%2*5)
	fmt.Fprintf(&b, " %4d", p.Rank)
	for _, g := range p.Games {
		if g.Opponent == 0 && g.Result == NoResult {
			b.WriteString(strings.Repeat(" ", gameWidth))
			continue
		}
		fmt.Fprintf(&b, "  %04d %c %c", g.Opponent, g.Side, g.Result)
	}
	return b.String()
}
