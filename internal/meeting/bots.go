package meeting

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"plateau/internal/play"
)

// Bot is a bot of the server, as others see it.
type Bot struct {
	play.Player
	// Here is whether something was heard of it lately.
	Here bool
	// Accepts is which challenges it accepts now; nil if none.
	Accepts *Accepting
}

const (
	// AcceptingFor is how long a bot accepts challenges after it has said so last.
	AcceptingFor = 2 * time.Minute
	// mostBots is how many bots are listed.
	mostBots = 500
	// acceptsPrefix begins the keys of the shared values that say who accepts what.
	acceptsPrefix = "accepts/"
)

// Announce says which challenges a bot accepts, until the returned time.
func (s *Service) Announce(ctx context.Context, by play.Player, what Accepting) (time.Time, error) {
	if !by.Bot {
		return time.Time{}, OnlyBots.Refuse("")
	}
	for _, id := range what.Games {
		if _, err := s.Tables.Games.Find(id); err != nil {
			return time.Time{}, err
		}
	}
	what.Rated = what.Rated && !by.Barred
	value, err := json.Marshal(what)
	if err != nil {
		return time.Time{}, err
	}
	until := s.Now().Add(AcceptingFor)
	return until, s.shareAccepting(ctx, play.SharedValue{Key: acceptsPrefix + string(by.ID), Value: value, Until: until})
}

// StopAccepting ends what a bot has announced.
func (s *Service) StopAccepting(ctx context.Context, by play.PlayerID) error {
	return s.shareAccepting(ctx, play.SharedValue{Key: acceptsPrefix + string(by)})
}

func (s *Service) shareAccepting(ctx context.Context, value play.SharedValue) error {
	return s.Store.Share(ctx, s.Now(), play.SharedChange{SharedValue: value, Anyway: true})
}

// Bots lists the bots of the server for a viewer: first those who accept challenges,
// then those who are here, then all others.
func (s *Service) Bots(ctx context.Context, viewer play.PlayerID) ([]Bot, error) {
	players, err := s.Store.Bots(ctx, s.Now(), mostBots)
	if err != nil {
		return nil, err
	}
	accepting, err := s.accepting(ctx)
	if err != nil {
		return nil, err
	}
	// A viewer who has not signed in counts as anybody with an account.
	willing, err := s.Store.WhoLets(ctx, viewer, slices.Collect(maps.Keys(accepting))...)
	if err != nil {
		return nil, err
	}
	bots := make([]Bot, len(players))
	for i, p := range players {
		bots[i] = Bot{Player: p, Here: s.Presence.Present(p.ID)}
		if what, accepts := accepting[p.ID]; accepts && slices.Contains(willing, p.ID) {
			bots[i].Accepts = &what
		}
	}
	slices.SortStableFunc(bots, func(a, b Bot) int { return cmp.Compare(b.readiness(), a.readiness()) })
	return bots, nil
}

// readiness is how soon a bot would play.
func (b Bot) readiness() int {
	switch {
	case b.Accepts != nil && !b.Accepts.Busy:
		return 3
	case b.Accepts != nil:
		return 2
	case b.Here:
		return 1
	}
	return 0
}

// accepting is which challenges bots have said to accept.
func (s *Service) accepting(ctx context.Context) (map[play.PlayerID]Accepting, error) {
	values, err := s.Store.Shared(ctx, s.Now(), acceptsPrefix)
	if err != nil {
		return nil, err
	}
	accepting := make(map[play.PlayerID]Accepting, len(values))
	for _, v := range values {
		var what Accepting
		// That of a newer server may not be readable.
		if json.Unmarshal(v.Value, &what) == nil {
			accepting[play.PlayerID(strings.TrimPrefix(v.Key, acceptsPrefix))] = what
		}
	}
	return accepting, nil
}
