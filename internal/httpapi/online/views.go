package online

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plateau/game"
	"plateau/internal/play"
)

// The types of requests and answers. Times are milliseconds since 1970; seats and
// chairs are counted from 0.

type (
	summaryView struct {
		ID      string             `json:"id"`
		Seq     uint64             `json:"seq" doc:"The number of its last event"`
		Phase   string             `json:"phase" enum:"open,running,over"`
		Terms   play.Terms         `json:"terms"`
		Host    string             `json:"host" doc:"The player who opened it; empty if the server did"`
		Sitters []play.Sitter      `json:"sitters" doc:"By chair while the table is open, by seat once the game has started"`
		Entered int64              `json:"entered" doc:"When the phase started"`
		Plies   int                `json:"plies"`
		Result  string             `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,*"`
		Reason  string             `json:"reason,omitempty" doc:"The code of the reason why it is over"`
		ToMove  *int               `json:"to_move,omitempty"`
		Ratings map[string]float64 `json:"ratings,omitempty" doc:"The ratings of the players at an open table, in its game"`
	}
	clockView struct {
		Left   []int64 `json:"left_ms,omitempty" doc:"What each seat had left when the clock of the seat to move started"`
		Days   int     `json:"days,omitempty"`
		Since  int64   `json:"since" doc:"Since when the table has been waiting for the seat to move"`
		Counts bool    `json:"counts" doc:"Whether the clock of the seat to move has been running since then"`
	}
	ratingChangeView struct {
		Player string  `json:"player"`
		Before float64 `json:"before"`
		After  float64 `json:"after"`
		Games  int     `json:"games" doc:"Rated games, including this one"`
	}
	tableView struct {
		ID         string             `json:"id"`
		Seq        uint64             `json:"seq" doc:"The number of its last event"`
		Phase      string             `json:"phase" enum:"open,running,over"`
		Terms      play.Terms         `json:"terms"`
		Host       string             `json:"host"`
		Sitters    []play.Sitter      `json:"sitters" doc:"By chair while the table is open, by seat once the game has started"`
		Start      string             `json:"start,omitempty" doc:"The position that the game started from, in notation"`
		Swapped    bool               `json:"swapped,omitempty" doc:"The two seats have each other's colours, in games whose colours are free: in Quantik player 1 is dark"`
		Moves      []string           `json:"moves" doc:"In exact notation"`
		ToMove     *int               `json:"to_move"`
		Clock      *clockView         `json:"clock"`
		DrawBy     *int               `json:"draw_by" doc:"The seat whose draw offer is pending"`
		TakeBackBy *int               `json:"takeback_by" doc:"The seat that asks to take back its last move"`
		RematchBy  []int              `json:"rematch_by" doc:"The seats that want a rematch"`
		Result     string             `json:"result,omitempty" enum:"1-0,0-1,1/2-1/2,*"`
		Reason     string             `json:"reason,omitempty" doc:"The code of the reason why it is over"`
		Ratings    []ratingChangeView `json:"ratings,omitempty"`
		Unrated    string             `json:"unrated,omitempty" enum:"short,often" doc:"Why a rated game changed no rating: it was given up early, or the same players have played many"`
		Previous   string             `json:"previous,omitempty" doc:"The table whose rematch this is"`
		Next       string             `json:"next,omitempty" doc:"The table of the rematch"`
		Newer      bool               `json:"newer,omitempty" doc:"It has events of a newer version and cannot be played"`
	}
	playerView struct {
		ID         string `json:"id"`
		Name       string `json:"name" doc:"Empty if the player was deleted"`
		Registered bool   `json:"registered" doc:"Whether the player is registered; others are guests"`
		Since      int64  `json:"since"`
		Bot        bool   `json:"bot,omitempty" doc:"Whether the account belongs to a program"`
	}
	ratingView struct {
		Value     float64 `json:"value"`
		Deviation float64 `json:"deviation" doc:"With 95 % probability the strength is within twice this of the value"`
		Games     int     `json:"games"`
	}
	// eventView describes [play.Event], which encodes itself.
	eventView struct {
		Table   string         `json:"table"`
		Seq     uint64         `json:"seq"`
		At      time.Time      `json:"at"`
		By      string         `json:"by,omitempty" doc:"The player who caused it; the server if missing"`
		Request string         `json:"request,omitempty" doc:"The id of the request that caused it"`
		Kind    string         `json:"kind" doc:"What happened; 'hidden' if the reader may not see it"`
		Body    map[string]any `json:"body" doc:"Depends on the kind, and may get more fields"`
	}
)

// TransformSchema lets the clock be null, which package huma cannot express for
// objects.
func (tableView) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return nullable(s, "clock")
}

// TransformSchema lets the clock be null.
func (heartbeatNews) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return nullable(s, "clock")
}

// TransformSchema lets the summary be null.
func (lobbyChangeView) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return nullable(s, "summary")
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

// nullable lets a property be null.
func nullable(s *huma.Schema, name string) *huma.Schema {
	s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{s.Properties[name], {Type: "null"}}}
	return s
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

func viewSummary(s play.Summary) summaryView {
	v := summaryView{
		ID: string(s.ID), Seq: s.Seq, Phase: s.Phase.String(), Terms: s.Terms.Shown(), Host: string(s.Host),
		Sitters: s.Sitters, Entered: millis(s.Entered), Plies: s.Plies,
		Result: string(s.Result), Reason: s.Reason,
	}
	if s.ToMove != nil {
		v.ToMove = seatView(*s.ToMove)
	}
	return v
}

func viewSummaries(list []play.Summary) []summaryView {
	views := make([]summaryView, len(list))
	for i, s := range list {
		views[i] = viewSummary(s)
	}
	return views
}

// viewClock is nil before the start and in games without a clock.
func viewClock(t *play.Table) *clockView {
	if t.Terms.Time == (play.Time{}) || t.Start() == nil {
		return nil
	}
	v := &clockView{Days: t.Terms.Time.Days, Since: millis(t.Clock.Waiting), Counts: t.Counts()}
	for _, left := range t.Clock.Left {
		v.Left = append(v.Left, int64(left))
	}
	return v
}

// viewTable shows a table to a viewer.
func viewTable(t *play.Table, viewer play.PlayerID) tableView {
	v := tableView{
		ID: string(t.ID), Seq: t.Seq, Phase: t.Phase.String(), Terms: t.Terms.Shown(), Host: string(t.Host),
		Sitters: t.Sitters, Moves: t.MoveTexts(), ToMove: seatView(t.ToMove()),
		Clock: viewClock(t), DrawBy: seatView(t.DrawBy()), TakeBackBy: seatView(t.TakeBackBy),
		RematchBy: make([]int, len(t.RematchBy)), Result: string(t.Result), Reason: t.Reason,
		Unrated: string(t.Unrated()), Previous: string(t.Previous), Newer: t.Newer,
	}
	if t.MaySeeNext(viewer) {
		v.Next = string(t.Next)
	}
	if start := t.Start(); start != nil {
		v.Swapped = start.Game().IsSwapped()
		v.Start = start.String()
	}
	for i, seat := range t.RematchBy {
		v.RematchBy[i] = int(seat)
	}
	for _, c := range t.Ratings {
		v.Ratings = append(v.Ratings, ratingChangeView{string(c.Player), tenths(c.Before.Value), tenths(c.After.Value), c.Games})
	}
	return v
}

func viewPlayer(p play.Player) playerView {
	return playerView{string(p.ID), p.Name, p.Registered, millis(p.Since), p.Bot}
}

func viewRating(s play.Standing, now time.Time) ratingView {
	at := s.Rating.At(now)
	return ratingView{tenths(at.Value), tenths(at.Deviation), s.Games}
}

// schemaOf is the schema of a type that is not part of a registered operation.
func schemaOf[T any](api huma.API) *huma.Schema {
	return api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
}
