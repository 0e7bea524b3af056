package online_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"plateau/internal/httpapi/online"
	"plateau/internal/play"
)

// countingStore counts how often ratings are asked for.
type countingStore struct {
	play.Store
	asked atomic.Int64
}

func (s *countingStore) Standings(ctx context.Context, of ...play.Rank) ([]play.Standing, error) {
	s.asked.Add(1)
	return s.Store.Standings(ctx, of...)
}

// TestLobbyAsksOnce for the ratings of all who sit there, in whatever game.
func TestLobbyAsksOnce(t *testing.T) {
	store := new(countingStore)
	s := newSite(t, func(c *online.Config) {
		store.Store = c.Store
		c.Store = store
	})
	ann, ben := s.registered("Ann"), s.registered("Ben")
	id := ann.begin(ben, `"game":"pivot","rated":true`)
	playOn(id, 2, ann, ben)
	ann.do(id, "resign", "")
	for _, c := range []*client{ann, ben} {
		for _, game := range []string{"quixo", "pivot", "quantik"} {
			c.open(`"game":"` + game + `","listed":true`)
		}
	}
	store.asked.Store(0)
	type lobby struct {
		Tables []struct {
			Terms   struct{ Game string }
			Host    string
			Ratings map[string]float64
		}
	}
	list := read[lobby]((&client{site: s}).get("/lobby"), http.StatusOK)
	if n := store.asked.Load(); len(list.Tables) != 6 || n != 1 {
		t.Errorf("for %d tables the store was asked %d times for ratings, want once for 6", len(list.Tables), n)
	}
	for _, table := range list.Tables {
		if rating, rated := table.Ratings[table.Host]; rated != (table.Terms.Game == "pivot") || rated && (rating > 1500) != (table.Host == ben.id) {
			t.Errorf("at a table of %s the ratings are %v", table.Terms.Game, table.Ratings)
		}
	}
}
