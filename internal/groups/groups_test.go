package groups_test

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/admin"
	"plateau/internal/groups"
	"plateau/internal/play"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
)

// between is a store in which something happens after the members of a group were read,
// and before anything follows from it.
type between struct {
	*sqlstore.Store
	happens func()
}

func (b *between) Members(ctx context.Context, id play.GroupID) ([]play.Member, error) {
	members, err := b.Store.Members(ctx, id)
	if happens := b.happens; happens != nil {
		b.happens = nil
		happens()
	}
	return members, err
}

// class is a class with two leaders, Ann and Ben.
type class struct {
	*testing.T
	*groups.Service
	store    *between
	id       play.GroupID
	ann, ben groups.Actor
}

func newClass(t *testing.T) *class {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	store := &between{Store: s.Store}
	now := func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) }
	known := accounts.New(accounts.Config{Games: games.All().Games(), Store: store, Now: now, Random: rand.Reader})
	c := &class{T: t, store: store, Service: &groups.Service{Admin: &admin.Service{Store: store, Accounts: known, Now: now}, Store: store}}
	leader := func(name string) groups.Actor {
		player, _, err := known.Guest(t.Context(), name)
		if err == nil {
			err = s.SetPassword(t.Context(), player, strings.ToLower(name), "")
		}
		if err != nil {
			t.Fatal(err)
		}
		player.Registered = true
		return groups.Actor{Player: player, Session: true}
	}
	c.ann, c.ben = leader("Ann"), leader("Ben")
	made, err := c.Create(t.Context(), groups.Actor{Operator: true}, "Class 5b", c.ann.Player.ID)
	if err != nil {
		t.Fatal(err)
	}
	c.id = made.ID
	if err := s.SetMember(t.Context(), c.id, c.ben.Player.ID, play.RoleLeader, now()); err != nil {
		t.Fatal(err)
	}
	return c
}

// wants checks that something was refused.
func (c *class) wants(refusal game.Ground, err error) {
	c.Helper()
	if r, is := errors.AsType[*game.Refusal](err); !is || r.Code != refusal.Code {
		c.Errorf("%v, want %s", err, refusal.Code)
	}
}

// Of two leaders who leave at the same time, one stays.
func TestLeadersLeaveTogether(t *testing.T) {
	c := newClass(t)
	c.store.happens = func() {
		if err := c.Remove(t.Context(), c.ben, c.id, c.ben.Player.ID); err != nil {
			t.Error(err)
		}
	}
	c.wants(groups.LastLeader, c.Remove(t.Context(), c.ann, c.id, c.ann.Player.ID))
	c.wants(groups.LastLeader, c.SetRole(t.Context(), c.ann, c.id, c.ann.Player.ID, play.RoleMember))
	if page, err := c.Look(t.Context(), c.ann, c.id); err != nil || len(page.Members) != 1 || page.Role != play.RoleLeader {
		t.Errorf("the class is %+v, %v", page, err)
	}
}

// Who renames a class does not turn its chat on that another leader has just turned off.
func TestLeadersChangeTogether(t *testing.T) {
	c := newClass(t)
	c.store.happens = func() {
		if _, err := c.Change(t.Context(), c.ben, c.id, groups.Changes{Chat: play.TalkOff}); err != nil {
			t.Error(err)
		}
	}
	if _, err := c.Change(t.Context(), c.ann, c.id, groups.Changes{Name: "Class 6b"}); err != nil {
		t.Fatal(err)
	}
	if page, err := c.Look(t.Context(), c.ann, c.id); err != nil || page.Name != "Class 6b" || page.Chat != play.TalkOff {
		t.Errorf("the class is %+v, %v", page, err)
	}
}

// A group has a hundred invitations at most, and another one once one of them is revoked.
func TestInvitationsOfAGroup(t *testing.T) {
	c := newClass(t)
	invite := func() (accounts.Invitation, error) {
		i, _, err := c.Invite(t.Context(), c.ann, accounts.NewInvitation{Group: c.id})
		return i, err
	}
	var last accounts.Invitation
	for i := range 100 {
		var err error
		if last, err = invite(); err != nil {
			t.Fatalf("invitation %d: %v", i+1, err)
		}
	}
	_, err := invite()
	c.wants(groups.TooManyInvites, err)
	// Two at the same time do not share the last place.
	for range 10 {
		if err := c.Revoke(t.Context(), c.ann, last.ID); err != nil {
			t.Fatal(err)
		}
		var made [2]accounts.Invitation
		var errs [2]error
		var both sync.WaitGroup
		for i := range made {
			both.Go(func() { made[i], errs[i] = invite() })
		}
		both.Wait()
		good := 0
		if errs[0] != nil {
			good = 1
		}
		last = made[good]
		c.wants(groups.TooManyInvites, errs[1-good])
		if errs[good] != nil {
			t.Error(errs[good])
		}
	}
	if err := c.Revoke(t.Context(), c.ann, last.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := invite(); err != nil {
		t.Error(err)
	}
}
