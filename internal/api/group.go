package api

import "plateau/internal/play"

// Group is a class or club.
type Group struct {
	ID   play.GroupID `json:"id"`
	Name string       `json:"name"`
	Chat play.Talk    `json:"chat" enum:"off,phrases,free" doc:"How those at a table with a member may chat, if the server does not allow less"`
	// Contact says nothing in a club, where nobody has a card.
	Contact play.Contact  `json:"contact,omitempty" enum:"group,everybody" doc:"Who may challenge members who sign in with cards, become their friends, and play and chat with them; group: only members of the group. Missing in clubs, which have no cards"`
	Since   int64         `json:"since"`
	Role    play.Role     `json:"role,omitempty" enum:"leader,member" doc:"Your role; missing for administrators who are no members"`
	Owner   play.PlayerID `json:"owner,omitempty" doc:"The id of the leader who owns a club that a player started; missing if an administrator made the group"`
}

// Groups is a list of groups.
type Groups struct {
	Groups []Group `json:"groups" doc:"By name"`
}

// GroupMember is a member of a group.
type GroupMember struct {
	Player  Player    `json:"player"`
	Role    play.Role `json:"role" enum:"leader,member"`
	Since   int64     `json:"since"`
	Here    bool      `json:"here" doc:"Whether the player is connected now"`
	Managed bool      `json:"managed,omitempty" doc:"Whether the group manages the account; only leaders learn of it"`
	Card    bool      `json:"card,omitempty" doc:"Whether there is a card to sign in with; only leaders learn of it"`
}

// GroupPage is a group with its members.
type GroupPage struct {
	Group   Group         `json:"group"`
	Members []GroupMember `json:"members" doc:"Leaders first, then by name"`
}

// GroupTables is the lobby of a group.
type GroupTables struct {
	Tables []Summary `json:"tables" doc:"The newest first"`
}

// NewGroup starts a group.
type NewGroup struct {
	IgnoredRequestID
	Name   string        `json:"name" maxLength:"200" doc:"1 to 40 characters"`
	Leader play.PlayerID `json:"leader,omitempty" maxLength:"64" doc:"The id of a registered player who leads it; you by default. Only administrators may name somebody"`
}

// GroupChange changes what it names of a group.
type GroupChange struct {
	Name    string       `json:"name,omitempty" maxLength:"200"`
	Chat    play.Talk    `json:"chat,omitempty" enum:"off,phrases,free"`
	Contact play.Contact `json:"contact,omitempty" enum:"group,everybody" doc:"Who may reach members who sign in with cards; needs a session"`
}

// NewOwner hands a club over.
type NewOwner struct {
	Player play.PlayerID `json:"player" maxLength:"64" doc:"The id of a member with an account"`
}

// NewNames asks for accounts with these names.
type NewNames struct {
	RequestID
	Names []string `json:"names" minItems:"1" maxItems:"100" doc:"One account for each name of 1 to 24 letters; a name that is taken gets a number"`
}

// RefusedName is a name that gave no account.
type RefusedName struct {
	Line   int               `json:"line" doc:"Where it is in the list, from 1"`
	Name   string            `json:"name"`
	Code   string            `json:"code" doc:"The code of the refusal"`
	Detail string            `json:"detail" doc:"Why, in English"`
	Params map[string]string `json:"params"`
}

// AddedNames is what became of a list of names.
type AddedNames struct {
	Made    []Player      `json:"made"`
	Known   int           `json:"known" doc:"How many of the names the group had already"`
	Refused []RefusedName `json:"refused" doc:"Names that gave no account"`
}

// MemberChange changes what it names of a member.
type MemberChange struct {
	Name string    `json:"name,omitempty" maxLength:"200" doc:"Another name, if the group manages the account"`
	Role play.Role `json:"role,omitempty" enum:"leader,member"`
}

// NewCards asks for cards to sign in with.
type NewCards struct {
	IgnoredRequestID
	Players []play.PlayerID `json:"players,omitempty" maxItems:"500" doc:"Ids of members; without it, all who have no card"`
}

// QRCode is a picture of a link.
type QRCode struct {
	Size int    `json:"size" doc:"The width of the picture in modules, with its border"`
	Path string `json:"path" doc:"The dark modules, as the path of an SVG picture"`
}

// Card is what a member signs in with.
type Card struct {
	Player play.PlayerID `json:"player"`
	Name   string        `json:"name"`
	Code   string        `json:"code" doc:"To be typed where a QR code cannot be scanned"`
	Link   string        `json:"link" doc:"Signs the member in until it is revoked; shown only once"`
	QR     QRCode        `json:"qr" doc:"The link as a QR code"`
}

// Cards are new cards.
type Cards struct {
	Cards []Card `json:"cards"`
}

// NewInvitation makes an [Invitation].
type NewInvitation struct {
	IgnoredRequestID
	Group play.GroupID `json:"group,omitempty" maxLength:"64" doc:"People who use it join this group; administrators may invite to none"`
	Role  play.Role    `json:"role,omitempty" enum:"leader,member" doc:"What they are in the group; members by default"`
	Uses  int          `json:"uses,omitempty" minimum:"1" maximum:"500" doc:"How many people may use it; 1 by default"`
	Days  int          `json:"days,omitempty" minimum:"1" maximum:"365" doc:"How long it can be used; 7 by default"`
}

// Invitation lets people make an account, and perhaps join a group.
type Invitation struct {
	ID        string       `json:"id"`
	Group     play.GroupID `json:"group,omitempty"`
	GroupName string       `json:"group_name,omitempty"`
	Role      play.Role    `json:"role" enum:"leader,member"`
	By        string       `json:"by,omitempty" doc:"The name of who made it; missing for the operator"`
	Since     int64        `json:"since"`
	Until     int64        `json:"until"`
	Uses      int          `json:"uses" doc:"How many people may use it"`
	Used      int          `json:"used" doc:"How many have used it"`
}

// Invitations is a list of invitations.
type Invitations struct {
	Invitations []Invitation `json:"invitations" doc:"The newest first"`
}

// MadeInvitation is a new invitation.
type MadeInvitation struct {
	Invitation Invitation `json:"invitation"`
	Link       string     `json:"link" doc:"Shown only once"`
	QR         QRCode     `json:"qr" doc:"The link as a QR code"`
}

// InvitationToken is the secret of an invitation.
type InvitationToken struct {
	IgnoredRequestID
	Token string `json:"token" maxLength:"100" doc:"The last part of the link"`
}

// InvitedTo is what a link invites to.
type InvitedTo struct {
	GroupName string    `json:"group_name,omitempty" doc:"The group that people join; missing if it is for an account alone"`
	Role      play.Role `json:"role" enum:"leader,member"`
	Until     int64     `json:"until"`
}

// Acceptance uses an invitation.
type Acceptance struct {
	IgnoredRequestID
	Token    string `json:"token" maxLength:"100" doc:"The last part of the link"`
	Name     string `json:"name,omitempty" maxLength:"200" doc:"The name of the new account; registered players need none"`
	Password string `json:"password,omitempty" maxLength:"1000" doc:"Its password: 8 to 128 characters"`
}

// Accepted is who has used an invitation.
type Accepted struct {
	Player Player       `json:"player"`
	Group  play.GroupID `json:"group,omitempty" doc:"The group that the player has joined"`
}
