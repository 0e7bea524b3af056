package house

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"plateau/internal/play"
)

// decide is what a command leads to: at the table itself, and at the table of
// the rematch if there is one.
func (h *House) decide(ctx context.Context, t *play.Table, r Request) ([]*play.Decision, error) {
	m := h.moment(r)
	if _, claims := r.Command.(play.Claim); claims {
		var err error
		if m.Away, err = h.away(ctx, t, m.Now); err != nil {
			return nil, err
		}
	}
	if _, says := r.Command.(play.Say); says {
		among, err := h.talkAmong(ctx, t, r.By)
		if err != nil {
			return nil, err
		}
		m.Talk = m.Talk.Stricter(among)
	}
	d, err := play.Decide(t, r.Command, m)
	if _, claims := r.Command.(play.Claim); err == nil && claims {
		// Judging takes time, so only a claim that is allowed is judged.
		m.Value = h.value(ctx, t)
		d, err = play.Decide(t, r.Command, m)
	}
	if err == nil {
		err = h.refuseMany(ctx, r)
	}
	if err == nil {
		err = h.refuseBlocked(ctx, t, r)
	}
	if err == nil {
		err = h.refuseComputers(ctx, t, r)
	}
	if err != nil {
		return nil, err
	}
	if d.NeedsRating() {
		if err := h.rate(ctx, d); err != nil {
			return nil, err
		}
	}
	if d.Table.Next == t.Next {
		return []*play.Decision{d}, nil
	}
	next, err := h.openRematch(ctx, d.Table, m)
	if err != nil {
		return nil, err
	}
	return []*play.Decision{d, next}, nil
}

// rate adds to the end of a rated game what it changes: nothing if the same players have
// played many of them.
func (h *House) rate(ctx context.Context, d *play.Decision) error {
	h.Presence.NoteNear(d.Table)
	pairs, err := h.Store.Shared(ctx, d.Table.Changed, d.RatedPairs()...)
	if err != nil || !d.CountRated(pairs) {
		return err
	}
	ranks := make([]play.Rank, len(d.Table.Sitters))
	for i, s := range d.Table.Sitters {
		ranks[i] = play.Rank{Game: d.Table.Game.ID(), Player: s.Player}
	}
	standings, err := h.Store.Standings(ctx, ranks...)
	if err != nil {
		return err
	}
	return d.Rate(standings)
}

// openRematch opens the table of the next game. It is not rated if one of the players
// has been barred from rated games since.
func (h *House) openRematch(ctx context.Context, old *play.Table, m play.Moment) (*play.Decision, error) {
	c := play.OpenRematch{Old: old}
	for _, s := range old.Sitters {
		if s.Player == "" || !old.Terms.Rated {
			continue
		}
		p, err := h.Store.Player(ctx, s.Player)
		if err != nil && !errors.Is(err, play.ErrNoPlayer) {
			return nil, err
		}
		c.Casual = c.Casual || p.Barred
	}
	m.Request = ""
	return play.Decide(play.NewTable(h.Games, ""), c, m)
}

// moment is what a decision depends on besides the table.
func (h *House) moment(r Request) play.Moment {
	m := play.Moment{Now: h.Now(), By: r.By, Request: r.ID, Program: r.Program}
	switch c := r.Command.(type) {
	case play.Say:
		m.Talk = h.Chat
		if c.Guest && !h.GuestChat {
			m.Talk = play.TalkOff
		}
	case play.OpenTable, play.OpenPaired, play.Sit:
		m.Random = h.newRand()
	case play.AskRematch:
		m.Random, m.NextTable = h.newRand(), play.NewTableID(h.Random)
	}
	return m
}

// talkAmong is how those at a table may chat, as far as their groups are concerned:
// where a class has no chat, nobody chats with its members, and nobody with whom they
// may not reach.
func (h *House) talkAmong(ctx context.Context, t *play.Table, by play.PlayerID) (play.Talk, error) {
	players := []play.PlayerID{by}
	for _, s := range t.Sitters {
		if s.Player != "" && s.Player != by {
			players = append(players, s.Player)
		}
	}
	strangers, err := h.Store.StrangersAmong(ctx, players...)
	for _, pair := range strangers {
		if by == pair.Member || by == pair.Stranger {
			return play.TalkOff, nil
		}
	}
	if err != nil {
		return "", err
	}
	return h.Store.TalkAmong(ctx, players...)
}

// refuseMany refuses another table to a player who has too many. Requests at
// the same time may exceed the limit by a few.
func (h *House) refuseMany(ctx context.Context, r Request) error {
	unfinished := []play.TableQuery{{Player: r.By, Unfinished: true}}
	switch r.Command.(type) {
	case play.OpenTable:
		unfinished = append(unfinished, play.TableQuery{Host: r.By, Unfinished: true})
	case play.Sit:
	default:
		return nil
	}
	for _, query := range unfinished {
		n, err := h.Store.CountTables(ctx, query)
		if err != nil {
			return err
		}
		if n >= h.MostTables {
			return play.TooManyTables.Refuse("", "most", strconv.Itoa(h.MostTables))
		}
	}
	return nil
}

// refuseComputers refuses to play with a computer player to somebody who plays a rated
// game of the same kind: it would find their moves. A game with it that has begun waits.
func (h *House) refuseComputers(ctx context.Context, t *play.Table, r Request) error {
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
	rated, err := play.PlaysRated(ctx, h.Store, r.By, kind)
	if err == nil && rated {
		err = play.RatedRunning.Refuse("")
	}
	return err
}

// newRand is an unpredictable random source.
func (h *House) newRand() *rand.Rand {
	var seed [32]byte
	if _, err := io.ReadFull(h.Random, seed[:]); err != nil {
		panic("house: no randomness: " + err.Error())
	}
	return rand.New(rand.NewChaCha8(seed))
}

// refuseBlocked refuses to seat players together if one of them has blocked
// another, or may not reach another.
func (h *House) refuseBlocked(ctx context.Context, t *play.Table, r Request) error {
	switch r.Command.(type) {
	case play.Sit, play.AskRematch:
		if err := play.RefuseBlockedAt(ctx, h.Store, t, r.By); err != nil {
			return err
		}
		return play.RefuseStrangersAt(ctx, h.Store, t, r.By)
	}
	return nil
}
