package pairing

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

// With several servers, everybody who looks for an opponent is a shared value, and any
// server may pair them: the table opens in the same transaction in which all of
// these values get its id. So nobody is paired twice, and a server finds the
// tables of its own seekers whatever becomes of notices.

// seekTime is how long a seek counts after its server has last said so.
const seekTime = 15 * time.Second

// leaveTime limits how long it may take to end a search.
const leaveTime = 30 * time.Second

const seekPrefix = "seek/"

// seek is a seeker as servers share it.
type seek struct {
	Player play.Player `json:"player"`
	Terms  Terms       `json:"terms"`
	Rating float64     `json:"rating"`
	Since  time.Time   `json:"since"`
	// Table is set when there is one.
	Table play.TableID `json:"table,omitempty"`
}

func (s *Seeker) seek() seek { return seek{s.player, s.terms, s.rating, s.since, ""} }

// key has the time of arrival first, so that seeks are listed in this order.
func (s *Seeker) newKey() string {
	return fmt.Sprintf("%s%015d/%s/%s", seekPrefix, s.since.UnixMilli(), play.NewPlayerID(s.pairing.Cluster.Random), s.pairing.Cluster.ID())
}

func (s seek) value(key string, until time.Time) play.SharedValue {
	text, err := json.Marshal(s)
	if err != nil {
		panic("pairing: a seek as JSON: " + err.Error()) // No field can fail.
	}
	return play.SharedValue{Key: key, Value: text, Until: until}
}

// shared pairs the seekers of several servers.
type shared struct{ *Pairing }

func (p shared) enter(ctx context.Context, s *Seeker) error {
	s.key = s.newKey()
	now := p.Cluster.Now()
	return p.Cluster.Store.Share(ctx, now, play.SharedChange{SharedValue: s.seek().value(s.key, now.Add(seekTime))})
}

func (p shared) leave(seekers ...*Seeker) {
	var changes []play.SharedChange
	for _, s := range seekers {
		if s.key != "" {
			changes = append(changes, play.SharedChange{SharedValue: play.SharedValue{Key: s.key}, Anyway: true})
		}
	}
	if len(changes) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	if err := p.Cluster.Store.Share(ctx, p.Cluster.Now(), changes...); err != nil {
		p.Cluster.Log.Error("cannot end a search", "error", err) // It ends by itself soon.
	}
}

// pair pairs the seekers of all servers. If another server was faster with one of
// them, it looks again.
func (p shared) pair(ctx context.Context) {
	own := p.own()
	if len(own) == 0 {
		return
	}
	ctx = context.WithoutCancel(ctx)
	for range 8 {
		list, err := p.Cluster.Store.Shared(ctx, p.Cluster.Now(), seekPrefix)
		if err == nil {
			err = p.pairListed(ctx, own, list)
		}
		switch {
		case err == nil:
			return
		case !errors.Is(err, play.ErrConflict):
			p.Cluster.Log.Error("cannot pair players", "error", err)
			return
		}
	}
}

// pairListed seats all who can be paired, and tells the seekers of this server.
func (p shared) pairListed(ctx context.Context, own map[string]*Seeker, list []play.SharedValue) error {
	waiting := newQueues(p.Cluster.Now)
	p.mu.Lock()
	maps.Copy(waiting.apart, p.apart)
	p.mu.Unlock()
	values := make(map[*Seeker]play.SharedValue)
	found := make(map[string]seek)
	for _, v := range list {
		var s seek
		invalid := json.Unmarshal(v.Value, &s)
		g, err := p.Games.Find(s.Terms.Game)
		if invalid != nil || err != nil {
			continue // It is of a newer program.
		}
		found[v.Key] = s
		if s.Table == "" {
			seeker := &Seeker{
				pairing: p.Pairing, player: s.Player, terms: s.Terms, seats: len(g.Seats()), rating: s.Rating, since: s.Since,
				bell: play.NewBell(), key: v.Key,
			}
			values[seeker] = v
			waiting.add(seeker)
		}
	}
	p.seat(own, found)
	for {
		group := waiting.take(p.Cluster.Now())
		if group == nil {
			break
		}
		blocks, err := p.blocksAmong(ctx, group)
		if err != nil {
			return err
		}
		if len(blocks) > 0 {
			until := p.Cluster.Now().Add(blockedFor)
			waiting.keepApart(blocks, until)
			p.keepApart(blocks, until)
			waiting.add(group...)
			continue
		}
		table, err := p.seatShared(ctx, group, values)
		if err != nil {
			return err
		}
		for _, s := range group {
			paired := found[s.key]
			paired.Table = table
			found[s.key] = paired
		}
		p.seat(own, found)
	}
	p.noteWaiting(own, waiting)
	return p.renewSeeks(ctx, own, list)
}

// seatShared opens the table of a group. It is a conflict if one of them has gone,
// or sits elsewhere by now.
func (p shared) seatShared(ctx context.Context, group []*Seeker, values map[*Seeker]play.SharedValue) (play.TableID, error) {
	c := play.OpenPaired{ID: play.NewTableID(p.Cluster.Random), Terms: group[0].terms.table()}
	var changes []play.SharedChange
	until := p.Cluster.Now().Add(seekTime)
	for i, s := range group {
		if i < group[0].seats {
			c.Players = append(c.Players, s.player)
		}
		seated := s.seek()
		seated.Table = c.ID
		changes = append(changes, play.SharedChange{SharedValue: seated.value(s.key, until), Old: values[s].Value})
	}
	return c.ID, p.Tables.OpenPaired(ctx, c, changes...)
}

// renewSeeks says that the seekers of this server are still here.
func (p shared) renewSeeks(ctx context.Context, own map[string]*Seeker, list []play.SharedValue) error {
	now := p.Cluster.Now()
	var changes []play.SharedChange
	for _, v := range list {
		if own[v.Key] != nil && !p.seated(own[v.Key]) && v.Until.Sub(now) < seekTime/2 {
			old := v.Value
			v.Until = now.Add(seekTime)
			changes = append(changes, play.SharedChange{SharedValue: v, Old: old})
		}
	}
	for key, s := range own {
		listed := slices.ContainsFunc(list, func(v play.SharedValue) bool { return v.Key == key })
		if !listed && !p.seated(s) {
			// The store was away for too long.
			changes = append(changes, play.SharedChange{SharedValue: s.seek().value(key, now.Add(seekTime))})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return p.Cluster.Store.Share(ctx, now, changes...)
}
