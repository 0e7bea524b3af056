package accounts

import (
	"maps"
	"sync"
	"time"

	"plateau/internal/play"
)

const (
	// cacheTime is how long an entry is valid, and clusterCacheTime where other
	// servers may change it. Changes by this server count at once.
	cacheTime        = time.Minute
	clusterCacheTime = time.Second
	// maxCached is when the cache starts again. Its entries are valid for so short
	// a time that it need not choose which to forget.
	maxCached = 1 << 15
	// maxKnownTokens is how many tokens in use are recognised without asking the store.
	maxKnownTokens = 1 << 17
)

// cache knows who has the tokens in use.
type cache struct {
	mu      sync.Mutex
	entries map[play.TokenHash]*entry
	// marks counts what was removed on purpose.
	marks uint64
}

// entry is the player with a token, and how long that is valid.
type entry struct {
	player play.Player
	access Access
	until  time.Time
}

func newCache() *cache { return &cache{entries: make(map[play.TokenHash]*entry)} }

// get finds the player with a token, if it is cached. The mark is for adding what
// the store says otherwise.
func (c *cache) get(hash play.TokenHash, now time.Time) (found entry, known bool, mark uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[hash]
	if e == nil || !now.Before(e.until) {
		return entry{}, false, c.marks
	}
	return *e, true, c.marks
}

// add stores what the store said, unless something was removed in the meantime: it
// may be just that.
func (c *cache) add(hash play.TokenHash, e entry, mark uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks != mark {
		return
	}
	if len(c.entries) >= maxCached {
		clear(c.entries)
	}
	c.entries[hash] = &e
}

// use reports whether the use of a token must be stored now. Of many concurrent
// callers, one is asked to.
func (c *cache) use(hash play.TokenHash, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[hash]
	if e == nil || now.Sub(e.access.Used) < useGrain {
		return false
	}
	e.access.Used = now
	return true
}

// forgetToken removes what is known about a token.
func (c *cache) forgetToken(hash play.TokenHash) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marks++
	delete(c.entries, hash)
}

// forgetAll removes everything.
func (c *cache) forgetAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marks++
	clear(c.entries)
}

// forget removes everything about a player.
func (c *cache) forget(player play.PlayerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marks++
	maps.DeleteFunc(c.entries, func(_ play.TokenHash, e *entry) bool { return e.player.ID == player })
}
