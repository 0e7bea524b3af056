package bridge

import (
	"bytes"
	"context"
	"encoding/json"
)

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
	return b.dispatch(ctx, call.Method, call.Params, report)
}

// dispatch calls the method with this name.
func (b *Bridge) dispatch(ctx context.Context, name string, raw json.RawMessage, report func(any)) (any, error) {
	switch name {
	case "games":
		return respond(raw, func(struct{}) ([]GameInfo, error) { return b.Games(), nil })
	case "position":
		return respond(raw, b.Position)
	case "alike":
		return respond(raw, b.Alike)
	case "match":
		return respond(raw, b.Match)
	case "readMove":
		return respond(raw, b.ReadMove)
	case "preview":
		return respond(raw, b.Preview)
	case "refusals":
		return respond(raw, b.Refusals)
	case "premoves":
		return respond(raw, b.Premoves)
	case "readRecords":
		return respond(raw, b.ReadRecords)
	case "writeRecord":
		return respond(raw, b.WriteRecord)
	case "book":
		return respond(raw, b.Book)
	case "strategy":
		return respond(raw, b.Strategy)
	case "lesson":
		return respond(raw, b.Lesson)
	case "guided":
		return respond(raw, b.Guided)
	case "guideQuestion":
		return respond(raw, b.GuideQuestion)
	case "guideReply":
		return respond(raw, b.GuideReply)
	case "puzzles":
		return respond(raw, b.Puzzles)
	case "puzzleOfTheDay":
		return respond(raw, b.PuzzleOfTheDay)
	case "choose":
		return respond(raw, func(r ChooseRequest) (string, error) { return b.Choose(ctx, r) })
	case "acceptsDraw":
		return respond(raw, func(r DrawRequest) (bool, error) { return b.AcceptsDraw(ctx, r) })
	case "analyse":
		return respond(raw, func(r AnalyseRequest) (AnalysisView, error) {
			return b.Analyse(ctx, r, func(found AnalysisView) { report(found) })
		})
	case "review":
		return respond(raw, func(r ReviewRequest) ([]ReviewPly, error) {
			return b.Review(ctx, r, func(found ReviewPly) { report(found) })
		})
	}
	return nil, UnknownMethod.Refuse(name)
}

// respond calls a method with parameters in JSON.
func respond[P, R any](raw json.RawMessage, call func(P) (R, error)) (any, error) {
	var params P
	if err := decode(raw, &params); err != nil {
		return nil, err
	}
	return call(params)
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
