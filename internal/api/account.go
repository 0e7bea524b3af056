package api

import (
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/progress"
)

// NewGuest asks to play as a guest.
type NewGuest struct {
	IgnoredRequestID
	Name  string `json:"name" maxLength:"200" doc:"How others see the guest: 1 to 24 letters"`
	Token bool   `json:"token,omitempty" doc:"Answer with a token for a program instead of a cookie"`
}

// Guest is a new guest.
type Guest struct {
	Player Player     `json:"player"`
	Token  play.Token `json:"token,omitempty" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
}

// SignedIn is who is signed in now.
type SignedIn struct {
	Player Player `json:"player"`
}

// Token is a token of a program.
type Token struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Since int64  `json:"since"`
	Used  int64  `json:"used,omitempty" doc:"When it was last used, to the hour; missing if it was not"`
	Until int64  `json:"until,omitempty" doc:"When it ends; missing if it does not end by itself"`
}

// Me is the signed-in player and their account.
type Me struct {
	Player        Player            `json:"player"`
	Ratings       map[string]Rating `json:"ratings" doc:"By the ids of the games"`
	Password      bool              `json:"password" doc:"Whether a password is set"`
	Passkeys      []Passkey         `json:"passkeys"`
	SSHKeys       []SSHKey          `json:"ssh_keys" doc:"Keys with which the player comes in over SSH"`
	Tokens        []Token           `json:"tokens" doc:"Tokens of programs"`
	Administrator bool              `json:"administrator,omitempty" doc:"Whether the player may administer the server"`
	Managed       bool              `json:"managed,omitempty" doc:"Whether a group manages the account: the player signs in with a card, and cannot change the account"`
	Chat          play.Talk         `json:"chat" enum:"off,phrases,free" doc:"How the player's groups let them chat; the server may allow less"`
	Barred        bool              `json:"barred,omitempty" doc:"Whether the player may not play rated games"`
	Devices       []Device          `json:"devices" doc:"Push subscriptions"`
	Codes         int               `json:"recovery_codes" doc:"How many recovery codes are left"`
}

// NewName is what a player wants to be called.
type NewName struct {
	Name string `json:"name" maxLength:"200"`
}

// NewToken asks for a token for a program.
type NewToken struct {
	IgnoredRequestID
	Label string `json:"label,omitempty" maxLength:"200" doc:"A name for it: up to 40 letters"`
	Days  int    `json:"days,omitempty" minimum:"1" maximum:"3650" doc:"How long it can be used; forever if missing"`
	ProofOfOwner
}

// IssuedToken is a new token.
type IssuedToken struct {
	ID    string     `json:"id"`
	Token play.Token `json:"token" doc:"To be sent as 'Authorization: Bearer TOKEN'; it is shown only once"`
}

// BotDeclaration declares an account a bot.
type BotDeclaration struct {
	IgnoredRequestID
	ProofOfOwner
}

// Deletion deletes an account.
type Deletion struct {
	ProofOfOwner
}

// Progress is what a player has learnt.
type Progress struct {
	Progress progress.Stars `json:"progress" doc:"Stars, from 1 to 3, by area (lessons), game and name of the task"`
}

// Block is a player whom another one has blocked or muted.
type Block struct {
	Player play.PlayerID `json:"player"`
	Name   string        `json:"name"`
	Kind   blocks.Kind   `json:"kind" enum:"block,mute"`
	Since  int64         `json:"since"`
}

// Blocks are the players whom somebody has blocked or muted.
type Blocks struct {
	Blocks []Block `json:"blocks" doc:"The latest first"`
}

// NewBlock blocks or mutes a player.
type NewBlock struct {
	IgnoredRequestID
	Kind blocks.Kind `json:"kind" enum:"block,mute" doc:"mute: their messages are not delivered to you. block: nor are you paired, and neither sits down with the other"`
}
