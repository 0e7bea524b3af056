package glicko_test

import (
	"math"
	"testing"
	"time"

	"plateau/internal/play/glicko"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %.5f, want %.5f", what, got, want)
	}
}

// TestWorkedExample is the one of Glickman's description of the system.
func TestWorkedExample(t *testing.T) {
	player := glicko.Rating{Value: 1500, Deviation: 200, Volatility: 0.06}
	after := player.After([]glicko.Result{
		{Opponent: glicko.Rating{Value: 1400, Deviation: 30}, Score: 1},
		{Opponent: glicko.Rating{Value: 1550, Deviation: 100}, Score: 0},
		{Opponent: glicko.Rating{Value: 1700, Deviation: 300}, Score: 0},
	}, time.Unix(0, 0))
	near(t, "the value", after.Value, 1464.06, 0.01)
	near(t, "the deviation", after.Deviation, 151.52, 0.01)
	near(t, "the volatility", after.Volatility, 0.05999, 0.00001)
}

func TestEqualPlayersMirrorEachOther(t *testing.T) {
	for _, score := range []float64{0, 0.5, 1} {
		a := glicko.New().After([]glicko.Result{{Opponent: glicko.New(), Score: score}}, time.Unix(0, 0))
		b := glicko.New().After([]glicko.Result{{Opponent: glicko.New(), Score: 1 - score}}, time.Unix(0, 0))
		near(t, "the sum of both values", a.Value+b.Value, 3000, 1e-9)
		near(t, "the difference of the deviations", a.Deviation-b.Deviation, 0, 1e-9)
	}
}

func TestRestMakesUnsure(t *testing.T) {
	start := time.Unix(0, 0)
	r := glicko.Rating{Value: 1700, Deviation: 60, Volatility: 0.06, Since: start}
	year := r.At(start.AddDate(1, 0, 0))
	near(t, "the deviation after a year", year.Deviation, 110, 1)
	if year.Value != r.Value {
		t.Errorf("rest changed the value to %v", year.Value)
	}
	if ages := r.At(start.AddDate(200, 0, 0)); ages.Deviation != 350 {
		t.Errorf("the deviation after ages is %v, want that of a new player", ages.Deviation)
	}
	if r.At(start.Add(-time.Hour)) != r {
		t.Error("a time before the last game changed the rating")
	}
}

// TestSanity holds for whatever players and results come together.
func TestSanity(t *testing.T) {
	for _, own := range []float64{100, 1500, 3200} {
		for _, other := range []float64{100, 1500, 3200} {
			for _, deviation := range []float64{30, 350} {
				for _, score := range []float64{0, 0.5, 1} {
					before := glicko.Rating{Value: own, Deviation: deviation, Volatility: 0.06}
					opponent := glicko.Rating{Value: other, Deviation: deviation, Volatility: 0.06}
					after := before.After([]glicko.Result{{Opponent: opponent, Score: score}}, time.Unix(0, 0))
					switch {
					case score == 1 && after.Value < own, score == 0 && after.Value > own:
						t.Errorf("%v against %v: a score of %v changed %v to %v", own, other, score, own, after.Value)
					case math.IsNaN(after.Value + after.Deviation + after.Volatility):
						t.Errorf("%v against %v, score %v: %+v", own, other, score, after)
					case after.Deviation > 350 || after.Deviation <= 0 || after.Volatility <= 0:
						t.Errorf("%v against %v, score %v: %+v", own, other, score, after)
					}
				}
			}
		}
	}
}

func TestMean(t *testing.T) {
	mean := glicko.Mean([]glicko.Rating{{Value: 1400, Deviation: 30}, {Value: 1600, Deviation: 40}})
	near(t, "the value", mean.Value, 1500, 1e-9)
	near(t, "the deviation", mean.Deviation, math.Sqrt((900+1600)/2.0), 1e-9)
}
