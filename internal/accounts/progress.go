package accounts

import (
	"context"
	"regexp"
	"strconv"

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
