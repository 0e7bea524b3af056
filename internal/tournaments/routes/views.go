package routes

import (
	"plateau/internal/api"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// What the API shows of tournaments. Entrants, rounds and boards are counted from 1,
// and sides of a pair are first and second.

func viewTournamentSummary(h tournaments.Head) api.TournamentSummary {
	place := h.Place
	if place == "" {
		place = tournament.AtBoards
	}
	v := api.TournamentSummary{
		ID: h.ID, Seq: h.Seq, Name: h.Name, Game: h.Game, Form: h.Form, Place: place, Phase: h.Phase.String(),
		Listed: h.Listed, Group: h.Group, Owner: h.Owner, Zone: h.Zone, Changed: api.Millis(h.Changed), Round: h.Round,
		Rounds: h.Rounds, Entrants: h.Entrants, Minutes: h.Minutes,
	}
	if !h.Start.IsZero() {
		v.Start = api.Millis(h.Start)
	}
	if !h.Began.IsZero() {
		v.Began = api.Millis(h.Began)
	}
	return v
}

func viewEntrants(t *tournament.Tournament) []api.Entrant {
	all := make([]api.Entrant, len(t.Entrants))
	for i := range t.Entrants {
		e := &t.Entrants[i]
		all[i] = api.Entrant{
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
func viewRounds(v tournaments.View, from int, all bool) []api.Round {
	rounds := []api.Round{}
	for i := max(0, from-1); i < len(v.Played); i++ {
		r := &v.Played[i]
		if !all && v.Form == tournament.Arena && r.Open() == 0 && i < len(v.Played)-lastRounds {
			continue
		}
		next := api.Round{Round: i + 1, At: api.Millis(r.At), Open: r.Open(), Games: make([]api.GameOfRound, len(r.Games)), Byes: make([]api.Bye, len(r.Byes))}
		for j := range r.Games {
			next.Games[j] = viewGameOfRound(v, i+1, &r.Games[j])
		}
		for j, b := range r.Byes {
			next.Byes[j] = api.Bye{Number: b.Number, Points: b.Points.Number()}
		}
		rounds = append(rounds, next)
	}
	return rounds
}

func viewGameOfRound(v tournaments.View, round int, g *tournament.Game) api.GameOfRound {
	view := api.GameOfRound{Board: g.Board, First: g.First, Second: g.Second, Result: g.Result, Detail: g.Detail, Online: v.IsOnline(g), Tables: v.Tables(round, g)}
	if g.Reported != [2]tournament.Claim{} {
		view.Reported, view.Details = []tournament.Result{g.Reported[0].Result, g.Reported[1].Result}, g.ReportedDetails()
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

func viewRank(row tournament.Row) api.Rank {
	v := api.Rank{
		Rank: row.Rank, Number: row.Number, Points: row.Points.Number(), Games: row.Games, Won: row.Won, Drawn: row.Drawn, Lost: row.Lost,
	}
	for _, b := range row.Breaks {
		v.TieBreaks = append(v.TieBreaks, viewValue(b))
	}
	if row.Decided != nil {
		v.Decided = &api.Decided{By: row.Decided.By, Value: viewValue(row.Decided.Value), Next: viewValue(row.Decided.Next)}
	}
	return v
}

func viewStandings(rows []tournament.Row) []api.Rank {
	all := make([]api.Rank, len(rows))
	for i, row := range rows {
		all[i] = viewRank(row)
	}
	return all
}

func viewDuel(d tournament.Duel) api.Duel {
	return api.Duel(d)
}

func viewBracket(t *tournament.Tournament) *api.Bracket {
	if t.Form != tournament.Knockout || len(t.Slots) == 0 {
		return nil
	}
	b := t.Bracket()
	view := &api.Bracket{Rounds: make([][]api.Duel, len(b.Rounds))}
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
func viewTournament(v tournaments.View) (view api.Tournament) {
	v.Memo.Use(func(memo any) any {
		if known, ok := memo.(*api.Tournament); ok {
			view = *known
			return memo
		}
		view = api.Tournament{
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
			view.NextRound = api.Millis(at)
		}
		if at := v.ArenaEnds(); !at.IsZero() {
			view.Ends = api.Millis(at)
		}
		shared := view
		return &shared
	})
	return view
}

func viewCrosstable(t *tournament.Tournament) api.Crosstable {
	view := api.Crosstable{Rows: []api.CrossRow{}}
	for _, row := range t.Crosstable() {
		next := api.CrossRow{Standing: viewRank(row.Row), Cells: make([]api.Cell, len(row.Cells))}
		for i, c := range row.Cells {
			next.Cells[i] = api.Cell{Opponent: c.Opponent, Place: c.Place, Side: c.Side, Played: c.Played, Bye: c.Bye}
			if c.Points != nil {
				points := c.Points.Number()
				next.Cells[i].Points = &points
			}
		}
		view.Rows = append(view.Rows, next)
	}
	return view
}
