package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"plateau/internal/play"
)

// In a cluster, everybody who looks for an opponent is a shared value, and any
// server may pair them: the table opens in the same transaction in which all of
// these values get its id. So nobody is paired twice, and a server finds the
// tables of its own seekers whatever becomes of notices.

// seekTime is how long a seek counts after its server has last said so.
const seekTime = 15 * time.Second

// seek is a seeker as servers share it.
type seek struct {
	Player play.Player  `json:"player"`
	Terms  PairingTerms `json:"terms"`
	Rating float64      `json:"rating"`
	Since  time.Time    `json:"since"`
	// Table is set when there is one.
	Table play.TableID `json:"table,omitempty"`
}

func (s *Seeker) seek() seek { return seek{s.player, s.terms, s.rating, s.since, ""} }

// key has the time of arrival first, so that seeks are listed in this order.
func (s *Seeker) newKey() string {
	return fmt.Sprintf("%s%015d/%s/%s", seekPrefix, s.since.UnixMilli(), play.NewPlayerID(s.house.Random), s.house.Cluster.ID())
}

func (s seek) value(key string, until time.Time) play.SharedValue {
	text, err := json.Marshal(s)
	if err != nil {
		panic("house: a seek as JSON: " + err.Error()) // No field can fail.
	}
	return play.SharedValue{Key: key, Value: text, Until: until}
}

// shareSeek lets all servers know of a seeker.
func (h *House) shareSeek(ctx context.Context, s *Seeker) error {
	if !h.Cluster.Several() {
		return nil
	}
	s.key = s.newKey()
	now := h.Now()
	return h.Store.Share(ctx, now, play.SharedChange{SharedValue: s.seek().value(s.key, now.Add(seekTime))})
}

// removeSeeks removes seekers who have gone.
func (h *House) removeSeeks(seekers ...*Seeker) {
	var changes []play.SharedChange
	for _, s := range seekers {
		if s.key != "" {
			changes = append(changes, play.SharedChange{SharedValue: play.SharedValue{Key: s.key}, Anyway: true})
		}
	}
	if len(changes) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), commitTime)
	defer cancel()
	if err := h.Store.Share(ctx, h.Now(), changes...); err != nil {
		h.Log.Error("cannot end a search", "error", err) // It ends by itself soon.
	}
}

// pairShared pairs the seekers of all servers. If another server was faster with
// one of them, it looks again.
func (h *House) pairShared(ctx context.Context) {
	own := h.pairing.own()
	if len(own) == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	for range 8 {
		list, err := h.Store.Shared(ctx, h.Now(), seekPrefix)
		if err == nil {
			err = h.pairListed(ctx, own, list)
		}
		switch {
		case err == nil:
			return
		case !errors.Is(err, play.ErrConflict):
			h.Log.Error("cannot pair players", "error", err)
			return
		}
	}
}

// pairListed seats all who can be paired, and tells the seekers of this server.
func (h *House) pairListed(ctx context.Context, own map[string]*Seeker, list []play.SharedValue) error {
	waiting := newPairing()
	h.pairing.mu.Lock()
	maps.Copy(waiting.apart, h.pairing.apart)
	h.pairing.mu.Unlock()
	values := make(map[*Seeker]play.SharedValue)
	found := make(map[string]seek)
	for _, v := range list {
		var s seek
		g, err := h.readSeek(v, &s)
		if err != nil {
			continue // It is of a newer program.
		}
		found[v.Key] = s
		if s.Table == "" {
			seeker := &Seeker{house: h, player: s.Player, terms: s.Terms, seats: g, rating: s.Rating, since: s.Since, bell: make(chan struct{}, 1), key: v.Key}
			values[seeker] = v
			waiting.add(seeker)
		}
	}
	h.pairing.tell(own, found)
	for {
		group := waiting.take(h.Now())
		if group == nil {
			break
		}
		blocks, err := h.blocksAmong(ctx, group)
		if err != nil {
			return err
		}
		if len(blocks) > 0 {
			until := h.Now().Add(blockedFor)
			waiting.keepApart(blocks, until)
			h.pairing.keepApart(blocks, until)
			waiting.add(group...)
			continue
		}
		table, err := h.seatShared(ctx, group, values)
		if err != nil {
			return err
		}
		for _, s := range group {
			paired := found[s.key]
			paired.Table = table
			found[s.key] = paired
		}
		h.pairing.tell(own, found)
	}
	h.pairing.tellWaiting(own, waiting)
	return h.renewSeeks(ctx, own, list)
}

// readSeek reads a shared seek, and returns how many seats its game has.
func (h *House) readSeek(v play.SharedValue, s *seek) (seats int, err error) {
	if err := json.Unmarshal(v.Value, s); err != nil {
		return 0, err
	}
	g, err := h.Games.Find(s.Terms.Game)
	if err != nil {
		return 0, err
	}
	return len(g.Seats()), nil
}

// seatShared opens the table of a group. It is a conflict if one of them has gone,
// or sits elsewhere by now.
func (h *House) seatShared(ctx context.Context, group []*Seeker, values map[*Seeker]play.SharedValue) (play.TableID, error) {
	c := play.OpenPaired{ID: play.NewTableID(h.Random), Terms: group[0].terms.table()}
	r := Request{Table: c.ID}
	until := h.Now().Add(seekTime)
	for i, s := range group {
		if i < group[0].seats {
			c.Players = append(c.Players, s.player)
		}
		seated := s.seek()
		seated.Table = c.ID
		r.shared = append(r.shared, play.SharedChange{SharedValue: seated.value(s.key, until), Old: values[s].Value})
	}
	r.Command = c
	_, err := h.perform(ctx, play.NewTable(h.Games, ""), r)
	return c.ID, err
}

// renewSeeks says that the seekers of this server are still here.
func (h *House) renewSeeks(ctx context.Context, own map[string]*Seeker, list []play.SharedValue) error {
	now := h.Now()
	var changes []play.SharedChange
	for _, v := range list {
		if own[v.Key] != nil && !h.pairing.seated(own[v.Key]) && v.Until.Sub(now) < seekTime/2 {
			old := v.Value
			v.Until = now.Add(seekTime)
			changes = append(changes, play.SharedChange{SharedValue: v, Old: old})
		}
	}
	for key, s := range own {
		listed := slices.ContainsFunc(list, func(v play.SharedValue) bool { return v.Key == key })
		if !listed && !h.pairing.seated(s) {
			// The store was away for too long.
			changes = append(changes, play.SharedChange{SharedValue: s.seek().value(key, now.Add(seekTime))})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return h.Store.Share(ctx, now, changes...)
}

// own are the seekers of this server who wait, by key.
func (p *pairing) own() map[string]*Seeker {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := make(map[string]*Seeker)
	for _, queue := range p.queues {
		for _, s := range queue {
			own[s.key] = s
		}
	}
	return own
}

func (p *pairing) seated(s *Seeker) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return s.table != "" || s.gone
}

// tell tells the seekers of this server where they sit.
func (p *pairing) tell(own map[string]*Seeker, found map[string]seek) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, s := range own {
		if table := found[key].Table; table != "" && s.table == "" {
			s.table = table
			p.remove(s.terms, func(other *Seeker) bool { return other == s })
			s.ring()
		}
	}
}

// tellWaiting tells them how many others look for the same, at all servers.
func (p *pairing) tellWaiting(own map[string]*Seeker, all *pairing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range own {
		players := make(map[play.PlayerID]struct{})
		for _, other := range all.queues[s.terms] {
			if !other.same(s) {
				players[other.player.ID] = struct{}{}
			}
		}
		if s.waiting != len(players) {
			s.waiting = len(players)
			s.ring()
		}
	}
}

// seeksAmong reports whether one of the players at a table looks for an opponent
// here.
func (p *pairing) seeksAmong(sitters []play.Sitter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, queue := range p.queues {
		for _, s := range queue {
			if slices.ContainsFunc(sitters, func(sitter play.Sitter) bool { return sitter.Player == s.player.ID }) {
				return true
			}
		}
	}
	return false
}
