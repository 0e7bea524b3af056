package house

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// LiveGame is a game that anybody may watch now.
type LiveGame struct {
	play.Summary
	// Spectators are those who watch and do not play.
	Spectators int
}

// Seeking is how many players look for the same in quick pairing.
type Seeking struct {
	PairingTerms
	Players int
}

// Live is what goes on in a house.
type Live struct {
	// Online is how many players were heard of lately.
	Online  int
	Seeking []Seeking
	// Games are the public ones, those with most spectators first.
	Games []LiveGame
}

const (
	// mostLive is how many games are shown.
	mostLive = 50
	// liveTime is how long a view is kept: looking through all tables for
	// everybody who asks would be too much.
	liveTime = 2 * time.Second
)

// liveView is the last view.
type liveView struct {
	mu   sync.Mutex
	live Live
	at   time.Time
}

// Live is what goes on now, or went on a moment ago.
func (h *House) Live() Live {
	h.live.mu.Lock()
	defer h.live.mu.Unlock()
	now := h.Now()
	if age := now.Sub(h.live.at); age < 0 || age >= liveTime {
		h.live.live = Live{Online: h.presence.count(now), Seeking: h.pairing.seeking(), Games: h.liveGames()}
		h.live.at = now
	}
	return h.live.live
}

// liveGames are the games in memory: where nobody is, nothing is live.
func (h *House) liveGames() []LiveGame {
	h.mu.Lock()
	rooms := make([]*room, 0, len(h.rooms))
	for _, r := range h.rooms {
		rooms = append(rooms, r)
	}
	h.mu.Unlock()
	var games []LiveGame
	for _, r := range rooms {
		if g, shown := r.live(); shown {
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b LiveGame) int {
		return cmp.Or(cmp.Compare(b.Spectators, a.Spectators), b.Entered.Compare(a.Entered), cmp.Compare(a.ID, b.ID))
	})
	return games[:min(len(games), mostLive)]
}

// live is the game of a room, if it is public, and one of its players is there.
func (r *room) live() (LiveGame, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed || r.table.Phase != play.Running || !r.table.Terms.Public() || len(r.present()) == 0 {
		return LiveGame{}, false
	}
	watching, anonymous := make(map[play.PlayerID]bool), 0
	for s := range r.watchers {
		switch {
		case s.viewer == "":
			anonymous++
		case r.table.SeatOf(s.viewer) == game.NoSeat:
			watching[s.viewer] = true
		}
	}
	return LiveGame{r.table.Summary(), len(watching) + anonymous}, true
}

// seeking counts those who wait, by what they look for.
func (p *pairing) seeking() []Seeking {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []Seeking
	for terms, queue := range p.queues {
		if len(queue) > 0 {
			list = append(list, Seeking{terms, len(queue)})
		}
	}
	slices.SortFunc(list, func(a, b Seeking) int {
		return cmp.Or(cmp.Compare(b.Players, a.Players), cmp.Compare(a.Game, b.Game), cmp.Compare(a.Time.Main, b.Time.Main),
			cmp.Compare(a.Time.Increment, b.Time.Increment), cmp.Compare(a.Time.Days, b.Time.Days))
	})
	return list
}

// count is how many players are here.
func (p *presence) count(now time.Time) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, seen := range p.players {
		if !seen.gone(now) {
			n++
		}
	}
	return n
}

// Present reports whether a player was heard of lately.
func (h *House) Present(player play.PlayerID) bool {
	h.presence.mu.Lock()
	defer h.presence.mu.Unlock()
	seen, known := h.presence.players[player]
	return known && !seen.gone(h.Now())
}

// OpenFor opens a table for players who have agreed on a game, and begins it.
func (h *House) OpenFor(ctx context.Context, id play.TableID, terms play.Terms, players ...play.Player) (Answer, error) {
	terms.Chat = terms.Chat && h.Chat != play.TalkOff
	for _, p := range players {
		if err := h.refuseMany(ctx, Request{By: p.ID, Command: play.Sit{}}); err != nil {
			return Answer{}, err
		}
	}
	// It is for all of them, not only for the one whose request this is.
	ctx = context.WithoutCancel(ctx)
	return h.perform(ctx, play.NewTable(h.Games, ""), Request{Table: id, Command: play.OpenPaired{ID: id, Terms: terms, Players: players}})
}
