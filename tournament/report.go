package tournament

import (
	"fmt"
	"slices"
	"time"

	"plateau/tournament/pairing"
	"plateau/tournament/trf"
)

const trfDate = "2006/01/02"

// TRF returns the tournament as FIDE's report. The first side is white.
func (t *Tournament) TRF() *trf.File {
	f := &trf.File{Name: t.Settings.Name, Rounds: max(t.TotalRounds(), len(t.Played)), Type: string(t.Form)}
	if len(t.Played) > 0 {
		f.Start, f.End = t.Played[0].At.Format(trfDate), t.Changed.Format(trfDate)
	}
	ranks := map[int]int{}
	for _, row := range t.Standings() {
		ranks[row.Number] = row.Rank
	}
	scores, careers := t.scores(), t.careers()
	for _, e := range t.Entrants {
		p := trf.Player{Number: e.Number, Name: e.Name, Rating: e.Rating, HalfPoints: int(scores[e.Number]), Rank: ranks[e.Number]}
		for range t.Played {
			p.Games = append(p.Games, trf.Game{Side: trf.NoSide, Result: trf.ZeroBye})
		}
		for _, entry := range careers[e.Number] {
			p.Games[entry.round-1] = trfGame(e.Number, entry)
		}
		f.Players = append(f.Players, p)
	}
	return f
}

func trfGame(number int, e entry) trf.Game {
	if e.game == nil {
		result := trf.PairingBye
		switch e.bye {
		case NoPoints:
			result = trf.ZeroBye
		case HalfPoint:
			result = trf.HalfBye
		}
		return trf.Game{Side: trf.NoSide, Result: result}
	}
	g := trf.Game{Opponent: e.game.Opponent(number), Side: trf.White, Result: trf.NoResult}
	if e.game.Side(number) == pairing.Second {
		g.Side = trf.Black
	}
	switch points, result := e.points(number), e.game.Result; {
	case !result.Known():
	case !result.Played() && points == OnePoint:
		g.Result = trf.ForfeitWin
	case !result.Played():
		g.Result = trf.ForfeitLoss
	default:
		g.Result = map[Points]trf.Result{OnePoint: trf.Win, HalfPoint: trf.Draw, NoPoints: trf.Loss}[points]
	}
	return g
}

// FromTRF makes the events of a Swiss tournament from FIDE's report. What the
// report does not say comes from the settings.
func FromTRF(f *trf.File, s Settings, at time.Time) ([]Event, error) {
	if f.Name != "" && s.Name == "" {
		s.Name = f.Name
	}
	s.Form, s.Rounds, s.TeamSize = Swiss, max(f.Rounds, 1), 1
	s = s.Standard()
	if err := s.check(); err != nil {
		return nil, err
	}
	if len(f.Players) > s.Form.mostEntrants() {
		return nil, TooMany.Refuse("", "most", number(s.Form.mostEntrants()))
	}
	bodies := []Body{Created{s}}
	players := slices.Clone(f.Players)
	slices.SortFunc(players, func(a, b trf.Player) int { return a.Number - b.Number })
	rounds := 0
	for i, p := range players {
		if p.Number != i+1 {
			return nil, fmt.Errorf("the start numbers have a gap before %d; number the players from 1", p.Number)
		}
		if err := checkName(p.Name); err != nil {
			return nil, fmt.Errorf("player %d: %w", p.Number, err)
		}
		bodies = append(bodies, Added{Entrant{Number: p.Number, Name: p.Name, Rating: p.Rating}})
		for round, g := range p.Games {
			if g.Opponent != 0 || g.Result != trf.NoResult {
				rounds = max(rounds, round+1)
			}
		}
	}
	for round := range rounds {
		bodies = append(bodies, roundOf(players, round)...)
	}
	events := make([]Event, len(bodies))
	at = time.UnixMilli(at.UnixMilli()).UTC()
	for i, b := range bodies {
		events[i] = Event{Seq: uint64(i + 1), At: at, Body: b}
	}
	return events, nil
}

// roundOf are the events of a round, counted from 0, of a report.
func roundOf(players []trf.Player, round int) []Body {
	paired := Paired{Round: round + 1}
	var results []Body
	for _, p := range players {
		if round >= len(p.Games) {
			continue
		}
		g := p.Games[round]
		if g.Opponent == 0 {
			if points, bye := byePoints(g.Result); bye {
				paired.Byes = append(paired.Byes, Bye{p.Number, points})
			}
			continue
		}
		first := g.Side == trf.White || g.Side == trf.NoSide && p.Number < g.Opponent && players[g.Opponent-1].Games[round].Side != trf.White
		if !first {
			continue
		}
		paired.Pairs = append(paired.Pairs, [2]int{p.Number, g.Opponent})
		theirs := players[g.Opponent-1].Games[round].Result
		if result := resultOf(g.Result, theirs); result.Known() {
			results = append(results, Scored{Round: round + 1, Board: len(paired.Pairs), Result: result})
		}
	}
	return append([]Body{paired}, results...)
}

// byePoints are the points of a round without an opponent. A zero-point bye is
// an absence.
func byePoints(r trf.Result) (points Points, bye bool) {
	switch r {
	case trf.PairingBye, trf.FullBye, trf.ForfeitWin:
		return OnePoint, true
	case trf.HalfBye:
		return HalfPoint, true
	}
	return NoPoints, false
}

// resultOf is the result of the first side, with that of the second.
func resultOf(first, second trf.Result) Result {
	switch first {
	case trf.Win:
		return FirstWon
	case trf.Loss:
		return SecondWon
	case trf.Draw:
		return Drawn
	case trf.ForfeitWin:
		return FirstCame
	case trf.ForfeitLoss:
		if second == trf.ForfeitWin {
			return SecondCame
		}
		return NobodyCame
	}
	return Unknown
}
