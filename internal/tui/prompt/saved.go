package prompt

import (
	"slices"
	"strconv"
	"strings"

	"plateau/game"
)

// Saved is a game with what a session adds to it, and what a record of it
// keeps.
type Saved struct {
	// Record is the game as it was begun or found: its tags and comments are
	// kept, its moves are where the session sets out.
	Record *game.Record
	// Random are the seats that play at random.
	Random map[game.Seat]bool
	// Seed decides what they play.
	Seed uint64
}

// The tags under which a record keeps the seats that play at random.
const (
	randomTag = "RandomSeats"
	seedTag   = "Seed"
)

// SavedFrom finds in a record's tags what an earlier session added; wrong ones
// mean nothing.
func SavedFrom(rec *game.Record) Saved {
	saved := Saved{Record: rec, Random: map[game.Seat]bool{}}
	for _, tag := range rec.Tags {
		switch tag.Name {
		case seedTag:
			saved.Seed, _ = strconv.ParseUint(tag.Value, 10, 64)
		case randomTag:
			ids := strings.Fields(tag.Value)
			for i, seat := range rec.Game.Seats() {
				if slices.Contains(ids, seat.ID) {
					saved.Random[game.Seat(i)] = true
				}
			}
		}
	}
	return saved
}

// snapshot is the record of the match as it stands. Comments stay with the
// moves that are still the same.
func (v Saved) snapshot(m *game.Match) *game.Record {
	rec := game.RecordOf(m)
	rec.Intro = v.Record.Intro
	for i := range min(len(rec.Plies), len(v.Record.Plies)) {
		if rec.Plies[i].Move != v.Record.Plies[i].Move {
			break
		}
		rec.Plies[i].Comments = v.Record.Plies[i].Comments
	}
	for _, tag := range v.Record.Tags {
		if tag.Name != randomTag && tag.Name != seedTag {
			rec.Tags = append(rec.Tags, tag)
		}
	}
	var ids []string
	for i, seat := range m.Game().Seats() {
		if v.Random[game.Seat(i)] {
			ids = append(ids, seat.ID)
		}
	}
	if len(ids) > 0 {
		rec.Tags = append(rec.Tags,
			game.Tag{Name: randomTag, Value: strings.Join(ids, " ")},
			game.Tag{Name: seedTag, Value: strconv.FormatUint(v.Seed, 10)})
	}
	return rec
}
