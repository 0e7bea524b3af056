package api

import "plateau/internal/play"

// Server is what a server says about itself.
type Server struct {
	Name         string         `json:"name"`
	Version      string         `json:"version"`
	Commit       string         `json:"commit,omitempty" doc:"The commit from which the program was built"`
	Date         string         `json:"date,omitempty" doc:"The date of that commit"`
	Games        []string       `json:"games" doc:"The ids of the games that can be played online"`
	Now          int64          `json:"now"`
	Announcement string         `json:"announcement,omitempty" doc:"What an administrator tells everybody"`
	Maintenance  *Maintenance   `json:"maintenance,omitempty" doc:"No games begin for now; missing if they do"`
	Chat         play.Talk      `json:"chat" enum:"off,phrases,free" doc:"How players may chat: not at all, by preset phrases, or freely. Partners always have the phrases"`
	GuestChat    bool           `json:"guest_chat" doc:"Whether guests may chat, too"`
	Admission    play.Admission `json:"admission" enum:"open,invited,members" doc:"Who may come in: everybody; accounts by invitation; or only members, who have to sign in to see anything"`
	Guests       bool           `json:"guests" doc:"Whether people may play without an account"`
	Clubs        bool           `json:"clubs" doc:"Whether players with an account may start clubs, not only administrators"`
	Notices      []string       `json:"notices" enum:"imprint,terms,contact" doc:"What the operator tells people; GET /privacy has the texts"`
	SSH          int            `json:"ssh,omitempty" doc:"The port at which people come in over SSH; missing if they cannot"`
	PushKey      string         `json:"push_key,omitempty" doc:"The public key for push subscriptions; missing if the server sends no notifications"`
}

// Maintenance says that no games begin for now.
type Maintenance struct {
	Since  int64  `json:"since" doc:"When it was switched on"`
	Notice string `json:"notice,omitempty" doc:"What an administrator adds, such as how long it will take"`
}

// NewMaintenance lets no games begin until it is switched off.
type NewMaintenance struct {
	Notice string `json:"notice,omitempty" maxLength:"2000" doc:"Up to 500 letters that everybody reads, such as how long it will take"`
}

// Notice is something that the operator tells people: a text, or where to find it.
type Notice struct {
	Text string `json:"text,omitempty" doc:"Plain text, with empty lines between paragraphs"`
	Link string `json:"link,omitempty" doc:"The address of a page, or of mail"`
}

// Privacy is what the server stores about people, and what its operator tells them.
type Privacy struct {
	Items           []string `json:"items" enum:"player,account,ssh,sessions,devices,names,games,presence,ratings,learning,blocks,friends,groups,tournaments,reports,administered,removals" doc:"What is stored about people"`
	GuestDays       int      `json:"guest_days,omitempty" doc:"After how many days guests who do not come back are removed; missing if never"`
	GuestGameDays   int      `json:"guest_game_days,omitempty" doc:"After how many days finished games of guests are removed; missing if never"`
	AddressesLogged bool     `json:"addresses_logged,omitempty" doc:"Whether addresses of failed sign-ins and the like are stored for some weeks"`
	Imprint         *Notice  `json:"imprint,omitempty"`
	Terms           *Notice  `json:"terms,omitempty"`
	Contact         *Notice  `json:"contact,omitempty"`
}
