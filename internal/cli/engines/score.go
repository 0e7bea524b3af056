package engines

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"plateau/internal/amount"
	"plateau/internal/elo"
	"plateau/internal/referee"
)

// scoreObject is the result of a match; its keys are documented as stable. Those of
// two players are missing where there are more.
type scoreObject struct {
	Game string `json:"game"`
	*twoObject
	Players     []playerObject `json:"players"`
	Seed        uint64         `json:"seed,string"`
	Seconds     float64        `json:"seconds"`
	Final       bool           `json:"final"`
	Interrupted bool           `json:"interrupted"`
}

// twoObject is the score of two players, for the first.
type twoObject struct {
	A string `json:"a"`
	B string `json:"b"`
	resultObject
	Pairs     elo.Pairs   `json:"pairs"`
	PairElo   *float64    `json:"pair_elo"`
	PairError *float64    `json:"pair_elo_margin"`
	Test      *testObject `json:"sprt,omitempty"`
}

// testObject is a sequential test.
type testObject struct {
	Elo0     float64      `json:"elo0"`
	Elo1     float64      `json:"elo1"`
	Model    elo.Model    `json:"model"`
	Ratio    float64      `json:"llr"`
	Lower    float64      `json:"lower"`
	Upper    float64      `json:"upper"`
	Decision elo.Decision `json:"decision"`
}

// playerObject is a player's score against all others.
type playerObject struct {
	Name string `json:"name"`
	resultObject
	Failures map[string]int `json:"failures"`
}

// resultObject is a score with what it says about a player's strength.
type resultObject struct {
	Games     int      `json:"games"`
	Wins      int      `json:"wins"`
	Draws     int      `json:"draws"`
	Losses    int      `json:"losses"`
	Points    float64  `json:"points"`
	Elo       *float64 `json:"elo"`
	EloMargin *float64 `json:"elo_margin"`
}

func resultOf(s elo.Score) resultObject {
	return resultObject{Games: s.Games(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Points: s.Points()}
}

// writeStanding writes the score so far.
func (c *contest) writeStanding(s *referee.Score, final, interrupted bool) error {
	if c.AsJSON {
		return c.WriteJSON(c.scoreObject(s, final, interrupted))
	}
	done, all := s.Games(), s.Total
	if interrupted {
		fmt.Fprintf(c.Out, "Interrupted after %d of %d games.\n", done, all)
	} else if !final {
		fmt.Fprintf(c.Out, "After %d of %d games:\n", done, all)
	}
	if done == 0 {
		return nil
	}
	if len(c.players) == 2 {
		c.writeTwo(s)
	} else {
		c.writeTable(s)
	}
	c.writeFailures(s)
	if final {
		fmt.Fprintf(c.Out, "Seed %d, %s\n", c.run.Seed, amount.Duration(time.Since(c.run.Began)))
	}
	return nil
}

func (c *contest) scoreObject(so *referee.Score, final, interrupted bool) scoreObject {
	o := scoreObject{
		Game: c.run.Game.ID(), Seed: c.run.Seed, Seconds: time.Since(c.run.Began).Seconds(), Final: final, Interrupted: interrupted,
	}
	if len(c.players) == 2 {
		o.twoObject = c.twoObject(so)
	}
	ratings, fitted := elo.Fit(so.Scores)
	for _, i := range so.Order() {
		p := playerObject{Name: c.players[i].name, resultObject: resultOf(so.Of(i)), Failures: so.Failures[i]}
		if fitted {
			p.Elo, p.EloMargin = finite(ratings[i].Elo), finite(ratings[i].Margin)
		}
		o.Players = append(o.Players, p)
	}
	return o
}

func (c *contest) twoObject(so *referee.Score) *twoObject {
	s := so.Scores[0][1]
	t := &twoObject{A: c.shortName(0), B: c.shortName(1), resultObject: resultOf(s), Pairs: so.Pairs}
	difference, margin := s.Elo()
	t.Elo, t.EloMargin = finite(difference), finite(margin)
	if t.Pairs.Count() > 0 {
		difference, margin = t.Pairs.Elo()
		t.PairElo, t.PairError = finite(difference), finite(margin)
	}
	if test := c.run.Test; test != nil {
		lower, upper := test.Bounds()
		t.Test = &testObject{test.Elo0, test.Elo1, test.Model, test.OfPairs(t.Pairs), lower, upper, so.Decision}
	}
	return t
}

// shortName is a player's name; one of two levels is called by the level.
func (c *contest) shortName(i int) string {
	if len(c.options.engines) == 0 {
		return c.players[i].name[len("A "):]
	}
	return c.players[i].name
}

func (c *contest) writeTwo(s *referee.Score) {
	t := c.twoObject(s)
	fmt.Fprintf(c.Out, "A (%s) against B (%s): %d won, %d drawn, %d lost of %d\n", t.A, t.B, t.Wins, t.Draws, t.Losses, t.Games)
	fmt.Fprintf(c.Out, "A has %.1f %% of the points\n", 100*t.Points)
	fmt.Fprintf(c.Out, "Elo difference %s\n", eloText(t.Elo, t.EloMargin))
	if t.Test == nil {
		return
	}
	verdict := map[elo.Decision]string{
		elo.Undecided: "not decided",
		elo.AcceptH0:  fmt.Sprintf("H0 is accepted: A is stronger by %g Elo rather than by %g", t.Test.Elo0, t.Test.Elo1),
		elo.AcceptH1:  fmt.Sprintf("H1 is accepted: A is stronger by %g Elo rather than by %g", t.Test.Elo1, t.Test.Elo0),
	}[t.Test.Decision]
	fmt.Fprintf(c.Out, "SPRT %g to %g (%s): LLR %.2f between %.2f and %.2f, %s\n",
		t.Test.Elo0, t.Test.Elo1, t.Test.Model, t.Test.Ratio, t.Test.Lower, t.Test.Upper, verdict)
}

// writeTable lists more than two players, best first.
func (c *contest) writeTable(s *referee.Score) {
	o := c.scoreObject(s, true, false)
	table, end := c.Table(0)
	fmt.Fprintln(table, "PLAYER\tGAMES\tWON\tDRAWN\tLOST\tPOINTS\tELO")
	unknown := false
	for _, p := range o.Players {
		rating := "-"
		if p.Elo != nil && p.EloMargin != nil {
			rating = fmt.Sprintf("%+.0f ± %.0f", *p.Elo, *p.EloMargin)
		}
		unknown = unknown || p.Elo == nil
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%.1f %%\t%s\n", p.Name, p.Games, p.Wins, p.Draws, p.Losses, 100*p.Points, rating)
	}
	end()
	if unknown {
		fmt.Fprintln(c.Out, "There are no ratings as long as some players have won all games against the others.")
	}
}

// writeFailures says who lost games otherwise than by their moves.
func (c *contest) writeFailures(s *referee.Score) {
	words := map[string]string{"crash": "by failing", "timeout": "on time", "illegal-move": "by illegal moves"}
	for i, failures := range s.Failures {
		var parts []string
		for _, reason := range slices.Sorted(maps.Keys(failures)) {
			parts = append(parts, fmt.Sprintf("%d %s", failures[reason], cmp.Or(words[reason], reason)))
		}
		if len(parts) > 0 {
			fmt.Fprintf(c.Out, "%s lost %s\n", c.players[i].name, strings.Join(parts, ", "))
		}
	}
}

// eloText is the difference in rating, as far as the games show it.
func eloText(difference, margin *float64) string {
	switch {
	case difference == nil:
		return "beyond measure: one side has all the points"
	case margin == nil:
		return fmt.Sprintf("%+.0f; there are too few games to bound it", *difference)
	default:
		return fmt.Sprintf("%+.0f, 95%% sure within %.0f either way", *difference, *margin)
	}
}
