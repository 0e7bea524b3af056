package storetest

import (
	"slices"
	"testing"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// account is somebody with an account.
func account(t *testing.T, s *store, name string) {
	t.Helper()
	somebody(t, s.Store, name)
	must(t, s.SetPassword(t.Context(), play.Player{ID: play.PlayerID(name), Name: name}, name, "hash"))
}

func testFriends(t *testing.T, s *store) {
	t.Helper()
	for _, name := range []string{"ann", "ben", "cleo", "dan"} {
		account(t, s, name)
	}
	somebody(t, s.Store, "guest")
	ask := func(by, player play.PlayerID, want play.FriendState) {
		t.Helper()
		if state, err := s.AskFriend(t.Context(), by, player, now, 2); err != nil || state != want {
			t.Errorf("%s asks %s: %q, %v, want %q", by, player, state, err, want)
		}
	}
	of := func(player play.PlayerID, want ...play.Friend) {
		t.Helper()
		list, err := s.FriendsOf(t.Context(), player)
		if err != nil || len(list) != len(want) {
			t.Errorf("%s has %+v, %v, want %+v", player, list, err, want)
			return
		}
		for i, f := range list {
			want[i].Since = now
			if f != want[i] {
				t.Errorf("%s has %+v, want %+v", player, f, want[i])
			}
		}
	}
	ask("ann", "ben", play.FriendAsked)
	ask("ann", "ben", play.FriendAsked)
	ask("cleo", "ann", play.FriendAsked)
	of("ann", play.Friend{Player: "ben", Name: "ben", State: play.FriendAsked}, play.Friend{Player: "cleo", Name: "cleo", State: play.FriendAsks})
	ask("ben", "ann", play.Friends)
	ask("ann", "ben", play.Friends)
	s.reopen(t)
	of("ben", play.Friend{Player: "ann", Name: "ann", State: play.Friends})
	for _, pair := range [][2]play.PlayerID{{"ann", "ben"}, {"ben", "ann"}} {
		if are, err := s.AreFriends(t.Context(), pair[0], pair[1]); err != nil || !are {
			t.Errorf("%v: %v, %v", pair, are, err)
		}
	}
	if are, err := s.AreFriends(t.Context(), "ann", "cleo"); err != nil || are {
		t.Errorf("a request makes friends: %v, %v", are, err)
	}
	for player, from := range map[play.PlayerID]play.ChallengesFrom{"ann": play.FromFriends, "ben": play.FromFriends, "dan": play.FromNobody} {
		must(t, s.SetPreferences(t.Context(), player, play.Preferences{Challenges: from, Friends: play.FromEverybody}))
	}
	for challenger, want := range map[play.PlayerID][]play.PlayerID{"ann": {"ben", "cleo"}, "ben": {"ann", "cleo"}, "cleo": {"cleo"}, "": {"cleo"}} {
		let, err := s.WhoLets(t.Context(), challenger, "ann", "ben", "cleo", "dan", "nobody")
		if slices.Sort(let); err != nil || !slices.Equal(let, want) {
			t.Errorf("%q can challenge %q, %v, want %q", challenger, let, err, want)
		}
	}
	if let, err := s.WhoLets(t.Context(), "ann"); err != nil || len(let) > 0 {
		t.Errorf("of nobody ann can challenge %q, %v", let, err)
	}
	_, err := s.AskFriend(t.Context(), "dan", "ann", now, 2)
	wantError(t, "a full list", err, play.ErrTooMany)
	_, err = s.AskFriend(t.Context(), "dan", "guest", now, 2)
	wantError(t, "a guest", err, play.ErrNoPlayer)
	// A block ends it, and so does deletion.
	must(t, s.SetBlock(t.Context(), blocks.Block{By: "ben", Player: "ann", Kind: blocks.Blocked, Since: now}, 9))
	of("ben")
	must(t, s.Forget(t.Context(), "cleo"))
	of("ann")
	ask("dan", "ann", play.FriendAsked)
	must(t, s.RemoveFriend(t.Context(), "ann", "dan"))
	of("dan")
}

func testChallenges(t *testing.T, s *store) {
	t.Helper()
	for _, name := range []string{"ann", "ben", "cleo"} {
		account(t, s, name)
	}
	if p, err := s.Preferences(t.Context(), "ann"); err != nil || p != (play.Preferences{Challenges: play.FromEverybody, Friends: play.FromEverybody}) {
		t.Errorf("at first ann prefers %+v, %v", p, err)
	}
	prefers := play.Preferences{Challenges: play.FromFriends, Friends: play.FromNobody}
	must(t, s.SetPreferences(t.Context(), "ann", prefers))
	challenge := play.Challenge{
		ID: "c1", By: "ann", To: "ben", Terms: play.Terms{Game: "quixo", Rated: true}, Sent: now, Until: now.Add(time.Hour), State: play.ChallengePending,
	}
	must(t, s.AddChallenge(t.Context(), challenge, 2))
	s.reopen(t)
	if p, err := s.Preferences(t.Context(), "ann"); err != nil || p != prefers {
		t.Errorf("ann prefers %+v, %v, want %+v", p, err, prefers)
	}
	back := challenge
	back.ID, back.By, back.To = "c2", "ben", "ann"
	wantError(t, "a second one between the two", s.AddChallenge(t.Context(), back, 2), play.ErrConflict)
	other := challenge
	other.ID, other.To = "c3", "cleo"
	wantError(t, "too many", s.AddChallenge(t.Context(), other, 1), play.ErrTooMany)
	must(t, s.AddChallenge(t.Context(), other, 2))
	challenge.ByName, challenge.ToName = "ann", "ben"
	if found, err := s.Challenge(t.Context(), "c1"); err != nil || found != challenge {
		t.Errorf("%+v, %v, want %+v", found, err, challenge)
	}
	_, err := s.Challenge(t.Context(), "nothing")
	wantError(t, "an unknown challenge", err, play.ErrNoChallenge)
	for i, want := range []bool{true, false} {
		if done, err := s.AnswerChallenge(t.Context(), "c1", play.ChallengePending, play.ChallengeAccepted, "table"); err != nil || done != want {
			t.Errorf("answer %d: %v, %v", i, done, err)
		}
	}
	of := func(player play.PlayerID, at time.Time, want int) {
		t.Helper()
		if list, err := s.ChallengesOf(t.Context(), player, at); err != nil || len(list) != want {
			t.Errorf("%s has %+v, %v, want %d", player, list, err, want)
		}
	}
	of("ann", now, 2)
	of("ben", now, 1)
	of("ben", now.Add(time.Hour), 0)
	must(t, s.RemoveChallenge(t.Context(), "c3"))
	of("ann", now, 1)
	must(t, s.ExpireChallenges(t.Context(), now.Add(time.Hour)))
	of("ann", now, 0)
	must(t, s.AddChallenge(t.Context(), other, 2))
	must(t, s.Forget(t.Context(), "ann"))
	of("cleo", now, 0)
	if _, err := s.Preferences(t.Context(), "ann"); err == nil {
		t.Error("a deleted player can be challenged")
	}
}

// testUnseenAsks has players whom somebody has blocked ask for something. They see that
// they have asked, and the other one sees nothing until the block ends.
func testUnseenAsks(t *testing.T, s *store) {
	t.Helper()
	for _, name := range []string{"ann", "ben", "cleo"} {
		account(t, s, name)
	}
	ask := func(by, player play.PlayerID) {
		t.Helper()
		_, err := s.AskFriend(t.Context(), by, player, now, 9)
		must(t, err)
		must(t, s.AddChallenge(t.Context(), play.Challenge{
			ID: play.ChallengeID(by + player), By: by, To: player, Terms: play.Terms{Game: "quixo"}, Sent: now, Until: now.Add(time.Hour),
			State: play.ChallengePending,
		}, 9))
	}
	has := func(player play.PlayerID, want, fromNew int) {
		t.Helper()
		friends, err := s.FriendsOf(t.Context(), player)
		must(t, err)
		challenges, err := s.ChallengesOf(t.Context(), player, now)
		must(t, err)
		if len(friends) != want || len(challenges) != want {
			t.Errorf("%s has %+v and %+v, want %d each", player, friends, challenges, want)
		}
		if n, err := s.AskedByNew(t.Context(), player, now.Add(-time.Hour), now); err != nil || n != fromNew {
			t.Errorf("%d new players ask %s, %v, want %d", n, player, err, fromNew)
		}
	}
	block := blocks.Block{By: "ann", Player: "ben", Kind: blocks.Blocked, Since: now}
	ask("ann", "cleo")
	ask("ben", "ann")
	has("ann", 2, 2)
	must(t, s.SetBlock(t.Context(), block, 9))
	has("ann", 1, 0)
	has("ben", 1, 0)
	must(t, s.RemoveBlock(t.Context(), "ann", "ben"))
	has("ann", 2, 2)
	block.Player = "cleo"
	must(t, s.SetBlock(t.Context(), block, 9)) // What the blocker has asked ends.
	has("ann", 1, 2)
	has("cleo", 0, 0)
	ask("cleo", "ann")
	has("cleo", 1, 0)
	has("ann", 1, 2)
	if n, err := s.AskedByNew(t.Context(), "ann", now.Add(time.Hour), now); err != nil || n != 0 {
		t.Errorf("%d players without a new account count as new, %v", n, err)
	}
}
