package api

import (
	"math"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// Millis is a time as it is sent.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// MillisOrNone is 0 if there is no time, which is left out.
func MillisOrNone(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// seatView is null if there is no seat.
func seatView(s game.Seat) *int {
	if s == game.NoSeat {
		return nil
	}
	return new(int(s))
}

// Tenths rounds a rating for display.
func Tenths(value float64) float64 { return math.Round(value*10) / 10 }

// ViewSummary shows a table in a list.
func ViewSummary(s play.Summary) Summary {
	v := Summary{
		ID: s.ID, Seq: s.Seq, Phase: s.Phase.String(), Terms: s.Terms.Shown(), Host: s.Host,
		Sitters: s.Sitters, Entered: Millis(s.Entered), Plies: s.Plies,
		Result: s.Result, Reason: s.Reason,
	}
	if s.ToMove != nil {
		v.ToMove = seatView(*s.ToMove)
	}
	return v
}

// ViewSummaries shows a list of tables.
func ViewSummaries(list []play.Summary) []Summary {
	views := make([]Summary, len(list))
	for i, s := range list {
		views[i] = ViewSummary(s)
	}
	return views
}

// ViewClock is nil before the start and in games without a clock.
func ViewClock(t *play.Table) *Clock {
	if t.Terms.Time == (play.Time{}) || t.Start() == nil {
		return nil
	}
	return &Clock{Left: t.Clock.Left, Days: t.Terms.Time.Days, Since: Millis(t.Clock.Waiting), Counts: t.Counts()}
}

// ViewTable shows a table to a viewer.
func ViewTable(t *play.Table, viewer play.PlayerID) Table {
	v := Table{
		ID: t.ID, Seq: t.Seq, Phase: t.Phase.String(), Terms: t.Terms.Shown(), Host: t.Host,
		Sitters: t.Sitters, Moves: t.MoveTexts(), ToMove: seatView(t.ToMove()),
		Clock: ViewClock(t), DrawBy: seatView(t.DrawBy()), TakeBackBy: seatView(t.TakeBackBy),
		RematchBy: make([]int, len(t.RematchBy)), Result: t.Result, Reason: t.Reason,
		Unrated: t.Unrated(), Previous: t.Previous, Newer: t.Newer,
	}
	if t.MaySeeNext(viewer) {
		v.Next = t.Next
	}
	if start := t.Start(); start != nil {
		v.Swapped = start.Game().IsSwapped()
		v.Start = start.String()
	}
	for i, seat := range t.RematchBy {
		v.RematchBy[i] = int(seat)
	}
	for _, c := range t.Ratings {
		v.Ratings = append(v.Ratings, RatingChange{
			Player: c.Player, Before: Tenths(c.Before.Value), After: Tenths(c.After.Value), Games: c.Games,
		})
	}
	return v
}

// ViewPlayer shows a player to others.
func ViewPlayer(p play.Player) Player {
	return Player{ID: p.ID, Name: p.Name, Registered: p.Registered, Since: Millis(p.Since), Bot: p.Bot}
}

// ViewRating shows a rating as it is now.
func ViewRating(s play.Standing, now time.Time) Rating {
	at := s.Rating.At(now)
	return Rating{Value: Tenths(at.Value), Deviation: Tenths(at.Deviation), Games: s.Games}
}
