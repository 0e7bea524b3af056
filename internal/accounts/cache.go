package accounts

import (
	"sync/atomic"
	"time"

	"plateau/internal/play"
)

const (
	// cacheTime is how long it is remembered who has a token, and clusterCacheTime where
	// other servers may change it. Changes by this server count at once.
	cacheTime        = time.Minute
	clusterCacheTime = time.Second
	// maxCached is of how many tokens that is remembered.
	maxCached = 1 << 15
	// maxKnownTokens is how many tokens in use are recognised without asking the store.
	maxKnownTokens = 1 << 17
)

// entry is the player with a token.
type entry struct {
	player play.Player
	access Access
	// used is when the token was last used, in milliseconds since 1970.
	used atomic.Int64
}

func newEntry(player play.Player, access Access) *entry {
	e := &entry{player: player, access: access}
	e.used.Store(access.Used.UnixMilli())
	return e
}

// use reports whether the use of the token must be stored now. Of many concurrent
// callers, one is asked to.
func (e *entry) use(now time.Time) bool {
	used := e.used.Load()
	return now.Sub(time.UnixMilli(used)) >= useGrain && e.used.CompareAndSwap(used, now.UnixMilli())
}

// forget forgets everything about a player.
func (s *Service) forget(player play.PlayerID) {
	s.cache.ForgetWhere(func(e *entry) bool { return e.player.ID == player })
}
