package accounts

import (
	"context"
	"regexp"
	"strconv"
	"time"

	"plateau/internal/play"
	"plateau/internal/progress"
)

// maxItems is how many tasks and the like are stored of a player: many times as
// many as there are.
const maxItems = 2000

// learningAreas are those that stars are stored for.
var learningAreas = map[string]bool{"lessons": true}

var itemName = regexp.MustCompile(`^[a-z0-9][a-z0-9+-]{0,39}$`)

// MergeStars adds what somebody has learnt on a device to what their account
// has: the most stars of everything count. It returns all of it. Guests have no
// account, so nothing is stored of them.
func (s *Service) MergeStars(ctx context.Context, player play.Player, more progress.Stars) (progress.Stars, error) {
	if !player.Registered {
		return nil, NeedsAccount.Refuse("")
	}
	for area, games := range more {
		for id, items := range games {
			if _, err := s.Games.Find(id); err != nil {
				return nil, err
			}
			for item, stars := range items {
				if !learningAreas[area] || !itemName.MatchString(item) || stars < 1 || stars > 3 {
					return nil, BadStars.Refuse(area + " " + item + " " + strconv.Itoa(stars))
				}
			}
		}
	}
	all, err := s.Store.MergeStars(ctx, player.ID, more, maxItems)
	return all, play.RefuseTooMany(err, TooManyItems, maxItems)
}

// maxSolved is how many solved puzzles are stored of a player: several times as
// many as there are.
const maxSolved = 5000

var puzzleID = regexp.MustCompile(`^[0-9a-f]{1,16}$`)

// MergePuzzles adds the puzzles that somebody has solved on a device to those of
// their account, and returns all of them. Guests have no account, so nothing is
// stored of them.
func (s *Service) MergePuzzles(ctx context.Context, player play.Player, more progress.PuzzleProgress) (progress.PuzzleProgress, error) {
	if !player.Registered {
		return progress.PuzzleProgress{}, NeedsAccount.Refuse("")
	}
	for id, solved := range more.Solved {
		if _, err := s.Games.Find(id); err != nil {
			return progress.PuzzleProgress{}, err
		}
		for _, puzzle := range solved {
			if !puzzleID.MatchString(puzzle) {
				return progress.PuzzleProgress{}, NoPuzzle.Refuse(puzzle)
			}
		}
	}
	if day := more.Streak.Day; day != "" {
		if _, err := time.Parse(time.DateOnly, day); err != nil {
			return progress.PuzzleProgress{}, NoPuzzle.Refuse(day)
		}
	}
	all, err := s.Store.MergePuzzles(ctx, player.ID, more, maxSolved)
	return all, play.RefuseTooMany(err, TooManyPuzzles, maxSolved)
}
