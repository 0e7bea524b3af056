package online_test

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"plateau/internal/meeting"

	"plateau/internal/httpapi/online"
	"plateau/internal/play"
	"plateau/internal/store/sqlstore"
)

// countingStore counts how often ratings, groups of players, and who may challenge whom,
// are asked for.
type countingStore struct {
	*sqlstore.Store
	asked, groups, challenges atomic.Int64
}

func (s *countingStore) Standings(ctx context.Context, of ...play.Rank) ([]play.Standing, error) {
	s.asked.Add(1)
	return s.Store.Standings(ctx, of...)
}

func (s *countingStore) GroupsOf(ctx context.Context, player play.PlayerID) ([]play.Membership, error) {
	s.groups.Add(1)
	return s.Store.GroupsOf(ctx, player)
}

func (s *countingStore) Preferences(ctx context.Context, player play.PlayerID) (meeting.Preferences, error) {
	s.challenges.Add(1)
	return s.Store.Preferences(ctx, player)
}

func (s *countingStore) AreFriends(ctx context.Context, a, b play.PlayerID) (bool, error) {
	s.challenges.Add(1)
	return s.Store.AreFriends(ctx, a, b)
}

func (s *countingStore) WhoLets(ctx context.Context, challenger play.PlayerID, players ...play.PlayerID) ([]play.PlayerID, error) {
	s.challenges.Add(1)
	return s.Store.WhoLets(ctx, challenger, players...)
}

// TestLobbyAsksOnce for the ratings of all who sit there, in whatever game.
func TestLobbyAsksOnce(t *testing.T) {
	store := new(countingStore)
	s := newSite(t, func(c *online.Config) {
		store.Store = c.Store.(*sqlstore.Store)
		c.Store = store
	})
	ann, ben := s.registered("Ann"), s.registered("Ben")
	id := ann.begin(ben, `"game":"pivot","rated":true`)
	playOn(id, 6, ann, ben)
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

// A table at which somebody could not sit down because of a block is not offered to
// them, no matter who has blocked whom: a seat that is refused would tell of it.
func TestLobbyWithoutBlocked(t *testing.T) {
	s := newSite(t, nil)
	ann, ben, cleo := s.registered("Ann"), s.guest("Ben"), s.guest("Cleo")
	type lobby struct {
		Whole   bool
		Tables  []struct{ ID string }
		Changes []struct {
			Table   string
			Summary *struct{ ID string }
		}
	}
	sees := func(c *client, want bool, table string) {
		t.Helper()
		list := read[lobby](c.get("/lobby"), http.StatusOK)
		if got := slices.ContainsFunc(list.Tables, func(one struct{ ID string }) bool { return one.ID == table }); got != want {
			t.Errorf("that %s is offered the table is %v", c.id, got)
		}
	}
	ofAnn, ofBen := ann.open(quixo+`,"listed":true`), ben.open(quixo+`,"listed":true`)
	stream := ben.follow("/lobby/events", "")
	if first := dataOf[lobby](stream, "lobby"); !first.Whole || len(first.Changes) != 2 {
		t.Fatalf("at first Ben sees %+v", first)
	}
	ann.block(ben, "block")
	if whole := dataOf[lobby](stream, "lobby"); !whole.Whole || len(whole.Changes) != 1 || whole.Changes[0].Table != ofBen {
		t.Errorf("after the block Ben sees %+v", whole)
	}
	// Nothing tells Ben of what Ann opens and ends.
	hidden := ann.open(quixo + `,"listed":true`)
	ann.do(hidden, "leave", "")
	ofCleo := cleo.open(quixo + `,"listed":true`)
	if next := dataOf[lobby](stream, "lobby"); next.Whole || len(next.Changes) != 1 || next.Changes[0].Table != ofCleo {
		t.Errorf("after tables of Ann and Cleo Ben sees %+v", next)
	}
	cleo.do(ofCleo, "leave", "")
	if next := dataOf[lobby](stream, "lobby"); len(next.Changes) != 1 || next.Changes[0].Table != ofCleo || next.Changes[0].Summary != nil {
		t.Errorf("after the table of Cleo is gone Ben sees %+v", next)
	}
	for _, c := range []*client{ann, ben} {
		sees(c, c == ann, ofAnn)
		sees(c, c == ben, ofBen)
	}
	sees(cleo, true, ofAnn)
	sees(s.nobody(), true, ofBen)
	if whole := dataOf[lobby](ben.follow("/lobby/events", ""), "lobby"); len(whole.Changes) != 1 || whole.Changes[0].Table != ofBen {
		t.Errorf("anew Ben sees %+v", whole)
	}
	// Also where somebody else is the host.
	four := cleo.open(`"game":"quixo4p","listed":true`)
	ann.do(four, "sit", "")
	sees(ben, false, four)
	ann.call(http.MethodDelete, "/me/blocks/"+ben.id, "").wantStatus(http.StatusNoContent)
	sees(ben, true, four)
	sees(ben, true, ofAnn)
}
