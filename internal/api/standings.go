package api

import (
	"plateau/internal/play"
	"plateau/tournament"
)

// GameOfRound is a pair of a round.
type GameOfRound struct {
	Board    int                 `json:"board"`
	First    int                 `json:"first" doc:"The entrant with the first side"`
	Second   int                 `json:"second"`
	Result   tournament.Result   `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,+-,-+,--" doc:"Missing while it is not known; +- -+ -- if somebody did not show up"`
	Detail   string              `json:"detail,omitempty" doc:"The score of a mini-match, such as 1½-½"`
	Reported []tournament.Result `json:"reported,omitempty" doc:"What the first and the second side have reported, while it does not count"`
	Details  []string            `json:"reported_details,omitempty" doc:"The scores of a mini-match that they have reported"`
	Online   bool                `json:"online,omitempty" doc:"Played on this server"`
	Tables   []play.TableID      `json:"tables,omitempty" doc:"The tables of its games so far; the last one is the present one"`
}

// Bye is a round without a game that gives points.
type Bye struct {
	Number int     `json:"number"`
	Points float64 `json:"points"`
}

// Round is a round of a tournament.
type Round struct {
	Round int           `json:"round"`
	At    int64         `json:"at" doc:"When it was paired"`
	Open  int           `json:"open" doc:"How many results are missing"`
	Games []GameOfRound `json:"games"`
	Byes  []Bye         `json:"byes"`
}

// Decided is the tie-break that separates two rows.
type Decided struct {
	By    tournament.TieBreak `json:"by" enum:"buchholz1,buchholz,direct,sonneborn,wins"`
	Value *float64            `json:"value"`
	Next  *float64            `json:"next" doc:"The value of the next row"`
}

// Rank is a row of the standings.
type Rank struct {
	Rank      int        `json:"rank" doc:"Those whom nothing separates share it"`
	Number    int        `json:"number"`
	Points    float64    `json:"points"`
	Games     int        `json:"games"`
	Won       int        `json:"won"`
	Drawn     int        `json:"drawn"`
	Lost      int        `json:"lost"`
	TieBreaks []*float64 `json:"tie_breaks,omitempty" doc:"In the order of the settings; null where one does not apply"`
	Decided   *Decided   `json:"decided,omitempty" doc:"The tie-break that put this row above the next one, where points did not"`
}

// Duel is a pair of a bracket.
type Duel struct {
	First  int               `json:"first" doc:"0 where nobody is known yet, or nobody will be"`
	Second int               `json:"second"`
	Board  int               `json:"board,omitempty"`
	Result tournament.Result `json:"result,omitempty" doc:"From the point of view of first, who need not have had the first side"`
	Winner int               `json:"winner,omitempty"`
}

// Bracket is the bracket of a knockout.
type Bracket struct {
	Rounds [][]Duel `json:"rounds" doc:"Duels 2n and 2n+1 of a round lead to duel n of the next"`
	Third  *Duel    `json:"third,omitempty"`
}

// Cell is what a row of a crosstable has of a round.
type Cell struct {
	Opponent int      `json:"opponent,omitempty"`
	Place    int      `json:"place,omitempty" doc:"The opponent's line, from 1"`
	Side     string   `json:"side,omitempty" enum:"first,second"`
	Points   *float64 `json:"points" doc:"null while they are not known"`
	Played   bool     `json:"played,omitempty"`
	Bye      bool     `json:"bye,omitempty"`
}

// CrossRow is a row of a crosstable.
type CrossRow struct {
	Standing Rank   `json:"standing"`
	Cells    []Cell `json:"cells" doc:"By round; in an arena, the games"`
}

// Crosstable is who met whom.
type Crosstable struct {
	Rows []CrossRow `json:"rows"`
}

// Standings are the rows of the standings.
type Standings struct {
	Standings []Rank `json:"standings"`
}

// Rounds are rounds of a tournament.
type Rounds struct {
	Rounds []Round `json:"rounds"`
}
