package local

import (
	"strings"

	"plateau/game"
	"plateau/internal/tui/text"
)

// MoveTexts are the legal moves of a position as they are written.
func MoveTexts(p game.Position) []string {
	texts := []string{}
	for _, m := range p.Moves() {
		texts = append(texts, p.MoveText(m))
	}
	return texts
}

// mostNear is how many suggestions are made at most.
const mostNear = 3

// Nearest are the candidates that a typing mistake or two turn into a text: those
// with the fewest, if they are not too many to help. A short text has room for
// one mistake only.
func Nearest(text string, candidates []string) []string {
	text = strings.ToLower(text)
	least := 2
	if len(text) < 5 {
		least = 1
	}
	if len(text) < 2 {
		return nil
	}
	var near []string
	for _, candidate := range candidates {
		mistakes := distance(text, strings.ToLower(candidate))
		if mistakes < least {
			least, near = mistakes, nil
		}
		if mistakes == least {
			near = append(near, candidate)
		}
	}
	if len(near) > mostNear {
		return nil
	}
	return near
}

// DidYouMean says which candidates are the nearest to a text; it is empty if none is near.
func DidYouMean(texts text.Texts, text string, candidates []string) string {
	near := Nearest(text, candidates)
	if len(near) == 0 {
		return ""
	}
	return texts.Text("terminal.didYouMean", "text", strings.Join(near, ", "))
}

// distance is how many letters have to be added, left out, changed or exchanged
// with their neighbour to make one text of the other.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return rows[1][len(b)]
}
