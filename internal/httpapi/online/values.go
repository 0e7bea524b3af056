package online

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// What package httpapi answers about solved tables is described here, so that
// there is one description of everything. Games and analyses are those of the
// pages' own protocol, and not described further.
type (
	solvedGames struct {
		Games []string `json:"games" doc:"Their ids"`
	}
	analysis     map[string]any
	bestQuestion struct {
		Match map[string]any `json:"match" doc:"A game: its id, start, moves, players and closing"`
		Seed  uint64         `json:"seed,omitempty" doc:"Chooses among moves that are equally good"`
	}
	bestAnswer struct {
		Move string `json:"move"`
	}
	drawQuestion struct {
		Match map[string]any `json:"match"`
		Seat  int            `json:"seat" doc:"The seat that is offered a draw"`
	}
	drawAnswer struct {
		Accepts bool `json:"accepts"`
	}
	reviewQuestion struct {
		Match map[string]any `json:"match"`
	}
	reviewAnswer struct {
		Plies []map[string]any `json:"plies" doc:"The last ones, as many as were judged in a second"`
	}
)

func (s *server) describeValues() {
	text := &huma.Schema{Type: huma.TypeString}
	describeValue[solvedGames](s, huma.Operation{
		OperationID: "listSolved", Method: http.MethodGet, Path: "/api/tables.json", Summary: "The games whose values are known here",
	}, nil)
	describeValue[analysis](s, huma.Operation{
		OperationID: "getValues", Method: http.MethodGet, Path: "/api/values", Summary: "What all moves of a position are worth",
		Parameters: []*huma.Param{
			{Name: "game", In: "query", Required: true, Schema: text}, {Name: "position", In: "query", Required: true, Schema: text},
		},
	}, nil)
	describeValue[bestAnswer](s, huma.Operation{
		OperationID: "askBest", Method: http.MethodPost, Path: "/api/best", Summary: "A best move",
	}, schemaOf[bestQuestion](s.api))
	describeValue[drawAnswer](s, huma.Operation{
		OperationID: "askDraw", Method: http.MethodPost, Path: "/api/draw", Summary: "Whether best play accepts a draw",
	}, schemaOf[drawQuestion](s.api))
	describeValue[reviewAnswer](s, huma.Operation{
		OperationID: "askReview", Method: http.MethodPost, Path: "/api/review", Summary: "What the moves of a game were worth",
	}, schemaOf[reviewQuestion](s.api))
}

// describeValue describes a question about a solved table, and its answer.
func describeValue[A any](s *server, op huma.Operation, question *huma.Schema) {
	op.Tags = []string{"values"}
	if question != nil {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: question}}}
	}
	s.describe(op, &huma.Response{
		Description: http.StatusText(http.StatusOK),
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schemaOf[A](s.api)}},
	})
}
