package tournament

import (
	"cmp"
	"slices"

	"plateau/tournament/pairing"
)

// The commands about rounds and results. Round 0 stands for the last round.
type (
	// Pair pairs the next round, or in an arena those who wait.
	Pair struct {
		// Apart are pairs that are not made this time, where the form leaves a
		// choice.
		Apart [][2]int
		// Absent are entrants of an arena who cannot be paired now.
		Absent []int
	}
	// Repair replaces the pairs of the last round, before it has results. Those
	// whom no pair names have a bye of one point. In a round robin only sides
	// can be exchanged.
	Repair struct{ Pairs [][2]int }
	// Unpair removes the last round. WithResults removes it even if it has
	// results.
	Unpair struct{ WithResults bool }
	// Enter enters a result.
	Enter struct {
		Round, Board int
		Result       Result
		Detail       string
	}
	// Correct replaces a result of any round. An empty one removes it.
	Correct Enter
	// ReportResult is what a side says about its game.
	ReportResult struct {
		Round, Board, Number int
		Result               Result
		Detail               string
	}
	// NoShow means that one or both sides of a board did not show up.
	NoShow struct {
		Round, Board  int
		First, Second bool
	}
)

// complete refuses if a result is missing.
func (d *draft) complete() error {
	for i := range d.Played {
		r := &d.Played[i]
		if open := r.Open(); open > 0 {
			first := slices.IndexFunc(r.Games, func(g Game) bool { return !g.Result.Known() })
			return Unfinished.Refuse("", "round", number(i+1), "count", number(open), "board", number(r.Games[first].Board))
		}
	}
	return nil
}

func (c Pair) decide(d *draft) error {
	switch {
	case d.TotalRounds() > 0 && len(d.Played) >= d.TotalRounds():
		return AllPaired.Refuse("")
	case len(d.present()) < 2 && len(d.Played) == 0:
		return TooFew.Refuse("")
	case len(d.Played) == 0 && len(d.present()) > d.Form.mostEntrants():
		return TooMany.Refuse("", "most", number(d.Form.mostEntrants()))
	}
	if d.Form == Swiss || d.Form == Knockout {
		if err := d.complete(); err != nil {
			return err
		}
	}
	next, err := d.nextRound(c)
	if err != nil {
		return err
	}
	if d.Begins == AtRandom && d.Random != nil {
		for i, p := range next.Pairs {
			if d.Random.IntN(2) == 0 {
				next.Pairs[i] = [2]int{p[1], p[0]}
			}
		}
	}
	next.Round = len(d.Played) + 1
	return d.add(next)
}

// nextRound pairs by the form of the tournament.
func (d *draft) nextRound(c Pair) (Paired, error) {
	switch d.Form {
	case RoundRobin:
		return d.pairRoundRobin(), nil
	case Knockout:
		return d.pairKnockout()
	case Arena:
		return d.pairArena(c)
	}
	return d.pairSwiss(c)
}

func (c Repair) decide(d *draft) error {
	last := d.Last()
	switch {
	case last == nil:
		return NoRound.Refuse("", "round", "1")
	case d.Form != Swiss && d.Form != RoundRobin:
		return NoEdit.Refuse("")
	case last.Open() < len(last.Games):
		return HasResults.Refuse("", "round", number(len(d.Played)))
	case d.Form == RoundRobin && !sameOpponents(c.Pairs, pairsIn(last)):
		return ByTable.Refuse("")
	}
	rest := map[int]bool{}
	for _, g := range last.Games {
		rest[g.First], rest[g.Second] = true, true
	}
	next := Repaired{Round: len(d.Played), Pairs: c.Pairs}
	for _, b := range last.Byes {
		rest[b.Number] = true
	}
	for _, p := range c.Pairs {
		for _, n := range p {
			if !rest[n] {
				return BadPairs.Refuse("", "number", number(n))
			}
			delete(rest, n)
		}
	}
	for n := range len(d.Entrants) + 1 {
		if !rest[n] {
			continue
		}
		// Who had a bye before keeps its points.
		points, had := last.bye(n)
		if !had {
			points = OnePoint
		}
		next.Byes = append(next.Byes, Bye{n, points})
	}
	return d.add(next)
}

// sameOpponents reports whether the same entrants meet, in whatever order.
func sameOpponents(a, b [][2]int) bool {
	sorted := func(pairs [][2]int) [][2]int {
		pairs = slices.Clone(pairs)
		for i, p := range pairs {
			pairs[i] = [2]int{min(p[0], p[1]), max(p[0], p[1])}
		}
		slices.SortFunc(pairs, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
		return pairs
	}
	return slices.Equal(sorted(a), sorted(b))
}

func (c Unpair) decide(d *draft) error {
	last := d.Last()
	switch {
	case last == nil:
		return NoRound.Refuse("", "round", "1")
	case last.Open() < len(last.Games) && !c.WithResults:
		return HasResults.Refuse("", "round", number(len(d.Played)))
	}
	return d.add(Unpaired{len(d.Played)})
}

// board finds a game.
func (d *draft) board(round, board int) (int, *Game, error) {
	round = cmp.Or(round, len(d.Played))
	r := d.Round(round)
	switch {
	case r == nil:
		return 0, nil, NoRound.Refuse("", "round", number(round))
	case board < 1 || board > len(r.Games):
		return 0, nil, NoBoard.Refuse("", "round", number(round), "board", number(board))
	}
	return round, &r.Games[board-1], nil
}

// checkResult refuses results that the form does not know.
func (d *draft) checkResult(r Result) error {
	if _, known := outcomes[r]; !known {
		return BadResult.Refuse(string(r))
	}
	if d.Form == Knockout && r == Drawn {
		return NeedsWinner.Refuse("")
	}
	return nil
}

func (c Enter) decide(d *draft) error {
	round, g, err := d.board(c.Round, c.Board)
	if err != nil {
		return err
	}
	if g.Result.Known() {
		return ResultTwice.Refuse("", "board", number(c.Board), "result", g.Result.String())
	}
	if err := d.checkResult(c.Result); err != nil {
		return err
	}
	return d.add(Scored{round, c.Board, c.Result, c.Detail})
}

func (c ReportResult) decide(d *draft) error {
	round, g, err := d.board(c.Round, c.Board)
	switch {
	case err != nil:
		return err
	case d.Reports != BothAgree && d.Reports != Confirmed:
		return NotReported.Refuse("")
	case !g.Has(c.Number):
		return NotTheirs.Refuse("", "board", number(c.Board))
	case g.Result.Known():
		return ResultTwice.Refuse("", "board", number(c.Board), "result", g.Result.String())
	}
	if err := d.checkResult(c.Result); err != nil {
		return err
	}
	side, other := 1, 1
	if g.Second == c.Number {
		side, other = 2, 0
	}
	report := Claim{c.Result, c.Detail}
	if g.Reported[side-1] == report {
		return SameResult.Refuse("", "board", number(c.Board))
	}
	agreed := d.Reports == BothAgree && report.agrees(g.Reported[other])
	if err := d.add(Reported{round, c.Board, side, c.Result, c.Detail}); err != nil || !agreed {
		return err
	}
	return d.add(Scored{round, c.Board, c.Result, cmp.Or(c.Detail, g.Reported[other].Detail)})
}

func (c Correct) decide(d *draft) error {
	round, g, err := d.board(c.Round, c.Board)
	switch {
	case err != nil:
		return err
	case !g.Result.Known():
		return NoResult.Refuse("", "board", number(c.Board))
	case g.Result == c.Result && g.Detail == c.Detail:
		return SameResult.Refuse("", "board", number(c.Board))
	case d.Form == Knockout && round < len(d.Played):
		return LaterRounds.Refuse("")
	}
	if c.Result != Unknown {
		if err := d.checkResult(c.Result); err != nil {
			return err
		}
	}
	return d.add(Corrected{round, c.Board, c.Result, c.Detail})
}

func (c NoShow) decide(d *draft) error {
	round, g, err := d.board(c.Round, c.Board)
	if err != nil {
		return err
	}
	grace := d.Grace.Duration()
	switch {
	case g.Result.Known():
		return ResultTwice.Refuse("", "board", number(c.Board), "result", g.Result.String())
	case !c.First && !c.Second:
		return BadResult.Refuse("")
	case d.Now.Before(d.Round(round).At.Add(grace)):
		return TooSoon.Refuse("", "minutes", number(int(grace.Minutes())))
	}
	result := NobodyCame
	if !c.First {
		result = FirstCame
	} else if !c.Second {
		result = SecondCame
	}
	return d.add(Scored{Round: round, Board: c.Board, Result: result})
}

// pairsOf separates pairs from the bye.
func pairsOf(pairs []pairing.Pair, bye Points) (games [][2]int, byes []Bye) {
	for _, p := range pairs {
		if p.Second == pairing.Bye {
			byes = append(byes, Bye{p.First, bye})
			continue
		}
		games = append(games, [2]int{p.First, p.Second})
	}
	return games, byes
}
