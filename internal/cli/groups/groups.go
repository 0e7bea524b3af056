// Package groups has what the commands of operators and of members share about classes
// and clubs: how servers describe them, and how they are found and printed.
package groups

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"plateau/internal/cli/env"
	"plateau/internal/play"
	"plateau/internal/play/groups"
)

// Group is a class or a club.
type Group struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Chat string `json:"chat"`
	// Contact is who may reach members with cards; empty in clubs, which have none.
	Contact string `json:"contact"`
	Since   int64  `json:"since"`
	// Role is that of the player who asks, and Owner the id of who owns a club
	// that a player started.
	Role  string `json:"role"`
	Owner string `json:"owner"`
}

// Page is a group with its members.
type Page struct {
	Group   Group    `json:"group"`
	Members []Member `json:"members"`
}

// Member is a member of a group.
type Member struct {
	Player  struct{ ID, Name string } `json:"player"`
	Role    string                    `json:"role"`
	Since   int64                     `json:"since"`
	Here    bool                      `json:"here"`
	Managed bool                      `json:"managed"`
	Card    bool                      `json:"card"`
}

// Marks are what is special about a member.
func (m Member) Marks() string {
	var marks []string
	if m.Role == string(play.RoleLeader) {
		marks = append(marks, "leader")
	}
	switch {
	case m.Managed && m.Card:
		marks = append(marks, "signs in with a card")
	case m.Managed:
		marks = append(marks, "has no card")
	}
	return strings.Join(marks, ", ")
}

// Choose finds the group that an argument names, by id or by name. The hint says
// which command lists them.
func Choose(all []Group, text, hint string) (Group, error) {
	var found []Group
	for _, g := range all {
		if g.ID == text {
			return g, nil
		}
		if strings.EqualFold(g.Name, text) {
			found = append(found, g)
		}
	}
	switch len(found) {
	case 0:
		return Group{}, fmt.Errorf("there is no group %q; %s", text, hint)
	case 1:
		return found[0], nil
	}
	return Group{}, fmt.Errorf("several groups are called %q; name one by its id; %s", text, hint)
}

// Member finds the member whom an argument names, by id or by name. The command
// lists them.
func (p *Page) Member(text, command string) (Member, error) {
	for _, m := range p.Members {
		if m.Player.ID == text || strings.EqualFold(m.Player.Name, text) {
			return m, nil
		}
	}
	return Member{}, fmt.Errorf("%s has no member %q; '%s' lists them", p.Group.Name, text, command)
}

// ReadTalk reads how people may chat with the members of a group.
func ReadTalk(text string) (play.Talk, error) {
	switch how := play.Talk(text); how {
	case play.TalkOff, play.TalkPhrases, play.TalkFree:
		return how, nil
	}
	return "", env.Usagef("%s: chat is off, phrases or free", text)
}

// ReadContact reads who may reach the members of a group who sign in with cards.
func ReadContact(text string) (play.Contact, error) {
	switch how := play.Contact(text); how {
	case play.ContactGroup, play.ContactEverybody:
		return how, nil
	}
	return "", env.Usagef("%s: contact is group or everybody", text)
}

// DefaultInvitation is how long an invitation can be used unless a flag says it.
const DefaultInvitation = groups.InvitationTime

// InvitationWish is what to ask the server for.
type InvitationWish struct {
	Group string `json:"group,omitempty"`
	Role  string `json:"role,omitempty"`
	Uses  int    `json:"uses,omitempty"`
	Days  int    `json:"days,omitempty"`
}

// Invitation is an invitation without its link.
type Invitation struct {
	ID        string `json:"id"`
	GroupName string `json:"group_name"`
	Role      string `json:"role"`
	By        string `json:"by"`
	Until     int64  `json:"until"`
	Uses      int    `json:"uses"`
	Used      int    `json:"used"`
}

// MadeInvitation is a new invitation with its link, which is shown only now.
type MadeInvitation struct {
	Invitation Invitation `json:"invitation"`
	Link       string     `json:"link"`
}

// Print says what the link is for.
func (m MadeInvitation) Print(out io.Writer, what string) {
	fmt.Fprintf(out, "%s, until %s:\n%s\n", what, env.When(m.Invitation.Until), m.Link)
}

// Row is an invitation in a list.
func (i Invitation) Row(out io.Writer) {
	fmt.Fprintf(out, "%s\tuntil %s\tused by %d of %d\t%s\t%s\n", i.ID, env.When(i.Until), i.Used, i.Uses, cmp.Or(i.GroupName, "–"), cmp.Or(i.By, "operator"))
}

// GoodFor says how many people may use a link.
func GoodFor(uses int) string {
	if uses == 1 {
		return "This link is good for one person"
	}
	return fmt.Sprintf("This link is good for %d people", uses)
}
