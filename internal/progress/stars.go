// Package progress is what players have learnt and solved.
package progress

import (
	"context"

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
