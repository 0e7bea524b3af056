package live

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// decide is what a command leads to: at the table itself, and at the table of
// the rematch if there is one.
func (l *Tables) decide(ctx context.Context, t *play.Table, r Request) ([]*play.Decision, error) {
	m := l.moment(r)
	if _, claims := r.Command.(play.Claim); claims {
		var err error
		if m.Away, err = l.away(ctx, t, m.Now); err != nil {
			return nil, err
		}
	}
	if _, says := r.Command.(play.Say); says {
		among, err := l.talkAmong(ctx, t, r.By)
		if err != nil {
			return nil, err
		}
		m.Talk = m.Talk.Stricter(among)
	}
	d, err := play.Decide(t, r.Command, m)
	if _, claims := r.Command.(play.Claim); err == nil && claims {
		// Judging takes time, so only a claim that is allowed is judged.
		m.Value = l.value(ctx, t)
		d, err = play.Decide(t, r.Command, m)
	}
	if err == nil && begins(t, d, r.Command) {
		err = l.RefuseGame(ctx)
	}
	if err == nil {
		err = l.refuseMany(ctx, r)
	}
	if err == nil {
		err = l.refuseBlocked(ctx, t, r)
	}
	if err == nil {
		err = l.refuseComputers(ctx, t, r)
	}
	if err != nil {
		return nil, err
	}
	if d.NeedsRating() {
		if err := l.rate(ctx, d); err != nil {
			return nil, err
		}
	}
	if d.Table.Next == t.Next {
		return []*play.Decision{d}, nil
	}
	next, err := l.openRematch(ctx, d.Table, m)
	return []*play.Decision{d, next}, err
}

// begins reports whether a command opens a table, starts its game or asks for the next
// one. There is no other way to a new game.
func begins(t *play.Table, d *play.Decision, c play.Command) bool {
	_, again := c.(play.AskRematch)
	return again || t.Phase == play.Unopened || t.Phase == play.Open && d.Table.Phase == play.Running
}

// RefuseGame refuses a game that would begin now, if none may.
func (l *Tables) RefuseGame(ctx context.Context) error {
	if l.MayBegin == nil {
		return nil
	}
	return l.MayBegin(ctx)
}

// rate adds to the end of a rated game what it changes: nothing if the same players have
// played many of them.
func (l *Tables) rate(ctx context.Context, d *play.Decision) error {
	l.Presence.NoteNear(d.Table)
	pairs, err := l.Store.Shared(ctx, d.Table.Changed, d.RatedPairs()...)
	if err != nil || !d.CountRated(pairs) {
		return err
	}
	ranks := make([]play.Rank, len(d.Table.Sitters))
	for i, s := range d.Table.Sitters {
		ranks[i] = play.Rank{Game: d.Table.Game.ID(), Player: s.Player}
	}
	standings, err := l.Store.Standings(ctx, ranks...)
	if err != nil {
		return err
	}
	return d.Rate(standings)
}

// openRematch opens the table of the next game. It is not rated if one of the players
// has been barred from rated games since.
func (l *Tables) openRematch(ctx context.Context, old *play.Table, m play.Moment) (*play.Decision, error) {
	c := play.OpenRematch{Old: old}
	for _, s := range old.Sitters {
		if s.Player == "" || !old.Terms.Rated {
			continue
		}
		p, err := l.Store.Player(ctx, s.Player)
		if err != nil && !errors.Is(err, play.ErrNoPlayer) {
			return nil, err
		}
		c.Casual = c.Casual || p.Barred
	}
	m.Request = ""
	return play.Decide(play.NewTable(l.Games, ""), c, m)
}

// moment is what a decision depends on besides the table.
func (l *Tables) moment(r Request) play.Moment {
	m := play.Moment{Now: l.Now(), By: r.By, Request: r.ID, Program: r.Program}
	switch c := r.Command.(type) {
	case play.Say:
		m.Talk = l.Chat
		if c.Guest && !l.GuestChat {
			m.Talk = play.TalkOff
		}
	case play.OpenTable, play.OpenPaired, play.Sit:
		m.Random = play.NewRand(l.Random)
	case play.AskRematch:
		m.Random, m.NextTable = play.NewRand(l.Random), play.NewTableID(l.Random)
	}
	return m
}

// talkAmong is how those at a table may chat, as far as their groups are concerned:
// where a class has no chat, nobody chats with its members, and nobody with whom they
// may not reach.
func (l *Tables) talkAmong(ctx context.Context, t *play.Table, by play.PlayerID) (play.Talk, error) {
	players := []play.PlayerID{by}
	for _, s := range t.Sitters {
		if s.Player != "" && s.Player != by {
			players = append(players, s.Player)
		}
	}
	strangers, err := l.Store.StrangersAmong(ctx, players...)
	for _, pair := range strangers {
		if by == pair.Member || by == pair.Stranger {
			return play.TalkOff, nil
		}
	}
	if err != nil {
		return "", err
	}
	return l.Store.TalkAmong(ctx, players...)
}

// refuseMany refuses another table to a player who has too many. Requests at
// the same time may exceed the limit by a few.
func (l *Tables) refuseMany(ctx context.Context, r Request) error {
	unfinished := []play.TableQuery{{Player: r.By, Unfinished: true}}
	switch r.Command.(type) {
	case play.OpenTable:
		unfinished = append(unfinished, play.TableQuery{Host: r.By, Unfinished: true})
	case play.Sit:
	default:
		return nil
	}
	for _, query := range unfinished {
		n, err := l.Store.CountTables(ctx, query)
		if err != nil {
			return err
		}
		if n >= l.MostTables {
			return play.TooManyTables.Refuse("", "most", strconv.Itoa(l.MostTables))
		}
	}
	return nil
}

// refuseComputers refuses to play with a computer player to somebody who plays a rated
// game of the same kind: it would find their moves. A game with it that has begun waits.
func (l *Tables) refuseComputers(ctx context.Context, t *play.Table, r Request) error {
	var kind string
	sitters := t.Sitters
	switch c := r.Command.(type) {
	case play.OpenTable:
		kind, sitters = c.Terms.Game, c.Chairs
	case play.Sit, play.Play, play.AskRematch:
		kind = t.Terms.Game
	}
	if kind == "" || r.By == "" || !slices.ContainsFunc(sitters, play.Sitter.Computer) {
		return nil
	}
	rated, err := play.PlaysRated(ctx, l.Store, r.By, kind)
	if err == nil && rated {
		err = play.RatedRunning.Refuse("")
	}
	return err
}

// refuseBlocked refuses to seat players together if one of them has blocked
// another, or may not reach another.
func (l *Tables) refuseBlocked(ctx context.Context, t *play.Table, r Request) error {
	switch r.Command.(type) {
	case play.Sit, play.AskRematch:
		if err := blocks.RefuseAt(ctx, l.Store, t, r.By); err != nil {
			return err
		}
		return play.RefuseStrangersAt(ctx, l.Store, t, r.By)
	}
	return nil
}
