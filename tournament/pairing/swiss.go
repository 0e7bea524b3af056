package pairing

import (
	"cmp"
	"errors"
	"slices"

	"plateau/tournament/matching"
)

// A Swiss round is a matching of least cost, and the criteria are words of the
// cost, the most important first:
//
//	forbidden by the organiser · met before
//	second bye · both need the same side · score of the bye
//	score differences (scores.go)
//	sides: third time in a row or an imbalance of three · of two · not alternating
//	ranking: the upper half of a score group meets the lower one in order; who
//	    has to leave a group is its last, and meets the first of another group

// ErrForbidden means that there is no pairing without a forbidden pair.
var ErrForbidden = errors.New("pairing: every pairing has a forbidden pair")

// Ranking sorts entrants by score, rating and number.
func Ranking(entrants []Entrant) []Entrant {
	ranked := slices.Clone(entrants)
	slices.SortFunc(ranked, func(a, b Entrant) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	return ranked
}

// Swiss pairs a round. Pairs are ordered by board: the best scores come first, and
// a bye is last.
func Swiss(entrants []Entrant, rules Rules) ([]Pair, error) {
	if len(entrants) == 0 {
		return nil, nil
	}
	s := newSwiss(entrants, rules)
	partners := s.problem().Solve()
	if partners == nil {
		return nil, ErrStopped
	}
	var pairs []Pair
	for i, j := range partners {
		if i > j {
			continue
		}
		if j < len(s.ranked) && s.barring[Pair{s.ranked[i].ID, s.ranked[j].ID}] {
			return nil, ErrForbidden
		}
		pairs = append(pairs, s.seated(i, j, len(pairs)))
	}
	if i := slices.IndexFunc(pairs, func(p Pair) bool { return p.Second == Bye }); i >= 0 {
		bye := pairs[i]
		pairs = append(slices.Delete(pairs, i, i+1), bye)
	}
	return pairs, nil
}

// swiss is a round being paired. Vertices of the matching are places in the
// ranking; the one after the last is the bye, if the number is odd.
type swiss struct {
	ranked  []Entrant
	rules   Rules
	sides   []sideState
	met     []map[int]int64 // by place: how often the others were met, by number
	group   []int           // by place: the score group, from 0 for the best
	within  []int           // by place: the place within its group, from 0
	sizes   []int           // by group
	scores  scoreTable
	barring map[Pair]bool
}

// The first words. Those of the score differences follow, then two more.
const (
	wordMeetings = iota
	wordBye
	wordScores
)

func newSwiss(entrants []Entrant, rules Rules) *swiss {
	s := &swiss{ranked: Ranking(entrants), rules: rules, barring: rules.barring()}
	var points []int
	for i, e := range s.ranked {
		if i == 0 || e.Score != s.ranked[i-1].Score {
			s.sizes, points = append(s.sizes, 0), append(points, e.Score)
		}
		group := len(s.sizes) - 1
		s.group, s.within = append(s.group, group), append(s.within, s.sizes[group])
		s.sizes[group]++
		met := map[int]int64{}
		for _, id := range e.Met {
			met[id]++
		}
		s.met, s.sides = append(s.met, met), append(s.sides, stateOf(e.Sides))
	}
	s.scores = newScoreTable(points, s.sizes, len(s.ranked) > completeUpTo)
	return s
}

func (s *swiss) problem() matching.Problem {
	p := matching.Problem{N: len(s.ranked) + len(s.ranked)%2, Words: wordScores + s.scores.words + 2, Cost: s.cost, Stop: s.rules.Stop}
	if p.N > completeUpTo {
		p.Near = s.near
	}
	return p
}

// cost is the cost of a pair of places i < j.
func (s *swiss) cost(i, j int, c []int64) {
	clear(c)
	a, sides, order := s.ranked[i], len(c)-2, len(c)-1
	if j == len(s.ranked) {
		c[wordBye] = int64(a.Score)
		if a.HadBye {
			c[wordBye] += 1 << 32
		}
		copy(c[wordScores:], s.scores.of(s.group[i], len(s.sizes)))
		below := int64(s.sizes[s.group[i]] - 1 - s.within[i])
		c[order] = below * below
		return
	}
	b := s.ranked[j]
	c[wordMeetings] = s.met[i][b.ID]
	if len(s.barring) > 0 && s.barring[Pair{a.ID, b.ID}] {
		c[wordMeetings] += 1 << 20
	}
	copy(c[wordScores:], s.scores.of(s.group[i], s.group[j]))
	if !s.rules.AnySide {
		_, hurt := seat(s.sides[i], s.sides[j], First)
		if !s.excused(a) {
			c[wordBye] = hurt.severe << 16
		}
		c[sides] = hurt.severe<<26 + hurt.strong<<13 + hurt.mild
	}
	c[order] = s.disorder(i, j)
}

// excused reports whether the higher ranked of a pair may have any side.
func (s *swiss) excused(higher Entrant) bool {
	return s.rules.TopScore > 0 && higher.Score > s.rules.TopScore
}

// disorder is how far a pair is from the one that the ranking suggests.
func (s *swiss) disorder(i, j int) int64 {
	g, h := s.group[i], s.group[j]
	if g == h {
		off := int64(s.within[j] - s.within[i] - s.sizes[g]/2)
		return off * off
	}
	below, above := int64(s.sizes[g]-1-s.within[i]), int64(s.within[j])
	return below*below + above*above
}

// seated makes a pair of two places, on a board counted from 0.
func (s *swiss) seated(i, j, board int) Pair {
	if j == len(s.ranked) {
		return Pair{s.ranked[i].ID, Bye}
	}
	return seatedPair(s.ranked[i].ID, s.ranked[j].ID, s.sides[i], s.sides[j], board)
}
