package house

import (
	"cmp"
	"context"
	"maps"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// patience is how long the lobby still shows the table of a host who has gone.
// A page that is reloaded, or a phone in a tunnel, is back by then.
const patience = 5 * time.Minute

// presence knows which players this house has heard of lately: those who follow
// something, and those who have asked for anything.
type presence struct {
	mu sync.Mutex
	// since is when the house opened: it knows nothing of earlier times.
	since   time.Time
	players map[play.PlayerID]lastSeen
	// noted is what other servers were told, elsewhere when players were last
	// seen there.
	noted     map[play.PlayerID]noted
	elsewhere map[play.PlayerID]time.Time
}

type lastSeen struct {
	following int // subscriptions
	at        time.Time
	// from is the network address, if it is known.
	from string
}

func newPresence(now time.Time) *presence {
	return &presence{since: now, players: make(map[play.PlayerID]lastSeen), noted: make(map[play.PlayerID]noted)}
}

// note counts a subscription that begins (1), ends (-1), or none (0). The address
// is empty if it is the same as before.
func (p *presence) note(player play.PlayerID, following int, now time.Time, from string) {
	if player == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := p.players[player]
	p.players[player] = lastSeen{following: seen.following + following, at: now, from: cmp.Or(from, seen.from)}
}

// source is the address at which a player was last seen; empty if that is not
// known.
func (p *presence) source(player play.PlayerID) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.players[player].from
}

// sourceOf is where a player comes from: the address, or the player themselves where
// that is not known. What one source does must not be in the way of others.
func (h *House) sourceOf(player play.PlayerID) string {
	return cmp.Or(h.presence.source(player), string(player))
}

// maxNear is of how many rated games it is remembered that players came from one address.
const maxNear = 10_000

// noteNear remembers, in memory alone, a rated game between players at one address.
func (h *House) noteNear(t *play.Table) {
	seen := make(map[string]bool)
	for _, s := range t.Sitters {
		from := h.presence.source(s.Player)
		if from != "" && seen[from] {
			h.near.Add(t.ID, struct{}{})
		}
		seen[from] = true
	}
}

// Near reports whether players of a rated game came from one address, as far as this
// house knows: addresses are not stored.
func (h *House) Near(table play.TableID) bool {
	_, near := h.near.Get(table)
	return near
}

// gone reports whether nothing was heard of a player for a while.
func (p *presence) gone(player play.PlayerID, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen, known := p.players[player]
	if !known {
		seen.at = p.since
	}
	seen.at = later(seen.at, p.elsewhere[player])
	return seen.gone(now)
}

func (s lastSeen) gone(now time.Time) bool { return s.following == 0 && now.Sub(s.at) >= patience }

// forgetGone keeps the memory bounded by the number of players who are here.
func (p *presence) forgetGone(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.players, func(player play.PlayerID, seen lastSeen) bool {
		if seen.gone(now) {
			delete(p.noted, player)
			return true
		}
		return false
	})
}

// Seen notes that a player is here: a transport calls it for every request, with
// the network address in any form.
func (h *House) Seen(player play.PlayerID, from string) { h.presence.note(player, 0, h.Now(), from) }

// Follow notes that a player follows something that the house does not know, such as
// a tournament, until the returned function is called.
func (h *House) Follow(player play.PlayerID) (leave func()) {
	h.presence.note(player, 1, h.Now(), "")
	return sync.OnceFunc(func() { h.presence.note(player, -1, h.Now(), "") })
}

// Connected reports whether a player follows anything now; at another server, some
// seconds ago.
func (h *House) Connected(player play.PlayerID) bool {
	h.presence.mu.Lock()
	defer h.presence.mu.Unlock()
	return h.presence.players[player].following > 0 || h.Now().Sub(h.presence.elsewhere[player]) < 2*compareListsEvery
}

// Gone reports whether nothing was heard of a player for so long that the lobby does not
// show their tables. A house that has just opened has heard of everybody.
func (h *House) Gone(player play.PlayerID) bool { return h.presence.gone(player, h.Now()) }

// Sits reports whether a player sits at a table that is not over. It loads no
// table, so that transports may ask before they know whether they will serve a
// request.
func (h *House) Sits(ctx context.Context, table play.TableID, player play.PlayerID) (bool, error) {
	if r := h.inMemory(table); r != nil {
		t := r.now()
		return t.Phase != play.Over && t.SeatOf(player) != game.NoSeat, nil
	}
	n, err := h.Store.CountTables(ctx, play.TableQuery{Table: table, Player: player, Unfinished: true})
	return n > 0, err
}

// updatePresence takes the tables of hosts who have gone out of the lobby, and puts
// those of hosts who are back into it.
func (h *House) updatePresence(now time.Time) {
	h.lobby.showPresent(func(host play.PlayerID) bool { return !h.presence.gone(host, now) })
	h.presence.forgetGone(now)
}
