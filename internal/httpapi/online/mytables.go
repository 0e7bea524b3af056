package online

import (
	"net/http"

	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/play/pairing"
)

func (s *server) streamMyTables(out *stream) {
	sub, tables, err := s.House.PlayerWatches.Watch(out.request.Context(), out.viewer.ID)
	if err != nil {
		out.refuse(err)
		return
	}
	defer sub.Close()
	news := api.MyTablesNews{Whole: true, Tables: viewSummaries(tables)}
	out.run(source{heartbeat: out.heartbeat, look: func() (<-chan struct{}, error) {
		if !news.Whole {
			news.Tables = viewSummaries(sub.Look())
		}
		if !news.Whole && len(news.Tables) == 0 {
			return sub.Bell(), nil
		}
		err := out.send("mine", news)
		news.Whole = false
		return sub.Bell(), err
	}})
}

func (s *server) streamPairing(out *stream) {
	wish, err := parseWish(out.request)
	if err != nil {
		out.refuse(err)
		return
	}
	seeker, err := s.House.Pairing.Seek(out.request.Context(), out.viewer, wish)
	if err != nil {
		out.refuse(err)
		return
	}
	defer seeker.Close()
	sent := -1
	out.run(source{heartbeat: out.heartbeat, look: func() (<-chan struct{}, error) {
		table, waiting := seeker.Look()
		if table != "" {
			return nil, out.send("paired", api.PairedNews{Table: table})
		}
		if seeker.Ended() {
			return nil, nil //nolint:nilnil // A client that asks again learns why.
		}
		if waiting == sent {
			return seeker.Bell(), nil
		}
		sent = waiting
		return seeker.Bell(), out.send("waiting", api.WaitingNews{Waiting: waiting})
	}})
}

// parseWish parses the query parameters of a pairing.
func parseWish(r *http.Request) (pairing.Terms, error) {
	query := r.URL.Query()
	var err error
	number := func(name string) int64 {
		text := query.Get(name)
		if text == "" || err != nil {
			return 0
		}
		var n int64
		n, err = parseNumber(name, text)
		return n
	}
	wish := pairing.Terms{Game: query.Get("game"), Time: play.Time{
		Main: play.Millis(number("main_ms")), Increment: play.Millis(number("increment_ms")), Days: int(number("days")),
	}}
	if err == nil {
		wish.Rated, err = parseFlag("rated", query.Get("rated"))
	}
	return wish, err
}
