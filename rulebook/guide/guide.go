package guide

import (
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"plateau/game"
	"plateau/rulebook"
)

// Scene is a step of a list, at a position that players have reached.
type Scene struct {
	steps []rulebook.Step
	at    int
	// now is the position, reached by the last move from before, which is nil
	// without one.
	now, before game.Position
	last        game.Move
	// latest are the choices of the player's latest move.
	latest game.Picks
}

// Open finds a step by its name and replays the moves since its scene began. The
// player is the one who moves first in it. A move that is not legal is refused.
func Open(g game.Game, steps []rulebook.Step, id string, moves []string) (*Scene, error) {
	at := slices.IndexFunc(steps, func(step rulebook.Step) bool { return step.ID == id })
	if at < 0 {
		return nil, NoSuchStep.Refuse(id)
	}
	begin := at
	for begin > 0 && steps[begin].Position == "" {
		begin--
	}
	now, err := g.Parse(steps[begin].Position)
	if err != nil {
		return nil, err
	}
	s := &Scene{steps: steps, at: at, now: now}
	player := now.ToMove()
	for _, text := range moves {
		before := s.now
		m, after, err := before.PlayText(text)
		if err != nil {
			return nil, err
		}
		if before.ToMove() == player {
			s.latest = before.Picks(m)
		}
		s.now, s.before, s.last = after, before, m
	}
	return s, nil
}

// NoSuchStep refuses the name of a step.
var NoSuchStep = game.Invalid("guide.step", "there is no such step in this lesson or guided game")

// Position is where the players are.
func (s *Scene) Position() game.Position { return s.now }

func (s *Scene) step() rulebook.Step { return s.steps[s.at] }

// Answers are the moves that the step accepts, in the order of the rules.
func (s *Scene) Answers() ([]string, error) {
	if s.step().Kind != rulebook.MoveStep {
		return nil, nil
	}
	return s.fitting(s.now, s.step().Goal)
}

// fitting are the moves of a position that meet a condition: the first of its
// alternatives that some move meets.
func (s *Scene) fitting(p game.Position, text string) ([]string, error) {
	alternatives, err := parseCondition(text)
	if err != nil {
		return nil, err
	}
	for _, c := range alternatives {
		var found []string
		for text := range s.eachFitting(p, c) {
			found = append(found, text)
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, nil
}

// canMeet reports whether a move of a position meets a condition; strictly, the
// first of its alternatives.
func (s *Scene) canMeet(p game.Position, text string, strictly bool) (bool, error) {
	if strictly {
		text, _, _ = strings.Cut(text, " or ")
	}
	alternatives, err := parseCondition(text)
	for _, c := range alternatives {
		for range s.eachFitting(p, c) {
			return true, nil
		}
	}
	return false, err
}

// eachFitting yields the moves that pass all tests.
func (s *Scene) eachFitting(p game.Position, all []test) iter.Seq[string] {
	return func(yield func(text string) bool) {
		if p.Outcome().Over() {
			return
		}
		for _, m := range p.Moves() {
			after, err := p.Play(m)
			if err != nil || slices.ContainsFunc(all, func(one test) bool { return !one(turn{p, after, m, s.latest}) }) {
				continue
			}
			if !yield(p.MoveText(m)) {
				return
			}
		}
	}
}

// Reply is what the others play.
type Reply struct {
	Moves []string `json:"moves"`
	// Again is set if the step is asked once more.
	Again bool `json:"again"`
	// Stuck is set if the others cannot reply so that the game goes on as
	// planned. The player has to play something else; this is rare.
	Stuck bool `json:"stuck"`
}

// most bounds how many ways to reply are looked at.
const most = 400

// Reply finds what the others play after the step. They meet the conditions of
// the step, and leave the player a way to go on with the next one. Where there
// is a choice, it looks random, but follows from the position.
func (s *Scene) Reply() (Reply, error) {
	if len(s.step().Replies) == 0 {
		return Reply{Moves: []string{}}, nil
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(s.now.String())) // it never fails
	search := &replies{Scene: s, left: most, rng: rand.New(rand.NewPCG(h.Sum64(), 0))}
	if err := search.from(s.now, s.step().Replies, []string{}, true); err != nil {
		return Reply{}, err
	}
	switch {
	case search.found != nil:
		return Reply{Moves: search.found}, nil
	case search.some != nil && s.step().Repeats:
		return Reply{Moves: search.some, Again: true}, nil
	}
	return Reply{Moves: []string{}, Stuck: true}, nil
}

// replies is a search for moves of the others.
type replies struct {
	*Scene
	rng  *rand.Rand
	left int
	// found are moves after which the next step can be asked; some are those
	// after which the player can at least repeat this one.
	found, some []string
}

// from plays the replies that are left. Only a reply that meets the first
// alternative of the last condition leads to the next step.
func (r *replies) from(p game.Position, conditions, played []string, leads bool) error {
	if len(conditions) == 0 || p.Outcome().Over() {
		return r.reached(p, played, leads)
	}
	alternatives, err := parseCondition(conditions[0])
	if err != nil {
		return err
	}
	tried := map[string]bool{}
	for i, c := range alternatives {
		moves := slices.Collect(r.eachFitting(p, c))
		r.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, text := range moves {
			if tried[text] {
				continue
			}
			tried[text] = true
			_, after, err := p.PlayText(text)
			if err != nil {
				return err
			}
			if err := r.from(after, conditions[1:], append(slices.Clone(played), text), i == 0); err != nil {
				return err
			}
			if r.found != nil || r.left <= 0 {
				return nil
			}
		}
	}
	return nil
}

func (r *replies) reached(p game.Position, played []string, leads bool) error {
	r.left--
	if leads || !r.step().Repeats || p.Outcome().Over() {
		// A step that repeats can wait for the best way to go on.
		ready, err := r.ready(p, r.at+1, r.step().Repeats)
		if ready {
			r.found = played
		}
		if ready || err != nil {
			return err
		}
	}
	if r.some != nil || !r.step().Repeats {
		return nil
	}
	ready, err := r.ready(p, r.at, false)
	if ready {
		r.some = played
	}
	return err
}

// ready reports whether a step can follow in a position; strictly, the first
// alternative of its goal must be possible. When the game is over, the steps until
// the next scene are left out.
func (r *replies) ready(p game.Position, at int, strictly bool) (bool, error) {
	if p.Outcome().Over() {
		return true, nil
	}
	if at >= len(r.steps) || r.steps[at].Position != "" {
		return false, nil
	}
	step := r.steps[at]
	switch {
	case step.Kind == rulebook.MoveStep:
		return r.canMeet(p, step.Goal, strictly)
	case len(step.Replies) == 0:
		return r.ready(p, at+1, strictly)
	default:
		return r.canMeet(p, step.Replies[0], strictly)
	}
}
