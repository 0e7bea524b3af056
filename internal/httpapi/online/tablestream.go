package online

import (
	"encoding/json"
	"strconv"

	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// tableStream follows a table for one viewer.
type tableStream struct {
	*stream
	sub *live.Subscription
	// table is what was sent last, up to the event seq.
	table *play.Table
	seq   uint64
}

func (s *server) streamTable(out *stream) {
	after, err := lastEvent(out.request)
	if err != nil {
		out.refuse(err)
		return
	}
	id := play.TableID(out.request.PathValue("id"))
	seen, err := seenEvent(out.request)
	if err == nil {
		err = s.House.Tables.Reach(out.request.Context(), id, seen)
	}
	if err != nil {
		out.refuse(err)
		return
	}
	sub, err := s.House.Tables.Watch(out.request.Context(), id, out.viewer.ID, after)
	if err != nil {
		out.refuse(err)
		return
	}
	defer sub.Close()
	t := &tableStream{stream: out, sub: sub, seq: after}
	out.run(source{look: t.look, heartbeat: t.heartbeat})
}

// look writes what is new. The first message has the table even without an
// event.
func (t *tableStream) look() (<-chan struct{}, error) {
	for {
		news, err := t.sub.Look(t.request.Context())
		if err != nil {
			return nil, err
		}
		first := t.table == nil
		t.table = news.Table
		if first && news.Here == nil {
			news.Here = t.server.House.Tables.Here(news.Table.ID)
		}
		if len(news.Events) == 0 && news.Here == nil && !first {
			return t.sub.Bell(), nil
		}
		if err := t.sendNews(news, first); err != nil {
			return nil, err
		}
	}
}

func (t *tableStream) sendNews(news live.News, first bool) error {
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
		if err := t.send("here", api.HereNews{Players: news.Here}); err != nil {
			return err
		}
	}
	if first {
		return t.heartbeat()
	}
	return nil
}

// heartbeat writes how far the table is. The time is what the client sends back, to any
// server, by which the round trip is measured.
func (t *tableStream) heartbeat() error {
	now := t.server.Now()
	return t.send("beat", api.HeartbeatNews{
		Nonce: uint64(millis(now)), Seq: t.seq, Ply: t.table.Plies(), Clock: viewClock(t.table), Now: millis(now),
	})
}

// encoded are the messages about one state of a table: first for viewers who may
// see the rematch, then for those who may not.
type encoded [2]struct {
	table []byte
	// rest is the message, without its time, for viewers who have seen all
	// events up to after.
	after uint64
	rest  []byte
}

// maxShared is the maximum number of events in a message that is kept. Few viewers
// come late and need the whole history.
const maxShared = 4

// encodeNews is the message up to event seq, after its time. Nearly always all
// viewers of a table get the same message, so it is encoded once.
func encodeNews(news live.News, seq uint64, viewer play.PlayerID) (message []byte, err error) {
	after := seq - uint64(len(news.Events))
	shared := seq == news.Table.Seq && len(news.Events) <= maxShared && sameForAll(news.Events)
	news.Memo.Use(func(memo any) any {
		all, known := memo.(*encoded)
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

// sameForAll reports whether all viewers see these events alike. The id of a
// request is only for the player who sent it.
func sameForAll(events []play.Event) bool {
	for i := range events {
		if events[i].Request != "" {
			return false
		}
		switch events[i].Body.(type) {
		case play.Hidden, play.Said:
			return false
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
