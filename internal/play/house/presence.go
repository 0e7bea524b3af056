package house

import (
	"maps"
	"sync"
	"time"

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
}

type lastSeen struct {
	following int // subscriptions
	at        time.Time
}

func newPresence(now time.Time) *presence {
	return &presence{since: now, players: make(map[play.PlayerID]lastSeen)}
}

// note counts a subscription that begins (1), ends (-1), or none (0).
func (p *presence) note(player play.PlayerID, following int, now time.Time) {
	if player == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.players[player] = lastSeen{following: p.players[player].following + following, at: now}
}

// gone reports whether nothing was heard of a player for a while.
func (p *presence) gone(player play.PlayerID, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen, known := p.players[player]
	if !known {
		seen.at = p.since
	}
	return seen.gone(now)
}

func (s lastSeen) gone(now time.Time) bool { return s.following == 0 && now.Sub(s.at) >= patience }

// forgetGone keeps the memory bounded by the number of players who are here.
func (p *presence) forgetGone(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.players, func(_ play.PlayerID, seen lastSeen) bool { return seen.gone(now) })
}

// Seen notes that a player is here: a transport calls it for every request.
func (h *House) Seen(player play.PlayerID) { h.presence.note(player, 0, h.Now()) }

// updatePresence takes the tables of hosts who have gone out of the lobby, and puts
// those of hosts who are back into it.
func (h *House) updatePresence(now time.Time) {
	h.lobby.showPresent(func(host play.PlayerID) bool { return !h.presence.gone(host, now) })
	h.presence.forgetGone(now)
}
