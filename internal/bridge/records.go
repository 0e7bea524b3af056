package bridge

import (
	"errors"
	"io"
	"slices"
	"strings"

	"plateau/game"
)

type recordsAsked struct {
	Text string `json:"text"`
}

func (b *Bridge) readRecords(asked recordsAsked) ([]recordView, error) {
	if len(asked.Text) > maxRecord {
		return nil, refuseLarge("record", maxRecord)
	}
	records := game.NewRecordReader(strings.NewReader(asked.Text), b.games.Games())
	views := []recordView{}
	for {
		record, err := records.Read()
		switch {
		case errors.Is(err, io.EOF):
			return views, nil
		case err != nil:
			return nil, err
		}
		view := newRecordView(record)
		// What a record may hold and a match may not, such as a draw agreed
		// upon in a game without draws, is found by playing it.
		if _, err := b.replay(view.Match); err != nil {
			return nil, err
		}
		views = append(views, view)
	}
}

func newRecordView(r *game.Record) recordView {
	view := recordView{
		Match: matchText{Game: r.Game.ID(), Moves: []string{}, Players: r.Players, Closing: closingOf(r)},
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

// closingOf is how the players of a record ended the game, or nil if the moves
// did. A result without a reason is taken for the usual one; a record does not
// say which of two partners it was, so it is the first.
func closingOf(r *game.Record) *closing {
	moves := *r
	moves.Outcome = game.Running
	if moves.Match().Verdict().Outcome.Over() || !r.Outcome.Over() {
		return nil
	}
	winner, won := r.Outcome.Winner()
	if !won {
		return &closing{How: game.Agreement.Code}
	}
	loser := slices.IndexFunc(r.Game.Seats(), func(s game.SeatInfo) bool { return s.Team != winner })
	how := game.Resignation.Code
	if r.Reason == game.Timeout.Code {
		how = r.Reason
	}
	return &closing{How: how, Seat: loser}
}

type recordAsked struct {
	Match matchText   `json:"match"`
	Tags  [][2]string `json:"tags"`
}

func (b *Bridge) writeRecord(asked recordAsked) (string, error) {
	if len(asked.Tags) > maxTags {
		return "", refuseLarge("tags", maxTags)
	}
	m, err := b.replay(asked.Match)
	if err != nil {
		return "", err
	}
	record := game.RecordOf(m)
	for _, tag := range asked.Tags {
		record.Tags = append(record.Tags, game.Tag{Name: tag[0], Value: tag[1]})
	}
	var text strings.Builder
	if err := game.WriteRecord(&text, record); err != nil {
		return "", err
	}
	return text.String(), nil
}
