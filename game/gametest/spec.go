package gametest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plateau/game"
)

// describesItself checks the parts of a Spec that need no position.
func (c *suite[S, P]) describesItself() error {
	codes := map[string]bool{}
	phrases := slices.Clone(c.spec.Reasons)
	for _, g := range slices.Concat(common, c.spec.Refusals) {
		phrases = append(phrases, g.Phrase)
	}
	for _, phrase := range phrases {
		if phrase.Code == "" || phrase.English == "" || codes[phrase.Code] {
			return fmt.Errorf("%s: the phrase %+v is empty or a second one with its code", c.spec.ID, phrase)
		}
		codes[phrase.Code] = true
	}
	if got, want := sortedLetters(c.spec.Letters), sortedLetters(c.Letters[0]+c.Letters[1]); got != want {
		return fmt.Errorf("%s: the letters of the board are %s, want %s", c.spec.ID, got, want)
	}
	slots := map[game.SlotID]bool{}
	for _, slot := range c.spec.Slots {
		if slot.ID == "" || slots[slot.ID] {
			return fmt.Errorf("%s: the slot %q has no name or is a second one", c.spec.ID, slot.ID)
		}
		slots[slot.ID] = true
	}
	if len(c.spec.Openers) == 0 {
		return fmt.Errorf("%s: nobody may begin", c.spec.ID)
	}
	for _, begins := range c.spec.Openers {
		s := c.spec.Start(begins)
		if P(&s).ToMove() != begins || P(&s).Outcome() != game.Running {
			return fmt.Errorf("%s: seat %d begins with %q", c.spec.ID, begins, c.spec.Format(&s))
		}
	}
	return nil
}

// explains checks the verdict, and that no piece is lost between the board and
// the players' reserves.
func (c *suite[S, P]) explains(p *place[S]) error {
	outcome := P(&p.state).Outcome()
	verdict := c.spec.Verdict(&p.state, nil)
	if verdict.Outcome != outcome {
		return fmt.Errorf("the verdict is %v, the outcome %v", verdict.Outcome, outcome)
	}
	if outcome.Over() != c.reasons[verdict.Reason] || !outcome.Over() && verdict.Reason != (game.Phrase{}) {
		return fmt.Errorf("%v for the reason %+v", outcome, verdict.Reason)
	}
	if strings.Contains(verdict.Why(), "{") {
		return fmt.Errorf("the reason is not filled in: %s", verdict.Why())
	}
	for _, cell := range verdict.Line {
		if c.spec.Letter(&p.state, cell) == 0 {
			return fmt.Errorf("%s is in the decisive line but empty", cell)
		}
	}
	return c.keepsPieces(p)
}

func (c *suite[S, P]) keepsPieces(p *place[S]) error {
	if c.spec.Reserve == nil {
		return nil
	}
	start := c.spec.Start(c.spec.Openers[0])
	board, _, _ := strings.Cut(p.text, " ")
	for seat, info := range c.spec.Seats {
		letters := c.Letters[info.Team]
		reserve := c.spec.Reserve(&p.state, game.Seat(seat))
		if strings.Trim(reserve, letters) != "" {
			return fmt.Errorf("player %s has %s in reserve, and plays with %s", info.ID, reserve, letters)
		}
		onBoard := strings.Map(func(letter rune) rune {
			if !strings.ContainsRune(letters, letter) {
				return -1
			}
			return letter
		}, board)
		if got, want := sorted(reserve+onBoard), sorted(c.spec.Reserve(&start, game.Seat(seat))); got != want {
			return fmt.Errorf("player %s has %s on the board and in reserve, and began with %s", info.ID, got, want)
		}
	}
	return nil
}

// sorted sorts the letters of pieces, whichever face is up.
func sorted(letters string) string { return sortedLetters(strings.ToUpper(letters)) }

func sortedLetters(letters string) string {
	bytes := []byte(letters)
	slices.Sort(bytes)
	return string(bytes)
}

// allocatesNothing checks that a search can run without allocating. States are
// in a slice, as in a search.
func (c *suite[S, P]) allocatesNothing(rng *rand.Rand) error {
	var states []S
	err := c.walk(rng, 200, func(p *place[S]) error {
		states = append(states, p.state)
		return nil
	})
	if err != nil {
		return err
	}
	moves := make([]game.Move, 0, 1024)
	children := make([]S, 1)
	sum := uint64(0)
	allocations := testing.AllocsPerRun(10, func() {
		for i := range states {
			for _, m := range P(&states[i]).AppendMoves(moves[:0]) {
				children[0] = states[i]
				child := P(&children[0])
				child.Play(m)
				sum += child.Key() + uint64(child.Outcome()) + uint64(child.ToMove())
			}
		}
	})
	if allocations != 0 {
		return fmt.Errorf("%s: playing on from %d positions allocates %v times", c.spec.ID, len(states), allocations)
	}
	if sum == 0 {
		return errors.New("nothing was played")
	}
	return nil
}
