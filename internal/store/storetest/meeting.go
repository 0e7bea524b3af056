package storetest

import (
	"slices"
	"time"

	"plateau/internal/meeting"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// accounts makes people with accounts.
func (s *store) accounts(names ...string) {
	s.Helper()
	s.people(names...)
	for _, name := range names {
		must(s, s.SetPassword(s.Context(), play.Player{ID: play.PlayerID(name), Name: name}, name, "hash"))
	}
}

func testFriends(s *store) {
	s.accounts("ann", "ben", "cleo", "dan")
	s.somebody("guest")
	ask := func(by, player play.PlayerID, want meeting.FriendState) {
		s.Helper()
		answer(s.AskFriend(s.Context(), by, player, now, 2)).is(s, want, "%s asks %s", by, player)
	}
	of := func(player play.PlayerID, want ...meeting.Friend) {
		s.Helper()
		for i := range want {
			want[i].Since = now
		}
		answer(s.FriendsOf(s.Context(), player)).is(s, want, "the friends of %s", player)
	}
	ask("ann", "ben", meeting.FriendAsked)
	ask("ann", "ben", meeting.FriendAsked)
	ask("cleo", "ann", meeting.FriendAsked)
	of("ann", meeting.Friend{Player: "ben", Name: "ben", State: meeting.FriendAsked}, meeting.Friend{Player: "cleo", Name: "cleo", State: meeting.FriendAsks})
	ask("ben", "ann", meeting.Friends)
	ask("ann", "ben", meeting.Friends)
	s.reopen()
	of("ben", meeting.Friend{Player: "ann", Name: "ann", State: meeting.Friends})
	for _, pair := range [][2]play.PlayerID{{"ann", "ben"}, {"ben", "ann"}} {
		answer(s.AreFriends(s.Context(), pair[0], pair[1])).is(s, true, "%v", pair)
	}
	answer(s.AreFriends(s.Context(), "ann", "cleo")).is(s, false, "a request makes friends")
	for player, from := range map[play.PlayerID]meeting.ChallengesFrom{"ann": meeting.FromFriends, "ben": meeting.FromFriends, "dan": meeting.FromNobody} {
		must(s, s.SetPreferences(s.Context(), player, meeting.Preferences{Challenges: from, Friends: meeting.FromEverybody}))
	}
	for challenger, want := range map[play.PlayerID][]play.PlayerID{"ann": {"ben", "cleo"}, "ben": {"ann", "cleo"}, "cleo": {"cleo"}, "": {"cleo"}} {
		let, err := s.WhoLets(s.Context(), challenger, "ann", "ben", "cleo", "dan", "nobody")
		if slices.Sort(let); err != nil || !slices.Equal(let, want) {
			s.Errorf("%q can challenge %q, %v, want %q", challenger, let, err, want)
		}
	}
	answer(s.WhoLets(s.Context(), "ann")).has(s, 0, "of nobody ann can challenge")
	answer(s.AskFriend(s.Context(), "dan", "ann", now, 2)).fails(s, play.ErrTooMany, "a full list")
	answer(s.AskFriend(s.Context(), "dan", "guest", now, 2)).fails(s, play.ErrNoPlayer, "a guest")
	// A block ends it, and so does deletion.
	must(s, s.SetBlock(s.Context(), blocks.Block{By: "ben", Player: "ann", Kind: blocks.Blocked, Since: now}, 9))
	of("ben")
	must(s, s.Forget(s.Context(), "cleo"))
	of("ann")
	ask("dan", "ann", meeting.FriendAsked)
	must(s, s.RemoveFriend(s.Context(), "ann", "dan"))
	of("dan")
}

func testChallenges(s *store) {
	s.accounts("ann", "ben", "cleo")
	answer(s.Preferences(s.Context(), "ann")).is(s, meeting.Preferences{Challenges: meeting.FromEverybody, Friends: meeting.FromEverybody}, "at first ann prefers")
	prefers := meeting.Preferences{Challenges: meeting.FromFriends, Friends: meeting.FromNobody}
	must(s, s.SetPreferences(s.Context(), "ann", prefers))
	challenge := meeting.Challenge{
		ID: "c1", By: "ann", To: "ben", Terms: play.Terms{Game: "quixo", Rated: true}, Sent: now, Until: now.Add(time.Hour), State: meeting.ChallengePending,
	}
	must(s, s.AddChallenge(s.Context(), challenge, 2))
	s.reopen()
	answer(s.Preferences(s.Context(), "ann")).is(s, prefers, "ann prefers")
	back := challenge
	back.ID, back.By, back.To = "c2", "ben", "ann"
	s.wantError("a second one between the two", s.AddChallenge(s.Context(), back, 2), play.ErrConflict)
	other := challenge
	other.ID, other.To = "c3", "cleo"
	s.wantError("too many", s.AddChallenge(s.Context(), other, 1), play.ErrTooMany)
	must(s, s.AddChallenge(s.Context(), other, 2))
	challenge.ByName, challenge.ToName = "ann", "ben"
	answer(s.Challenge(s.Context(), "c1")).is(s, challenge, "the challenge")
	answer(s.Challenge(s.Context(), "nothing")).fails(s, meeting.ErrNoChallenge, "an unknown challenge")
	for i, want := range []bool{true, false} {
		answer(s.AnswerChallenge(s.Context(), "c1", meeting.ChallengePending, meeting.ChallengeAccepted, "table")).is(s, want, "answer %d", i)
	}
	of := func(player play.PlayerID, at time.Time, want int) {
		s.Helper()
		answer(s.ChallengesOf(s.Context(), player, at)).has(s, want, "the challenges of %s", player)
	}
	of("ann", now, 2)
	of("ben", now, 1)
	of("ben", now.Add(time.Hour), 0)
	must(s, s.RemoveChallenge(s.Context(), "c3"))
	of("ann", now, 1)
	must(s, s.ExpireChallenges(s.Context(), now.Add(time.Hour)))
	of("ann", now, 0)
	must(s, s.AddChallenge(s.Context(), other, 2))
	must(s, s.Forget(s.Context(), "ann"))
	of("cleo", now, 0)
	if _, err := s.Preferences(s.Context(), "ann"); err == nil {
		s.Error("a deleted player can be challenged")
	}
}

// testUnseenAsks has players whom somebody has blocked ask for something. They see that
// they have asked, and the other one sees nothing until the block ends.
func testUnseenAsks(s *store) {
	s.accounts("ann", "ben", "cleo")
	ask := func(by, player play.PlayerID) {
		s.Helper()
		answer(s.AskFriend(s.Context(), by, player, now, 9)).must(s)
		must(s, s.AddChallenge(s.Context(), meeting.Challenge{
			ID: play.ChallengeID(by + player), By: by, To: player, Terms: play.Terms{Game: "quixo"}, Sent: now, Until: now.Add(time.Hour),
			State: meeting.ChallengePending,
		}, 9))
	}
	has := func(player play.PlayerID, want, fromNew int) {
		s.Helper()
		friends := answer(s.FriendsOf(s.Context(), player)).must(s)
		challenges := answer(s.ChallengesOf(s.Context(), player, now)).must(s)
		if len(friends) != want || len(challenges) != want {
			s.Errorf("%s has %+v and %+v, want %d each", player, friends, challenges, want)
		}
		answer(s.AskedByNew(s.Context(), player, now.Add(-time.Hour), now)).is(s, fromNew, "how many new players ask %s", player)
	}
	block := blocks.Block{By: "ann", Player: "ben", Kind: blocks.Blocked, Since: now}
	ask("ann", "cleo")
	ask("ben", "ann")
	has("ann", 2, 2)
	must(s, s.SetBlock(s.Context(), block, 9))
	has("ann", 1, 0)
	has("ben", 1, 0)
	must(s, s.RemoveBlock(s.Context(), "ann", "ben"))
	has("ann", 2, 2)
	block.Player = "cleo"
	must(s, s.SetBlock(s.Context(), block, 9)) // What the blocker has asked ends.
	has("ann", 1, 2)
	has("cleo", 0, 0)
	ask("cleo", "ann")
	has("cleo", 1, 0)
	has("ann", 1, 2)
	answer(s.AskedByNew(s.Context(), "ann", now.Add(time.Hour), now)).is(s, 0, "how many without a new account count as new")
}
