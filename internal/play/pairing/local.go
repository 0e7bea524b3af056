package pairing

import (
	"context"

	"plateau/internal/play"
)

// local pairs the seekers of the only server.
type local struct{ *Pairing }

func (local) enter(context.Context, *Seeker) error { return nil }
func (local) leave(...*Seeker)                     {}

func (p local) pair(ctx context.Context) {
	var failed []*Seeker
	for {
		group := p.take(p.Cluster.Now())
		if group == nil {
			break
		}
		blocks, err := p.blocksAmong(ctx, group)
		switch {
		case len(blocks) > 0:
			// They may find others at once.
			p.keepApart(blocks, p.Cluster.Now().Add(blockedFor))
			p.add(group...)
		case err != nil || !p.seatTogether(ctx, group):
			failed = append(failed, group...)
		}
	}
	p.add(failed...)
}

// seatTogether opens the table of a group and notifies everybody. It is not ok if
// that failed.
func (p local) seatTogether(ctx context.Context, group []*Seeker) bool {
	seated := group[:group[0].seats]
	if p.anyGone(seated) {
		return false
	}
	c := play.OpenPaired{ID: play.NewTableID(p.Cluster.Random), Terms: group[0].terms.table()}
	for _, s := range seated {
		c.Players = append(c.Players, s.player)
	}
	// It is for all of them, not only for the one whose request this is.
	ctx = context.WithoutCancel(ctx)
	if err := p.Tables.OpenPaired(ctx, c); err != nil {
		p.Cluster.Log.Error("cannot open a table for paired players", "error", err)
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range group {
		s.table = c.ID
		s.bell.Ring()
	}
	return true
}
