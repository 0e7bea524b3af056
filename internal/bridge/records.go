package bridge

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"plateau/game"
)

// ReadRecordsRequest has the text of one or more records.
type ReadRecordsRequest struct {
	Text string `json:"text"`
}

// ReadRecords parses records.
func (b *Bridge) ReadRecords(r ReadRecordsRequest) ([]RecordView, error) {
	if len(r.Text) > maxRecord {
		return nil, refuseLarge("record", maxRecord)
	}
	records := game.NewRecordReader(strings.NewReader(r.Text), b.games.Games())
	views := []RecordView{}
	for {
		record, err := records.Read()
		switch {
		case errors.Is(err, io.EOF):
			return views, nil
		case err != nil:
			return nil, err
		}
		view := newRecordView(record)
		// Replaying finds what a record may contain and a match may not, such
		// as an agreed draw in a game without draws.
		if _, err := b.Replay(view.Match); err != nil {
			return nil, err
		}
		views = append(views, view)
	}
}

func newRecordView(r *game.Record) RecordView {
	view := RecordView{
		Match: MatchText{Game: r.Game.ID(), Moves: []string{}, Players: r.Players, Closing: closingOf(r), Swapped: r.Game.IsSwapped()},
		Tags:  [][2]string{},
	}
	if start := r.Start.String(); start != usualStart(r.Game).String() {
		view.Match.Start = start
	}
	m := r.Match()
	for i := range r.Plies {
		view.Match.Moves = append(view.Match.Moves, m.MoveText(i))
	}
	for _, tag := range r.Tags {
		view.Tags = append(view.Tags, [2]string{tag.Name, tag.Value})
	}
	return view
}

// closingOf is how the players or the referee of a record ended the game, or nil if
// the moves did. A decided game without a reason counts as resigned, and a drawn one
// as agreed. A record does not say which of two partners resigned, so it is the
// first.
func closingOf(r *game.Record) *Closing {
	moves := *r
	moves.Outcome = game.Running
	if moves.Match().Verdict().Outcome.Over() || !r.Outcome.Over() {
		return nil
	}
	winner, won := r.Outcome.Winner()
	if !won {
		how := cmp.Or(r.Reason, game.Agreement.Code)
		if how == game.Adjudication.Code {
			how = drawnByProof
		}
		return &Closing{How: how}
	}
	loser := slices.IndexFunc(r.Game.Seats(), func(s game.SeatInfo) bool { return s.Team != winner })
	return &Closing{How: cmp.Or(r.Reason, game.Resignation.Code), Seat: loser}
}

// WriteRecordRequest asks for the record of a match with additional tags.
type WriteRecordRequest struct {
	Match MatchText   `json:"match"`
	Tags  [][2]string `json:"tags"`
}

// WriteRecord writes a match as a record.
func (b *Bridge) WriteRecord(r WriteRecordRequest) (string, error) {
	if len(r.Tags) > maxTags {
		return "", refuseLarge("tags", maxTags)
	}
	m, err := b.Replay(r.Match)
	if err != nil {
		return "", err
	}
	record := game.RecordOf(m)
	for _, tag := range r.Tags {
		record.Tags = append(record.Tags, game.Tag{Name: tag[0], Value: tag[1]})
	}
	var text strings.Builder
	if err := game.WriteRecord(&text, record); err != nil {
		return "", err
	}
	return text.String(), nil
}
