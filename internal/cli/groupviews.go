package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"plateau/internal/cli/env"
	"plateau/internal/play"
	"plateau/internal/play/groups"
)

// Classes and clubs as servers describe them to operators and members.

// listedGroup is a class or a club.
type listedGroup struct {
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

// groupPage is a group with its members.
type groupPage struct {
	Group   listedGroup   `json:"group"`
	Members []groupMember `json:"members"`
}

type groupMember struct {
	Player  adminPlayer `json:"player"`
	Role    string      `json:"role"`
	Since   int64       `json:"since"`
	Here    bool        `json:"here"`
	Managed bool        `json:"managed"`
	Card    bool        `json:"card"`
}

// marks are what is special about a member.
func (m groupMember) marks() string {
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

// chooseGroup finds the group that an argument names, by id or by name. The hint says
// which command lists them.
func chooseGroup(all []listedGroup, text, hint string) (listedGroup, error) {
	var found []listedGroup
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
		return listedGroup{}, fmt.Errorf("there is no group %q; %s", text, hint)
	case 1:
		return found[0], nil
	}
	return listedGroup{}, fmt.Errorf("several groups are called %q; name one by its id; %s", text, hint)
}

// member finds the member whom an argument names, by id or by name. The command
// lists them.
func (p *groupPage) member(text, command string) (groupMember, error) {
	for _, m := range p.Members {
		if m.Player.ID == text || strings.EqualFold(m.Player.Name, text) {
			return m, nil
		}
	}
	return groupMember{}, fmt.Errorf("%s has no member %q; '%s' lists them", p.Group.Name, text, command)
}

// readTalk reads how people may chat with the members of a group.
func readTalk(text string) (play.Talk, error) {
	switch how := play.Talk(text); how {
	case play.TalkOff, play.TalkPhrases, play.TalkFree:
		return how, nil
	}
	return "", env.Usagef("%s: chat is off, phrases or free", text)
}

// readContact reads who may reach the members of a group who sign in with cards.
func readContact(text string) (play.Contact, error) {
	switch how := play.Contact(text); how {
	case play.ContactGroup, play.ContactEverybody:
		return how, nil
	}
	return "", env.Usagef("%s: contact is group or everybody", text)
}

// defaultInvitation is how long an invitation can be used unless a flag says it.
const defaultInvitation = groups.InvitationTime

// invitationWish is what to ask the server for.
type invitationWish struct {
	Group string `json:"group,omitempty"`
	Role  string `json:"role,omitempty"`
	Uses  int    `json:"uses,omitempty"`
	Days  int    `json:"days,omitempty"`
}

// listedInvitation is an invitation without its link.
type listedInvitation struct {
	ID        string `json:"id"`
	GroupName string `json:"group_name"`
	Role      string `json:"role"`
	By        string `json:"by"`
	Until     int64  `json:"until"`
	Uses      int    `json:"uses"`
	Used      int    `json:"used"`
}

// madeInvitation is a new invitation with its link, which is shown only now.
type madeInvitation struct {
	Invitation listedInvitation `json:"invitation"`
	Link       string           `json:"link"`
}

// print says what the link is for.
func (m madeInvitation) print(out io.Writer, what string) {
	fmt.Fprintf(out, "%s, until %s:\n%s\n", what, env.When(m.Invitation.Until), m.Link)
}

// row is an invitation in a list.
func (i listedInvitation) row(out io.Writer) {
	fmt.Fprintf(out, "%s\tuntil %s\tused by %d of %d\t%s\t%s\n", i.ID, env.When(i.Until), i.Used, i.Uses, cmp.Or(i.GroupName, "–"), cmp.Or(i.By, "operator"))
}

// goodFor says how many people may use a link.
func goodFor(uses int) string {
	if uses == 1 {
		return "This link is good for one person"
	}
	return fmt.Sprintf("This link is good for %d people", uses)
}
