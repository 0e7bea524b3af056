package lobby

import (
	"context"
	"slices"

	"plateau/internal/play"
)

// For is what a player sees of the lobby; own tells whether it differs from what
// others see. Tables where the player could not sit down, because of a block between them
// and somebody there, are not in it: a seat that is refused would tell of the block. Nor
// are the tables of those whom the player may not reach.
//
// A whole list is what somebody looks at from then on, and only changes follow: it is
// made of what the store says now about the player, and not of what this server
// remembers, which another one may have changed.
//
// Where it is their own, changes without a summary are passed on: only who sends them knows
// whether the player has seen the table.
func (l *Lobby) For(ctx context.Context, player play.Player, news News) (seen News, own bool, err error) {
	apart, mates, err := l.Blocks.Around(ctx, player, news.Whole)
	if err != nil {
		return news, false, err
	}
	own = len(apart)+len(mates) > 0
	hides := func(s *play.Summary) bool {
		switch {
		case player.ID != "" && s.Involves(player.ID):
			return false
		case slices.ContainsFunc(apart, s.Involves):
			return true
		case slices.Contains(mates, s.Host):
			return false
		}
		return s.Terms.Members || player.Managed() && len(mates) > 0
	}
	seen = News{Whole: news.Whole, Version: news.Version}
	for _, change := range news.Changes {
		if change.Summary != nil && hides(change.Summary) {
			change = Change{Table: change.Table, members: change.members}
		}
		for len(change.after) > 0 && hides(change.after[0]) {
			change.after = change.after[1:] // The player knows no such table to put it before.
		}
		if change.Summary != nil || !news.Whole && (own || !change.members) {
			seen.Changes = append(seen.Changes, change)
		}
	}
	return seen, own, nil
}

// Forget removes a name from the list and from changes that were not sent yet.
func (l *Lobby) Forget(player play.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.tables {
		forgotten, _ := s.Forget(player)
		s.Summary = &forgotten
	}
	l.order = nil
	for i, change := range l.changes {
		if change.Summary == nil {
			continue
		}
		forgotten, _ := change.Summary.Forget(player)
		l.changes[i].Summary = &forgotten
	}
}
