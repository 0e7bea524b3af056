// Package share serves addresses that are made to be sent to others: pages with a
// title, a description and a picture for sites and messengers, which lead people on
// to the app; these pictures; games as films; and boards for the frames of other
// sites.
//
//	/t/ID           a table                      → /#/table/ID
//	/g/GAME?moves=  a game or a position         → /#/play?game=GAME&moves=
//	/a/GAME?moves=  the same, to be analysed     → /#/analyse/GAME?moves=
//	/p/GAME/ID      a puzzle                     → /#/puzzle/GAME/ID
//
// With .png at the end of the path it is the picture, with .gif the film, and below
// /embed a board: /embed/t/ID, /embed/g/GAME?moves=. The parameter l is the language
// of who shares, since programs that make previews have none.
//
// Nothing here knows who asks: a table is shown as to a stranger with its link.
package share

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"time"

	"plateau/catalogue"
	"plateau/catalogue/look"
	"plateau/game"
	"plateau/internal/bridge"
	"plateau/internal/budget"
	"plateau/internal/httpapi/problem"
	"plateau/internal/lru"
	"plateau/internal/play"
	"plateau/rulebook"
)

// Config is what is shared. Games, URL, Address and Budgets are required.
type Config struct {
	Games catalogue.List
	// Table is a table as somebody without an id sees it; nil without online
	// play.
	Table func(ctx context.Context, id play.TableID) (*play.Table, error)
	// URL is the public origin of the server, and Address the one that a
	// request counts for.
	URL     func(r *http.Request) string
	Address func(r *http.Request) string
	Budgets budget.Budgets
	// NoLimits lifts the limits, for measurements.
	NoLimits bool
}

// Paths are what the handler answers.
var Paths = []string{"/t/", "/g/", "/a/", "/p/", "/embed/"}

// Limits. Pictures are work, films much more; what was made lately is kept.
const (
	PictureCost    = 4
	FilmCost       = 40
	storedPictures = 64
	storedFilms    = 8
	// patience is how long a request waits while others are drawn.
	patience = 10 * time.Second
)

// Rate is what one address may ask for: 40 pictures or 4 films at once, and one
// picture a second in the long run.
var Rate = budget.Rate{PerSecond: 4, AtOnce: 160}

type server struct {
	Config
	bridge *bridge.Bridge
	looks  map[string]*look.Picture
	// drawing limits how many are drawn at a time.
	drawing  chan struct{}
	pictures *lru.Cache[string, []byte]
	films    *lru.Cache[string, []byte]
}

// New serves [Paths].
func New(c Config) http.Handler {
	s := &server{
		Config: c, bridge: bridge.New(c.Games, nil), looks: c.Games.Pictures(),
		drawing:  make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		pictures: lru.New[string, []byte](storedPictures), films: lru.New[string, []byte](storedFilms),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /t/{name}", s.answer(s.table))
	mux.HandleFunc("GET /g/{name}", s.answer(s.game("play")))
	mux.HandleFunc("GET /a/{name}", s.answer(s.game("analyse")))
	mux.HandleFunc("GET /p/{game}/{name}", s.answer(s.puzzle))
	mux.HandleFunc("GET /embed/t/{name}", s.embed(s.table))
	mux.HandleFunc("GET /embed/g/{name}", s.embed(s.game("play")))
	mux.HandleFunc("GET /embed/p/{game}/{name}", s.embed(s.puzzle))
	mux.HandleFunc("GET /embed/{name}", serveAsset)
	return mux
}

// find finds what an address is about; the name is its last part, without the end
// that says what is wanted of it. Its errors are refusals, with a subject that
// knows only the page of the app, or failures of the store.
type find func(r *http.Request, name string) (*subject, error)

// answer serves a preview, a picture or a film.
func (s *server) answer(find find) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name, ending := splitEnding(r.PathValue("name"))
		if refused := s.limit(r, map[string]int{"png": PictureCost, "gif": FilmCost}[ending]); refused != nil {
			refused.Write(w)
			return
		}
		found, err := find(r, name)
		switch {
		case err == nil && ending == "png":
			s.servePicture(w, r, found)
		case err == nil && ending == "gif":
			s.serveFilm(w, r, found)
		case err == nil:
			s.servePreview(w, r, http.StatusOK, found)
		case ending != "" || !refusal(err):
			s.refuse(w, err)
		default:
			// The app explains what is wrong with a link.
			s.servePreview(w, r, http.StatusNotFound, found)
		}
	}
}

// splitEnding splits a name from .png or .gif.
func splitEnding(name string) (rest, ending string) {
	for _, ending := range []string{"png", "gif"} {
		if rest, ok := strings.CutSuffix(name, "."+ending); ok {
			return rest, ending
		}
	}
	return name, ""
}

func (s *server) limit(r *http.Request, cost int) *problem.Problem {
	if s.NoLimits {
		return nil
	}
	if wait := s.Budgets.Take("shared", Rate, s.Address(r), max(1, cost)); wait > 0 {
		return problem.TooOften.After(wait)
	}
	return nil
}

// draw makes something unless it is known, when others are done.
func (s *server) draw(ctx context.Context, known *lru.Cache[string, []byte], key string, do func() ([]byte, error)) ([]byte, error) {
	if made, ok := known.Get(key); ok {
		return made, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case s.drawing <- struct{}{}:
		defer func() { <-s.drawing }()
	case <-ctx.Done():
		return nil, problem.TooBusy
	}
	if made, ok := known.Get(key); ok {
		return made, nil
	}
	made, err := do()
	if err != nil {
		return nil, err
	}
	return known.Add(key, made), nil
}

// language is that of who shares, of the browser, or English.
func language(r *http.Request) string {
	if l, ok := rulebook.FindLanguage(r.URL.Query().Get("l")); ok {
		return l.Code
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(part, ";")
		if l, ok := rulebook.FindLanguage(strings.TrimSpace(tag)); ok {
			return l.Code
		}
	}
	return rulebook.Languages()[0].Code
}

// look is how a game is drawn.
func (s *server) look(g game.Game) *look.Picture { return s.looks[g.ID()] }
