package pairing

// Slots are the places of the first round of a knockout for a number of
// entrants, as their places in the seeding from 1, or [Bye]. Neighbours meet, then
// the winners of neighbouring pairs. The best seeds meet last, and have the byes.
//
//	for 6:  1 ·   5 4   3 6   · 2      1 and 2 have byes
func Slots(entrants int) []int {
	if entrants == 0 {
		return nil
	}
	slots := []int{1}
	for len(slots) < entrants {
		// Everybody gets as opponent the seed that makes the sum the same.
		size := 2 * len(slots)
		next := make([]int, 0, size)
		for i, seed := range slots {
			if i%2 == 0 {
				next = append(next, seed, size+1-seed)
			} else {
				next = append(next, size+1-seed, seed)
			}
		}
		slots = next
	}
	for i, seed := range slots {
		if seed > entrants {
			slots[i] = Bye
		}
	}
	return slots
}
