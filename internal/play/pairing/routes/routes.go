// Package routes has the route by which players look for an opponent.
package routes

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/pairing"
)

type routes struct{ *route.Router }

// Register adds the stream of those who look for an opponent.
func Register(r *route.Router) {
	r.Stream(route.ForPlayers("streams", "followPairing", "GET /pairing/events", "Look for an opponent while the stream is open"),
		[]*huma.Param{
			{Name: "game", In: "query", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			route.QueryParam("main_ms", huma.TypeInteger, "As in the terms of a table"),
			route.QueryParam("increment_ms", huma.TypeInteger, "As in the terms of a table"),
			route.QueryParam("days", huma.TypeInteger, "As in the terms of a table"),
			route.QueryParam("rated", huma.TypeBoolean, "As in the terms of a table"),
		}, []route.Event{
			route.EventOf[api.WaitingNews](r, "waiting", "How many others are waiting"),
			route.EventOf[api.PairedNews](r, "paired", "The table of the game, which has started; then the stream ends"),
		}, routes{r}.follow)
}

func (s routes) follow(out *route.Stream) {
	wish, err := parseWish(out.Request)
	if err != nil {
		out.Refuse(err)
		return
	}
	seeker, err := s.House.Pairing.Seek(out.Request.Context(), out.Viewer, wish)
	if err != nil {
		out.Refuse(err)
		return
	}
	defer seeker.Close()
	sent := -1
	out.Run(route.Source{Heartbeat: out.Heartbeat, Look: func() (<-chan struct{}, error) {
		table, waiting := seeker.Look()
		if table != "" {
			return nil, out.Send("paired", api.PairedNews{Table: table})
		}
		if seeker.Ended() {
			return nil, nil //nolint:nilnil // A client that asks again learns why.
		}
		if waiting == sent {
			return seeker.Bell(), nil
		}
		sent = waiting
		return seeker.Bell(), out.Send("waiting", api.WaitingNews{Waiting: waiting})
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
		n, err = route.ParseNumber(name, text)
		return n
	}
	wish := pairing.Terms{Game: query.Get("game"), Time: play.Time{
		Main: play.Millis(number("main_ms")), Increment: play.Millis(number("increment_ms")), Days: int(number("days")),
	}}
	if err == nil {
		wish.Rated, err = route.ParseFlag("rated", query.Get("rated"))
	}
	return wish, err
}
