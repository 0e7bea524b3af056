package pairing

// sideState is what the sides of earlier games mean for the next one.
type sideState struct {
	// balance is the number of first sides minus that of second ones.
	balance int
	// last is the side of the last game, and again whether it was that of the
	// game before, too.
	last  Side
	again bool
}

func stateOf(sides []Side) sideState {
	var s sideState
	for _, side := range sides {
		switch side {
		case First:
			s.balance++
		case Second:
			s.balance--
		default:
			continue
		}
		s.again, s.last = side == s.last, side
	}
	return s
}

// dislike is how much a side would be against the balance of one player. The
// worse fields come first.
type dislike struct{ severe, strong, mild int64 }

func (d dislike) plus(e dislike) dislike {
	return dislike{d.severe + e.severe, d.strong + e.strong, d.mild + e.mild}
}

func (d dislike) less(e dislike) bool {
	switch {
	case d.severe != e.severe:
		return d.severe < e.severe
	case d.strong != e.strong:
		return d.strong < e.strong
	}
	return d.mild < e.mild
}

// having is how much it would hurt to have a side: severely, if it is the third
// time in a row or the imbalance would be three; strongly, if it would be
// two; mildly, if the side does not alternate.
func (s sideState) having(side Side) dislike {
	balance := s.balance
	if side == Second {
		balance = -balance
	}
	switch {
	case s.last == side && s.again || balance >= 2:
		return dislike{severe: 1}
	case balance == 1:
		return dislike{strong: 1}
	case balance == 0 && s.last == side:
		return dislike{mild: 1}
	}
	return dislike{}
}

// seat decides who of two has the first side, and how much that hurts. Where it
// hurts the same either way, the first of the two, who is the higher ranked,
// has the side that suits better, or the preferred one.
func seat(a, b sideState, preferred Side) (side Side, hurt dislike) {
	straight := a.having(First).plus(b.having(Second))
	turned := a.having(Second).plus(b.having(First))
	switch {
	case straight.less(turned):
		return First, straight
	case turned.less(straight):
		return Second, turned
	case a.having(First).less(a.having(Second)):
		return First, straight
	case a.having(Second).less(a.having(First)):
		return Second, turned
	}
	return preferred, straight
}

// Seated makes a pair of two by the sides that they have had. Where sides suit
// either way, they alternate from board to board, which is counted from 0, and the
// higher rated of the two comes first.
func Seated(a, b Entrant, board int) Pair {
	if b.Rating > a.Rating || b.Rating == a.Rating && b.ID < a.ID {
		a, b = b, a
	}
	return seatedPair(a.ID, b.ID, stateOf(a.Sides), stateOf(b.Sides), board)
}

// seatedPair makes a pair of two, the higher ranked first. Where sides suit
// either way, they alternate from board to board, which is counted from 0.
func seatedPair(higher, lower int, a, b sideState, board int) Pair {
	preferred := First
	if board%2 == 1 {
		preferred = Second
	}
	if side, _ := seat(a, b, preferred); side == First {
		return Pair{higher, lower}
	}
	return Pair{lower, higher}
}
