package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"plateau/internal/httpapi/problem"
)

// ask puts a request to the next bridge that is free, which may take so long
// to answer it.
func (a *api) ask(ctx context.Context, limit time.Duration, method string, params any) (json.RawMessage, *problem.Problem) {
	request, err := json.Marshal(map[string]any{"method": method, "params": params})
	if err != nil {
		return nil, problem.BadBody
	}
	b, ok := a.nextFree(ctx)
	if !ok {
		return nil, problem.TooBusy
	}
	// A panic ends the request; the bridge is needed by others.
	defer func() { a.free <- b }()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var answer struct {
		Result  json.RawMessage
		Refusal *struct{ Code, Text string }
	}
	if err := json.Unmarshal(b.Handle(ctx, request, nil), &answer); err != nil {
		panic("httpapi: " + err.Error())
	}
	if refusal := answer.Refusal; refusal != nil {
		status := http.StatusBadRequest
		if refusal.Code == unexpectedCode {
			status = http.StatusInternalServerError
		}
		return nil, problem.New(status, refusal.Code, refusal.Text)
	}
	return answer.Result, nil
}

// unexpectedCode is that of the only refusal of a bridge that is not the fault
// of whoever asked.
const unexpectedCode = "bridge.unexpected"

func (a *api) nextFree(ctx context.Context) (Bridge, bool) {
	ctx, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	select {
	case b := <-a.free:
		return b, true
	case <-ctx.Done():
		return nil, false
	}
}

// valuesAsked names a position as the request did.
type valuesAsked struct{ game, position string }

// values is a position with what all its moves are worth. That never changes,
// so anybody may keep it.
func (a *api) values(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	asked := valuesAsked{query.Get("game"), query.Get("position")}
	answer, known := a.answers.Get(asked)
	if !known {
		found, p := a.findValues(r.Context(), asked)
		if p != nil {
			p.Write(w)
			return
		}
		answer = a.answers.Add(asked, found)
	}
	w.Header().Set("Cache-Control", keepTime)
	writeAnswer(w, answer)
}

func (a *api) findValues(ctx context.Context, asked valuesAsked) (json.RawMessage, *problem.Problem) {
	if !slices.Contains(a.games, asked.game) {
		return nil, noTable
	}
	// Where the table cannot be read, nothing is searched for.
	found, p := a.ask(ctx, answerTime, "analyse", map[string]any{
		"game": asked.game, "position": asked.position, "milliseconds": 0,
	})
	if p != nil {
		return nil, p
	}
	var view struct{ Settled bool }
	if err := json.Unmarshal(found, &view); err != nil || !view.Settled {
		return nil, unreadable
	}
	return found, nil
}

// posed is the body of a request about a match, of which each has some parts.
type posed struct {
	Match json.RawMessage `json:"match"`
	Seed  uint64          `json:"seed"`
	Seat  int             `json:"seat"`
}

func (a *api) best(w http.ResponseWriter, r *http.Request) {
	a.aboutMatch(w, r, answerTime, "choose", "move", func(p *posed) any {
		return map[string]any{"match": p.Match, "level": "perfect", "seed": p.Seed, "milliseconds": 0}
	})
}

func (a *api) draw(w http.ResponseWriter, r *http.Request) {
	a.aboutMatch(w, r, answerTime, "acceptsDraw", "accepts", func(p *posed) any {
		return map[string]any{"match": p.Match, "seat": p.Seat}
	})
}

func (a *api) review(w http.ResponseWriter, r *http.Request) {
	a.aboutMatch(w, r, reviewTime, "review", "plies", func(p *posed) any {
		return map[string]any{"match": p.Match, "milliseconds": 0}
	})
}

// aboutMatch answers a request about a match by what a bridge says, under a
// name.
func (a *api) aboutMatch(w http.ResponseWriter, r *http.Request, limit time.Duration, method, name string, params func(*posed) any) {
	asked, p := a.readMatch(w, r)
	if p != nil {
		p.Write(w)
		return
	}
	answer, p := a.ask(r.Context(), limit, method, params(asked))
	if p != nil {
		p.Write(w)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	writeAnswer(w, map[string]any{name: answer})
}

// readMatch reads a body, whose match must be of a game that is known here.
func (a *api) readMatch(w http.ResponseWriter, r *http.Request) (*posed, *problem.Problem) {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	var asked posed
	if err := decoder.Decode(&asked); err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return nil, problem.LargeBody
		}
		return nil, problem.BadBody
	}
	var match struct{ Game string }
	if err := json.NewDecoder(bytes.NewReader(asked.Match)).Decode(&match); err != nil {
		return nil, problem.BadBody
	}
	if !slices.Contains(a.games, match.Game) {
		return nil, noTable
	}
	return &asked, nil
}
