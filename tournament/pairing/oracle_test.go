package pairing_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"plateau/tournament/pairing"
)

// known is a Swiss tournament in mid-course, and the next round by a program
// that implements the Dutch system of FIDE exactly.
type known struct {
	Players []struct {
		ID, Rating int
		Points     float64
		Games      [][3]any
	}
	Pairs          [][2]int
	Rounds, Played int
}

func knownRounds(t *testing.T, path string) []known {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rounds []known
	for lines := bufio.NewReader(unzipped); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return rounds
		}
		var k known
		if err := json.Unmarshal(line, &k); err != nil {
			t.Fatal(err)
		}
		rounds = append(rounds, k)
	}
}

func (k known) entrants() []pairing.Entrant {
	var entrants []pairing.Entrant
	for _, p := range k.Players {
		e := pairing.Entrant{ID: p.ID, Rating: p.Rating, Score: int(math.Round(2 * p.Points))}
		for _, g := range p.Games {
			switch g[2] {
			case "1", "=", "0":
				e.Met = append(e.Met, int(g[0].(float64)))
				side := pairing.First
				if g[1] == "b" {
					side = pairing.Second
				}
				e.Sides = append(e.Sides, side)
			case "+", "U", "F":
				e.HadBye = true
			}
		}
		entrants = append(entrants, e)
	}
	return entrants
}

func (k known) rules() pairing.Rules {
	if k.Played+1 == k.Rounds {
		return pairing.Rules{TopScore: k.Played}
	}
	return pairing.Rules{}
}

// differences are the score differences of pairs, sorted, and the score of the
// player with the bye.
func differences(t *testing.T, entrants []pairing.Entrant, pairs []pairing.Pair) (sorted []int, bye int) {
	t.Helper()
	score, met, hadBye := map[int]int{}, map[int][]int{}, map[int]bool{}
	for _, e := range entrants {
		score[e.ID], met[e.ID], hadBye[e.ID] = e.Score, e.Met, e.HadBye
	}
	seen := map[int]bool{}
	bye = -1
	for _, p := range pairs {
		if seen[p.First] || seen[p.Second] || slices.Contains(met[p.First], p.Second) {
			t.Errorf("the pair %v is not legal", p)
		}
		seen[p.First] = true
		if p.Second == pairing.Bye {
			if bye = score[p.First]; hadBye[p.First] {
				t.Errorf("%d has a second bye", p.First)
			}
			continue
		}
		seen[p.Second] = true
		difference := score[p.First] - score[p.Second]
		sorted = append(sorted, max(difference, -difference))
	}
	if len(seen) != len(entrants) {
		t.Errorf("%d of %d are paired", len(seen), len(entrants))
	}
	slices.Sort(sorted)
	return sorted, bye
}

// Every pairing is legal, and its score differences are no larger than those of
// the Dutch system, from whichever end the lists are compared.
func TestKnownSwissRounds(t *testing.T) {
	for i, k := range knownRounds(t, "testdata/swiss.jsonl.gz") {
		entrants := k.entrants()
		pairs, err := pairing.Swiss(entrants, k.rules())
		if err != nil {
			t.Fatal(err)
		}
		var theirs []pairing.Pair
		for _, p := range k.Pairs {
			theirs = append(theirs, pairing.Pair{First: p[0], Second: p[1]})
		}
		got, bye := differences(t, entrants, pairs)
		want, theirBye := differences(t, entrants, theirs)
		if bye > theirBye {
			t.Errorf("round %d: the bye has a score of %d, and could have %d", i, bye, theirBye)
		}
		upwards := slices.Compare(got, want)
		slices.Reverse(got)
		slices.Reverse(want)
		if upwards > 0 || slices.Compare(got, want) > 0 {
			t.Errorf("round %d, %d players: the score differences are %v, and could be %v", i, len(entrants), got, want)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}
