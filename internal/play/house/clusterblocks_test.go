package house_test

import (
	"slices"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/house"
	"plateau/internal/play/live"
	"plateau/internal/play/lobby"
)

// blockingCluster is two houses that list a table of Ann, which Ben sees at the second.
func blockingCluster(t *testing.T, seed uint64) (c *cluster, table play.TableID) {
	t.Helper()
	c = newCluster(t, seed, 2)
	c.people("ann", "ben")
	table = c.open(c.houses[0], play.Terms{Listed: true})
	c.faults.deliver(1)
	c.settle()
	c.wantShown(c.houses[1], table)
	return c, table
}

// wantShown has Ben begin to follow the lobby, where he is to see certain tables.
func (c *cluster) wantShown(h *house.House, want ...play.TableID) (version uint64) {
	c.Helper()
	all, _ := h.Lobby.Since(0)
	if got := c.shown(h, all); !slices.Equal(got, want) {
		c.Errorf("ben is shown %q, want %q", got, want)
	}
	return all.Version
}

// shown are the tables that Ben sees.
func (c *cluster) shown(h *house.House, news lobby.News) (tables []play.TableID) {
	c.Helper()
	seen, _, err := h.Lobby.For(c.Context(), play.Player{ID: "ben", Registered: true}, news)
	if err != nil {
		c.Fatal(err)
	}
	for _, change := range seen.Changes {
		if change.Summary != nil {
			tables = append(tables, change.Table)
		}
	}
	return tables
}

// Somebody who blocks a host at one server, and loads the page again at another, does
// not see the host's tables, and sees them after the block, however late notices are.
func TestLobbyBeginsWithBlocksOfOtherServers(t *testing.T) {
	c, table := blockingCluster(t, 41)
	a, b := c.houses[0], c.houses[1]
	c.block(a, "ben", "ann", blocks.Blocked)
	c.wantShown(b)
	if err := a.Unblock(t.Context(), "ben", "ann"); err != nil {
		t.Fatal(err)
	}
	c.wantShown(b, table)
	c.block(a, "ann", "ben", blocks.Blocked)
	c.wantShown(b)
}

// Those who follow the lobby at another server learn of a block as soon as it hears of
// it, and also where the notice was lost.
func TestLobbyHearsOfBlocksAtOtherServers(t *testing.T) {
	for name, lose := range map[string]float64{"by a notice": 0, "without notices": 1} {
		t.Run(name, func(t *testing.T) {
			c, table := blockingCluster(t, 42)
			c.faults.lose = lose
			a, b := c.houses[0], c.houses[1]
			hear := func() {
				if lose == 0 {
					c.faults.deliver(1)
				} else {
					c.pass(10 * time.Second)
				}
			}
			learns := func(version uint64, want ...play.TableID) {
				t.Helper()
				hear()
				news, _ := b.Lobby.Since(version)
				if news.Whole || !slices.ContainsFunc(news.Changes, func(change lobby.Change) bool { return change.Table == table }) {
					t.Fatalf("who follows the lobby gets %+v", news.Changes)
				}
				if got := c.shown(b, news); !slices.Equal(got, want) {
					t.Errorf("ben is shown %q, want %q", got, want)
				}
			}
			version := c.wantShown(b, table)
			c.block(a, "ben", "ann", blocks.Blocked)
			learns(version)
			version = c.wantShown(b)
			c.block(a, "ben", "ann", blocks.Muted)
			learns(version, table)
			version = c.wantShown(b, table)
			c.block(a, "ben", "ann", blocks.Blocked)
			learns(version)
			version = c.wantShown(b)
			if err := a.Unblock(t.Context(), "ben", "ann"); err != nil {
				t.Fatal(err)
			}
			learns(version, table)
		})
	}
}

// Who begins to watch a table reads what is said by those whom they do not mute, wherever
// they have muted them, and do so no more.
func TestTablesBeginWithMutesOfOtherServers(t *testing.T) {
	c := newCluster(t, 43, 2)
	c.people("ann", "ben")
	a, b := c.houses[0], c.houses[1]
	table := c.begin(a, play.Terms{Chat: true})
	c.do(a, table, "ben", play.Say{Channel: play.ToTable, Text: "hello"})
	want := func(want int) {
		t.Helper()
		news, err := c.watch(b, table, "ann").Look(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := messages(news); got != want {
			t.Errorf("ann reads %d messages of ben, want %d", got, want)
		}
	}
	want(1)
	c.block(a, "ann", "ben", blocks.Muted)
	want(0)
	if err := a.Unblock(t.Context(), "ann", "ben"); err != nil {
		t.Fatal(err)
	}
	want(1)
}

// messages counts what others said, as far as somebody reads it.
func messages(news live.News) (count int) {
	for _, e := range news.Events {
		if said, is := e.Body.(play.Said); is && said.Text != "" {
			count++
		}
	}
	return count
}

// Who has come into a class sees what its members may see as soon as they open the lobby
// again, also at the only server.
func TestLobbyBeginsWithClasses(t *testing.T) {
	s := newSite(t)
	h := s.house()
	s.people("ann", "ben")
	class := play.Group{ID: "class", Name: "Class 6b", Contact: play.ContactGroup, Since: s.Now()}
	groups := s.store.(play.GroupStore)
	if err := groups.AddGroup(t.Context(), class); err != nil {
		t.Fatal(err)
	}
	members := s.store.(play.MemberStore)
	join := func(player play.PlayerID, role play.Role) {
		t.Helper()
		if err := members.SetMember(t.Context(), class.ID, player, role, s.Now()); err != nil {
			t.Fatal(err)
		}
	}
	join("ann", play.RoleMember)
	c := &cluster{site: s}
	host := play.Player{ID: "ann", Name: "Ann", Registered: true, Manager: class.ID}
	answer, err := h.Tables.Open(t.Context(), host, play.Terms{Game: "quixo", Listed: true}, []play.Sitter{{Player: "ann"}, {}}, "")
	if err != nil {
		t.Fatal(err)
	}
	c.wantShown(h)
	join("ben", play.RoleMember)
	c.wantShown(h, answer.Table)
}
