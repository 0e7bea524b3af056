package online

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/play"
)

// eventView describes [play.Event], which encodes itself.
type eventView struct {
	Table   string         `json:"table"`
	Seq     uint64         `json:"seq"`
	At      time.Time      `json:"at"`
	By      string         `json:"by,omitempty" doc:"The player who caused it; the server if missing"`
	Request string         `json:"request,omitempty" doc:"The id of the request that caused it"`
	Kind    string         `json:"kind" doc:"What happened; 'hidden' if the reader may not see it"`
	Body    map[string]any `json:"body" doc:"Depends on the kind, and may get more fields"`
}

// TransformSchema describes each kind of event with its own body.
func (eventView) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	types := play.BodyTypes()
	union := new(huma.Schema)
	for _, kind := range slices.Sorted(maps.Keys(types)) {
		one := *s
		one.Properties = maps.Clone(s.Properties)
		one.Properties["kind"] = &huma.Schema{Type: huma.TypeString, Enum: []any{kind}}
		one.Properties["body"] = r.Schema(types[kind], true, "")
		union.OneOf = append(union.OneOf, &one)
	}
	return union
}

func millis(t time.Time) int64 { return t.UnixMilli() }

// millisOrNone is 0 if there is no time, which is left out.
func millisOrNone(t time.Time) int64 {
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

// tenths rounds a rating for display.
func tenths(value float64) float64 { return math.Round(value*10) / 10 }

func viewSummary(s play.Summary) api.Summary {
	v := api.Summary{
		ID: s.ID, Seq: s.Seq, Phase: s.Phase.String(), Terms: s.Terms.Shown(), Host: s.Host,
		Sitters: s.Sitters, Entered: millis(s.Entered), Plies: s.Plies,
		Result: s.Result, Reason: s.Reason,
	}
	if s.ToMove != nil {
		v.ToMove = seatView(*s.ToMove)
	}
	return v
}

func viewSummaries(list []play.Summary) []api.Summary {
	views := make([]api.Summary, len(list))
	for i, s := range list {
		views[i] = viewSummary(s)
	}
	return views
}

// viewClock is nil before the start and in games without a clock.
func viewClock(t *play.Table) *api.Clock {
	if t.Terms.Time == (play.Time{}) || t.Start() == nil {
		return nil
	}
	return &api.Clock{Left: t.Clock.Left, Days: t.Terms.Time.Days, Since: millis(t.Clock.Waiting), Counts: t.Counts()}
}

// viewTable shows a table to a viewer.
func viewTable(t *play.Table, viewer play.PlayerID) api.Table {
	v := api.Table{
		ID: t.ID, Seq: t.Seq, Phase: t.Phase.String(), Terms: t.Terms.Shown(), Host: t.Host,
		Sitters: t.Sitters, Moves: t.MoveTexts(), ToMove: seatView(t.ToMove()),
		Clock: viewClock(t), DrawBy: seatView(t.DrawBy()), TakeBackBy: seatView(t.TakeBackBy),
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
		v.Ratings = append(v.Ratings, api.RatingChange{
			Player: c.Player, Before: tenths(c.Before.Value), After: tenths(c.After.Value), Games: c.Games,
		})
	}
	return v
}

func viewPlayer(p play.Player) api.Player {
	return api.Player{ID: p.ID, Name: p.Name, Registered: p.Registered, Since: millis(p.Since), Bot: p.Bot}
}

func viewRating(s play.Standing, now time.Time) api.Rating {
	at := s.Rating.At(now)
	return api.Rating{Value: tenths(at.Value), Deviation: tenths(at.Deviation), Games: s.Games}
}

// schemaOf is the schema of a type that is not part of a registered operation.
func schemaOf[T any](a huma.API) *huma.Schema {
	return a.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}
