package api

import "plateau/internal/play"

// AdminPlayer is a player as administrators see them.
type AdminPlayer struct {
	ID             play.PlayerID `json:"id"`
	Name           string        `json:"name"`
	Registered     bool          `json:"registered" doc:"Whether the player is registered; others are guests"`
	Since          int64         `json:"since"`
	Administrator  bool          `json:"administrator,omitempty"`
	SuspendedUntil int64         `json:"suspended_until,omitempty" doc:"When a suspended player may play again"`
	Bot            bool          `json:"bot,omitempty" doc:"Whether the account belongs to a program"`
	Barred         bool          `json:"barred,omitempty" doc:"Whether the player may not play rated games"`
}

// AdminPlayers is a page of players.
type AdminPlayers struct {
	Players []AdminPlayer `json:"players" doc:"The newest first"`
	Next    string        `json:"next,omitempty" doc:"The cursor of the next page, if there may be one"`
}

// Suspension suspends a player.
type Suspension struct {
	IgnoredRequestID
	Until  int64  `json:"until,omitempty" minimum:"0" doc:"Until then; without it, until the suspension is lifted"`
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"For the audit log"`
}

// Password is a new random password.
type Password struct {
	Password string `json:"password" doc:"Shown only once"`
}

// Link is a link that signs somebody in.
type Link struct {
	Link string `json:"link" doc:"Opens a session once; shown only once"`
}

// SignedOut says how many sessions ended.
type SignedOut struct {
	Sessions int `json:"sessions" doc:"How many sessions ended"`
}

// NewAnnouncement tells everybody something.
type NewAnnouncement struct {
	Text  string `json:"text" maxLength:"2000" doc:"Up to 500 letters; empty to end the last announcement"`
	Until int64  `json:"until,omitempty" minimum:"0" doc:"When it ends; after a week if missing"`
}

// AuditEntry is something that an administrator did.
type AuditEntry struct {
	Seq        int64         `json:"seq"`
	At         int64         `json:"at"`
	By         play.PlayerID `json:"by,omitempty" doc:"The administrator; missing for the operator at the machine"`
	ByName     string        `json:"by_name,omitempty"`
	Action     string        `json:"action"`
	Player     play.PlayerID `json:"player,omitempty"`
	PlayerName string        `json:"player_name,omitempty" doc:"Missing if the player was deleted"`
	Table      play.TableID  `json:"table,omitempty"`
	Detail     string        `json:"detail,omitempty"`
}

// Audit is a part of the audit log.
type Audit struct {
	Entries []AuditEntry `json:"entries" doc:"The last first"`
}

// Message is a chat message as administrators see it.
type Message struct {
	Seq     uint64        `json:"seq" doc:"The number by which it can be deleted"`
	At      int64         `json:"at"`
	By      play.PlayerID `json:"by"`
	Name    string        `json:"name" doc:"Empty if the player was deleted"`
	Channel play.Channel  `json:"channel" enum:"table,partners"`
	Text    string        `json:"text"`
	Phrase  string        `json:"phrase,omitempty" doc:"The code of a preset phrase, instead of a text"`
}

// AdminTable is a table as administrators see it.
type AdminTable struct {
	Table    Summary   `json:"table"`
	Messages []Message `json:"messages" doc:"Those that were not deleted, in order"`
}

// RatedGames are the last rated games of a player.
type RatedGames struct {
	Player AdminPlayer    `json:"player"`
	Games  []Summary      `json:"games" doc:"The last rated games, the latest first"`
	Near   []play.TableID `json:"same_address,omitempty" doc:"The tables whose players came from one network, as far as this server knows: it stores no addresses"`
}

// Turn is a move in the figures about a player.
type Turn struct {
	Ply   int         `json:"ply"`
	Only  bool        `json:"only,omitempty" doc:"Whether a single move kept the proved result"`
	Found bool        `json:"found,omitempty" doc:"Whether it was played"`
	Took  play.Millis `json:"took_ms" doc:"How long the move took"`
}

// Figures are about the moves of a player in a game.
type Figures struct {
	Turns      []Turn      `json:"turns" doc:"The moves of the player"`
	Only       int         `json:"only" doc:"How many only moves there were"`
	Found      int         `json:"found" doc:"How many of them were played"`
	OnlyTook   play.Millis `json:"only_took_ms" doc:"How long the player typically took for an only move that was found"`
	OthersTook play.Millis `json:"others_took_ms" doc:"How long for the other moves"`
	Complete   bool        `json:"complete" doc:"Whether there was time to judge all positions"`
}

// Barring keeps a player from rated games.
type Barring struct {
	IgnoredRequestID
	Reason string `json:"reason,omitempty" maxLength:"500" doc:"For the audit log"`
}
