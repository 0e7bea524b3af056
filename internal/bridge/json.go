package bridge

import (
	"bytes"
	"context"
	"encoding/json"
)

// method calls one method of a bridge with parameters in JSON.
type method func(ctx context.Context, b *Bridge, params json.RawMessage, report func(progress any)) (any, error)

var methods = map[string]method{
	"games":          quick(func(b *Bridge, _ struct{}) ([]GameInfo, error) { return b.Games(), nil }),
	"position":       quick((*Bridge).Position),
	"match":          quick((*Bridge).Match),
	"readMove":       quick((*Bridge).ReadMove),
	"preview":        quick((*Bridge).Preview),
	"refusals":       quick((*Bridge).Refusals),
	"readRecords":    quick((*Bridge).ReadRecords),
	"writeRecord":    quick((*Bridge).WriteRecord),
	"book":           quick((*Bridge).Book),
	"lesson":         quick((*Bridge).Lesson),
	"puzzles":        quick((*Bridge).Puzzles),
	"puzzleOfTheDay": quick((*Bridge).PuzzleOfTheDay),
	"choose":         slow((*Bridge).Choose),
	"acceptsDraw":    slow((*Bridge).AcceptsDraw),
	"analyse":        reporting((*Bridge).Analyse),
	"review":         reporting((*Bridge).Review),
}

// quick wraps a method that answers at once.
func quick[P, R any](call func(*Bridge, P) (R, error)) method {
	return func(_ context.Context, b *Bridge, raw json.RawMessage, _ func(any)) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return call(b, params)
	}
}

// slow wraps a method that searches and can be stopped.
func slow[P, R any](call func(*Bridge, context.Context, P) (R, error)) method {
	return func(ctx context.Context, b *Bridge, raw json.RawMessage, _ func(any)) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return call(b, ctx, params)
	}
}

// reporting wraps a method that also reports intermediate results.
func reporting[P, I, R any](call func(*Bridge, context.Context, P, func(I)) (R, error)) method {
	return func(ctx context.Context, b *Bridge, raw json.RawMessage, report func(any)) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return call(b, ctx, params, func(found I) { report(found) })
	}
}

// maxRequest bounds the length of a request: a record of maximum length with
// every character escaped.
const maxRequest = 6*maxRecord + 1<<10

// Handle answers a request in JSON. It names a method and its parameters; the
// answer is the result, or the refusal that says why there is none:
//
//	{"method": "readMove", "params": {"game": "quixo", "position": "", "text": "C1 c5"}}
//	{"result": "c1-c5"}
//	{"refusal": {"code": "quixo.inner", "text": "…", "params": {…}, …}}
//
// Ending the context stops a search. Intermediate results go to report, which
// may be nil, as {"progress": …}.
func (b *Bridge) Handle(ctx context.Context, request []byte, report func(answer []byte)) []byte {
	result, err := b.call(ctx, request, func(progress any) {
		if report != nil {
			report(encode(map[string]any{"progress": progress}))
		}
	})
	if err != nil {
		return encode(map[string]any{"refusal": NewRefusal(err)})
	}
	return encode(map[string]any{"result": result})
}

func (b *Bridge) call(ctx context.Context, request []byte, report func(any)) (any, error) {
	if len(request) > maxRequest {
		return nil, refuseLarge("request", maxRequest)
	}
	var call struct {
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if err := decode(request, &call); err != nil {
		return nil, err
	}
	method, ok := methods[call.Method]
	if !ok {
		return nil, UnknownMethod.Refuse(call.Method)
	}
	return method(ctx, b, call.Params, report)
}

// decode reads JSON strictly: a misspelt parameter is an error, not one that
// was left out.
func decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return BadRequest.Refuse("", "problem", err.Error())
	}
	return nil
}

// encode writes an answer. It consists of plain types, so this cannot fail.
func encode(answer any) []byte {
	text, err := json.Marshal(answer)
	if err != nil {
		panic("bridge: " + err.Error())
	}
	return text
}
