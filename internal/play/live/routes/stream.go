package routes

import (
	"encoding/json"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/live"
)

// tableStream follows a table for one viewer.
type tableStream struct {
	*route.Stream
	router *route.Router
	sub    *live.Subscription
	// table is what was sent last, up to the event seq.
	table *play.Table
	seq   uint64
}

func (s *routes) registerStreams() {
	seen := route.QueryParam("seen", huma.TypeInteger, "An event that was acknowledged to the client, perhaps by another server: the stream begins with it or later")
	s.Stream(route.ForVisitors("streams", "followTable", "GET /tables/{id}/events", "Follow a table; its players count as present"),
		[]*huma.Param{route.PathParam("id", "The id of the table"), route.AfterParam, seen}, []route.Event{
			route.EventOf[api.TableNews](s.Router, "table", "What happened: at the start and after every change. Its id is the number of the last event"),
			route.EventOf[api.HereNews](s.Router, "here", "Who is present: at the start and when players come or go"),
			route.EventOf[api.HeartbeatNews](s.Router, "beat", "A heartbeat: at the start and every 15 seconds"),
		}, s.followTable)
	s.Stream(route.ForPlayers("streams", "followMyTables", "GET /me/events", "Follow all my tables"), nil, []route.Event{
		route.EventOf[api.MyTablesNews](s.Router, "mine", "All my tables at the start, then those that change"),
	}, s.followMyTables)
}

func (s *routes) followTable(out *route.Stream) {
	after, err := route.LastEvent(out.Request)
	if err != nil {
		out.Refuse(err)
		return
	}
	id := play.TableID(out.Request.PathValue("id"))
	seen, err := route.SeenEvent(out.Request)
	if err == nil {
		err = s.House.Tables.Reach(out.Request.Context(), id, seen)
	}
	if err != nil {
		out.Refuse(err)
		return
	}
	sub, err := s.House.Tables.Watch(out.Request.Context(), id, out.Viewer.ID, after)
	if err != nil {
		out.Refuse(err)
		return
	}
	defer sub.Close()
	t := &tableStream{Stream: out, router: s.Router, sub: sub, seq: after}
	out.Run(route.Source{Look: t.look, Heartbeat: t.heartbeat})
}

// look writes what is new. The first message has the table even without an
// event.
func (t *tableStream) look() (<-chan struct{}, error) {
	for {
		news, err := t.sub.Look(t.Request.Context())
		if err != nil {
			return nil, err
		}
		first := t.table == nil
		t.table = news.Table
		if first && news.Here == nil {
			news.Here = t.router.House.Tables.Here(news.Table.ID)
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
		head := route.AppendEvent(make([]byte, 0, 96), "table", strconv.FormatUint(t.seq, 10))
		head = append(head, `{"now":`...)
		head = strconv.AppendInt(head, api.Millis(t.router.Now()), 10)
		rest, err := encodeNews(news, t.seq, t.Viewer.ID)
		if err != nil {
			return err
		}
		if err := t.Write(head, rest); err != nil {
			return err
		}
	}
	if news.Here != nil {
		if err := t.Send("here", api.HereNews{Players: news.Here}); err != nil {
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
	now := t.router.Now()
	return t.Send("beat", api.HeartbeatNews{
		Nonce: uint64(api.Millis(now)), Seq: t.seq, Ply: t.table.Plies(), Clock: api.ViewClock(t.table), Now: api.Millis(now),
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
			if e.table, err = json.Marshal(api.ViewTable(news.Table, viewer)); err != nil {
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
