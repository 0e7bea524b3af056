package game

import (
	"fmt"
	"slices"
)

// Record is a game as it was played, to be stored and exchanged. [RecordReader]
// and [WriteRecord] read and write its text; docs/records.md describes the
// format.
type Record struct {
	Game Game
	// Players are the names by seat; a name may be empty.
	Players []string
	Start   Position
	// Tags are all other tags, such as the date, in the order of the file.
	Tags []Tag
	// Intro is the comments before the first move.
	Intro []string
	Plies []RecordPly
	// Outcome is the result; an unfinished game is running.
	Outcome Outcome
	// Reason is the code of the phrase for why the game ended, or empty.
	Reason string
}

// Tag is a name and a value in the header of a record.
type Tag struct{ Name, Value string }

// RecordPly is a move with the comments that follow it.
type RecordPly struct {
	Move     Move
	Comments []string
}

// The tags that are fields of a record and never among its Tags. The tag of a
// player is playerTag and the seat's ID.
const (
	gameTag   = "Game"
	startTag  = "Start"
	resultTag = "Result"
	reasonTag = "Reason"
	playerTag = "Player"
)

// RecordOf is the record of a match so far.
func RecordOf(m *Match) *Record {
	v := m.Verdict()
	r := &Record{
		Game: m.Game(), Players: m.Players(), Start: m.Start(),
		Outcome: v.Outcome, Reason: v.Reason.Code,
	}
	for _, move := range m.Moves() {
		r.Plies = append(r.Plies, RecordPly{Move: move})
	}
	return r
}

// Match plays the record's moves. A result that does not follow from the moves,
// such as a resignation, ends the match. It panics on illegal moves, which
// neither a match nor a reader puts into a record.
func (r *Record) Match() *Match {
	m := MatchFrom(r.Start, r.Players)
	for i, ply := range r.Plies {
		if err := m.PlayMove(ply.Move); err != nil {
			panic(fmt.Sprintf("game: move %d of a record is not legal: %v", i+1, err))
		}
	}
	if !m.Verdict().Outcome.Over() && r.Outcome.Over() {
		m.closed = Verdict{Outcome: r.Outcome, Reason: r.reason()}
	}
	return m
}

// reason is the phrase of the reason's code; an unknown code is its own
// sentence.
func (r *Record) reason() Phrase {
	for _, p := range EndReasons() {
		if p.Code == r.Reason {
			return p
		}
	}
	return Phrase{Code: r.Reason, English: r.Reason}
}

// resultTexts are the results as in chess, from the view of the first team.
var resultTexts = [...]string{Running: "*", WonByFirst: "1-0", WonBySecond: "0-1", Drawn: "1/2-1/2"}

func parseResult(text string) (Outcome, bool) {
	i := slices.Index(resultTexts[:], text)
	return Outcome(max(i, 0)), i >= 0
}

// endings are the codes that a record may have as the reason of its result,
// given the verdict after its moves. No reason is always allowed.
func (r *Record) endings(played Verdict) []string {
	switch {
	case played.Outcome.Over():
		return []string{played.Reason.Code}
	case r.Outcome == Drawn:
		return []string{Agreement.Code}
	case r.Outcome.Over():
		return []string{Resignation.Code, Timeout.Code}
	}
	return nil
}

// defaultStart is the start position that a record may leave out.
func defaultStart(g Game) Position { return g.Start(g.Openers()[0]) }
