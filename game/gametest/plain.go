package gametest

import "plateau/game"

// Value is the value of a position of a game that always ends, by nothing but
// the definition: a search of the whole tree, for late positions.
func Value[S any, P game.State[S]](s *S) game.Value {
	if o := P(s).Outcome(); o.Over() {
		return game.ValueOf(o, game.Team(P(s).ToMove()&1))
	}
	best := game.Unknown
	for _, m := range P(s).AppendMoves(nil) {
		child := *s
		P(&child).Play(m)
		best = max(best, Value[S, P](&child).Before())
	}
	return best
}
