package tournament

import "slices"

// Undo takes back the last change. Events are never removed: it adds those that
// lead back to the tournament before. To undo twice is to do again what was undone.
type Undo struct {
	// Before is the tournament without its last event.
	Before *Tournament
	// Last is that event.
	Last Event
}

func (c Undo) decide(d *draft) error {
	if d.Seq < 2 || c.Last.Seq != d.Seq || c.Before.Seq != d.Seq-1 {
		return NotUndone.Refuse("")
	}
	for _, b := range c.opposite() {
		if err := d.add(b); err != nil {
			return err
		}
	}
	if len(d.events) == 0 {
		return NotUndone.Refuse("")
	}
	return nil
}

// opposite are the events that take the last one back.
func (c Undo) opposite() []Body {
	was := c.Before
	switch b := c.Last.Body.(type) {
	case Added:
		return []Body{Removed{b.Entrant.Number}}
	case Removed:
		return []Body{Added{*was.Entrant(b.Number)}}
	case Edited:
		return []Body{Edited{*was.Entrant(b.Entrant.Number)}}
	case Withdrew:
		return []Body{Returned(b)}
	case Returned:
		return []Body{Withdrew(b)}
	case ByeRequested:
		return []Body{ByeCancelled(b)}
	case ByeCancelled:
		return []Body{ByeRequested(b)}
	case PairForbidden:
		return []Body{PairReleased(b)}
	case PairReleased:
		return []Body{PairForbidden(b)}
	case Amended:
		return []Body{Amended{was.TieBreaks, was.Categories, was.Rounds}}
	case SettingsChanged:
		return []Body{SettingsChanged{was.Settings}}
	case Finished:
		return []Body{Reopened{}}
	case Reopened:
		return []Body{Finished{}}
	}
	return c.oppositeOfRound()
}

// oppositeOfRound takes back pairings and results.
func (c Undo) oppositeOfRound() []Body {
	was := c.Before
	switch b := c.Last.Body.(type) {
	case Paired:
		return []Body{Unpaired{b.Round}}
	case Unpaired:
		bodies := []Body{pairedAgain(was, b.Round)}
		return append(bodies, resultsOf(was, b.Round)...)
	case Repaired:
		last := was.Last()
		return append([]Body{Repaired{b.Round, pairsIn(last), last.Byes}}, resultsOf(was, b.Round)...)
	case Scored:
		return []Body{Corrected{Round: b.Round, Board: b.Board}}
	case Corrected:
		g := was.Round(b.Round).Games[b.Board-1]
		return []Body{Corrected{b.Round, b.Board, g.Result, g.Detail}}
	case Reported:
		r := was.Round(b.Round).Games[b.Board-1].Reported[b.Side-1]
		return []Body{Reported{b.Round, b.Board, b.Side, r.Result, r.Detail}}
	}
	return nil
}

func pairsIn(r *Round) [][2]int {
	var pairs [][2]int
	for _, g := range r.Games {
		pairs = append(pairs, [2]int{g.First, g.Second})
	}
	return pairs
}

// pairedAgain is the pairing of the last round, with the draw if it made that.
func pairedAgain(t *Tournament, round int) Paired {
	last := t.Last()
	again := Paired{Round: round, Pairs: pairsIn(last), Byes: last.Byes}
	if round == 1 {
		again.Slots = slices.Clone(t.Slots)
	}
	return again
}

func resultsOf(t *Tournament, round int) []Body {
	var results []Body
	for _, g := range t.Last().Games {
		if g.Result.Known() {
			results = append(results, Scored{round, g.Board, g.Result, g.Detail})
		}
	}
	return results
}
