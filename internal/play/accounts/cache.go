package accounts

import (
	"sync"
	"time"

	"plateau/internal/play"
)

const (
	// cacheTime is how long what was looked up is believed. On this server
	// changes count at once; it is for those that another server makes.
	cacheTime = time.Minute
	// maxYoung is half of what the cache holds.
	maxYoung = 1 << 14
)

// cache remembers who has the tokens in use. It has two generations: when the
// young one is full it becomes the old one, and what was in the old one is
// forgotten, unless it was used meanwhile. So it is bounded without a list of
// what was used when.
type cache struct {
	mu         sync.Mutex
	young, old map[play.TokenHash]*entry
	// marks counts what was forgotten on purpose.
	marks uint64
}

type entry struct {
	holder
	until time.Time
}

// holder is who has a token.
type holder struct {
	player play.Player
	access play.Access
}

func newCache() *cache { return &cache{young: make(map[play.TokenHash]*entry)} }

// get finds who has a token, if that is known.
func (c *cache) get(hash play.TokenHash, now time.Time) (holder, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.find(hash)
	if e == nil || !now.Before(e.until) {
		return holder{}, false
	}
	return e.holder, true
}

// find looks into both generations, and makes what it finds young.
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

// mark is to be taken before the store is asked for what is to be added.
func (c *cache) mark() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.marks
}

// add keeps what the store said, unless something was forgotten meanwhile: it
// might be just that.
func (c *cache) add(hash play.TokenHash, h holder, now time.Time, mark uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.marks == mark {
		delete(c.old, hash)
		c.put(hash, &entry{h, now.Add(cacheTime)})
	}
}

// use tells whether it is to be noted that a token was used now. Of many who
// ask at once, one is told so.
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

// forget makes everything about a player be looked up again.
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
