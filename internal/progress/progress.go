// Package progress is what players have learnt and solved.
package progress

import (
	"context"
	"slices"

	"plateau/internal/play"
)

// Stars is how well somebody did things, by area ("lessons"), game and item:
// from 1 to 3.
type Stars map[string]map[string]map[string]int

// Count is how many items there are.
func (s Stars) Count() int {
	n := 0
	for _, games := range s {
		for _, items := range games {
			n += len(items)
		}
	}
	return n
}

// Add sets the stars of an item.
func (s Stars) Add(area, game, item string, stars int) {
	if s[area] == nil {
		s[area] = make(map[string]map[string]int)
	}
	if s[area][game] == nil {
		s[area][game] = make(map[string]int)
	}
	s[area][game][item] = stars
}

// StarStore stores what players have learnt.
type StarStore interface {
	// MergeStars keeps the most stars of every item, and returns all of the
	// player's. It fails with [play.ErrTooMany], and keeps nothing, if there would
	// be more items than allowed.
	MergeStars(ctx context.Context, player play.PlayerID, more Stars, most int) (Stars, error)
	// Stars is all of a player's.
	Stars(ctx context.Context, player play.PlayerID) (Stars, error)
}

// PuzzleProgress is what somebody has solved, and how often in a row. Pages keep
// it on each device; an account brings the devices together.
type PuzzleProgress struct {
	// Solved is the ids of puzzles, by game.
	Solved map[string][]string `json:"solved" doc:"The ids of the solved puzzles, by game"`
	Streak PuzzleStreak        `json:"streak"`
	Row    PuzzleRow           `json:"row"`
}

// PuzzleStreak is days in a row on which a puzzle of the day was solved.
type PuzzleStreak struct {
	Day    string `json:"day" maxLength:"10" doc:"The last such day, as 2026-11-15; empty before the first"`
	Length int    `json:"length" minimum:"0" maximum:"100000" doc:"Days in a row, with that day"`
	Best   int    `json:"best" minimum:"0" maximum:"100000" doc:"The longest ever"`
}

// PuzzleRow is puzzles in a row, solved without a mistake.
type PuzzleRow struct {
	At     int64 `json:"at" minimum:"0" doc:"When it last changed"`
	Length int   `json:"length" minimum:"0" maximum:"100000" doc:"Puzzles in a row, now"`
	Best   int   `json:"best" minimum:"0" maximum:"100000" doc:"The longest ever"`
}

// Count is how many puzzles are solved.
func (p PuzzleProgress) Count() int {
	n := 0
	for _, ids := range p.Solved {
		n += len(ids)
	}
	return n
}

// Merge brings two devices together, whichever comes first: what is solved on
// either is solved, and the streak that reaches further and the row that changed
// last count.
func (p PuzzleProgress) Merge(q PuzzleProgress) PuzzleProgress {
	all := PuzzleProgress{Solved: make(map[string][]string), Streak: p.Streak, Row: p.Row}
	for _, part := range []PuzzleProgress{p, q} {
		for game, ids := range part.Solved {
			all.Solved[game] = append(all.Solved[game], ids...)
		}
	}
	for game, ids := range all.Solved {
		slices.Sort(ids)
		all.Solved[game] = slices.Compact(ids)
	}
	if s := q.Streak; s.Day > all.Streak.Day || s.Day == all.Streak.Day && s.Length > all.Streak.Length {
		all.Streak = s
	}
	if r := q.Row; r.At > all.Row.At || r.At == all.Row.At && r.Length > all.Row.Length {
		all.Row = r
	}
	all.Streak.Best = max(p.Streak.Best, q.Streak.Best)
	all.Row.Best = max(p.Row.Best, q.Row.Best)
	return all
}

// PuzzleStore stores the progress of players.
type PuzzleStore interface {
	// MergePuzzles adds progress to that of a player, and returns all of it.
	// It fails with [play.ErrTooMany], and stores nothing, if that would be more
	// puzzles than allowed.
	MergePuzzles(ctx context.Context, player play.PlayerID, more PuzzleProgress, most int) (PuzzleProgress, error)
	// Puzzles is the progress of a player.
	Puzzles(ctx context.Context, player play.PlayerID) (PuzzleProgress, error)
}
