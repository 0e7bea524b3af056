package pairing

import (
	"cmp"
	"maps"
	"slices"
)

// Score differences are judged as in FIDE's Dutch system, bracket by bracket
// from the top. A bracket is a score group with those from above who have no
// opponent yet. In it, as few as possible may be left over, who *float* down to
// the next; then the differences within the bracket are as small as possible,
// the largest one first. Who floats counts there as if meeting somebody one
// point below the bracket.
//
//	group  points   a pair of groups 0 and 2 floats past two brackets and is
//	  0      3      made in the third:
//	  1      2½       bracket 0: one floats, difference 1
//	  2      1        bracket 1: one floats, difference 1½
//	                  bracket 2: difference 2
//
// Each of these counts is a digit of a number in a mixed radix, which is cut
// into words.

// scoreTable has the score differences of pairs as words of their costs.
type scoreTable struct {
	words  int
	groups int
	costs  [][]int64 // by the groups of a pair
}

// of is the cost of a pair of groups; the group after the last is the bye.
func (t *scoreTable) of(upper, lower int) []int64 { return t.costs[upper*(t.groups+1)+lower] }

// digit counts something in a bracket: those who float, or pairs with a
// difference.
type digit struct {
	bracket, difference int
}

// floats stands for the number of those who float, which comes before all
// differences.
const floats = 1 << 20

// onePoint is in half points.
const onePoint = 2

// Limits for large tournaments, where floats are few: more of them than a digit
// can hold count as one larger difference, and far differences are alike.
const (
	largeDigit      = 8
	largeDifference = 8
)

// wordLimit keeps words small enough for the sums of a matching.
const wordLimit = 1 << 42

// newScoreTable lays out the words for groups with these points and sizes.
func newScoreTable(points, sizes []int, large bool) scoreTable {
	t := scoreTable{groups: len(points)}
	counted := func(upper, lower int) []digit { return digitsOf(points, upper, lower, large) }
	// most is the largest value that a digit can have.
	most := map[digit]int64{}
	for upper := range points {
		for lower := upper; lower <= len(points); lower++ {
			for _, d := range counted(upper, lower) {
				// Each digit occurs for whole groups; those above may all
				// be there, so their sizes are added once.
				most[d] = 0
			}
		}
	}
	for d := range most {
		for upper := 0; upper <= d.bracket; upper++ {
			most[d] += int64(sizes[upper])
		}
		if large {
			most[d] = min(most[d], largeDigit-1)
		}
	}
	digits := slices.SortedFunc(maps.Keys(most), func(a, b digit) int {
		return cmp.Or(cmp.Compare(a.bracket, b.bracket), cmp.Compare(b.difference, a.difference))
	})
	word, unit := layOut(digits, most)
	t.words = 1
	if len(digits) > 0 {
		t.words = word[digits[len(digits)-1]] + 1
	}
	t.costs = make([][]int64, len(points)*(len(points)+1))
	for upper := range points {
		for lower := upper; lower <= len(points); lower++ {
			cost := make([]int64, t.words)
			for _, d := range counted(upper, lower) {
				cost[word[d]] += unit[d]
			}
			t.costs[upper*(len(points)+1)+lower] = cost
		}
	}
	return t
}

// layOut assigns a word and a unit within it to every digit.
func layOut(digits []digit, most map[digit]int64) (word map[digit]int, unit map[digit]int64) {
	word, unit = map[digit]int{}, map[digit]int64{}
	for from, number := 0, 0; from < len(digits); number++ {
		radix, to := int64(1), from
		for to < len(digits) && radix <= wordLimit/(most[digits[to]]+1) {
			radix *= most[digits[to]] + 1
			to++
		}
		value := int64(1)
		for _, d := range slices.Backward(digits[from:to]) {
			word[d], unit[d] = number, value
			value *= most[d] + 1
		}
		from = to
	}
	return word, unit
}

// digitsOf are the digits that a pair of groups adds to.
func digitsOf(points []int, upper, lower int, large bool) []digit {
	var digits []digit
	add := func(bracket, difference int) {
		if large && difference != floats {
			difference = min(difference, largeDifference)
		}
		digits = append(digits, digit{bracket, difference})
	}
	for bracket := upper; bracket < lower; bracket++ {
		add(bracket, floats)
		add(bracket, points[upper]-points[bracket]+onePoint)
	}
	if lower < len(points) && upper < lower {
		add(lower, points[upper]-points[lower])
	}
	return digits
}
