package api

import (
	"plateau/internal/meeting"
	"plateau/internal/play"
)

// Friend is somebody in a list of friends.
type Friend struct {
	Player play.PlayerID       `json:"player"`
	Name   string              `json:"name"`
	State  meeting.FriendState `json:"state" enum:"friends,asked,asks" doc:"friends; asked: you have asked them; asks: they ask you"`
	Since  int64               `json:"since"`
	Online bool                `json:"online,omitempty" doc:"Whether a friend was online in the last few minutes"`
}

// Friends is a list of friends.
type Friends struct {
	Friends []Friend `json:"friends" doc:"By name"`
}

// FriendState is what became of a request.
type FriendState struct {
	State meeting.FriendState `json:"state" enum:"friends,asked"`
}

// Challenge is a challenge to a game.
type Challenge struct {
	ID     play.ChallengeID       `json:"id"`
	By     Person                 `json:"by" doc:"Who challenges"`
	To     Person                 `json:"to"`
	Terms  play.Terms             `json:"terms"`
	Sent   int64                  `json:"sent"`
	Until  int64                  `json:"until" doc:"When it expires"`
	State  meeting.ChallengeState `json:"state" enum:"pending,accepted,declined"`
	Table  play.TableID           `json:"table,omitempty" doc:"The table of the game, if it was accepted"`
	Rating float64                `json:"rating,omitempty" doc:"The challenger's rating in the game, if they have one"`
}

// Person is a player with no more than a name.
type Person struct {
	ID   play.PlayerID `json:"id"`
	Name string        `json:"name"`
}

// Challenges is a list of challenges.
type Challenges struct {
	Challenges []Challenge `json:"challenges" doc:"By and to me, the latest first"`
	Asks       int         `json:"asks" doc:"How many players ask to become my friend"`
}

// NewChallenge challenges a player.
type NewChallenge struct {
	IgnoredRequestID
	Terms play.Terms `json:"terms"`
}

// Preferences are what a player decides about what others ask.
type Preferences struct {
	Challenges meeting.ChallengesFrom `json:"challenges" enum:"everybody,friends,nobody" doc:"Who may challenge me"`
	Friends    meeting.ChallengesFrom `json:"friends" enum:"everybody,nobody" doc:"Who may ask me to become friends"`
}

// NewPreferences changes what it names of them.
type NewPreferences struct {
	IgnoredRequestID
	Challenges meeting.ChallengesFrom `json:"challenges,omitempty" enum:"everybody,friends,nobody" doc:"Who may challenge me; as before if missing"`
	Friends    meeting.ChallengesFrom `json:"friends,omitempty" enum:"everybody,nobody" doc:"Who may ask me to become friends; as before if missing"`
}
