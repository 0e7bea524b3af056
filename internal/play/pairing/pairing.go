// Package pairing finds opponents. There is one queue for each kind of game that players
// look for; who has waited longest chooses first. In rated games players are
// paired with others near their own rating, and the range grows while they wait:
//
//	rating  ─────────────┬───────●───────┬─────────────
//	                     ◄─ window + growth · waiting ─►
//
// Two players may be paired if either range includes both, so that somebody who
// has waited long does not depend on the range of newcomers.
//
// Players who have aborted a game, or did not begin it, are not paired with the
// same ones again for a while; and nobody with somebody whom they have blocked, or
// who has blocked them.
//
// In a cluster, seekers at all servers are paired (see shared.go). At a single server,
// those that are being seated are out of the queue. The table opens with all of
// them or not at all; if it cannot be opened, or one of them has left in the
// meantime, the others return to their places in the queue.
package pairing

import (
	"context"
	"maps"
	"time"

	"plateau/game"
	"plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// Store is what is needed of a store.
type Store interface {
	Standings(ctx context.Context, of ...play.Rank) ([]play.Standing, error)
	BlocksAmong(ctx context.Context, players ...play.PlayerID) ([]blocks.Block, error)
	StrangersAmong(ctx context.Context, players ...play.PlayerID) ([]play.Strangers, error)
}

// Tables opens the tables of those who are paired.
type Tables interface {
	// RefuseGame refuses a game that would begin now, if none may.
	RefuseGame(ctx context.Context) error
	// RefuseMore refuses another table to a player who has too many.
	RefuseMore(ctx context.Context, player play.PlayerID) error
	// OpenPaired opens a table. The shared values change with it, or neither does.
	OpenPaired(ctx context.Context, c play.OpenPaired, shared ...play.SharedChange) error
}

// Config is what pairing needs.
type Config struct {
	Games   game.List
	Store   Store
	Tables  Tables
	Cluster *cluster.Member
}

// Pairing pairs players who look for the same. It is safe for concurrent use.
type Pairing struct {
	Config
	*queues
	scope scope
}

// scope is what depends on whether there are other servers.
type scope interface {
	// enter lets all servers know of a seeker, and leave that some have gone.
	enter(ctx context.Context, s *Seeker) error
	leave(seekers ...*Seeker)
	// pair seats all who can be paired now.
	pair(ctx context.Context)
}

// New pairs nobody yet.
func New(c Config) *Pairing {
	p := &Pairing{Config: c, queues: newQueues(c.Cluster.Now)}
	p.scope = local{p}
	if c.Cluster.Several() {
		p.scope = shared{p}
	}
	return p
}

// Terms are what a player looks for.
type Terms struct {
	Game  string
	Time  play.Time
	Rated bool
}

// table are the terms of the table: for the paired players, who are strangers and
// do not chat, and open to anybody with the link.
func (p Terms) table() play.Terms {
	return play.Terms{Game: p.Game, Time: p.Time, Rated: p.Rated, Spectators: true}
}

// Seeker is a player waiting to be paired. It is used by one goroutine at a time.
type Seeker struct {
	pairing *Pairing
	player  play.Player
	terms   Terms
	seats   int // of the game
	rating  float64
	since   time.Time
	bell    play.Bell
	// key is that of the shared value, if there are several servers.
	key string

	// The rest is guarded by the mutex of pairing.
	table   play.TableID
	waiting int // others
	gone    bool
}

// Seek begins to look for an opponent. It is refused if there can be no such
// table, or not for this player.
func (p *Pairing) Seek(ctx context.Context, player play.Player, terms Terms) (*Seeker, error) {
	g, err := p.Games.Find(terms.Game)
	if err != nil {
		return nil, err
	}
	if err := terms.table().CheckPaired(g, player); err != nil {
		return nil, err
	}
	if err := p.Tables.RefuseGame(ctx); err != nil {
		return nil, err
	}
	if err := p.Tables.RefuseMore(ctx, player.ID); err != nil {
		return nil, err
	}
	s := &Seeker{pairing: p, player: player, terms: terms, seats: len(g.Seats()), since: p.Cluster.Now(), bell: play.NewBell()}
	if terms.Rated {
		standings, err := p.Store.Standings(ctx, play.Rank{Game: terms.Game, Player: player.ID})
		if err != nil {
			return nil, err
		}
		s.rating = standings[0].Rating.Value
	}
	if err := p.scope.enter(ctx, s); err != nil {
		return nil, err
	}
	p.add(s)
	p.Pair(ctx)
	return s, nil
}

// Close ends the search.
func (s *Seeker) Close() {
	s.pairing.close(s)
	s.pairing.scope.leave(s)
}

// Bell rings when there may be something new.
func (s *Seeker) Bell() <-chan struct{} { return s.bell }

// Look returns the table once there is one, and before that how many others look
// for the same.
func (s *Seeker) Look() (table play.TableID, waiting int) {
	s.pairing.mu.Lock()
	defer s.pairing.mu.Unlock()
	return s.table, s.waiting
}

// Ended reports whether the search was ended, because the player may not play any more.
func (s *Seeker) Ended() bool {
	s.pairing.mu.Lock()
	defer s.pairing.mu.Unlock()
	return s.gone
}

// Pair seats all who can be paired now. A table that could not be opened is
// retried with the next tick. While no games may begin, it ends all searches: who
// asks again learns why.
func (p *Pairing) Pair(ctx context.Context) {
	waiting := p.players()
	if len(waiting) == 0 {
		return
	}
	if !play.Refused(p.Tables.RefuseGame(ctx)) {
		p.scope.pair(ctx)
		return
	}
	for player := range waiting {
		p.End(player, AnyTerms)
	}
}

// players are those who wait at this server.
func (p *Pairing) players() map[play.PlayerID]struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	players := make(map[play.PlayerID]struct{})
	for _, queue := range p.byTerms {
		maps.Copy(players, playersIn(queue))
	}
	return players
}

// End ends the searches of a player for certain terms.
func (p *Pairing) End(player play.PlayerID, which func(Terms) bool) {
	p.scope.leave(p.end(player, which)...)
}

// AnyTerms are all terms.
func AnyTerms(Terms) bool { return true }

// blocksAmong are the blocks among those who would be seated together. Whom one of them
// may not reach counts as blocked.
func (p *Pairing) blocksAmong(ctx context.Context, group []*Seeker) ([]blocks.Block, error) {
	var players []play.PlayerID
	for _, s := range group[:group[0].seats] {
		players = append(players, s.player.ID)
	}
	ctx = context.WithoutCancel(ctx)
	apart, err := p.Store.BlocksAmong(ctx, players...)
	if err == nil {
		var strangers []play.Strangers
		strangers, err = p.Store.StrangersAmong(ctx, players...)
		for _, pair := range strangers {
			apart = append(apart, blocks.Block{By: pair.Member, Player: pair.Stranger})
		}
	}
	if err != nil {
		p.Cluster.Log.Error("cannot read who has blocked whom", "error", err)
	}
	return apart, err
}
