// Package bridge answers the requests of pages: JSON in, JSON out. It knows no
// rule and no screen; it translates between the games and
// web/src/engine/protocol.ts, the TypeScript face of its types.
//
// A request names a method and its parameters. The answer is either the result
// or the refusal that says why there is none:
//
//	{"method": "readMove", "params": {"game": "quixo", "position": "", "text": "C1 c5"}}
//	{"result": "c1-c5"}
//	{"refusal": {"code": "quixo.inner", "text": "…", "params": {…}, …}}
//
// Methods that think tell what they know meanwhile as {"progress": …}. Every
// answer follows from its request alone: no game is kept from one to the next,
// only engines with what they have learnt.
package bridge

import (
	"bytes"
	"context"
	"encoding/json"

	"plateau/catalogue"
	"plateau/engine"
)

// Bridge answers one request at a time.
type Bridge struct {
	games catalogue.List
	desk  desk
}

// New makes a bridge that takes its engines from newEngine, which is asked when
// they are first needed.
func New(games catalogue.List, newEngine func(id string, use Use) (engine.Engine, error)) *Bridge {
	return &Bridge{games: games, desk: desk{newEngine: newEngine}}
}

// method answers one kind of request: with what becomes the result, or with an
// error that becomes the refusal.
type method func(ctx context.Context, b *Bridge, params json.RawMessage, report func(progress any)) (any, error)

var methods = map[string]method{
	"games":          atOnce((*Bridge).gameInfos),
	"position":       atOnce((*Bridge).position),
	"match":          atOnce((*Bridge).match),
	"readMove":       atOnce((*Bridge).readMove),
	"preview":        atOnce((*Bridge).preview),
	"refusals":       atOnce((*Bridge).refusals),
	"readRecords":    atOnce((*Bridge).readRecords),
	"writeRecord":    atOnce((*Bridge).writeRecord),
	"book":           atOnce((*Bridge).book),
	"lesson":         atOnce((*Bridge).lesson),
	"puzzles":        atOnce((*Bridge).puzzles),
	"puzzleOfTheDay": atOnce((*Bridge).puzzleOfTheDay),
	"analyse":        thinking((*Bridge).analyse),
	"choose":         thinking((*Bridge).choose),
	"acceptsDraw":    thinking((*Bridge).acceptsDraw),
	"review":         thinking((*Bridge).review),
}

// atOnce makes a method of one that needs no time.
func atOnce[P, R any](answer func(*Bridge, P) (R, error)) method {
	return thinking(func(b *Bridge, _ context.Context, params P, _ func(any)) (R, error) {
		return answer(b, params)
	})
}

// thinking makes a method of one that takes its parameters read.
func thinking[P, R any](answer func(*Bridge, context.Context, P, func(progress any)) (R, error)) method {
	return func(ctx context.Context, b *Bridge, raw json.RawMessage, report func(any)) (any, error) {
		var params P
		if err := decode(raw, &params); err != nil {
			return nil, err
		}
		return answer(b, ctx, params, report)
	}
}

// maxRequest bounds the length of a request: a record of its greatest length
// with every character escaped.
const maxRequest = 6*maxRecord + 1<<10

// Handle answers a request. The context ends what thinks; report is given what
// is known meanwhile and may be nil.
func (b *Bridge) Handle(ctx context.Context, request []byte, report func(answer []byte)) []byte {
	if report == nil {
		report = func([]byte) {}
	}
	result, err := b.answer(ctx, request, func(progress any) {
		report(encode(map[string]any{"progress": progress}))
	})
	if err != nil {
		return encode(map[string]any{"refusal": newRefusal(err)})
	}
	return encode(map[string]any{"result": result})
}

func (b *Bridge) answer(ctx context.Context, request []byte, report func(any)) (any, error) {
	if len(request) > maxRequest {
		return nil, refuseLarge("request", maxRequest)
	}
	var asked struct {
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if err := decode(request, &asked); err != nil {
		return nil, err
	}
	method, ok := methods[asked.Method]
	if !ok {
		return nil, UnknownMethod.Refuse(asked.Method)
	}
	return method(ctx, b, asked.Params, report)
}

// decode reads JSON strictly, so that a misspelt parameter is not taken for one
// that was left out.
func decode(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return BadRequest.Refuse("", "problem", err.Error())
	}
	return nil
}

// encode writes what is made of plain types only, which cannot fail.
func encode(answer any) []byte {
	text, err := json.Marshal(answer)
	if err != nil {
		panic("bridge: " + err.Error())
	}
	return text
}
