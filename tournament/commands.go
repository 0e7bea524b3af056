package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"plateau/tournament/pairing"
)

// The commands about a tournament and its entrants.
type (
	// Create creates a tournament.
	Create struct{ Settings Settings }
	// Add lets somebody join. The number follows by itself.
	Add struct{ Entrant Entrant }
	// Edit changes name, rating, category, members or account of an entrant.
	Edit struct{ Entrant Entrant }
	// Withdraw takes an entrant out of the following rounds. An open game of
	// an arena or a knockout stays to be decided.
	Withdraw struct{ Number int }
	// Return takes back a withdrawal.
	Return struct{ Number int }
	// RequestBye requests half a point for a round that is not paired yet.
	RequestBye struct{ Number, Round int }
	// CancelBye takes that back.
	CancelBye struct{ Number, Round int }
	// Forbid means that two are never paired, such as members of a family.
	Forbid struct{ First, Second int }
	// Allow takes that back.
	Allow struct{ First, Second int }
	// Amend changes the order of tie-breaks, the categories and, in a Swiss
	// tournament, the number of rounds; 0 leaves it.
	Amend struct {
		TieBreaks  []TieBreak
		Categories []string
		Rounds     int
	}
	// ChangeSettings replaces the settings. After the first pairing, what the
	// games depend on stays as it is.
	ChangeSettings struct{ Settings Settings }
	// Finish ends a tournament whose rounds are complete. Early ends it with
	// rounds left, and an arena with games that are not over.
	Finish struct{ Early bool }
	// Reopen takes that back.
	Reopen struct{}
	// RenewCodes makes the secret codes of a tournament on a server invalid:
	// those by which people join and report results.
	RenewCodes struct{}
)

func number(n int) string { return strconv.Itoa(n) }

func (c Create) decide(d *draft) error {
	if err := c.Settings.check(); err != nil {
		return err
	}
	return d.add(Created(c))
}

// find returns an entrant, or a refusal.
func (d *draft) find(n int) (*Entrant, error) {
	if e := d.Entrant(n); e != nil {
		return e, nil
	}
	return nil, NoEntrant.Refuse("", "number", number(n))
}

// checkEntrant refuses what cannot be entered.
func (d *draft) checkEntrant(e Entrant) error {
	if err := checkName(e.Name); err != nil {
		return err
	}
	for _, other := range d.Entrants {
		if SameNames(other.Name, e.Name) && other.Number != e.Number {
			return SameName.Refuse("", "name", e.Name)
		}
	}
	switch {
	case e.Rating < 0 || e.Rating > 9999:
		return BadRating.Refuse("")
	case e.Category != "" && !slices.Contains(d.Categories, e.Category):
		return RefuseCategory(e.Category, d.Categories)
	case d.TeamSize > 1 && len(e.Members) != d.TeamSize, d.TeamSize == 1 && len(e.Members) > 0:
		return WrongTeam.Refuse("", "name", e.Name, "count", number(d.TeamSize))
	}
	for _, member := range e.Members {
		if err := checkName(member); err != nil {
			return err
		}
	}
	return nil
}

func (c Add) decide(d *draft) error {
	c.Entrant.Number = len(d.Entrants) + 1
	switch {
	case len(d.Entrants) >= d.Form.mostEntrants():
		return TooMany.Refuse("", "most", number(d.Form.mostEntrants()))
	case len(d.Played) > 0 && d.Form != Arena && (d.Form != Swiss || len(d.Played) >= d.LateUntil):
		return TooLate.Refuse(c.Entrant.Name)
	}
	if err := d.checkEntrant(c.Entrant); err != nil {
		return err
	}
	return d.add(Added(c))
}

func (c Edit) decide(d *draft) error {
	_, err := d.find(c.Entrant.Number)
	if err := cmp.Or(err, d.checkEntrant(c.Entrant)); err != nil {
		return err
	}
	return d.add(Edited(c))
}

func (c Withdraw) decide(d *draft) error {
	e, err := d.find(c.Number)
	switch {
	case err != nil:
		return err
	case e.Withdrawn:
		return AlreadyOut.Refuse("", "name", e.Name)
	}
	return d.add(Withdrew(c))
}

func (c Return) decide(d *draft) error {
	e, err := d.find(c.Number)
	switch {
	case err != nil:
		return err
	case !e.Withdrawn:
		return NotWithdrawn.Refuse("", "name", e.Name)
	case d.Form == Knockout && len(d.Played) > 0:
		return NoReturn.Refuse(e.Name)
	}
	return d.add(Returned(c))
}

func (c RequestBye) decide(d *draft) error {
	e, err := d.find(c.Number)
	switch {
	case err != nil:
		return err
	case d.Form != Swiss:
		return ByeForm.Refuse("")
	case c.Round < 1 || c.Round > d.Rounds:
		return NoRound.Refuse("", "round", number(c.Round))
	case c.Round <= len(d.Played):
		return ByePast.Refuse("", "round", number(c.Round))
	case slices.Contains(e.HalfByes, c.Round):
		return ByeTwice.Refuse("", "name", e.Name, "round", number(c.Round))
	case len(e.HalfByes) >= d.HalfByes:
		return NoByes.Refuse("", "count", number(d.HalfByes))
	}
	return d.add(ByeRequested(c))
}

func (c CancelBye) decide(d *draft) error {
	e, err := d.find(c.Number)
	switch {
	case err != nil:
		return err
	case c.Round <= len(d.Played):
		return ByePast.Refuse("", "round", number(c.Round))
	case !slices.Contains(e.HalfByes, c.Round):
		return ByeUnasked.Refuse("", "name", e.Name, "round", number(c.Round))
	}
	return d.add(ByeCancelled(c))
}

// forbidden reports whether two are never paired.
func (t *Tournament) forbidden(a, b int) bool {
	return slices.ContainsFunc(t.Forbidden, func(p pairing.Pair) bool { return p.Has(a) && p.Has(b) })
}

// checkPair refuses what is no pair of two entrants.
func (d *draft) checkPair(a, b int) error {
	if a == b {
		return BadPair.Refuse("")
	}
	_, noFirst := d.find(a)
	_, noSecond := d.find(b)
	return cmp.Or(noFirst, noSecond)
}

func (c Forbid) decide(d *draft) error {
	if err := d.checkPair(c.First, c.Second); err != nil {
		return err
	}
	switch {
	case d.forbidden(c.First, c.Second):
		return PairTwice.Refuse("")
	case len(d.Forbidden) >= MaxForbidden:
		return ForbiddenMany.Refuse("", "most", number(MaxForbidden))
	}
	return d.add(PairForbidden{[2]int{c.First, c.Second}})
}

func (c Allow) decide(d *draft) error {
	if err := d.checkPair(c.First, c.Second); err != nil {
		return err
	}
	if !d.forbidden(c.First, c.Second) {
		return PairAllowed.Refuse("")
	}
	return d.add(PairReleased{[2]int{c.First, c.Second}})
}

func (c Amend) decide(d *draft) error {
	if err := checkOrder(c.TieBreaks, c.Categories); err != nil {
		return err
	}
	for _, e := range d.Entrants {
		if e.Category != "" && !slices.Contains(c.Categories, e.Category) {
			return RefuseCategory(e.Category, c.Categories)
		}
	}
	switch {
	case c.Rounds != 0 && d.Form != Swiss:
		return RoundsFollow.Refuse("")
	case c.Rounds < 0 || c.Rounds > MaxRounds || c.Rounds != 0 && c.Rounds < len(d.Played):
		return BadRounds.Refuse("", "most", number(MaxRounds))
	}
	return d.add(Amended(c))
}

func (c ChangeSettings) decide(d *draft) error {
	s, now := c.Settings, d.Settings
	if err := s.check(); err != nil {
		return err
	}
	fixed := s.Form != now.Form || s.Game != now.Game || s.Begins != now.Begins || s.TeamSize != now.TeamSize ||
		s.Double != now.Double || s.ThirdPlace != now.ThirdPlace || s.NoStreaks != now.NoStreaks
	switch {
	case fixed && len(d.Played) > 0, s.TeamSize != now.TeamSize && len(d.Entrants) > 0:
		return Fixed.Refuse("")
	case len(d.Entrants) > s.Form.mostEntrants():
		return TooMany.Refuse("", "most", number(s.Form.mostEntrants()))
	case s.Form == Swiss && s.Rounds < len(d.Played):
		return BadRounds.Refuse("", "most", number(MaxRounds))
	}
	for _, e := range d.Entrants {
		if e.Category != "" && !slices.Contains(s.Categories, e.Category) {
			return RefuseCategory(e.Category, s.Categories)
		}
	}
	return d.add(SettingsChanged(c))
}

func (c Finish) decide(d *draft) error {
	if c.Early && d.Form == Arena {
		// There is always somebody who plays: what is not over counts for nobody.
		for round, g := range d.OpenGames() {
			if err := d.add(Scored{Round: round, Board: g.Board, Result: NobodyCame}); err != nil {
				return err
			}
		}
	}
	if err := d.complete(); err != nil {
		return err
	}
	if left := d.TotalRounds() - len(d.Played); left > 0 && !c.Early {
		return NotAllPaired.Refuse("", "count", number(left))
	}
	return d.add(Finished{})
}

func (c Reopen) decide(d *draft) error {
	if !d.Finished {
		return NotOver.Refuse("")
	}
	return d.add(Reopened{})
}

func (c RenewCodes) decide(d *draft) error { return d.add(CodesRenewed{}) }

// SameNames reports whether two names count as the same.
func SameNames(a, b string) bool { return strings.EqualFold(a, b) }
