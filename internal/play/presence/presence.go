// Package presence knows which players a server has heard of lately, and from which
// addresses. Addresses are nowhere else, and not stored.
package presence

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"plateau/internal/cluster"
	"plateau/internal/lru"
	"plateau/internal/play"
)

// Presence knows which players this server has heard of lately: those who follow
// something, and those who have asked for anything. It is safe for concurrent use.
type Presence struct {
	now  func() time.Time
	near *lru.Cache[play.TableID, struct{}]

	mu sync.Mutex
	// since is when the server began: it knows nothing of earlier times.
	since   time.Time
	players map[play.PlayerID]lastSeen
	// elsewhere is when players were last seen at other servers.
	elsewhere map[play.PlayerID]time.Time
}

type lastSeen struct {
	following int // subscriptions
	at        time.Time
	// from is the network address, if it is known.
	from string
}

// New knows nobody yet.
func New(now func() time.Time) *Presence {
	return &Presence{
		now: now, near: lru.New[play.TableID, struct{}](maxNear),
		since: now(), players: make(map[play.PlayerID]lastSeen),
	}
}

// Seen notes that a player is here: a transport calls it for every request, with
// the network address in any form. It is empty if it is the same as before.
func (p *Presence) Seen(player play.PlayerID, from string) { p.note(player, 0, from) }

// Follow notes that a player follows something until the returned function is called.
func (p *Presence) Follow(player play.PlayerID) (leave func()) {
	p.note(player, 1, "")
	return sync.OnceFunc(func() { p.note(player, -1, "") })
}

// note counts a subscription that begins (1), ends (-1), or none (0).
func (p *Presence) note(player play.PlayerID, following int, from string) {
	if player == "" {
		return
	}
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	seen := p.players[player]
	p.players[player] = lastSeen{following: seen.following + following, at: now, from: cmp.Or(from, seen.from)}
}

// Address is the address at which a player was last seen; empty if that is not
// known.
func (p *Presence) Address(player play.PlayerID) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.players[player].from
}

// Source is where a player comes from: the address, or the player themselves where
// that is not known. What one source does must not be in the way of others.
func (p *Presence) Source(player play.PlayerID) string {
	return cmp.Or(p.Address(player), string(player))
}

// maxNear is of how many rated games it is remembered that players came from one address.
const maxNear = 10_000

// NoteNear remembers a rated game if players at one address play it.
func (p *Presence) NoteNear(t *play.Table) {
	seen := make(map[string]bool)
	for _, s := range t.Sitters {
		from := p.Address(s.Player)
		if from != "" && seen[from] {
			p.near.Add(t.ID, struct{}{})
		}
		seen[from] = true
	}
}

// Near reports whether players of a rated game came from one address, as far as this
// server knows.
func (p *Presence) Near(table play.TableID) bool {
	_, near := p.near.Get(table)
	return near
}

// Connected reports whether a player follows anything now; at another server, some
// seconds ago.
func (p *Presence) Connected(player play.PlayerID) bool {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.players[player].following > 0 || now.Sub(p.elsewhere[player]) < 2*cluster.ListsEvery
}

// Present reports whether a player was heard of lately.
func (p *Presence) Present(player play.PlayerID) bool {
	seen, _ := p.lastSeen(player)
	return !seen.gone(p.now())
}

// Gone reports whether a player has not been heard of for a while, so that the lobby
// does not show their tables. A server that has just started has heard of everybody.
func (p *Presence) Gone(player play.PlayerID) bool {
	seen, known := p.lastSeen(player)
	if !known {
		seen.at = slices.MaxFunc([]time.Time{seen.at, p.since}, time.Time.Compare)
	}
	return seen.gone(p.now())
}

// lastSeen is when a player was last seen at any server; known if at this one.
func (p *Presence) lastSeen(player play.PlayerID) (seen lastSeen, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	seen, known = p.players[player]
	seen.at = slices.MaxFunc([]time.Time{seen.at, p.elsewhere[player]}, time.Time.Compare)
	return seen, known
}

func (s lastSeen) gone(now time.Time) bool {
	return s.following == 0 && now.Sub(s.at) >= cluster.Patience
}

// Online is how many players were heard of lately.
func (p *Presence) Online() int {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, seen := range p.players {
		if !seen.gone(now) {
			n++
		}
	}
	for player, at := range p.elsewhere {
		if _, here := p.players[player]; !here && now.Sub(at) < cluster.Patience {
			n++
		}
	}
	return n
}

// ForgetGone keeps the memory bounded by the number of players who are here.
func (p *Presence) ForgetGone() {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.players, func(_ play.PlayerID, seen lastSeen) bool { return seen.gone(now) })
}

// Statuses implements [cluster.Presence].
func (p *Presence) Statuses(time.Time) []cluster.Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]cluster.Status, 0, len(p.players))
	for player, seen := range p.players {
		list = append(list, cluster.Status{Player: player, Here: seen.following > 0, Since: seen.at})
	}
	return list
}

// SetElsewhere implements [cluster.Presence].
func (p *Presence) SetElsewhere(e cluster.Elsewhere) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.elsewhere = e.Players
}
