package gametest

import "plateau/game"

// Value is the value of a position by plain minimax over the whole tree, for
// late positions of games that always end.
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
