package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/netip"
	"time"

	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/recent"
	"plateau/internal/httpapi/visit"
)

// Bridge answers the requests of package bridge, one at a time.
type Bridge interface {
	Handle(ctx context.Context, request []byte, report func(answer []byte)) []byte
}

// Tables are solved games that browsers may ask about.
type Tables struct {
	// Games are their ids.
	Games []string
	// Bridges know these games exactly. As many requests are answered at the
	// same time.
	Bridges []Bridge
}

// Bounds of a request. An answer takes milliseconds where the system has the
// table's pages in memory, and tenths of a second where not.
const (
	waitTime   = 2 * time.Second // while others are answered
	answerTime = 5 * time.Second
	reviewTime = time.Second // then what is left of a game is asked for anew
	maxBody    = 128 << 10   // a game of 4000 moves takes a quarter of that
	// keptAnswers are some 20 MB.
	keptAnswers = 4096
	keepTime    = "public, max-age=86400"
)

// What requests count for the limits of an address.
const (
	plainCost  = 1
	reviewCost = 10
)

const apiPath = "/api/"

// API answers what is known of solved games, for pages in browsers:
//
//	GET  /api/tables.json               {"games": ["quixo"]}
//	GET  /api/values?game=…&position=…  AnalysisView
//	POST /api/best                      {"match": MatchText, "seed": 1} → {"move": "c1-c5"}
//	POST /api/draw                      {"match": MatchText, "seat": 0} → {"accepts": true}
//	POST /api/review                    {"match": MatchText} → {"plies": [ReviewPly, …]}
//
// The types are those of web/src/engine/protocol.ts. A review has the last
// plies of a game, as many as were judged in a second. What is wrong is told as
// application/problem+json with a code.
func API(tables Tables) http.Handler {
	a := &api{
		games: append([]string{}, tables.Games...), free: make(chan Bridge, len(tables.Bridges)),
		answers: recent.New[valuesAsked, json.RawMessage](keptAnswers), visitors: visit.NewLimits[netip.Prefix](askingRate, time.Now),
	}
	for _, b := range tables.Bridges {
		a.free <- b
	}
	mux := http.NewServeMux()
	for name, answers := range map[string]struct {
		method string
		answer http.HandlerFunc
	}{
		"tables.json": {http.MethodGet, a.tables},
		"values":      {http.MethodGet, a.limited(plainCost, a.values)},
		"best":        {http.MethodPost, a.limited(plainCost, a.best)},
		"draw":        {http.MethodPost, a.limited(plainCost, a.draw)},
		"review":      {http.MethodPost, a.limited(reviewCost, a.review)},
	} {
		mux.HandleFunc(answers.method+" "+apiPath+name, answers.answer)
		mux.HandleFunc(apiPath+name, refuseMethod(answers.method))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { problem.NoSuchPath.Write(w) })
	return visit.SameOrigin(mux, problem.OtherOrigin.Write)
}

type api struct {
	games    []string
	free     chan Bridge // those that answer nobody at present
	answers  *recent.Cache[valuesAsked, json.RawMessage]
	visitors *visit.Limits[netip.Prefix]
}

func refuseMethod(allowed string) http.HandlerFunc {
	if allowed == http.MethodGet {
		allowed = "GET, HEAD"
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", allowed)
		problem.BadMethod.Write(w)
	}
}

func (a *api) limited(cost int, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if wait := a.visitors.Wait(visit.Address(r), cost); wait > 0 {
			problem.TooOften.After(wait).Write(w)
			return
		}
		next(w, r)
	}
}

func (a *api) tables(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	writeAnswer(w, map[string]any{"games": a.games})
}

func writeAnswer(w http.ResponseWriter, answer any) {
	problem.WriteJSON(w, "application/json", http.StatusOK, answer)
}
