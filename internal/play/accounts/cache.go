package accounts

import (
	"sync"
	"time"

	"plateau/internal/play"
)

const (
	// cacheTime is how long an entry is valid. Changes by this server count at
	// once; the limit is for those by another server.
	cacheTime = time.Minute
	// maxYoung is half of what the cache holds.
	maxYoung = 1 << 14
)

// cache knows who has the tokens in use. It has two generations: when the young
// one is full it becomes the old one, and the old one is dropped, except for
// what was used in the meantime. So its size is limited without a list of uses.
type cache struct {
	mu         sync.Mutex
	young, old map[play.TokenHash]*entry
	// marks counts what was removed on purpose.
	marks uint64
}

// entry is the player with a token, and how long that is valid.
type entry struct {
	player play.Player
	access play.Access
	until  time.Time
}

func newCache() *cache { return &cache{young: make(map[play.TokenHash]*entry)} }

// get finds the player with a token, if it is cached. The mark is for adding what
// the store says otherwise.
func (c *cache) get(hash play.TokenHash, now time.Time) (found entry, known bool, mark uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.find(hash)
	if e == nil || !now.Before(e.until) {
		return entry{}, false, c.marks
	}
	return *e, true, c.marks
}

// find looks in both generations, and makes what it finds young.
func (c *cache) find(hash play.TokenHash) *entry {
	if e := c.young[hash]; e != nil {
		return e
	}
	e := c.old[hash]
	if e != nil {
		delete(c.old, hash)
		c.put(hash, e)
	}
	return e
}

func (c *cache) put(hash play.TokenHash, e *entry) {
	if len(c.young) >= maxYoung {
		c.young, c.old = make(map[play.TokenHash]*entry), c.young
	}
	c.young[hash] = e
}

// add stores what the store said, unless something was removed in the meantime: it
// may be just that.
func (c *cache) add(hash play.TokenHash, e entry, mark uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks == mark {
		delete(c.old, hash)
		c.put(hash, &e)
	}
}

// use reports whether the use of a token must be stored now. Of many concurrent
// callers, one is asked to.
func (c *cache) use(hash play.TokenHash, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.find(hash)
	if e == nil || now.Sub(e.access.Used) < useGrain {
		return false
	}
	e.access.Used = now
	return true
}

// forget removes everything about a player.
func (c *cache) forget(player play.PlayerID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marks++
	for _, generation := range []map[play.TokenHash]*entry{c.young, c.old} {
		for hash, e := range generation {
			if e.player.ID == player {
				delete(generation, hash)
			}
		}
	}
}
