package api

import "plateau/internal/play"

// Sit takes a chair.
type Sit struct {
	RequestID
	Chair *int `json:"chair,omitempty" minimum:"0" maximum:"3" doc:"The first free chair by default"`
}

// Move makes a move.
type Move struct {
	RequestID
	Ply  int    `json:"ply" minimum:"0" doc:"The number of moves played before this one"`
	Move string `json:"move" maxLength:"64" doc:"In notation"`
}

// Draw offers a draw, or answers an offer.
type Draw struct {
	RequestID
	Do string `json:"do" enum:"offer,accept,decline"`
}

// TakeBack asks to take back a move, or answers such a request.
type TakeBack struct {
	RequestID
	Do string `json:"do" enum:"ask,accept,decline"`
}

// Claim claims a game that the other side has left.
type Claim struct {
	RequestID
	Result string `json:"result" enum:"win,draw" doc:"If the value of the position is proved, that decides instead"`
}

// Say sends a chat message.
type Say struct {
	RequestID
	Channel play.Channel `json:"channel" enum:"table,partners"`
	Text    string       `json:"text,omitempty" maxLength:"2000" doc:"Where the server allows it; see chat in GET /server"`
	Phrase  string       `json:"phrase,omitempty" maxLength:"32" doc:"The code of a preset phrase, instead of a text"`
}

// HeartbeatAnswer answers a heartbeat.
type HeartbeatAnswer struct {
	Nonce uint64 `json:"nonce" doc:"The nonce of the heartbeat"`
}
