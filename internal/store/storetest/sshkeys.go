package storetest

import (
	"reflect"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
)

// sshKey is a key of a player.
func sshKey(id string, player play.PlayerID) accounts.SSHKey {
	return accounts.SSHKey{ID: id, Player: player, Hash: accounts.KeyHash(play.Token(id).Hash()), Kind: "ssh-ed25519", Label: "laptop", Since: now}
}

func testSSHKeys(s *store) {
	ann, ben, eve := s.somebody("ann"), s.somebody("ben"), s.somebody("eve")
	add := func(p play.Player, nameKey, id string, guest bool) error {
		return s.AddSSHKey(s.Context(), p, nameKey, sshKey(id, p.ID), 2, guest)
	}
	must(s, add(ann, "ann", "k1", false))
	must(s, add(ann, "ann", "k2", false))
	must(s, add(eve, "eve", "k5", true))
	for player, registered := range map[play.PlayerID]bool{"ann": true, "eve": false} {
		answer(s.Player(s.Context(), player)).meets(s, func(p play.Player) bool { return p.Registered == registered }, "a player with an SSH key")
	}
	s.wantError("a third of two", add(ann, "ann", "k3", false), play.ErrTooMany)
	s.wantError("another's", add(ben, "ben", "k1", false), accounts.ErrKeyTaken)
	s.wantError("one for another's name", add(ben, "ann", "k4", false), accounts.ErrNameTaken)
	s.wantError("a key of nobody", add(play.Player{ID: "none", Name: "none"}, "none", "k6", true), play.ErrNoPlayer)
	answer(s.Player(s.Context(), "ben")).meets(s, func(p play.Player) bool { return !p.Registered }, "a player who was refused")
	used := sshKey("k1", "ann")
	used.Used = now.Add(time.Hour)
	must(s, s.UseSSHKey(s.Context(), "k1", used.Used))
	s.reopen()
	answer(s.SSHKeys(s.Context(), "ann")).is(s, []accounts.SSHKey{used, sshKey("k2", "ann")}, "the keys")
	if p, k, err := s.PlayerBySSHKey(s.Context(), used.Hash); err != nil || p.ID != "ann" || !p.Registered || !reflect.DeepEqual(k, used) {
		s.Errorf("the key is %+v of %+v, %v", k, p, err)
	}
	signOuts := func(want ...int) {
		s.Helper()
		for i, id := range []string{"k1", "k2", "k5"} {
			if _, k, err := s.PlayerBySSHKey(s.Context(), sshKey(id, "").Hash); err != nil || k.SignOuts != want[i] {
				s.Errorf("the owner of %s was signed out %d times, %v, want %d", id, k.SignOuts, err, want[i])
			}
		}
	}
	for _, one := range []struct {
		choice accounts.AccessChoice
		want   []int
	}{
		{accounts.AccessChoice{Kind: accounts.Robot}, []int{0, 0, 0}},
		{accounts.AccessChoice{ID: "none", Kind: accounts.Session}, []int{0, 0, 0}},
		{accounts.AccessChoice{Kind: accounts.Session}, []int{1, 1, 0}},
		{accounts.AccessChoice{Except: "k1"}, []int{1, 2, 0}},
	} {
		answer(s.RemoveAccess(s.Context(), "ann", one.choice)).must(s)
		signOuts(one.want...)
	}
	answer(s.RemoveAllAccess(s.Context(), accounts.Session)).must(s)
	signOuts(2, 3, 1)
	remove := func(player play.PlayerID, id string, want bool) {
		s.Helper()
		answer(s.RemoveSSHKey(s.Context(), player, id)).is(s, want, "removing %s of %s", id, player)
	}
	remove("ben", "k1", false)
	remove("ann", "k1", true)
	remove("ann", "k2", false) // It is the last way in.
	must(s, s.SetPassword(s.Context(), ann, "ann", "x"))
	remove("ann", "k2", true)
	remove("eve", "k5", true) // A guest needs none.
	_, _, err := s.PlayerBySSHKey(s.Context(), used.Hash)
	s.wantError("a removed key", err, play.ErrNoPlayer)
	must(s, add(ben, "ben", "k1", false))
}
