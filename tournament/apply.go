package tournament

import (
	"fmt"
	"slices"
	"time"

	"plateau/tournament/pairing"
)

func (b Created) apply(t *Tournament, _ *Event) error {
	// Limits may change; what has happened does not. So only what the fold
	// relies on is checked.
	if !slices.Contains(Forms(), b.Settings.Form) || b.Settings.Rounds < 0 {
		return fmt.Errorf("there is no form %q with %d rounds", b.Settings.Form, b.Settings.Rounds)
	}
	t.Settings = b.Settings
	return nil
}

func (b Added) apply(t *Tournament, _ *Event) error {
	if b.Entrant.Number != len(t.Entrants)+1 {
		return fmt.Errorf("entrant %d cannot follow entrant %d", b.Entrant.Number, len(t.Entrants))
	}
	b.Entrant.Joined = len(t.Played)
	t.Entrants = append(slices.Clip(t.Entrants), b.Entrant)
	return nil
}

// change changes a copy of an entrant.
func (t *Tournament) change(number int, do func(e *Entrant)) error {
	if t.Entrant(number) == nil {
		return fmt.Errorf("there is no entrant %d", number)
	}
	t.Entrants = slices.Clone(t.Entrants)
	do(&t.Entrants[number-1])
	return nil
}

func (b Edited) apply(t *Tournament, _ *Event) error {
	return t.change(b.Entrant.Number, func(e *Entrant) {
		e.Name, e.Rating, e.Category = b.Entrant.Name, b.Entrant.Rating, b.Entrant.Category
		e.Members, e.Account = b.Entrant.Members, b.Entrant.Account
		e.Accounts, e.AtBoard = b.Entrant.Accounts, b.Entrant.AtBoard
	})
}

func (b Withdrew) apply(t *Tournament, _ *Event) error {
	return t.change(b.Number, func(e *Entrant) { e.Withdrawn = true })
}

func (b Returned) apply(t *Tournament, _ *Event) error {
	return t.change(b.Number, func(e *Entrant) { e.Withdrawn, e.Changes = false, e.Changes+1 })
}

func (b ByeRequested) apply(t *Tournament, _ *Event) error {
	return t.change(b.Number, func(e *Entrant) { e.HalfByes, e.Changes = append(slices.Clip(e.HalfByes), b.Round), e.Changes+1 })
}

func (b ByeCancelled) apply(t *Tournament, _ *Event) error {
	return t.change(b.Number, func(e *Entrant) {
		e.HalfByes = slices.DeleteFunc(slices.Clone(e.HalfByes), func(round int) bool { return round == b.Round })
	})
}

func (b PairForbidden) apply(t *Tournament, _ *Event) error {
	t.Forbidden = append(slices.Clip(t.Forbidden), pairing.Pair{First: b.Pair[0], Second: b.Pair[1]})
	return nil
}

func (b PairReleased) apply(t *Tournament, _ *Event) error {
	t.Forbidden = slices.DeleteFunc(slices.Clone(t.Forbidden), func(p pairing.Pair) bool { return p.Has(b.Pair[0]) && p.Has(b.Pair[1]) })
	return nil
}

// newRound makes a round of pairs and byes, with boards from 1.
func (t *Tournament) newRound(pairs [][2]int, byes []Bye, e *Event) (Round, error) {
	r := Round{Byes: byes, At: e.At, Seq: e.Seq}
	seen := map[int]bool{}
	see := func(number int) error {
		if t.Entrant(number) == nil || seen[number] {
			return fmt.Errorf("entrant %d is paired twice, or does not exist", number)
		}
		seen[number] = true
		return nil
	}
	for i, p := range pairs {
		for _, number := range p {
			if err := see(number); err != nil {
				return r, err
			}
		}
		r.Games = append(r.Games, Game{Board: i + 1, First: p[0], Second: p[1]})
	}
	for _, b := range byes {
		if err := see(b.Number); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (b Paired) apply(t *Tournament, e *Event) error {
	if b.Round != len(t.Played)+1 {
		return fmt.Errorf("round %d cannot follow round %d", b.Round, len(t.Played))
	}
	r, err := t.newRound(b.Pairs, b.Byes, e)
	if err != nil {
		return err
	}
	for _, n := range b.Slots {
		if n != 0 && t.Entrant(n) == nil || n == 0 && t.Form != Knockout {
			return fmt.Errorf("there is no entrant %d", n)
		}
	}
	if t.Form == Knockout && len(b.Slots)&(len(b.Slots)-1) != 0 {
		return fmt.Errorf("a draw cannot have %d places", len(b.Slots))
	}
	if b.Slots != nil {
		t.Slots = b.Slots
	}
	t.Played = append(slices.Clip(t.Played), r)
	return nil
}

// lastRound fails if a round is not the last one.
func (t *Tournament) lastRound(round int) error {
	if round != len(t.Played) || round == 0 {
		return fmt.Errorf("round %d is not the last one", round)
	}
	return nil
}

func (b Repaired) apply(t *Tournament, e *Event) error {
	if err := t.lastRound(b.Round); err != nil {
		return err
	}
	r, err := t.newRound(b.Pairs, b.Byes, e)
	if err != nil {
		return err
	}
	r.At = t.Last().At
	t.Played = slices.Clone(t.Played)
	t.Played[b.Round-1] = r
	return nil
}

func (b Unpaired) apply(t *Tournament, _ *Event) error {
	if err := t.lastRound(b.Round); err != nil {
		return err
	}
	t.Played = t.Played[:b.Round-1]
	if len(t.Played) == 0 {
		t.Slots = nil
	}
	t.Entrants = slices.Clone(t.Entrants)
	for i := range t.Entrants {
		t.Entrants[i].Joined = min(t.Entrants[i].Joined, len(t.Played))
	}
	return nil
}

// copyOf is a game of a copy of the rounds, which may be changed.
func (t *Tournament) copyOf(round, board int) (*Game, error) {
	r := t.Round(round)
	if r == nil || board < 1 || board > len(r.Games) {
		return nil, fmt.Errorf("there is no board %d in round %d", board, round)
	}
	games := slices.Clone(r.Games)
	t.Played = slices.Clone(t.Played)
	t.Played[round-1].Games = games
	return &games[board-1], nil
}

func (b Scored) apply(t *Tournament, e *Event) error {
	g, err := t.copyOf(b.Round, b.Board)
	if err != nil {
		return err
	}
	if _, known := outcomes[b.Result]; !known && b.Result != Unknown {
		return fmt.Errorf("there is no result %q", b.Result)
	}
	switch {
	case !b.Result.Known():
		g.Ended = time.Time{}
	case !g.Result.Known():
		g.Ended = e.At
	}
	g.Result, g.Detail, g.Reported = b.Result, b.Detail, [2]Claim{}
	return nil
}

func (b Corrected) apply(t *Tournament, e *Event) error { return Scored(b).apply(t, e) }

func (b Reported) apply(t *Tournament, _ *Event) error {
	if b.Side < 1 || b.Side > 2 {
		return fmt.Errorf("there is no side %d", b.Side)
	}
	g, err := t.copyOf(b.Round, b.Board)
	if err != nil {
		return err
	}
	again := g.Reported[b.Side-1] != Claim{}
	g.Reported[b.Side-1] = Claim{b.Result, b.Detail}
	if !again {
		return nil
	}
	return t.change([2]int{g.First, g.Second}[b.Side-1], func(e *Entrant) { e.Changes++ })
}

func (b SettingsChanged) apply(t *Tournament, e *Event) error { return Created(b).apply(t, e) }

func (b Removed) apply(t *Tournament, _ *Event) error {
	if b.Number != len(t.Entrants) || b.Number == 0 {
		return fmt.Errorf("entrant %d is not the last one", b.Number)
	}
	for i := range t.Played {
		if _, bye := t.Played[i].bye(b.Number); bye || t.Played[i].game(b.Number) != nil {
			return fmt.Errorf("entrant %d was paired", b.Number)
		}
	}
	t.Entrants = t.Entrants[:b.Number-1]
	return nil
}

func (b Amended) apply(t *Tournament, _ *Event) error {
	t.TieBreaks, t.Categories = b.TieBreaks, b.Categories
	if b.Rounds > 0 {
		t.Rounds = b.Rounds
	}
	return nil
}

func (b Finished) apply(t *Tournament, _ *Event) error {
	t.Finished = true
	return nil
}

func (b Reopened) apply(t *Tournament, _ *Event) error {
	t.Finished = false
	return nil
}

func (b CodesRenewed) apply(t *Tournament, e *Event) error {
	t.CodesRenewed = e.Seq
	return nil
}

func (u Unrecognised) apply(t *Tournament, _ *Event) error {
	t.Newer = true
	return nil
}
