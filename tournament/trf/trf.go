// Package trf reads and writes FIDE's Tournament Report File of 2016 (TRF16): a
// text with one line per player, in fixed columns, which pairing programs and
// federations exchange.
//
//	001    1      Ann                               1850                             2.0    1     3 w 1     2 b 1
//	├─┘ ├──┘      ├───────────────────────────────┘ ├──┘ rating                 points  rank  ├──┘ │ │
//	tag number    name                                                                 opponent   side result
//
// Columns are counted in characters, from 1.
package trf

import "fmt"

// File is a tournament report.
type File struct {
	Name, City, Federation string
	// Start and End are dates as YYYY/MM/DD.
	Start, End string
	Type       string
	Arbiter    string
	// Times is the time control, in words.
	Times string
	// Rounds is the number of rounds, which may be more than were played; 0 if
	// the report does not say it.
	Rounds int
	// Dates are those of the rounds, as YY/MM/DD.
	Dates []string
	// Initial is the side of the best player in the first round; 0 if it is not
	// known.
	Initial Side
	// Forbidden are groups of players, by number, who are never paired.
	Forbidden [][]int
	Players   []Player
}

// text is the field that a line with a tag has; nil if there is none.
func (f *File) text(tag string) *string {
	return map[string]*string{
		"012": &f.Name, "022": &f.City, "032": &f.Federation, "042": &f.Start, "052": &f.End, "092": &f.Type, "102": &f.Arbiter, "122": &f.Times,
	}[tag]
}

// Player is a line of a report.
type Player struct {
	// Number is the start number, from 1.
	Number int
	Sex    string
	Title  string
	Name   string
	// Rating is 0 if there is none.
	Rating     int
	Federation string
	FIDE       string
	Birth      string
	// HalfPoints are the points, in half points.
	HalfPoints int
	Rank       int
	// Games are by round.
	Games []Game
}

// Game is what a player did in a round.
type Game struct {
	// Opponent is the opponent's number, or 0.
	Opponent int
	Side     Side
	Result   Result
}

// Side is the side of a player.
type Side byte

// The sides.
const (
	White  Side = 'w'
	Black  Side = 'b'
	NoSide Side = '-'
)

// Result is the result of a player in a round.
type Result byte

// The results. A report may also have W, D and L for games of less than one
// move each, which are read as 1, = and 0.
const (
	Win         Result = '1'
	Draw        Result = '='
	Loss        Result = '0'
	ForfeitWin  Result = '+'
	ForfeitLoss Result = '-'
	HalfBye     Result = 'H'
	FullBye     Result = 'F'
	PairingBye  Result = 'U'
	ZeroBye     Result = 'Z'
	NoResult    Result = ' '
)

// Error is what is wrong with a line of a report.
type Error struct {
	// Line is from 1.
	Line    int
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Message) }
