package meeting

import (
	"context"
	"errors"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// Friend is another player in somebody's list of friends. Its tags are for the
// player's export.
type Friend struct {
	Player play.PlayerID `json:"player"`
	// Name is the present name, filled in when it is read.
	Name  string      `json:"name"`
	State FriendState `json:"state"`
	Since time.Time   `json:"since"`
}

// FriendState is how far two players have come.
type FriendState string

// The states. Friends have both agreed.
const (
	Friends     FriendState = "friends"
	FriendAsked FriendState = "asked" // by this player, and not answered
	FriendAsks  FriendState = "asks"  // the other one asks this player
)

// ChallengesFrom is who may challenge a player.
type ChallengesFrom string

// Who may challenge a player; at first everybody with an account may.
const (
	FromEverybody ChallengesFrom = "everybody"
	FromFriends   ChallengesFrom = "friends"
	FromNobody    ChallengesFrom = "nobody"
)

// Preferences are what a player decides about what others ask. Friends is
// [FromEverybody] or [FromNobody].
type Preferences struct {
	Challenges ChallengesFrom
	Friends    ChallengesFrom
}

// Accepting is which challenges a bot accepts while it runs.
type Accepting struct {
	// Games are the ids of the games that it plays.
	Games []string `json:"games" maxItems:"50" doc:"The ids of the games that it plays"`
	// Casual and Rated are the games that it accepts.
	Casual bool `json:"casual,omitempty" doc:"It accepts games that are not rated"`
	Rated  bool `json:"rated,omitempty" doc:"It accepts rated games"`
	// Busy means that it plays as many games as it can.
	Busy bool `json:"busy,omitempty" doc:"It plays as many games as it can, and accepts no other"`
}

// Challenge asks a player for a game. Its tags are for exports.
type Challenge struct {
	ID play.ChallengeID `json:"id"`
	By play.PlayerID    `json:"by"`
	To play.PlayerID    `json:"to"`
	// ByName and ToName are the present names, filled in when it is read.
	ByName string     `json:"by_name"`
	ToName string     `json:"to_name"`
	Terms  play.Terms `json:"terms"`
	Sent   time.Time  `json:"sent"`
	// Until is when it expires, and is forgotten.
	Until time.Time      `json:"until"`
	State ChallengeState `json:"state"`
	// Table is where the game is, if the challenge was accepted.
	Table play.TableID `json:"table,omitempty"`
}

// ChallengeState is what has become of a challenge.
type ChallengeState string

// The states.
const (
	ChallengePending  ChallengeState = "pending"
	ChallengeAccepted ChallengeState = "accepted"
	ChallengeDeclined ChallengeState = "declined"
)

// FriendStore stores friends, and who may challenge whom. A block ends
// what is between two players here, except what the blocked one has asked: nobody
// should see by a request that disappears that they are blocked.
type FriendStore interface {
	// AskFriend asks a player; if that one has asked before, they are friends.
	// It fails with [play.ErrNoPlayer] if one of them does not exist, and with
	// [play.ErrTooMany] if either list is full.
	AskFriend(ctx context.Context, by, player play.PlayerID, now time.Time, most int) (FriendState, error)
	// RemoveFriend ends what there is between two players.
	RemoveFriend(ctx context.Context, by, player play.PlayerID) error
	// FriendsOf lists those of a player by name, requests included, but not those
	// by players whom the player has blocked.
	FriendsOf(ctx context.Context, player play.PlayerID) ([]Friend, error)
	// AreFriends reports whether two players have agreed to be friends.
	AreFriends(ctx context.Context, a, b play.PlayerID) (bool, error)

	// SetPreferences says who may challenge a player and ask to become friends, and
	// Preferences reads it.
	SetPreferences(ctx context.Context, player play.PlayerID, p Preferences) error
	Preferences(ctx context.Context, player play.PlayerID) (Preferences, error)
	// WhoLets lists those of the players whose preferences let another one challenge
	// them. It is one question to the store, however many there are.
	WhoLets(ctx context.Context, challenger play.PlayerID, players ...play.PlayerID) ([]play.PlayerID, error)
	// AskedByNew counts the requests and challenges that wait for an answer of a
	// player, by those whose account is not older than a time and is their own.
	AskedByNew(ctx context.Context, player play.PlayerID, since, now time.Time) (int, error)
}

// ChallengeStore stores challenges; blocks end them like what a [FriendStore] has.
type ChallengeStore interface {
	// AddChallenge adds one. It fails with [play.ErrConflict] if there is one that
	// waits between the same players, and with [play.ErrTooMany] if so many of the
	// challenger's wait.
	AddChallenge(ctx context.Context, c Challenge, most int) error
	// Challenge reads one, with [ErrNoChallenge] if there is none.
	Challenge(ctx context.Context, id play.ChallengeID) (Challenge, error)
	// ChallengesOf lists those by and to a player that have not expired, the
	// latest first, without those by players whom the player has blocked.
	ChallengesOf(ctx context.Context, player play.PlayerID, now time.Time) ([]Challenge, error)
	// AnswerChallenge changes the state of a challenge that has another one, and
	// reports whether it did.
	AnswerChallenge(ctx context.Context, id play.ChallengeID, before, after ChallengeState, table play.TableID) (bool, error)
	// RemoveChallenge removes one.
	RemoveChallenge(ctx context.Context, id play.ChallengeID) error
	// ExpireChallenges removes those that have expired.
	ExpireChallenges(ctx context.Context, now time.Time) error
}

// ErrNoChallenge means that there is no challenge with an id.
var ErrNoChallenge = errors.New("there is no such challenge")

// Refusals of friends and challenges.
var (
	FriendGuest       = game.Denied("friend.guest", "friends are for players with an account")
	FriendSelf        = game.Invalid("friend.self", "you cannot be your own friend")
	TooManyFriends    = game.Conflict("friend.many", "a list of friends has room for {most} players, with requests; one of your lists is full")
	FriendNobody      = game.Denied("friend.nobody", "this player accepts no friend requests")
	AskedByMany       = game.Conflict("ask.many", "many new players are waiting for an answer of this player; try again in a few days")
	ChallengeGuest    = game.Denied("challenge.guest", "challenges are for players with an account")
	ChallengeSelf     = game.Invalid("challenge.self", "you cannot challenge yourself")
	ChallengeFriends  = game.Denied("challenge.friends", "this player accepts challenges from friends only")
	ChallengeNobody   = game.Denied("challenge.nobody", "this player accepts no challenges")
	ChallengeTwice    = game.Conflict("challenge.twice", "there is already a challenge between you two")
	TooManyChallenges = game.Conflict("challenge.many", "{most} of your challenges are waiting for an answer; withdraw one first")
	NoSuchChallenge   = game.Missing("challenge.unknown", "this challenge has expired, or was answered or withdrawn")
	OnlyBots          = game.Denied("bot.only", "only an account that was declared a bot can say which challenges it accepts")
)
