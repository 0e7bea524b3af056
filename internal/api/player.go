package api

import (
	"plateau/internal/meeting"
	"plateau/internal/play"
)

// Player is a person or a program.
type Player struct {
	ID         play.PlayerID `json:"id"`
	Name       string        `json:"name" doc:"Empty if the player was deleted"`
	Registered bool          `json:"registered" doc:"Whether the player is registered; others are guests"`
	Since      int64         `json:"since"`
	Bot        bool          `json:"bot,omitempty" doc:"Whether the account belongs to a program"`
}

// Rating is a rating of a player in a game.
type Rating struct {
	Value     float64 `json:"value"`
	Deviation float64 `json:"deviation" doc:"With 95 % probability the strength is within twice this of the value"`
	Games     int     `json:"games"`
}

// PlayerPage is a player with what others may know.
type PlayerPage struct {
	Player  Player            `json:"player"`
	Ratings map[string]Rating `json:"ratings" doc:"By the ids of the games"`
	Games   int               `json:"games" doc:"Finished games"`
}

// Standing is a player in a leaderboard.
type Standing struct {
	Player Player `json:"player"`
	Rating Rating `json:"rating"`
}

// Leaderboard is a list of the strongest.
type Leaderboard struct {
	Standings []Standing `json:"standings" doc:"The highest rating first"`
}

// Bot is a bot of the server.
type Bot struct {
	Player  Player             `json:"player"`
	Ratings map[string]Rating  `json:"ratings" doc:"By the ids of the games"`
	Online  bool               `json:"online,omitempty" doc:"Whether it was online in the last few minutes"`
	Accepts *meeting.Accepting `json:"accepts,omitempty" doc:"Which challenges it accepts now; missing if none"`
	Games   []LiveGame         `json:"games" doc:"Its public games in progress, those with most spectators first"`
}

// Bots is a page of bots.
type Bots struct {
	Bots  []Bot `json:"bots" doc:"First those who accept challenges, then those who are online"`
	Total int   `json:"total" doc:"How many bots there are"`
}

// AcceptingBody announces which challenges a bot accepts.
type AcceptingBody struct {
	IgnoredRequestID
	meeting.Accepting
}

// AcceptsUntil is how long an announcement counts.
type AcceptsUntil struct {
	Until int64 `json:"until" doc:"Until then it is shown to others; announce it again before"`
}
