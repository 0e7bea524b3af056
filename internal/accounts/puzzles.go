package accounts

import (
	"context"
	"regexp"
	"time"

	"plateau/internal/play"
	"plateau/internal/progress"
)

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
