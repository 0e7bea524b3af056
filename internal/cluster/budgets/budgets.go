// Package budgets counts what clients use, and wrong guesses at secrets, for all
// servers with one store: with several servers nobody gets several times as much.
package budgets

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"plateau/internal/budget"
	"plateau/internal/play"
)

// Shared implements [budget.Guesses] and [budget.Budgets].
type Shared struct {
	store play.SharedStore
	// key hides addresses and names in the keys of values.
	key []byte
	now func() time.Time
	// own counts what is asked for often: a question to the store for every
	// request would cost more than the requests. Servers tell each other instead.
	own        *budget.Memory
	shared     []string
	unreported unreported
}

var (
	_ budget.Guesses = (*Shared)(nil)
	_ budget.Budgets = (*Shared)(nil)
)

const (
	// attempts is how often to try again when another server was faster.
	attempts = 16
	// storeTime is how long to wait for the store.
	storeTime = 5 * time.Second
)

// New counts in the store what is used for the given purposes, and the rest in memory;
// [Shared.Run] tells other servers about that.
func New(store play.SharedStore, key []byte, now func() time.Time, purposes ...string) *Shared {
	return &Shared{store: store, key: key, now: now, own: budget.NewMemory(now), shared: purposes}
}

// keyOf is the key of a value.
func (c *Shared) keyOf(what, of string) string {
	mac := hmac.New(sha256.New, c.key)
	mac.Write([]byte(of))
	return what + "/" + hex.EncodeToString(mac.Sum(nil))
}

// change changes values until nobody else has changed them meanwhile. Decide gets
// what they are, nil where there is none.
func (c *Shared) change(keys []string, decide func(now time.Time, old [][]byte) []play.SharedValue) error {
	ctx, cancel := context.WithTimeout(context.Background(), storeTime)
	defer cancel()
	err := play.ErrConflict
	for attempt := 0; attempt < attempts && errors.Is(err, play.ErrConflict); attempt++ {
		now := c.now()
		var list []play.SharedValue
		if list, err = c.store.Shared(ctx, now, keys...); err != nil {
			return err
		}
		old := make([][]byte, len(keys))
		for _, v := range list {
			if i := slices.Index(keys, v.Key); i >= 0 {
				old[i] = v.Value
			}
		}
		var changes []play.SharedChange
		for _, v := range decide(now, old) {
			changes = append(changes, play.SharedChange{SharedValue: v, Old: old[slices.Index(keys, v.Key)]})
		}
		if len(changes) == 0 {
			return nil
		}
		err = c.store.Share(ctx, now, changes...)
	}
	return err
}

// read reads a value; one of another program counts as none.
func read[T any](text []byte) (value T) {
	if text != nil && json.Unmarshal(text, &value) != nil {
		var none T
		return none
	}
	return value
}

func write(key string, value any, until time.Time) play.SharedValue {
	text, err := json.Marshal(value)
	if err != nil {
		panic("budgets: a count as JSON: " + err.Error()) // Counts are numbers and times.
	}
	return play.SharedValue{Key: key, Value: text, Until: until}
}

// untilReached is how long to wait if the store does not answer: nobody gets more
// guesses because of that.
const untilReached = time.Second

func (c *Shared) guessKeys(on []budget.Counted) []string {
	keys := make([]string, len(on))
	for i, counted := range on {
		keys[i] = c.keyOf("guess", counted.Key)
	}
	return keys
}

// Begin implements [budget.Guesses].
func (c *Shared) Begin(on ...budget.Counted) (wait time.Duration) {
	keys := c.guessKeys(on)
	err := c.change(keys, func(now time.Time, old [][]byte) (changed []play.SharedValue) {
		wait = 0
		for i := range on {
			wait = max(wait, read[budget.Failures](old[i]).Until.Sub(now))
		}
		if wait > 0 {
			return nil
		}
		for i, counted := range on {
			failed := read[budget.Failures](old[i]).Fail(counted.Patience, now)
			changed = append(changed, write(keys[i], failed, now.Add(budget.GuessTime)))
		}
		return changed
	})
	if err != nil {
		return untilReached
	}
	return max(0, wait)
}

// Cancel implements [budget.Guesses]. A guess that cannot be taken back ends by
// itself.
func (c *Shared) Cancel(on ...budget.Counted) {
	keys := c.guessKeys(on)
	_ = c.change(keys, func(now time.Time, old [][]byte) (changed []play.SharedValue) {
		for i := range on {
			if old[i] != nil {
				changed = append(changed, write(keys[i], read[budget.Failures](old[i]).Cancel(), now.Add(budget.GuessTime)))
			}
		}
		return changed
	})
}

// Forget implements [budget.Guesses].
func (c *Shared) Forget(key string) {
	keys := []string{c.keyOf("guess", key)}
	_ = c.change(keys, func(_ time.Time, old [][]byte) []play.SharedValue {
		if old[0] == nil {
			return nil
		}
		return []play.SharedValue{{Key: keys[0]}}
	})
}

// bucket is what a client has used.
type bucket struct {
	// Used is what was taken and has not come back At a time.
	Used float64   `json:"used"`
	At   time.Time `json:"at"`
}

// Take implements [budget.Budgets]. If the store does not answer, this server counts
// by itself.
func (c *Shared) Take(purpose string, r budget.Rate, client string, cost int) (wait time.Duration) {
	if r == budget.Unlimited || !slices.Contains(c.shared, purpose) {
		return c.takeHere(purpose, r, client, cost)
	}
	most := float64(max(1, r.AtOnce))
	taken := min(float64(cost), most)
	keys := []string{c.keyOf("budget", purpose+" "+client)}
	err := c.change(keys, func(now time.Time, old [][]byte) []play.SharedValue {
		b := read[bucket](old[0])
		used := max(0, b.Used-max(0, now.Sub(b.At).Seconds())*r.PerSecond)
		wait = 0
		if over := used + taken - most; over > 0 {
			wait = time.Duration(over / r.PerSecond * float64(time.Second))
			return nil
		}
		used += taken
		return []play.SharedValue{write(keys[0], bucket{used, now}, now.Add(time.Duration((used/r.PerSecond+1)*float64(time.Second))))}
	})
	if err != nil {
		return c.takeHere(purpose, r, client, cost)
	}
	return wait
}
