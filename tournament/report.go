package tournament

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"plateau/tournament/pairing"
	"plateau/tournament/trf"
)

// Dates of a report.
const (
	trfDate      = "2006/01/02"
	trfRoundDate = "06/01/02"
)

// TRF returns the tournament as FIDE's report. The first side is white. There is
// none of an arena: its points and pairings do not fit into rounds.
func (t *Tournament) TRF() (*trf.File, error) {
	if t.Form == Arena {
		return nil, NoReport.Refuse("")
	}
	f := &trf.File{
		Name: t.Settings.Name, Rounds: max(t.TotalRounds(), len(t.Played)), Type: t.trfType(), Times: t.Clock.words(),
		Initial: t.initialSide(),
	}
	if len(t.Played) > 0 {
		f.Start, f.End = t.Played[0].At.Format(trfDate), t.Changed.Format(trfDate)
	}
	for i := range t.Played {
		f.Dates = append(f.Dates, t.Played[i].At.Format(trfRoundDate))
	}
	for _, p := range t.Forbidden {
		f.Forbidden = append(f.Forbidden, []int{p.First, p.Second})
	}
	ranks := map[int]int{}
	for _, row := range t.Standings() {
		ranks[row.Number] = row.Rank
	}
	scores, careers := t.scores(), t.careers()
	for _, e := range t.Entrants {
		p := trf.Player{Number: e.Number, Name: e.Name, Rating: e.Rating, HalfPoints: int(scores[e.Number]), Rank: ranks[e.Number]}
		p.Games = slices.Repeat([]trf.Game{{Side: trf.NoSide, Result: trf.ZeroBye}}, len(t.Played))
		for _, entry := range careers[e.Number] {
			p.Games[entry.round-1] = trfGame(e.Number, entry)
		}
		p.Games = append(p.Games, t.trfFuture(&e)...)
		f.Players = append(f.Players, p)
	}
	return f, nil
}

// trfTypes are what other programs call the forms.
var trfTypes = map[Form]string{Swiss: "Swiss-System", RoundRobin: "Round-Robin", Knockout: "Knock-Out"}

func (t *Tournament) trfType() string {
	what, form := "Individual: ", trfTypes[t.Form]
	if t.TeamSize > 1 {
		what = "Team: "
	}
	if t.Double {
		form = "Double " + form
	}
	return what + form
}

// words are a time control as reports have it.
func (c Clock) words() string {
	if c.Days > 0 {
		return fmt.Sprintf("%d days per move", c.Days)
	}
	if c == (Clock{}) {
		return ""
	}
	text := timeWords(c.Main)
	if c.Increment > 0 {
		text += " + " + timeWords(c.Increment) + " per move"
	}
	return text
}

func timeWords(m Millis) string {
	if span := m.Duration(); span%time.Minute != 0 {
		return strconv.FormatFloat(span.Seconds(), 'f', -1, 64) + " s"
	}
	return strconv.Itoa(int(m/60_000)) + " min"
}

// initialSide is the side of the best player in the first round; before, the one
// that a Swiss pairing will give.
func (t *Tournament) initialSide() trf.Side {
	if len(t.Played) == 0 {
		return trf.White
	}
	for _, e := range seeded(t.Entrants) {
		if g := t.Played[0].game(e.ID); g != nil && g.First == e.ID {
			return trf.White
		} else if g != nil {
			return trf.Black
		}
	}
	return 0
}

// trfFuture are the byes of rounds that are not paired yet: those that were
// requested, and all for those who have withdrawn.
func (t *Tournament) trfFuture(e *Entrant) []trf.Game {
	var games []trf.Game
	for round := len(t.Played) + 1; round <= t.Rounds; round++ {
		g := trf.Game{Side: trf.NoSide, Result: trf.NoResult}
		switch {
		case e.Withdrawn:
			g.Result = trf.ZeroBye
		case slices.Contains(e.HalfByes, round):
			g.Result = trf.HalfBye
		}
		games = append(games, g)
	}
	for len(games) > 0 && games[len(games)-1].Result == trf.NoResult {
		games = games[:len(games)-1]
	}
	return games
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
	for _, other := range []string{"robin", "knock", "arena"} {
		if strings.Contains(strings.ToLower(f.Type), other) {
			return nil, fmt.Errorf("the report is of another form (%s), and only Swiss tournaments can be read", f.Type)
		}
	}
	players := slices.Clone(f.Players)
	slices.SortFunc(players, func(a, b trf.Player) int { return a.Number - b.Number })
	played := trfPlayed(players)
	if f.Name != "" && s.Name == "" {
		s.Name = f.Name
	}
	if s.Form, s.TeamSize = Swiss, 1; f.Rounds > 0 {
		s.Rounds = f.Rounds
	}
	s.Rounds = max(s.Rounds, played)
	s = s.Standard()
	entrants, byes, err := trfEntrants(players, played, &s)
	if err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if len(f.Players) > s.Form.mostEntrants() {
		return nil, TooMany.Refuse("", "most", number(s.Form.mostEntrants()))
	}
	bodies := append([]Body{Created{s}}, entrants...)
	bodies = append(append(bodies, byes...), trfForbidden(f)...)
	at = time.UnixMilli(at.UnixMilli()).UTC()
	events := make([]Event, 0, len(bodies))
	add := func(bodies []Body, at time.Time) {
		for _, b := range bodies {
			events = append(events, Event{Seq: uint64(len(events) + 1), At: at, Body: b})
		}
	}
	dates := trfDates(f, played, at)
	add(bodies, dates[0])
	for round := range played {
		add(roundOf(players, round), dates[round])
	}
	add(trfWithdrawals(players, played, s.Rounds), dates[max(played-1, 0)])
	return events, nil
}

// trfPlayed is the number of rounds that were paired: those after them have only
// requested byes.
func trfPlayed(players []trf.Player) int {
	played := 0
	for _, p := range players {
		for round, g := range p.Games {
			if g.Opponent != 0 || !slices.Contains([]trf.Result{trf.NoResult, trf.HalfBye, trf.ZeroBye}, g.Result) {
				played = max(played, round+1)
			}
		}
	}
	return played
}

// trfEntrants are the events about players and the half byes that they requested; the
// settings allow as many as somebody has.
func trfEntrants(players []trf.Player, played int, s *Settings) (added, byes []Body, err error) {
	for i, p := range players {
		if p.Number != i+1 {
			return nil, nil, fmt.Errorf("the start numbers have a gap before %d; number the players from 1", p.Number)
		}
		if err := checkName(p.Name); err != nil {
			return nil, nil, fmt.Errorf("player %d: %w", p.Number, err)
		}
		added = append(added, Added{Entrant{Number: p.Number, Name: p.Name, Rating: p.Rating}})
		requested := 0
		for round, g := range p.Games {
			if g.Opponent == 0 && g.Result == trf.HalfBye && round < max(s.Rounds, played) {
				byes = append(byes, ByeRequested{p.Number, round + 1})
				requested++
			}
		}
		s.HalfByes = max(s.HalfByes, requested)
	}
	return added, byes, nil
}

// trfForbidden are the events about pairs that are never made.
func trfForbidden(f *trf.File) []Body {
	var bodies []Body
	known := map[[2]int]bool{}
	for _, group := range f.Forbidden {
		for i, a := range group {
			for _, b := range group[i+1:] {
				if pair := [2]int{min(a, b), max(a, b)}; a != b && !known[pair] {
					known[pair] = true
					bodies = append(bodies, PairForbidden{[2]int{a, b}})
				}
			}
		}
	}
	return bodies
}

// trfWithdrawals are the events about those who are absent in all rounds to come.
func trfWithdrawals(players []trf.Player, played, rounds int) []Body {
	var bodies []Body
	for _, p := range players {
		if played < rounds && len(p.Games) == rounds && !slices.ContainsFunc(p.Games[played:], func(g trf.Game) bool { return g.Result != trf.ZeroBye }) {
			bodies = append(bodies, Withdrew{p.Number})
		}
	}
	return bodies
}

// trfDates are when the rounds were, as far as the report says it: in order, and
// not in the future.
func trfDates(f *trf.File, played int, now time.Time) []time.Time {
	dates := make([]time.Time, max(played, 1))
	for i := len(dates) - 1; i >= 0; i-- {
		dates[i] = now
		if i < len(f.Dates) {
			if date, err := time.Parse(trfRoundDate, f.Dates[i]); err == nil && date.Before(now) {
				dates[i] = date
			}
		}
		now = dates[i]
	}
	return dates
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
