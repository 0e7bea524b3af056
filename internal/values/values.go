// Package values answers questions about solved games, from their tablebases.
package values

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/bridge"
	"plateau/internal/httpapi/problem"
	"plateau/internal/httpapi/route"
	"plateau/internal/lru"
	"plateau/internal/play"
)

// Tablebases are solved games whose values clients may look up.
type Tablebases struct {
	// Games are the ids of the games.
	Games []string
	// Bridges know these games exactly. Each answers one request at a time.
	Bridges []Bridge
}

// Bridge is what is needed of a [bridge.Bridge].
type Bridge interface {
	Analyse(ctx context.Context, r bridge.AnalyseRequest, report func(bridge.AnalysisView)) (bridge.AnalysisView, error)
	Choose(ctx context.Context, r bridge.ChooseRequest) (string, error)
	AcceptsDraw(ctx context.Context, r bridge.DrawRequest) (bool, error)
	Review(ctx context.Context, r bridge.ReviewRequest, report func(bridge.ReviewPly)) ([]bridge.ReviewPly, error)
}

// Limits of requests for values. A look-up takes milliseconds if the pages of
// the tablebase are in memory, and tenths of a second if not.
const (
	queueTime  = 2 * time.Second // while other requests are answered
	lookupTime = 5 * time.Second
	reviewTime = time.Second // then the client asks again for the rest
	// MaxBody is four times a match of 4000 moves.
	MaxBody = 128 << 10
	// maxAnswers limits the cache to some 20 MB.
	maxAnswers  = 4096
	valueMaxAge = "public, max-age=86400"
)

type (
	tablebasesOutput struct {
		CacheControl string `header:"Cache-Control"`
		Body         struct {
			Games []string `json:"games" doc:"The ids of the games"`
		} `nameHint:"Tablebases"`
	}
	valuesInput struct {
		Game     string `query:"game" required:"true" maxLength:"32"`
		Position string `query:"position" maxLength:"200" doc:"In notation; empty for the start"`
	}
	// valuesOutput is an analysis that is already encoded.
	valuesOutput struct {
		ContentType  string `header:"Content-Type"`
		CacheControl string `header:"Cache-Control"`
		Body         []byte
	}
	// matchInput is a match of which only the game and the moves are required.
	matchInput   bridge.MatchText
	bestQuestion struct {
		Match matchInput `json:"match"`
		Seed  uint64     `json:"seed,omitempty" doc:"Decides between equally good moves"`
	}
	bestView struct {
		Move string `json:"move"`
	}
	drawQuestion struct {
		Match matchInput `json:"match"`
		Seat  int        `json:"seat" doc:"The seat that is offered the draw"`
	}
	drawDecision struct {
		Accepts bool `json:"accepts"`
	}
	reviewQuestion struct {
		Match matchInput `json:"match"`
	}
	reviewView struct {
		Plies []bridge.ReviewPly `json:"plies" doc:"The last plies, as many as were judged in a second"`
	}
)

// TransformSchema lets clients leave out what most matches do not have.
func (matchInput) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"game", "moves"}
	return s
}

// Refusals of questions about values.
var (
	noTablebase         = problem.New(http.StatusNotFound, "tablebase.none", "there is no tablebase of this game here")
	unreadableTablebase = problem.New(http.StatusInternalServerError, "tablebase.unreadable", "the tablebase cannot be read")
	ratedRunning        = problem.New(http.StatusForbidden, "values.rated", "you are playing a rated game of this kind; there are no values until it is over")
)

type routes struct {
	*route.Router
	values *values
	store  play.TableStore
}

// Register adds the values of solved games. Without online play there is no store.
func Register(r *route.Router, t Tablebases, store play.TableStore) {
	s := &routes{r, newValues(t), store}
	question := func(cost int, id, pattern, summary string) route.Route {
		return route.ForVisitors("values", id, pattern, summary).Costs(cost).WithBody(MaxBody)
	}
	route.Add(s.Router, question(1, "listTablebases", "GET /tablebases", "The games whose values are known here").ForStrangers(), s.listTablebases)
	route.Add(s.Router, question(2, "getValues", "GET /values", "The values of a position and of all its moves").
		Answers("application/json", route.SchemaOf[bridge.AnalysisView](r)), s.getValues)
	route.Add(s.Router, question(2, "askBest", "POST /values/best", "A best move"), route.Body(s.askBest))
	route.Add(s.Router, question(2, "askDraw", "POST /values/draw", "Whether perfect play accepts a draw"), route.Body(s.askDraw))
	route.Add(s.Router, question(20, "askReview", "POST /values/review", "The values of the moves of a game"), route.Body(s.askReview))
}

// values answers questions about solved games.
type values struct {
	games   []string
	free    chan Bridge
	answers *lru.Cache[valuesInput, []byte]
}

func newValues(t Tablebases) *values {
	v := &values{
		games: append([]string{}, t.Games...), free: make(chan Bridge, len(t.Bridges)),
		answers: lru.New[valuesInput, []byte](maxAnswers),
	}
	for _, b := range t.Bridges {
		v.free <- b
	}
	return v
}

// ask puts a question about a game to the next free bridge.
func ask[A any](ctx context.Context, v *values, game string, limit time.Duration, question func(context.Context, Bridge) (A, error)) (answer A, err error) {
	if !slices.Contains(v.games, game) {
		return answer, noTablebase
	}
	var b Bridge
	queue := time.NewTimer(queueTime)
	defer queue.Stop()
	select {
	case b = <-v.free:
	case <-queue.C:
		return answer, problem.TooBusy
	case <-ctx.Done():
		return answer, problem.TooBusy
	}
	// Even after a panic, other requests need the bridge.
	defer func() { v.free <- b }()
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answer, err = question(ctx, b)
	if errors.Is(err, bridge.ErrNotExact) {
		return answer, unreadableTablebase
	}
	return answer, err
}

func (s *routes) listTablebases(context.Context, *struct{}) (*tablebasesOutput, error) {
	out := &tablebasesOutput{CacheControl: "no-cache"}
	out.Body.Games = s.values.games
	return out, nil
}

// getValues answers with values that never change, so that anybody may cache
// them.
func (s *routes) getValues(ctx context.Context, in *valuesInput) (*valuesOutput, error) {
	if err := s.refuseHelp(ctx, in.Game); err != nil {
		return nil, err
	}
	text, known := s.values.answers.Get(*in)
	if !known {
		found, err := ask(ctx, s.values, in.Game, lookupTime, func(ctx context.Context, b Bridge) (bridge.AnalysisView, error) {
			return b.Analyse(ctx, bridge.AnalyseRequest{Game: in.Game, Position: in.Position, Exact: true}, nil)
		})
		if err != nil {
			return nil, err
		}
		if text, err = json.Marshal(found); err != nil {
			return nil, err
		}
		s.values.answers.Add(*in, text)
	}
	return &valuesOutput{ContentType: "application/json", CacheControl: valueMaxAge, Body: text}, nil
}

func (s *routes) askBest(ctx context.Context, in *route.BodyInput[bestQuestion]) (bestView, error) {
	match := bridge.MatchText(in.Body.Match)
	if err := s.refuseHelp(ctx, match.Game); err != nil {
		return bestView{}, err
	}
	move, err := ask(ctx, s.values, match.Game, lookupTime, func(ctx context.Context, b Bridge) (string, error) {
		return b.Choose(ctx, bridge.ChooseRequest{Match: match, Level: "perfect", Seed: in.Body.Seed, Exact: true})
	})
	return bestView{move}, err
}

func (s *routes) askDraw(ctx context.Context, in *route.BodyInput[drawQuestion]) (drawDecision, error) {
	match := bridge.MatchText(in.Body.Match)
	if err := s.refuseHelp(ctx, match.Game); err != nil {
		return drawDecision{}, err
	}
	accepts, err := ask(ctx, s.values, match.Game, lookupTime, func(ctx context.Context, b Bridge) (bool, error) {
		return b.AcceptsDraw(ctx, bridge.DrawRequest{Match: match, Seat: in.Body.Seat, Exact: true})
	})
	return drawDecision{accepts}, err
}

func (s *routes) askReview(ctx context.Context, in *route.BodyInput[reviewQuestion]) (reviewView, error) {
	match := bridge.MatchText(in.Body.Match)
	if err := s.refuseHelp(ctx, match.Game); err != nil {
		return reviewView{}, err
	}
	plies, err := ask(ctx, s.values, match.Game, reviewTime, func(ctx context.Context, b Bridge) ([]bridge.ReviewPly, error) {
		return b.Review(ctx, bridge.ReviewRequest{Match: match, Exact: true}, nil)
	})
	return reviewView{plies}, err
}

// refuseHelp refuses values of a game to somebody who plays a rated game of it.
// Who asks without a session is not known: engines run on the players' own machines
// as well, so what helps against them are the moderators.
func (s *routes) refuseHelp(ctx context.Context, game string) error {
	player := route.PlayerOf(ctx)
	if s.store == nil || player.ID == "" {
		return nil
	}
	rated, err := play.PlaysRated(ctx, s.store, player.ID, game)
	if err == nil && rated {
		return ratedRunning
	}
	return err
}
