package online

import (
	"plateau/internal/play"
	"plateau/internal/play/tournaments"
	"plateau/tournament"
)

// What the API shows of tournaments. Entrants, rounds and boards are counted from 1,
// and sides of a pair are first and second.

type (
	tournamentSummaryView struct {
		ID       string `json:"id" doc:"Anybody who knows it may look at the tournament"`
		Seq      uint64 `json:"seq" doc:"The number of its last event"`
		Name     string `json:"name"`
		Game     string `json:"game"`
		Form     string `json:"form" enum:"swiss,roundrobin,knockout,arena"`
		Place    string `json:"place" enum:"boards,online,mixed"`
		Phase    string `json:"phase" enum:"open,running,over" doc:"open: nobody is paired yet"`
		Listed   bool   `json:"listed,omitempty"`
		Group    string `json:"group,omitempty" doc:"The class or club it belongs to"`
		Owner    string `json:"owner,omitempty" doc:"The player who created it; missing if deleted"`
		Start    int64  `json:"start,omitempty" doc:"When the first round starts by itself"`
		Zone     string `json:"zone,omitempty"`
		Began    int64  `json:"began,omitempty" doc:"When the first round started"`
		Changed  int64  `json:"changed"`
		Round    int    `json:"round" doc:"How many rounds are paired; in an arena, how often those who wait were paired"`
		Rounds   int    `json:"rounds" doc:"How many rounds there will be; 0 if that is not known"`
		Entrants int    `json:"entrants"`
		Minutes  int    `json:"minutes,omitempty" doc:"How long an arena lasts"`
	}
	tournamentsView struct {
		Tournaments []tournamentSummaryView `json:"tournaments" doc:"The last to change first"`
		Next        string                  `json:"next,omitempty" doc:"The cursor of the next page, if there may be one"`
	}
	entrantView struct {
		Number    int      `json:"number"`
		Name      string   `json:"name" doc:"Empty if the player was deleted"`
		Rating    int      `json:"rating,omitempty"`
		Category  string   `json:"category,omitempty"`
		Members   []string `json:"members,omitempty"`
		Players   []string `json:"players,omitempty" doc:"The ids of those who play with an account"`
		AtBoard   bool     `json:"at_board,omitempty"`
		Withdrawn bool     `json:"withdrawn,omitempty"`
		Joined    int      `json:"joined,omitempty" doc:"How many rounds were paired before"`
		HalfByes  []int    `json:"half_byes,omitempty" doc:"The rounds with requested byes"`
	}
	gameOfRoundView struct {
		Board    int      `json:"board"`
		First    int      `json:"first" doc:"The entrant with the first side"`
		Second   int      `json:"second"`
		Result   string   `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,+-,-+,--" doc:"Missing while it is not known; +- -+ -- if somebody did not show up"`
		Detail   string   `json:"detail,omitempty" doc:"The score of a mini-match, such as 1½-½"`
		Reported []string `json:"reported,omitempty" doc:"What the first and the second side have reported, while it does not count"`
		Details  []string `json:"reported_details,omitempty" doc:"The scores of a mini-match that they have reported"`
		Online   bool     `json:"online,omitempty" doc:"Played on this server"`
		Tables   []string `json:"tables,omitempty" doc:"The tables of its games so far; the last one is the present one"`
	}
	byeView struct {
		Number int     `json:"number"`
		Points float64 `json:"points"`
	}
	roundView struct {
		Round int               `json:"round"`
		At    int64             `json:"at" doc:"When it was paired"`
		Open  int               `json:"open" doc:"How many results are missing"`
		Games []gameOfRoundView `json:"games"`
		Byes  []byeView         `json:"byes"`
	}
	decidedView struct {
		By    string   `json:"by" enum:"buchholz1,buchholz,direct,sonneborn,wins"`
		Value *float64 `json:"value"`
		Next  *float64 `json:"next" doc:"The value of the next row"`
	}
	rankView struct {
		Rank      int          `json:"rank" doc:"Those whom nothing separates share it"`
		Number    int          `json:"number"`
		Points    float64      `json:"points"`
		Games     int          `json:"games"`
		Won       int          `json:"won"`
		Drawn     int          `json:"drawn"`
		Lost      int          `json:"lost"`
		TieBreaks []*float64   `json:"tie_breaks,omitempty" doc:"In the order of the settings; null where one does not apply"`
		Decided   *decidedView `json:"decided,omitempty" doc:"The tie-break that put this row above the next one, where points did not"`
	}
	duelView struct {
		First  int    `json:"first" doc:"0 where nobody is known yet, or nobody will be"`
		Second int    `json:"second"`
		Board  int    `json:"board,omitempty"`
		Result string `json:"result,omitempty" doc:"From the point of view of first, who need not have had the first side"`
		Winner int    `json:"winner,omitempty"`
	}
	bracketView struct {
		Rounds [][]duelView `json:"rounds" doc:"Duels 2n and 2n+1 of a round lead to duel n of the next"`
		Third  *duelView    `json:"third,omitempty"`
	}
	tournamentMeView struct {
		Organiser bool   `json:"organiser" doc:"You may give orders"`
		Number    int    `json:"number,omitempty" doc:"You are this entrant"`
		Member    bool   `json:"member,omitempty" doc:"You belong to its group"`
		Round     int    `json:"round,omitempty" doc:"Where your open game is"`
		Board     int    `json:"board,omitempty"`
		Table     string `json:"table,omitempty" doc:"The table of your open game, if it is online"`
		Opponent  int    `json:"opponent,omitempty"`
	}
	tournamentView struct {
		Summary   tournamentSummaryView `json:"summary"`
		Settings  tournament.Settings   `json:"settings"`
		Entrants  []entrantView         `json:"entrants" doc:"By number"`
		Rounds    []roundView           `json:"rounds" doc:"In an arena those with open games and the last ones; operation getRounds has all"`
		Standings []rankView            `json:"standings"`
		Bracket   *bracketView          `json:"bracket,omitempty" doc:"Of a knockout, once it is drawn"`
		Forbidden [][]int               `json:"forbidden" doc:"Pairs that are never made"`
		Open      int                   `json:"open" doc:"How many results are missing in all rounds"`
		NextRound int64                 `json:"next_round,omitempty" doc:"When the next round starts by itself, if that is known"`
		Ends      int64                 `json:"ends,omitempty" doc:"When the time of an arena is up"`
		Newer     bool                  `json:"newer,omitempty" doc:"It has events of a newer version and cannot be changed"`
		Now       int64                 `json:"now"`
		Me        tournamentMeView      `json:"me"`
	}
	cellView struct {
		Opponent int      `json:"opponent,omitempty"`
		Place    int      `json:"place,omitempty" doc:"The opponent's line, from 1"`
		Side     string   `json:"side,omitempty" enum:"first,second"`
		Points   *float64 `json:"points" doc:"null while they are not known"`
		Played   bool     `json:"played,omitempty"`
		Bye      bool     `json:"bye,omitempty"`
	}
	crossRowView struct {
		Standing rankView   `json:"standing"`
		Cells    []cellView `json:"cells" doc:"By round; in an arena, the games"`
	}
	crosstableView struct {
		Rows []crossRowView `json:"rows"`
	}
	standingsView struct {
		Standings []rankView `json:"standings"`
	}
	roundsView struct {
		Rounds []roundView `json:"rounds"`
	}
)

func viewTournamentSummary(h play.TournamentHead) tournamentSummaryView {
	place := h.Place
	if place == "" {
		place = tournament.AtBoards
	}
	v := tournamentSummaryView{
		ID: string(h.ID), Seq: h.Seq, Name: h.Name, Game: h.Game, Form: string(h.Form), Place: string(place), Phase: h.Phase.String(),
		Listed: h.Listed, Group: string(h.Group), Owner: string(h.Owner), Zone: h.Zone, Changed: millis(h.Changed), Round: h.Round,
		Rounds: h.Rounds, Entrants: h.Entrants, Minutes: h.Minutes,
	}
	if !h.Start.IsZero() {
		v.Start = millis(h.Start)
	}
	if !h.Began.IsZero() {
		v.Began = millis(h.Began)
	}
	return v
}

func viewEntrants(t *tournament.Tournament) []entrantView {
	all := make([]entrantView, len(t.Entrants))
	for i := range t.Entrants {
		e := &t.Entrants[i]
		all[i] = entrantView{
			Number: e.Number, Name: e.Name, Rating: e.Rating, Category: e.Category, Members: e.Members, Players: e.Players(),
			AtBoard: e.AtBoard, Withdrawn: e.Withdrawn, Joined: e.Joined, HalfByes: e.HalfByes,
		}
	}
	return all
}

// lastRounds is how many rounds of an arena are always shown.
const lastRounds = 5

// viewRounds shows the rounds from a number on. Of an arena, only those with open
// games and the last ones, unless all are asked for.
func viewRounds(v tournaments.View, from int, all bool) []roundView {
	rounds := []roundView{}
	for i := max(0, from-1); i < len(v.Played); i++ {
		r := &v.Played[i]
		if !all && v.Form == tournament.Arena && r.Open() == 0 && i < len(v.Played)-lastRounds {
			continue
		}
		next := roundView{Round: i + 1, At: millis(r.At), Open: r.Open(), Games: make([]gameOfRoundView, len(r.Games)), Byes: make([]byeView, len(r.Byes))}
		for j := range r.Games {
			next.Games[j] = viewGameOfRound(v, i+1, &r.Games[j])
		}
		for j, b := range r.Byes {
			next.Byes[j] = byeView{b.Number, b.Points.Number()}
		}
		rounds = append(rounds, next)
	}
	return rounds
}

func viewGameOfRound(v tournaments.View, round int, g *tournament.Game) gameOfRoundView {
	view := gameOfRoundView{Board: g.Board, First: g.First, Second: g.Second, Result: string(g.Result), Detail: g.Detail, Online: v.IsOnline(g)}
	if g.Reported != [2]tournament.Claim{} {
		view.Reported, view.Details = []string{string(g.Reported[0].Result), string(g.Reported[1].Result)}, g.ReportedDetails()
	}
	for _, id := range v.Tables(round, g) {
		view.Tables = append(view.Tables, string(id))
	}
	return view
}

func viewValue(v tournament.Value) *float64 {
	number, ok := v.Number()
	if !ok {
		return nil
	}
	return &number
}

func viewRank(row tournament.Row) rankView {
	v := rankView{
		Rank: row.Rank, Number: row.Number, Points: row.Points.Number(), Games: row.Games, Won: row.Won, Drawn: row.Drawn, Lost: row.Lost,
	}
	for _, b := range row.Breaks {
		v.TieBreaks = append(v.TieBreaks, viewValue(b))
	}
	if row.Decided != nil {
		v.Decided = &decidedView{string(row.Decided.By), viewValue(row.Decided.Value), viewValue(row.Decided.Next)}
	}
	return v
}

func viewStandings(rows []tournament.Row) []rankView {
	all := make([]rankView, len(rows))
	for i, row := range rows {
		all[i] = viewRank(row)
	}
	return all
}

func viewDuel(d tournament.Duel) duelView {
	return duelView{d.First, d.Second, d.Board, string(d.Result), d.Winner}
}

func viewBracket(t *tournament.Tournament) *bracketView {
	if t.Form != tournament.Knockout || len(t.Slots) == 0 {
		return nil
	}
	b := t.Bracket()
	view := &bracketView{Rounds: make([][]duelView, len(b.Rounds))}
	for i, duels := range b.Rounds {
		for _, d := range duels {
			view.Rounds[i] = append(view.Rounds[i], viewDuel(d))
		}
	}
	if b.Third != nil {
		third := viewDuel(*b.Third)
		view.Third = &third
	}
	return view
}

// viewTournament is what everybody sees of a state of a tournament. It is made once
// for all who look at it.
func viewTournament(v tournaments.View) (view tournamentView) {
	v.Memo.Use(func(memo any) any {
		if known, ok := memo.(*tournamentView); ok {
			view = *known
			return memo
		}
		view = tournamentView{
			Summary: viewTournamentSummary(v.Head), Settings: v.Settings, Entrants: viewEntrants(v.Tournament),
			Rounds: viewRounds(v, 1, false), Standings: viewStandings(v.Standings()), Bracket: viewBracket(v.Tournament),
			Forbidden: [][]int{}, Newer: v.Newer,
		}
		for _, p := range v.Forbidden {
			view.Forbidden = append(view.Forbidden, []int{p.First, p.Second})
		}
		for i := range v.Played {
			view.Open += v.Played[i].Open()
		}
		if at := tournaments.NextRound(v.Tournament); !at.IsZero() {
			view.NextRound = millis(at)
		}
		if at := v.ArenaEnds(); !at.IsZero() {
			view.Ends = millis(at)
		}
		shared := view
		return &shared
	})
	return view
}

func viewCrosstable(t *tournament.Tournament) crosstableView {
	view := crosstableView{Rows: []crossRowView{}}
	for _, row := range t.Crosstable() {
		next := crossRowView{viewRank(row.Row), make([]cellView, len(row.Cells))}
		for i, c := range row.Cells {
			next.Cells[i] = cellView{Opponent: c.Opponent, Place: c.Place, Side: c.Side, Played: c.Played, Bye: c.Bye}
			if c.Points != nil {
				points := c.Points.Number()
				next.Cells[i].Points = &points
			}
		}
		view.Rows = append(view.Rows, next)
	}
	return view
}
