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
	last, can := c.Last.Body.(undone)
	if !can {
		return NotUndone.Refuse("")
	}
	for _, b := range last.opposite(c.Before) {
		if err := d.add(b); err != nil {
			return err
		}
	}
	return nil
}

// undone is an event that can be taken back, by events that lead back to what was before.
type undone interface {
	opposite(was *Tournament) []Body
}

func (b Added) opposite(*Tournament) []Body       { return []Body{Removed{b.Entrant.Number}} }
func (b Removed) opposite(was *Tournament) []Body { return []Body{Added{*was.Entrant(b.Number)}} }
func (b Edited) opposite(was *Tournament) []Body {
	return []Body{Edited{*was.Entrant(b.Entrant.Number)}}
}
func (b Withdrew) opposite(*Tournament) []Body          { return []Body{Returned(b)} }
func (b Returned) opposite(*Tournament) []Body          { return []Body{Withdrew(b)} }
func (b ByeRequested) opposite(*Tournament) []Body      { return []Body{ByeCancelled(b)} }
func (b ByeCancelled) opposite(*Tournament) []Body      { return []Body{ByeRequested(b)} }
func (b PairForbidden) opposite(*Tournament) []Body     { return []Body{PairReleased(b)} }
func (b PairReleased) opposite(*Tournament) []Body      { return []Body{PairForbidden(b)} }
func (SettingsChanged) opposite(was *Tournament) []Body { return []Body{SettingsChanged{was.Settings}} }
func (Finished) opposite(*Tournament) []Body            { return []Body{Reopened{}} }
func (Reopened) opposite(*Tournament) []Body            { return []Body{Finished{}} }
func (b Paired) opposite(*Tournament) []Body            { return []Body{Unpaired{b.Round}} }
func (b Scored) opposite(*Tournament) []Body {
	return []Body{Corrected{Round: b.Round, Board: b.Board}}
}

func (Amended) opposite(was *Tournament) []Body {
	return []Body{Amended{was.TieBreaks, was.Categories, was.Rounds}}
}

func (b Unpaired) opposite(was *Tournament) []Body {
	return append([]Body{pairedAgain(was, b.Round)}, resultsOf(was, b.Round)...)
}

func (b Repaired) opposite(was *Tournament) []Body {
	last := was.Last()
	return append([]Body{Repaired{b.Round, pairsIn(last), last.Byes}}, resultsOf(was, b.Round)...)
}

func (b Corrected) opposite(was *Tournament) []Body {
	g := was.Round(b.Round).Games[b.Board-1]
	return []Body{Corrected{b.Round, b.Board, g.Result, g.Detail}}
}

func (b Reported) opposite(was *Tournament) []Body {
	r := was.Round(b.Round).Games[b.Board-1].Reported[b.Side-1]
	return []Body{Reported{b.Round, b.Board, b.Side, r.Result, r.Detail}}
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
