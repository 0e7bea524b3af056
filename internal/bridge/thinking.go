package bridge

import (
	"context"
	"math"
	"math/rand/v2"

	"plateau/engine"
	"plateau/game"
)

type analyseAsked struct {
	Game         string `json:"game"`
	Position     string `json:"position"`
	Milliseconds int    `json:"milliseconds"`
}

func (b *Bridge) analyse(ctx context.Context, asked analyseAsked, report func(any)) (analysisView, error) {
	p, err := b.find(asked.Game, asked.Position)
	if err != nil {
		return analysisView{}, err
	}
	e, err := b.desk.engine(p.Game().ID(), ToKnow)
	if err != nil {
		return analysisView{}, err
	}
	found := e.Analyse(limit(ctx, asked.Milliseconds), p, math.MaxInt, func(so *engine.Analysis) {
		report(newAnalysisView(p, so))
	})
	return newAnalysisView(p, found), nil
}

func teamToMove(p game.Position) game.Team { return p.Game().Seats()[p.ToMove()].Team }

func newAnalysisView(p game.Position, a *engine.Analysis) analysisView {
	view := analysisView{
		Position: p.String(), Worth: newWorth(a.Verdict(p.Outcome(), teamToMove(p))), Line: []string{},
		Moves: make([]moveWorth, len(a.Moves)), Depth: a.Depth, Nodes: a.Nodes, Settled: a.Settled(),
	}
	for i := range a.Moves {
		m := &a.Moves[i]
		view.Moves[i] = moveWorth{newWorth(m.Verdict), p.MoveText(m.Move), p.Picks(m.Move)}
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

func newWorth(v engine.Verdict) worth {
	w := worth{Outcome: "unknown"}
	switch {
	case v.Value.IsWin():
		w.Outcome = "win"
	case v.Value.IsLoss():
		w.Outcome = "loss"
	case v.Value == game.Draw:
		w.Outcome = "draw"
	default:
		estimate := squeeze(v.Estimate)
		w.Estimate = &estimate
	}
	if turns, known := v.Value.Distance(); known {
		w.Turns = &turns
	}
	return w
}

// usualEstimate is an estimate that promises about three quarters of a win.
const usualEstimate = 300

// squeeze brings an estimate between -1 and 1, with three decimals.
func squeeze(s engine.Score) float64 {
	return math.Round(math.Tanh(float64(s)/usualEstimate)*1000) / 1000
}

type chooseAsked struct {
	Match        matchText `json:"match"`
	Level        string    `json:"level"`
	Seed         uint64    `json:"seed"`
	Milliseconds int       `json:"milliseconds"`
}

// choose plays as 'plateau play' does: levels are bounded by themselves, so
// that a seed gives the same game everywhere, and only the search of the
// strongest is bounded by time.
func (b *Bridge) choose(ctx context.Context, asked chooseAsked, _ func(any)) (string, error) {
	m, err := b.replay(asked.Match)
	if err != nil {
		return "", err
	}
	level, err := engine.ParseLevel(asked.Level)
	if err != nil {
		return "", BadLevel.Refuse(asked.Level)
	}
	if m.Verdict().Outcome.Over() {
		return "", NoMove.Refuse("")
	}
	use := ToPlay
	if level == engine.Perfect {
		use, ctx = ToKnow, limit(ctx, asked.Milliseconds)
	}
	e, err := b.desk.engine(m.Game().ID(), use)
	if err != nil {
		return "", err
	}
	lots := rand.New(rand.NewPCG(asked.Seed, uint64(m.Plies())))
	return m.Position().MoveText(e.Choose(ctx, m, level, lots).Move), nil
}

type drawAsked struct {
	Match matchText `json:"match"`
	Seat  int       `json:"seat"`
}

// offerMilliseconds bounds the thought about an offer of a draw.
const offerMilliseconds = 2000

func (b *Bridge) acceptsDraw(ctx context.Context, asked drawAsked, _ func(any)) (bool, error) {
	m, err := b.replay(asked.Match)
	if err != nil {
		return false, err
	}
	seats := len(m.Players())
	if asked.Seat < 0 || asked.Seat >= seats {
		return false, game.NoSuchSeat.Refuse("")
	}
	seat := game.Seat(asked.Seat)
	// The match says whether a draw can be offered at all.
	if err := m.OfferDraw((seat + 1) % game.Seat(seats)); err != nil {
		return false, err
	}
	e, err := b.desk.engine(m.Game().ID(), ToKnow)
	if err != nil {
		return false, err
	}
	return engine.AcceptsDraw(limit(ctx, offerMilliseconds), e, m.Position(), seat), nil
}
