//go:build unix

package cluster_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/glicko"
)

// stored fails unless everything that was acknowledged is among the events once, where
// the answer said, and no move that nobody has asked for.
func (h *history) stored(events []play.Event) error {
	found := make(map[string][]*play.Event)
	for i := range events {
		if e := &events[i]; e.Request != "" {
			key := string(e.By) + " " + e.Request
			found[key] = append(found[key], e)
		}
	}
	for _, r := range h.requests {
		key := string(r.by) + " " + r.id
		there := found[key]
		delete(found, key)
		switch {
		case len(there) > 1:
			return fmt.Errorf("request %s is there %d times", r.id, len(there))
		case r.seq == 0 && r.answered > 0 && len(there) > 0:
			return fmt.Errorf("request %s was refused, and is event %d", r.id, there[0].Seq)
		case r.seq > 0 && len(there) == 0:
			return fmt.Errorf("request %s was acknowledged as event %d, and is not there", r.id, r.seq)
		case r.seq > 0 && there[0].Seq != r.seq:
			return fmt.Errorf("request %s was acknowledged as event %d, and is event %d", r.id, r.seq, there[0].Seq)
		case len(there) == 0 || r.ply < 0:
			continue
		}
		moved, is := there[0].Body.(play.Moved)
		if !is || moved.Ply != r.ply || moved.Move != r.move {
			return fmt.Errorf("move %d, %s, became %+v", r.ply, r.move, there[0].Body)
		}
	}
	for _, e := range found {
		return fmt.Errorf("nobody has asked for event %d, %+v", e[0].Seq, e[0].Body)
	}
	return nil
}

// span is a time in which no server could do anything.
type span struct{ from, to time.Time }

const (
	// counted is how long a downtime is that counts: servers notice what is longer
	// than 3 seconds.
	counted = 3500 * time.Millisecond
	// imprecision is how far clocks may be off on a machine with nothing else to do.
	imprecision = 600 * time.Millisecond
)

// lag is by how much a process of this machine came late, at most, when it wanted to go on.
type lag struct{ most atomic.Int64 }

// watch measures until the context ends.
func (l *lag) watch(ctx context.Context) {
	const step = 50 * time.Millisecond
	for ctx.Err() == nil {
		began := time.Now()
		pause(ctx, step)
		l.note(time.Since(began) - step)
	}
}

func (l *lag) note(late time.Duration) { l.most.Store(max(l.most.Load(), int64(late))) }

// tolerance is how far times may be off: a server may have come late at the beginning
// and at the end of what is measured.
func (l *lag) tolerance() time.Duration { return imprecision + 2*time.Duration(l.most.Load()) }

// ran is for how long servers may have run between two times. Whatever happened during
// a downtime had been asked for at the time when it was noticed.
func ran(outages []span, from, to time.Time) time.Duration {
	all := to.Sub(from)
	for _, o := range outages {
		if o.to.Sub(o.from) < counted || o.to.After(to) {
			continue
		}
		if o.from.Before(from) {
			o.from = from
		}
		all -= max(0, o.to.Sub(o.from))
	}
	return all
}

// chargedFairly replays a table and fails if somebody was charged for a downtime, or
// lost because of it.
func chargedFairly(events []play.Event, outages []span, tolerance time.Duration) error {
	t := play.NewTable(games.All().Games(), "")
	var since time.Time
	for _, e := range events {
		next, err := play.Replay(t, []play.Event{e})
		if err != nil {
			return err
		}
		up := ran(outages, since, e.At)
		switch body := e.Body.(type) {
		case play.Moved:
			if charged := (body.Spent + body.Lag).Duration(); t.Counts() && charged > up+tolerance {
				return fmt.Errorf("event %d: %v were charged, although servers ran for only %v of %v", e.Seq, charged, up, e.At.Sub(since))
			}
			since = e.At
		case play.Started:
			since = e.At
		case play.Ended:
			if body.Reason != game.Timeout.Code || !t.Counts() || len(t.Clock.Left) == 0 {
				break
			}
			if left := t.Clock.Left[t.ToMove()].Duration(); up+tolerance < left {
				return fmt.Errorf("event %d: lost on time with %v left, although servers ran for only %v", e.Seq, left, up)
			}
		}
		t = next
	}
	return nil
}

// rated is what a game did to ratings: nothing, if the same players had played often.
type rated struct {
	game    string
	pairs   []string // keys of two players each
	changes []play.RatingChange
}

// ratedRightly calculates the ratings after a game again.
func ratedRightly(events []play.Event) (*rated, error) {
	t := play.NewTable(games.All().Games(), "")
	for i, e := range events {
		next, err := play.Replay(t, events[i:i+1])
		if err != nil {
			return nil, err
		}
		stored, is := e.Body.(play.Rated)
		if !is {
			t = next
			continue
		}
		standings := make([]play.Standing, len(stored.Changes))
		for seat, c := range stored.Changes {
			standings[seat] = play.Standing{Player: c.Player, Rating: c.Before, Games: c.Games - 1}
			if t.Sitters[seat].Player != c.Player {
				return nil, fmt.Errorf("the rating of seat %d is that of another player", seat)
			}
		}
		d := &play.Decision{Table: t}
		if err := d.Rate(standings); err != nil {
			return nil, err
		}
		again := d.Events[0].Body.(play.Rated)
		for seat, c := range stored.Changes {
			if !sameRating(c.After, again.Changes[seat].After) {
				return nil, fmt.Errorf("the rating of seat %d is %+v, and should be %+v", seat, c.After, again.Changes[seat].After)
			}
		}
		return &rated{t.Game.ID(), d.RatedPairs(), stored.Changes}, nil
	}
	if t.Unrated() == play.UnratedOften {
		return &rated{t.Game.ID(), (&play.Decision{Table: t}).RatedPairs(), nil}, nil
	}
	return nil, nil //nolint:nilnil // It was not to be rated.
}

func sameRating(a, b glicko.Rating) bool {
	return a.Value == b.Value && a.Deviation == b.Deviation && a.Volatility == b.Volatility && a.Since.Equal(b.Since)
}

// oftenEnough fails if the same two were rated more often than they may be in a day, in
// which all games were played, or a game was not rated although none of its players had
// been rated together that often.
func oftenEnough(all []rated) error {
	games := make(map[string]int)
	for _, r := range all {
		for _, pair := range r.pairs {
			if len(r.changes) > 0 {
				games[pair]++
			}
			if games[pair] > play.RatedPerDay {
				return fmt.Errorf("two players were rated for %d games of %s", games[pair], r.game)
			}
		}
	}
	for _, r := range all {
		if len(r.changes) == 0 && !slices.ContainsFunc(r.pairs, func(pair string) bool { return games[pair] == play.RatedPerDay }) {
			return fmt.Errorf("a rated game of %s ended without a rating", r.game)
		}
	}
	return nil
}

// chained fails unless all changes of each player's rating in a game form a chain from
// that of a new player to what is stored.
func chained(all []rated, standing func(play.Rank) (play.Standing, error)) error {
	chains := make(map[play.Rank][]play.RatingChange)
	for _, r := range all {
		for _, c := range r.changes {
			rank := play.Rank{Game: r.game, Player: c.Player}
			chains[rank] = append(chains[rank], c)
		}
	}
	for rank, chain := range chains {
		slices.SortFunc(chain, func(a, b play.RatingChange) int { return a.Games - b.Games })
		last := glicko.New()
		for i, c := range chain {
			switch {
			case c.Games != i+1:
				return fmt.Errorf("game %d of a player in %s is rated as number %d", i+1, rank.Game, c.Games)
			case !sameRating(c.Before, last):
				return fmt.Errorf("game %d of a player in %s begins with %+v, and the one before ended with %+v", i+1, rank.Game, c.Before, last)
			}
			last = c.After
		}
		now, err := standing(rank)
		if err != nil {
			return err
		}
		if now.Games != len(chain) || !sameRating(now.Rating, last) {
			return fmt.Errorf("after %d games in %s with %+v, a player has %d with %+v", len(chain), rank.Game, last, now.Games, now.Rating)
		}
	}
	return nil
}
