package play

import (
	"plateau/game"
	"plateau/internal/play/glicko"
)

// Standing is a player's rating in one game, and the number of rated games that
// it is based on.
type Standing struct {
	Player PlayerID
	Rating glicko.Rating
	Games  int
}

// Rank is a player in one game.
type Rank struct {
	Game   string
	Player PlayerID
}

// NeedsRating reports whether the decision ended a rated game in which somebody
// has moved. It must then be completed by [Decision.Rate].
func (d *Decision) NeedsRating() bool {
	t := d.Table
	return t.Terms.Rated && t.Phase == Over && t.Result != Void && t.Plies() > 0 && t.Ratings == nil
}

// Rate adds the event that changes the ratings; the standings are by seat. In
// games for four, everybody is rated against the mean of both opponents.
func (d *Decision) Rate(standings []Standing) error {
	t := d.Table
	at := make([]glicko.Rating, len(standings))
	for i, s := range standings {
		at[i] = s.Rating.At(t.Changed)
	}
	rated := Rated{Changes: make([]RatingChange, len(standings))}
	for i, s := range standings {
		seat := game.Seat(i)
		var others []glicko.Rating
		for _, other := range t.opponents(seat) {
			others = append(others, at[other])
		}
		result := glicko.Result{Opponent: glicko.Mean(others), Score: t.score(t.team(seat))}
		rated.Changes[i] = RatingChange{
			Player: s.Player,
			Before: s.Rating,
			After:  at[i].After([]glicko.Result{result}, t.Changed),
			Games:  s.Games + 1,
		}
	}
	e := Event{Table: t.ID, Seq: t.Seq + 1, At: t.Changed, Body: rated}
	after := *t
	if err := after.apply(&e, t.match); err != nil {
		return err
	}
	d.Events, d.Table = append(d.Events, e), &after
	return nil
}

// score is what a team got, as ratings count.
func (t *Table) score(team game.Team) float64 {
	winner, won := t.Result.Outcome().Winner()
	switch {
	case !won:
		return 0.5
	case winner == team:
		return 1
	}
	return 0
}
