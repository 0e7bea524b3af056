package online

import (
	"net/http"

	"plateau/internal/play"
	"plateau/internal/play/house"
)

type mineNews struct {
	Whole  bool          `json:"whole" doc:"The tables are all that are open or running, and replace what was known"`
	Tables []summaryView `json:"tables" doc:"Those that have changed; also one that I have just left"`
}

func (s *server) followMine(out *stream) {
	mine, tables, err := s.House.WatchPlayer(out.request.Context(), out.viewer.ID)
	if err != nil {
		out.refuse(err)
		return
	}
	defer mine.Close()
	news := mineNews{Whole: true, Tables: viewSummaries(tables)}
	out.follow(source{beat: out.beat, look: func() (<-chan struct{}, error) {
		if !news.Whole {
			news.Tables = viewSummaries(mine.Look())
		}
		if !news.Whole && len(news.Tables) == 0 {
			return mine.Bell(), nil
		}
		err := out.send("mine", news)
		news.Whole = false
		return mine.Bell(), err
	}})
}

type (
	waitingNews struct {
		Waiting int `json:"waiting" doc:"How many others wait for this game and clock"`
	}
	pairedNews struct {
		Table string `json:"table"`
	}
)

func (s *server) followPairing(out *stream) {
	wish, err := readWish(out.request)
	if err != nil {
		out.refuse(err)
		return
	}
	seeker, err := s.House.Seek(out.request.Context(), out.viewer, wish)
	if err != nil {
		out.refuse(err)
		return
	}
	defer seeker.Close()
	told := -1
	out.follow(source{beat: out.beat, look: func() (<-chan struct{}, error) {
		table, waiting := seeker.Look()
		if table != "" {
			return nil, out.send("paired", pairedNews{string(table)})
		}
		if waiting == told {
			return seeker.Bell(), nil
		}
		told = waiting
		return seeker.Bell(), out.send("waiting", waitingNews{waiting})
	}})
}

// readWish reads what is looked for from the address of a stream.
func readWish(r *http.Request) (house.PairingTerms, error) {
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
	wish := house.PairingTerms{Game: query.Get("game"), Time: play.Time{
		Main: play.Millis(number("main_ms")), Increment: play.Millis(number("increment_ms")), Days: int(number("days")),
	}}
	if err == nil {
		wish.Rated, err = parseFlag("rated", query.Get("rated"))
	}
	return wish, err
}
