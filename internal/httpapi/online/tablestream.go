package online

import (
	"encoding/json"
	"strconv"

	"plateau/internal/play"
	"plateau/internal/play/house"
)

// What the events of a table's stream carry.
type (
	tableNews struct {
		Now    int64       `json:"now"`
		Events []eventView `json:"events" doc:"Those after the last that was told"`
		Table  tableView   `json:"table" doc:"As it stands, with these events and maybe more"`
	}
	hereNews struct {
		Players []string `json:"players" doc:"The players of the table who are there"`
	}
	beatNews struct {
		Nonce uint64     `json:"nonce" doc:"To be sent back at once by players"`
		Seq   uint64     `json:"seq" doc:"The last event that was told; whoever has not seen it comes back"`
		Ply   int        `json:"ply"`
		Clock *clockView `json:"clock"`
		Now   int64      `json:"now"`
	}
)

// tableStream follows a table for one viewer.
type tableStream struct {
	*stream
	sub *house.Subscription
	key tripKey
	// table is what was told last, up to the event seq.
	table *play.Table
	seq   uint64
}

func (s *server) followTable(out *stream) {
	after, err := lastEvent(out.request)
	if err != nil {
		out.refuse(err)
		return
	}
	id := play.TableID(out.request.PathValue("id"))
	sub, err := s.House.Watch(out.request.Context(), id, out.viewer.ID, after)
	if err != nil {
		out.refuse(err)
		return
	}
	defer sub.Close()
	t := &tableStream{stream: out, sub: sub, key: tripKey{id, out.viewer.ID}, seq: after}
	if out.viewer.ID != "" {
		s.trips.enter(t.key)
		defer s.trips.leave(t.key)
	}
	out.follow(source{look: t.look, beat: t.beat})
}

// look writes what is new. At first that is the table, even without an event.
func (t *tableStream) look() (<-chan struct{}, error) {
	for {
		news, err := t.sub.Look(t.request.Context())
		if err != nil {
			return nil, err
		}
		first := t.table == nil
		t.table = news.Table
		if first && news.Here == nil {
			news.Here = t.server.House.Here(news.Table.ID)
		}
		if len(news.Events) == 0 && news.Here == nil && !first {
			return t.sub.Bell(), nil
		}
		if err := t.tell(news, first); err != nil {
			return nil, err
		}
	}
}

func (t *tableStream) tell(news house.News, first bool) error {
	if len(news.Events) > 0 || first {
		if n := len(news.Events); n > 0 {
			t.seq = news.Events[n-1].Seq
		} else {
			t.seq = news.Table.Seq
		}
		head := appendEvent(make([]byte, 0, 96), "table", strconv.FormatUint(t.seq, 10))
		head = append(head, `{"now":`...)
		head = strconv.AppendInt(head, millis(t.server.Now()), 10)
		rest, err := encodeNews(news, t.seq, t.viewer.ID)
		if err != nil {
			return err
		}
		if err := t.write(head, rest); err != nil {
			return err
		}
	}
	if news.Here != nil {
		here := hereNews{Players: []string{}}
		for _, player := range news.Here {
			here.Players = append(here.Players, string(player))
		}
		if err := t.send("here", here); err != nil {
			return err
		}
	}
	if first {
		return t.beat()
	}
	return nil
}

// beat writes where the table is, with a number by which the round trip is
// measured.
func (t *tableStream) beat() error {
	now := t.server.Now()
	return t.send("beat", beatNews{
		Nonce: t.server.trips.send(t.key, now), Seq: t.seq, Ply: t.table.Plies(), Clock: viewClock(t.table), Now: millis(now),
	})
}

// encoded is what is kept of a state of a table: first for those who may know
// all of it, then for those who may not know of the rematch.
type encoded [2]struct {
	table []byte
	// rest is the rest of the message for those who had seen all events up
	// to after.
	after uint64
	rest  []byte
}

// maxShared is how many events a message has at most that is kept: those who
// come later and want the whole history are few.
const maxShared = 4

// encodeNews is the message up to event seq, behind its time. Nearly always
// all who watch a table are told the same, so that one encodes it for all.
func encodeNews(news house.News, seq uint64, viewer play.PlayerID) (message []byte, err error) {
	after := seq - uint64(len(news.Events))
	shared := seq == news.Table.Seq && len(news.Events) <= maxShared && forAll(news.Events)
	news.Memo.Use(func(kept any) any {
		all, known := kept.(*encoded)
		if !known {
			all = new(encoded)
		}
		e := &all[0]
		if !news.Table.MaySeeNext(viewer) {
			e = &all[1]
		}
		if shared && e.rest != nil && e.after == after {
			message = e.rest
			return all
		}
		if e.table == nil {
			if e.table, err = json.Marshal(viewTable(news.Table, viewer)); err != nil {
				return nil
			}
		}
		message, err = appendNews(make([]byte, 0, len(e.table)+256*(len(news.Events)+1)), news.Events, e.table)
		if shared && err == nil {
			e.after, e.rest = after, message
		}
		return all
	})
	return message, err
}

// forAll tells whether everybody who sees the same of the table sees the same
// of the events. The id of a request is for whoever made it.
func forAll(events []play.Event) bool {
	for i := range events {
		if events[i].Request != "" {
			return false
		}
		switch body := events[i].Body.(type) {
		case play.Hidden:
			return false
		case play.Said:
			if body.Channel != play.ToTable {
				return false
			}
		}
	}
	return true
}

func appendNews(dst []byte, events []play.Event, table []byte) ([]byte, error) {
	dst = append(dst, `,"events":[`...)
	for i := range events {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = events[i].AppendJSON(dst); err != nil {
			return nil, err
		}
	}
	dst = append(dst, `],"table":`...)
	dst = append(dst, table...)
	return append(dst, "}\n\n"...), nil
}
