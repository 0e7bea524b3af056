package bridge

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"plateau/engine"
	"plateau/game"
)

// ErrNotExact says that a request asked for exact values only and not all of
// them are known, for example because a tablebase cannot be read.
var ErrNotExact = errors.New("not all values are known exactly")

// AnalyseRequest asks for the values of all moves of a position.
type AnalyseRequest struct {
	Game         string `json:"game"`
	Position     string `json:"position"`
	Milliseconds int    `json:"milliseconds"`
	// Exact asks for exact values or [ErrNotExact].
	Exact bool `json:"-"`
}

// Analyse judges every legal move of a position. It reports what it knows after
// every depth; report may be nil.
func (b *Bridge) Analyse(ctx context.Context, r AnalyseRequest, report func(AnalysisView)) (AnalysisView, error) {
	p, err := b.find(r.Game, r.Position)
	if err != nil {
		return AnalysisView{}, err
	}
	e, err := b.engines.get(p.Game().ID(), ToAnalyse)
	if err != nil {
		return AnalysisView{}, err
	}
	found := e.Analyse(limit(ctx, r.Milliseconds), p, math.MaxInt, func(a *engine.Analysis) {
		if report != nil {
			report(newAnalysisView(p, a))
		}
	})
	if r.Exact && !found.Settled() {
		return AnalysisView{}, ErrNotExact
	}
	return newAnalysisView(p, found), nil
}

func teamToMove(p game.Position) game.Team { return p.Game().Seats()[p.ToMove()].Team }

func newAnalysisView(p game.Position, a *engine.Analysis) AnalysisView {
	view := AnalysisView{
		Position: p.String(), Worth: newWorth(a.Verdict(p.Outcome(), teamToMove(p))), Line: []string{},
		Moves: make([]MoveWorth, len(a.Moves)), Depth: a.Depth, Nodes: a.Nodes, Settled: a.Settled(),
	}
	for i := range a.Moves {
		m := &a.Moves[i]
		view.Moves[i] = MoveWorth{newWorth(m.Verdict), p.MoveText(m.Move), p.Picks(m.Move)}
	}
	for _, m := range a.Line {
		view.Line = append(view.Line, p.MoveText(m))
		next, err := p.Play(m)
		if err != nil {
			break
		}
		p = next
	}
	return view
}

func newWorth(v engine.Verdict) Worth {
	w := Worth{Outcome: "unknown"}
	switch {
	case v.Value.IsWin():
		w.Outcome = "win"
	case v.Value.IsLoss():
		w.Outcome = "loss"
	case v.Value == game.Draw:
		w.Outcome = "draw"
	default:
		w.Estimate = new(v.Promise())
	}
	if turns, known := v.Value.Distance(); known {
		w.Turns = &turns
	}
	return w
}

// ChooseRequest asks for the move of a computer player.
type ChooseRequest struct {
	Match        MatchText `json:"match"`
	Level        string    `json:"level"`
	Seed         uint64    `json:"seed"`
	Milliseconds int       `json:"milliseconds"`
	// Exact asks for a move by exact values or [ErrNotExact].
	Exact bool `json:"-"`
}

// Choose picks a move as 'plateau play' does. Levels limit themselves, so a
// seed gives the same game on every machine; only the search of the strongest
// level is limited by time.
func (b *Bridge) Choose(ctx context.Context, r ChooseRequest) (string, error) {
	m, err := b.Replay(r.Match)
	if err != nil {
		return "", err
	}
	level, err := engine.ParseLevel(r.Level)
	if err != nil {
		return "", BadLevel.Refuse(r.Level)
	}
	if m.Verdict().Outcome.Over() {
		return "", NoMove.Refuse("")
	}
	use := ToPlay
	if level == engine.Perfect {
		use, ctx = ToAnalyse, limit(ctx, r.Milliseconds)
	}
	e, err := b.engines.get(m.Game().ID(), use)
	if err != nil {
		return "", err
	}
	choice := e.Choose(ctx, m, level, rand.New(rand.NewPCG(r.Seed, uint64(m.Plies()))))
	if r.Exact && !choice.Exact {
		return "", ErrNotExact
	}
	return m.Position().MoveText(choice.Move), nil
}

// DrawRequest asks whether the computer player of a seat accepts a draw.
type DrawRequest struct {
	Match MatchText `json:"match"`
	Seat  int       `json:"seat"`
	// Exact asks for a decision by exact values or [ErrNotExact].
	Exact bool `json:"-"`
}

// offerMilliseconds limits the search before a draw offer is answered.
const offerMilliseconds = 2000

// AcceptsDraw decides on a draw offer: a computer player accepts unless it
// believes it is better.
func (b *Bridge) AcceptsDraw(ctx context.Context, r DrawRequest) (bool, error) {
	m, err := b.Replay(r.Match)
	if err != nil {
		return false, err
	}
	seats := len(m.Players())
	if r.Seat < 0 || r.Seat >= seats {
		return false, game.NoSuchSeat.Refuse("")
	}
	seat := game.Seat(r.Seat)
	// The match knows whether a draw can be offered at all.
	if err := m.OfferDraw((seat + 1) % game.Seat(seats)); err != nil {
		return false, err
	}
	e, err := b.engines.get(m.Game().ID(), ToAnalyse)
	if err != nil {
		return false, err
	}
	if r.Exact && !e.Analyse(limit(ctx, 0), m.Position(), math.MaxInt, func(*engine.Analysis) {}).Settled() {
		return false, ErrNotExact
	}
	return engine.AcceptsDraw(limit(ctx, offerMilliseconds), e, m.Position(), seat), nil
}
