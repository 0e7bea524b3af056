package game

// Perft counts the move sequences of exactly depth plies from s. It checks move
// generators and measures their speed. The last ply is counted in bulk, by the
// length of the move list. Perft(0) is 1.
func Perft[S any, P State[S]](s *S, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := perftWalk[S, P]{
		states: make([]S, depth),
		moves:  make([]Move, 0, 256*depth),
	}
	w.states[0] = *s
	return w.count(0)
}

// perftWalk has one state per ply and one stack of moves for all plies.
type perftWalk[S any, P State[S]] struct {
	states []S
	moves  []Move
}

func (w *perftWalk[S, P]) count(ply int) uint64 {
	s := &w.states[ply]
	first := len(w.moves)
	w.moves = P(s).AppendMoves(w.moves)
	last := len(w.moves)
	if ply+1 == len(w.states) {
		w.moves = w.moves[:first]
		return uint64(last - first)
	}
	var sum uint64
	child := &w.states[ply+1]
	for i := first; i < last; i++ {
		*child = *s
		P(child).Play(w.moves[i])
		sum += w.count(ply + 1)
	}
	w.moves = w.moves[:first]
	return sum
}

// Perft implements [Position].
func (p *position[S, P]) Perft(depth int) uint64 { return Perft[S, P](&p.state, depth) }
