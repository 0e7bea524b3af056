package house

import (
	"context"
	"maps"
	"time"

	"plateau/internal/play"
)

// couple is two players, the smaller id first.
type couple [2]play.PlayerID

func coupleOf(a, b play.PlayerID) couple { return couple{min(a, b), max(a, b)} }

// areApart reports whether two seekers are not to be paired now.
func (p *pairing) areApart(a, b *Seeker, now time.Time) bool {
	return now.Before(p.apart[coupleOf(a.player.ID, b.player.ID)])
}

// keepApart does not pair players with a block between them until a time.
func (p *pairing) keepApart(blocks []play.Block, until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range blocks {
		c := coupleOf(b.By, b.Player)
		if p.apart[c].Before(until) {
			p.apart[c] = until
		}
	}
}

// noteEnd keeps the players of an aborted game apart for a while.
func (p *pairing) noteEnd(s play.Summary, now time.Time) {
	until := s.Entered.Add(apartFor)
	if s.Phase != play.Over || s.Reason != play.Aborted.Code || !now.Before(until) {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.apart, func(_ couple, until time.Time) bool { return !now.Before(until) })
	for i, a := range s.Sitters {
		for _, b := range s.Sitters[:i] {
			if a.Player != "" && b.Player != "" {
				p.apart[coupleOf(a.Player, b.Player)] = until
			}
		}
	}
}

// blocksAmong are the blocks among those who would be seated together. Whom one of them
// may not reach counts as blocked.
func (h *House) blocksAmong(ctx context.Context, group []*Seeker) ([]play.Block, error) {
	var players []play.PlayerID
	for _, s := range group[:group[0].seats] {
		players = append(players, s.player.ID)
	}
	ctx = context.WithoutCancel(ctx)
	blocks, err := h.Store.BlocksAmong(ctx, players...)
	if err == nil {
		var strangers []play.Strangers
		strangers, err = h.Store.StrangersAmong(ctx, players...)
		for _, pair := range strangers {
			blocks = append(blocks, play.Block{By: pair.Member, Player: pair.Stranger})
		}
	}
	if err != nil {
		h.Log.Error("cannot read who has blocked whom", "error", err)
	}
	return blocks, err
}
