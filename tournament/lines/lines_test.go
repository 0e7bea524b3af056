package lines

import (
	"encoding/json"
	"errors"
	"testing"

	"plateau/game"
)

// Every line is refused, or answered with pairs in which everybody is once.
func FuzzPair(f *testing.F) {
	f.Add(`{"rounds":3,"played":1,"players":[{"id":1,"points":1,"games":[[3,"w","1"]]},{"id":2,"points":1,"games":[[0,"-","U"]]},{"id":3,"points":0,"games":[[1,"b","0"]]}]}`)
	f.Add(`{"players":[{"id":7,"points":0.5}],"forbidden":[[7,7]]}`)
	f.Add(`{}`)
	f.Fuzz(func(t *testing.T, text string) {
		answer, err := Pair(text)
		var refusal *game.Refusal
		if errors.As(err, &refusal) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		var round Round
		if err := json.Unmarshal([]byte(text), &round); err != nil {
			t.Fatal(err)
		}
		seen := map[int]bool{0: len(round.Players)%2 == 0}
		for _, p := range answer.Pairs {
			if seen[p[0]] || seen[p[1]] {
				t.Errorf("somebody is paired twice: %v", answer.Pairs)
			}
			seen[p[0]], seen[p[1]] = true, true
		}
		if len(seen) != len(round.Players)+1 {
			t.Errorf("%d players in %v", len(round.Players), answer.Pairs)
		}
	})
}
