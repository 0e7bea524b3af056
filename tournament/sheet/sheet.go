// Package sheet writes a tournament as plain text, for terminals and printers:
// pairings with board numbers, result slips, standings, crosstables and
// brackets.
package sheet

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"plateau/tournament"
)

// title is a heading with a line below it, of those parts that are not empty.
func title(parts ...string) string {
	text := strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
	return text + "\n" + strings.Repeat("=", utf8.RuneCountInString(text)) + "\n\n"
}

// columns aligns the cells of lines. A column whose title ends in a colon, which is
// not shown, is aligned to the right.
func columns(titles []string, lines [][]string) string {
	var b strings.Builder
	widths := make([]int, len(titles))
	head := make([]string, len(titles))
	for i, title := range titles {
		head[i] = strings.TrimSuffix(title, ":")
	}
	all := append([][]string{head}, lines...)
	for _, line := range all {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range all {
		var row strings.Builder
		for i, cell := range line {
			if i > 0 {
				row.WriteString("  ")
			}
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if strings.HasSuffix(titles[i], ":") {
				row.WriteString(space + cell)
			} else {
				row.WriteString(cell + space)
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return b.String()
}

// who is an entrant with the number, and the members of a team.
func who(t *tournament.Tournament, number int) string {
	e := t.Entrant(number)
	if e == nil {
		return ""
	}
	text := fmt.Sprintf("%s (%d)", e.Name, number)
	if len(e.Members) > 0 {
		text += ": " + strings.Join(e.Members, ", ")
	}
	return text
}

// Pairings are the boards of a round with the results so far.
func Pairings(t *tournament.Tournament, round int) string {
	r := t.Round(round)
	if r == nil {
		return ""
	}
	var lines [][]string
	for _, g := range r.Games {
		result := g.Result.String()
		if g.Detail != "" {
			result += " (" + g.Detail + ")"
		}
		lines = append(lines, []string{strconv.Itoa(g.Board), who(t, g.First), who(t, g.Second), result})
	}
	var b strings.Builder
	b.WriteString(title(t.Settings.Name, fmt.Sprintf("round %d", round)))
	b.WriteString(columns([]string{"Board:", "First", "Second", "Result"}, lines))
	for _, bye := range r.Byes {
		fmt.Fprintf(&b, "%s: bye, %v\n", who(t, bye.Number), bye.Points)
	}
	return b.String()
}

// Slips are one for each real board of a round: players note the result and sign.
func Slips(t *tournament.Tournament, round int) string {
	r := t.Round(round)
	if r == nil {
		return ""
	}
	var b strings.Builder
	line := strings.Repeat("- ", 36) + "-\n"
	for i := range r.Games {
		g := &r.Games[i]
		if t.IsOnline(g) {
			continue
		}
		fmt.Fprintf(&b, "%s, round %d, board %d\n\n", t.Settings.Name, round, g.Board)
		fmt.Fprintf(&b, "  first   %s\n  second  %s\n\n", who(t, g.First), who(t, g.Second))
		b.WriteString(resultLine(t))
		b.WriteString("  signed    ____________________    ____________________\n\n" + line)
	}
	return b.String()
}

// resultLine has the results to choose from. A knockout has no draws.
func resultLine(t *tournament.Tournament) string {
	text, draw := "  result    1-0    ½-½    0-1\n\n", "½-½    "
	if t.MiniMatch() {
		text, draw = "  two games, each begins one    2-0   1½-½   1-1   ½-1½   0-2\n\n", "1-1   "
	}
	if t.Form == tournament.Knockout {
		text = strings.Replace(text, draw, "", 1)
	}
	return text
}

// Standings are the ranking with the tie-breaks, and what decided where points
// are equal. A category restricts it.
func Standings(t *tournament.Tournament, category string) string {
	if len(t.Played) == 0 {
		return entrants(t, category)
	}
	rows := t.StandingsOf(category)
	titles := []string{"Rank:", "Name", "Points:"}
	if t.Form != tournament.Knockout {
		for _, b := range t.TieBreaks {
			titles = append(titles, b.String()+":")
		}
	}
	var lines [][]string
	for _, r := range rows {
		line := []string{strconv.Itoa(r.Rank), nameOf(r), r.Points.String()}
		for _, v := range r.Breaks {
			line = append(line, v.String())
		}
		lines = append(lines, line)
	}
	when := "standings"
	if t.Form != tournament.Arena {
		when += fmt.Sprintf(" after round %d", len(t.Played))
	}
	return title(t.Settings.Name, when, category) + columns(titles, lines) + decisions(rows)
}

// nameOf is the name in a line of the standings.
func nameOf(r tournament.Row) string {
	name := fmt.Sprintf("%s (%d)", r.Name, r.Number)
	if r.Withdrawn {
		name += ", withdrawn"
	}
	return name
}

// entrants are those who take part, in the order of their ratings: what there is
// before the first round, when everybody would be first.
func entrants(t *tournament.Tournament, category string) string {
	var lines [][]string
	for _, r := range t.StandingsOf(category) {
		rating := ""
		if r.Rating > 0 {
			rating = strconv.Itoa(r.Rating)
		}
		lines = append(lines, []string{nameOf(r), rating})
	}
	return title(t.Settings.Name, "before round 1", category) + columns([]string{"Name", "Rating:"}, lines)
}

// decisions explain every place where a tie-break decided.
func decisions(rows []tournament.Row) string {
	var b strings.Builder
	used := map[tournament.TieBreak]bool{}
	for i, r := range rows {
		if d := r.Decided; d != nil {
			fmt.Fprintf(&b, "%s is ahead of %s by %s: %v to %v.\n", r.Name, rows[i+1].Name, d.By, d.Value, d.Next)
			used[d.By] = true
		}
	}
	if b.Len() == 0 {
		return ""
	}
	for _, by := range tournament.TieBreaks() {
		if used[by] {
			name := by.String()
			fmt.Fprintf(&b, "%s: %s.\n", strings.ToUpper(name[:1])+name[1:], by.Explanation())
		}
	}
	return "\n" + b.String()
}

// Crosstable is the standings with who met whom: in a round robin players by
// players, otherwise round by round.
func Crosstable(t *tournament.Tournament) string {
	table := t.Crosstable()
	text := byRounds(table)
	if t.Form == tournament.RoundRobin {
		text = byPlayers(table)
	}
	return title(t.Settings.Name, "crosstable") + text
}

// byPlayers has a column for everybody, with the points of the line against them.
func byPlayers(table []tournament.CrossRow) string {
	titles := []string{"Place:", "Name"}
	var lines [][]string
	for i := range table {
		r := &table[i]
		titles = append(titles, strconv.Itoa(i+1))
		line := []string{strconv.Itoa(i + 1), r.Name}
		for j := range table {
			cell := r.Against(table[j].Number)
			if i == j {
				cell = "×"
			}
			line = append(line, cell)
		}
		lines = append(lines, append(line, r.Points.String()))
	}
	return columns(append(titles, "Points:"), lines)
}

// byRounds has for every round the place of the opponent, + for the first side or -
// for the second, and the points.
func byRounds(table []tournament.CrossRow) string {
	rounds := 0
	for _, r := range table {
		rounds = max(rounds, len(r.Cells))
	}
	titles := []string{"Place:", "Name", "Points:"}
	for round := range rounds {
		titles = append(titles, strconv.Itoa(round+1))
	}
	var lines [][]string
	for i, r := range table {
		line := []string{strconv.Itoa(i + 1), r.Name, r.Points.String()}
		for _, c := range r.Cells {
			line = append(line, c.String())
		}
		lines = append(lines, line)
	}
	return columns(titles, lines)
}

// Bracket is the drawing of a knockout, round by round.
func Bracket(t *tournament.Tournament) string {
	b := t.Bracket()
	var out strings.Builder
	out.WriteString(title(t.Settings.Name, "bracket"))
	for i, duels := range b.Rounds {
		fmt.Fprintf(&out, "%s\n", stage(len(duels), i+1))
		for _, d := range duels {
			out.WriteString(duelLine(t, d))
		}
		out.WriteString("\n")
	}
	if b.Third != nil {
		out.WriteString("Third place\n" + duelLine(t, *b.Third))
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
}

func stage(duels, round int) string {
	switch duels {
	case 1:
		return "Final"
	case 2:
		return "Semi-finals"
	case 4:
		return "Quarter-finals"
	}
	return fmt.Sprintf("Round %d", round)
}

func duelLine(t *tournament.Tournament, d tournament.Duel) string {
	name := func(n int) string {
		if n == 0 {
			return "…"
		}
		return t.Name(n)
	}
	switch {
	case d.Winner != 0 && d.Board == 0:
		return fmt.Sprintf("  %s goes on without a game\n", t.Name(d.Winner))
	case d.Winner != 0:
		return fmt.Sprintf("  %s – %s: %s wins\n", name(d.First), name(d.Second), t.Name(d.Winner))
	}
	return fmt.Sprintf("  %s – %s\n", name(d.First), name(d.Second))
}

// Names lists the sheets.
func Names() []string { return []string{"pairings", "slips", "standings", "crosstable", "bracket"} }

// Print writes a sheet by its name. Round 0 is the last one; an empty category is
// all of them.
func Print(t *tournament.Tournament, name string, round int, category string) (string, error) {
	round = cmp.Or(round, len(t.Played))
	switch {
	case name == "standings":
		return Standings(t, category), nil
	case name == "crosstable":
		return Crosstable(t), nil
	case name == "bracket" && t.Form != tournament.Knockout:
		return "", tournament.NoBracket.Refuse("")
	case name == "bracket" && len(t.Slots) == 0:
		return "", tournament.NoRound.Refuse("", "round", "1")
	case name != "bracket" && t.Round(round) == nil:
		return "", tournament.NoRound.Refuse("", "round", strconv.Itoa(round))
	case name == "pairings":
		return Pairings(t, round), nil
	case name == "slips":
		return Slips(t, round), nil
	}
	return Bracket(t), nil
}
