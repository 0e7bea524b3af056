package gametest

import (
	"errors"
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

// goesOn checks that the side to move can do so.
func (c *suite[S, P]) goesOn(p *place[S]) error {
	if len(p.moves) == 0 && !P(&p.state).Outcome().Over() {
		return errors.New("the game is not over, but nobody can move")
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

// place is a position on a walk, with what most checks need.
type place[S any] struct {
	state S
	text  string
	moves []game.Move
	texts []string // of the moves, in their order
}

func (c *suite[S, P]) look(s *S) *place[S] {
	p := &place[S]{state: *s, text: c.spec.Format(s), moves: P(s).AppendMoves(nil)}
	p.texts = make([]string, len(p.moves))
	for i, m := range p.moves {
		p.texts[i] = c.spec.FormatMove(s, m)
	}
	return p
}

const (
	// maxPlies is where unbounded games stop, briefPlies where games from
	// an arrangement stop: only their start adds something.
	maxPlies   = 120
	briefPlies = 12
)

// beginning is alternately the start of the game and an arrangement, and how
// many turns to play from there.
func (c *suite[S, P]) beginning(rng *rand.Rand, game int) (s S, plies int, err error) {
	if game%2 == 0 {
		s, plies = c.spec.Start(c.spec.Openers[game/2%len(c.spec.Openers)]), maxPlies
	} else {
		text := c.arrangement(rng)
		if s, err = c.spec.Parse(text); err != nil {
			return s, 0, fmt.Errorf("%s refuses an arrangement: %w", c.spec.ID, err)
		}
		plies = briefPlies
	}
	if c.spec.MaxPlies > 0 {
		plies = c.spec.MaxPlies
	}
	return s, plies, nil
}

// walk plays at random and visits budget positions.
func (c *suite[S, P]) walk(rng *rand.Rand, budget int, visit func(p *place[S]) error) error {
	visited := 0
	for game := 0; visited < budget; game++ {
		s, plies, err := c.beginning(rng, game)
		if err != nil {
			return err
		}
		for ply := 0; ; ply++ {
			p := c.look(&s)
			if err := visit(p); err != nil {
				return err
			}
			visited++
			if len(p.moves) == 0 {
				break
			}
			if ply == plies {
				if c.spec.MaxPlies > 0 {
					return fmt.Errorf("%s %q still runs after %d turns", c.spec.ID, p.text, plies)
				}
				break
			}
			P(&s).Play(p.moves[rng.IntN(len(p.moves))])
		}
	}
	return nil
}

// repeatable checks that randomness comes from the seed alone: two walks are
// the same.
func (c *suite[S, P]) repeatable() error {
	walk := func() (texts []string, err error) {
		err = c.walk(random(0), 500, func(p *place[S]) error {
			texts = append(append(texts, p.text), p.texts...)
			return nil
		})
		return texts, err
	}
	first, err := walk()
	if err != nil {
		return err
	}
	second, err := walk()
	if err != nil {
		return err
	}
	if !slices.Equal(first, second) {
		return fmt.Errorf("%s: the same seed gave two different walks", c.spec.ID)
	}
	return nil
}
