package play

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

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

// Ratings cannot be farmed: neither by games that are given up at once, nor by many
// games of the same two.
const (
	// RatedMoves is how many moves everybody must have made before somebody resigns,
	// leaves or runs out of time. A game that is decided on the board always counts.
	RatedMoves = 3
	// RatedPerDay is how many games of a kind the same two play for their ratings
	// within RatedDay.
	RatedPerDay = 10
	RatedDay    = 24 * time.Hour
)

// Unrated is why a rated game changed no rating.
type Unrated string

// The reasons.
const (
	// UnratedShort is a game that was given up early.
	UnratedShort Unrated = "short"
	// UnratedOften is one of many of the same players.
	UnratedOften Unrated = "often"
)

// Unrated is why a rated game that is over changed no rating; empty if it did, or if
// nothing was played.
func (t *Table) Unrated() Unrated {
	switch {
	case !t.Terms.Rated || t.Phase != Over || t.Result == Void || t.Plies() == 0 || t.Ratings != nil:
		return ""
	case t.short():
		return UnratedShort
	}
	return UnratedOften
}

// short reports whether the game was given up early.
func (t *Table) short() bool {
	return t.Plies() < RatedMoves*len(t.Sitters) && !t.match.Verdict().Outcome.Over()
}

// NeedsRating reports whether the decision ended a game that counts for ratings,
// unless its players have played too many. It must then be completed by
// [Decision.Rate].
func (d *Decision) NeedsRating() bool {
	ended := slices.ContainsFunc(d.Events, func(e Event) bool {
		_, ends := e.Body.(Ended)
		return ends
	})
	return ended && d.Table.Unrated() == UnratedOften
}

// ratedPair begins the keys of shared values that say when two players last played for
// their ratings.
const ratedPair = "rated/"

// RatedPairs are the keys of the shared values of all pairs of opponents at the table.
// They do not tell who the players are.
func (d *Decision) RatedPairs() []string {
	t := d.Table
	var keys []string
	for i, s := range t.Sitters {
		for _, other := range t.opponents(game.Seat(i)) {
			if int(other) < i {
				continue
			}
			pair := []string{string(s.Player), string(t.Sitters[other].Player)}
			slices.Sort(pair)
			sum := sha256.Sum256([]byte(t.Game.ID() + " " + pair[0] + " " + pair[1]))
			keys = append(keys, ratedPair+hex.EncodeToString(sum[:16]))
		}
	}
	return keys
}

// CountRated notes that each pair has played one more game, given what the shared values
// of [Decision.RatedPairs] were. It is not ok, and changes nothing, if one of them has
// played too many.
func (d *Decision) CountRated(values []SharedValue) (ok bool) {
	now, old := d.Table.Changed, make(map[string][]byte)
	for _, v := range values {
		old[v.Key] = v.Value
	}
	var changes []SharedChange
	for _, key := range d.RatedPairs() {
		var played []int64 // when, in milliseconds since 1970
		if err := json.Unmarshal([]byte(cmp.Or(string(old[key]), "[]")), &played); err != nil {
			played = nil // Another program has written it.
		}
		played = slices.DeleteFunc(played, func(at int64) bool { return now.Sub(time.UnixMilli(at)) >= RatedDay })
		if len(played) >= RatedPerDay {
			return false
		}
		text, err := json.Marshal(append(played, now.UnixMilli()))
		if err != nil {
			panic("play: numbers as JSON: " + err.Error())
		}
		changes = append(changes, SharedChange{SharedValue: SharedValue{Key: key, Value: text, Until: now.Add(RatedDay)}, Old: old[key]})
	}
	d.Shared = append(d.Shared, changes...)
	return true
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

// maxRunning is more than a player can have: see the limit of unfinished tables.
const maxRunning = 100

// PlaysRated reports whether a player has a rated game of a kind that is not over.
func PlaysRated(ctx context.Context, s TableStore, player PlayerID, kind string) (bool, error) {
	running, err := s.Tables(ctx, TableQuery{Player: player, Game: kind, Phase: Running, Limit: maxRunning})
	return slices.ContainsFunc(running, func(sum Summary) bool { return sum.Terms.Rated }), err
}
