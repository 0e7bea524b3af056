package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"plateau/game"
	"plateau/game/gametest/reference"
)

// ordered checks that the moves are strictly ascending, as numbers and as
// texts.
func (c *suite[S, P]) ordered(p *place[S]) error {
	for i := 1; i < len(p.moves); i++ {
		if p.moves[i-1] >= p.moves[i] || p.texts[i-1] >= p.texts[i] {
			return fmt.Errorf("%s (%d) is listed before %s (%d)", p.texts[i-1], p.moves[i-1], p.texts[i], p.moves[i])
		}
	}
	prefix := []game.Move{game.NoMove, 0, 1}
	longer := P(&p.state).AppendMoves(slices.Clone(prefix))
	if !slices.Equal(longer[:len(prefix)], prefix) || !slices.Equal(longer[len(prefix):], p.moves) {
		return fmt.Errorf("appending the moves to %v gave %v", prefix, longer)
	}
	return nil
}

// agrees compares the position with the reference: the side to move, the
// outcome and the legal moves.
func (c *suite[S, P]) agrees(p *place[S]) error {
	ref, err := c.Reference(p.text)
	if err != nil {
		return fmt.Errorf("the reference does not know it: %w", err)
	}
	seat, outcome := P(&p.state).ToMove(), P(&p.state).Outcome()
	if c.spec.Seats[seat].ID != ref.ToMove() {
		return fmt.Errorf("%s is to move, by the reference %s", c.spec.Seats[seat].ID, ref.ToMove())
	}
	if got := c.outcome(outcome); got != ref.Outcome() {
		return fmt.Errorf("the outcome is %v, by the reference %v", got, ref.Outcome())
	}
	if moves := ref.Moves(); !slices.Equal(p.texts, moves) {
		return fmt.Errorf("the moves are %q, by the reference %q", p.texts, moves)
	}
	return nil
}

// outcome converts to the reference's type.
func (c *suite[S, P]) outcome(o game.Outcome) reference.Outcome {
	winner := ""
	if team, won := o.Winner(); won {
		winner = c.spec.TeamIDs[team]
	}
	return reference.Outcome{State: o.String(), Winner: winner}
}

// plays makes one random move. The result is compared with the reference only
// now and then, since that is the most expensive check here.
func (c *suite[S, P]) plays(p *place[S], rng *rand.Rand) error {
	if len(p.moves) == 0 {
		return nil
	}
	before := p.state
	i := rng.IntN(len(p.moves))
	after := c.play(&p.state, p.moves[i])
	if p.state != before {
		return fmt.Errorf("playing %s on a copy changed the position", p.texts[i])
	}
	if rng.IntN(5) > 0 {
		return nil
	}
	return c.follows(p, p.texts[i], &after)
}

// playsAll makes every legal move.
func (c *suite[S, P]) playsAll(p *place[S]) error {
	for i, m := range p.moves {
		after := c.play(&p.state, m)
		if err := c.follows(p, p.texts[i], &after); err != nil {
			return err
		}
	}
	return nil
}

// play is the state after a move; s does not change.
func (c *suite[S, P]) play(s *S, m game.Move) S {
	after := *s
	P(&after).Play(m)
	return after
}

// follows checks the position after a move.
func (c *suite[S, P]) follows(p *place[S], move string, after *S) error {
	ref, err := c.Reference(p.text)
	if err != nil {
		return err
	}
	if got, want := c.spec.Format(after), ref.Play(move).Text(); got != want {
		return fmt.Errorf("%s leads to %q, by the reference %q", move, got, want)
	}
	return nil
}
