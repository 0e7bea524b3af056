package game

import (
	"fmt"
	"strings"
)

// Verdict is an outcome with its reason.
type Verdict struct {
	Outcome Outcome
	// Reason is the zero Phrase while the game runs.
	Reason Phrase
	// Line is the decisive line, with its cells in reading order; empty if
	// the game did not end by a line.
	Line []Cell
}

// Reasons for the end of any game; each game adds its own.
var (
	Repetition  = Phrase{"repetition", "the same position came up for the third time"}
	Agreement   = Phrase{"agreement", "the players agreed to a draw"}
	Resignation = Phrase{"resignation", "the other side resigned"}
	Timeout     = Phrase{"timeout", "the other side ran out of time"}
)

// Reasons for the end of games between programs, which a referee decides.
var (
	Crash        = Phrase{"crash", "the other side's program failed"}
	IllegalMove  = Phrase{"illegal-move", "the other side's program made an illegal move"}
	Adjudication = Phrase{"adjudication", "the result was proved before the end"}
	TooLong      = Phrase{"too-long", "the game was too long"}
)

// EndReasons lists the reasons for the end of a match other than those of its
// game.
func EndReasons() []Phrase {
	return []Phrase{Repetition, Agreement, Resignation, Timeout, Crash, IllegalMove, Adjudication, TooLong}
}

// Why is the reason as an English sentence, with the line where there is one.
func (v Verdict) Why() string {
	if len(v.Line) == 0 {
		return v.Reason.English
	}
	return v.Reason.Fill(Param{"line", LineName(v.Line)})
}

// LineName is the name of a line in English: "row 3 (a3 b3 c3 d3)".
func LineName(line []Cell) string {
	kind := LineKind(line)
	switch kind {
	case "row":
		kind = fmt.Sprintf("row %d", line[0].Row+1)
	case "column":
		kind = fmt.Sprintf("column %c", 'a'+line[0].Col)
	default:
		kind = "the " + kind
	}
	return kind + " (" + strings.Join(CellNames(line), " ") + ")"
}

// LineKind is "row", "column", "region" (the corners of a square are not on
// one slope) or "diagonal".
func LineKind(line []Cell) string {
	first, last := line[0], line[len(line)-1]
	rows, cols := int(last.Row)-int(first.Row), int(last.Col)-int(first.Col)
	switch {
	case rows == 0:
		return "row"
	case cols == 0:
		return "column"
	case max(rows, -rows) == len(line)-1:
		return "diagonal"
	default:
		return "region"
	}
}
