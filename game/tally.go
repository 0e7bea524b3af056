package game

// tally counts how often each position has occurred. It is a search tree that
// never changes: add copies the nodes on its way and shares the others. The
// order of its keys is as good as random, which keeps it shallow.
type tally struct {
	key        uint64 // scrambled
	count      int
	less, more *tally
}

// scramble spreads keys over all numbers; no two become the same.
func scramble(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }

// of is how often a position has occurred.
func (t *tally) of(key uint64) int {
	key = scramble(key)
	for t != nil {
		switch {
		case key < t.key:
			t = t.less
		case key > t.key:
			t = t.more
		default:
			return t.count
		}
	}
	return 0
}

// add counts a position once more.
func (t *tally) add(key uint64) *tally { return t.addScrambled(scramble(key)) }

func (t *tally) addScrambled(key uint64) *tally {
	if t == nil {
		return &tally{key: key, count: 1}
	}
	c := *t
	switch {
	case key < t.key:
		c.less = t.less.addScrambled(key)
	case key > t.key:
		c.more = t.more.addScrambled(key)
	default:
		c.count++
	}
	return &c
}
