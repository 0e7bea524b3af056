package pairing

// completeUpTo is the number of entrants up to which all pairs are looked at
// from the start. Beyond it, that would take longer than adding pairs that are
// missing.
const completeUpTo = 120

// Numbers of likely opponents: around the one that the ranking suggests, at the
// top and the bottom of neighbouring groups.
const (
	nearSuggested = 7
	nearEdges     = 4
	nearBye       = 12
)

// near lists likely opponents of a place.
func (s *swiss) near(i int) []int {
	if i >= len(s.ranked) {
		return s.likelyByes()
	}
	var places []int
	add := func(from, to int) {
		for j := max(from, 0); j < min(to, len(s.ranked)); j++ {
			places = append(places, j)
		}
	}
	size, within := s.sizes[s.group[i]], s.within[i]
	first := i - within
	half := size / 2
	middle := i + half
	if within >= half {
		middle = i - half
	}
	reach := min(nearSuggested, size)
	add(max(middle-reach, first), min(middle+reach+1, first+size))
	// Those who may have to leave the group meet the first of the next one,
	// and those at its top the last of the one before.
	if within >= size-nearEdges {
		add(first+size, first+size+nearEdges)
	}
	if within < nearEdges {
		add(first-nearEdges, first)
	}
	add(i-2, i+3)
	return places
}

// likelyByes are the lowest places without a bye so far.
func (s *swiss) likelyByes() []int {
	var places []int
	for i := len(s.ranked) - 1; i >= 0 && len(places) < nearBye; i-- {
		if !s.ranked[i].HadBye {
			places = append(places, i)
		}
	}
	return places
}
