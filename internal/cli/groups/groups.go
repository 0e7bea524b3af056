// Package groups has what the commands of operators and of members share about classes
// and clubs: how they are found and printed.
package groups

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/groups"
	"plateau/internal/play"
)

// Marks are what is special about a member.
func Marks(m api.GroupMember) string {
	var marks []string
	if m.Role == play.RoleLeader {
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
func Choose(all []api.Group, text, hint string) (api.Group, error) {
	var found []api.Group
	for _, g := range all {
		if string(g.ID) == text {
			return g, nil
		}
		if strings.EqualFold(g.Name, text) {
			found = append(found, g)
		}
	}
	switch len(found) {
	case 0:
		return api.Group{}, fmt.Errorf("there is no group %q; %s", text, hint)
	case 1:
		return found[0], nil
	}
	return api.Group{}, fmt.Errorf("several groups are called %q; name one by its id; %s", text, hint)
}

// Member finds the member of a group whom an argument names, by id or by name. The
// command lists them.
func Member(p api.GroupPage, text, command string) (api.GroupMember, error) {
	for _, m := range p.Members {
		if string(m.Player.ID) == text || strings.EqualFold(m.Player.Name, text) {
			return m, nil
		}
	}
	return api.GroupMember{}, fmt.Errorf("%s has no member %q; '%s' lists them", p.Group.Name, text, command)
}

// ReadTalk reads how people may chat with the members of a group.
func ReadTalk(text string) (play.Talk, error) {
	return read(text, "chat is off, phrases or free", play.TalkOff, play.TalkPhrases, play.TalkFree)
}

// ReadContact reads who may reach the members of a group who sign in with cards.
func ReadContact(text string) (play.Contact, error) {
	return read(text, "contact is group or everybody", play.ContactGroup, play.ContactEverybody)
}

func read[W ~string](text, explanation string, choices ...W) (W, error) {
	if slices.Contains(choices, W(text)) {
		return W(text), nil
	}
	return "", env.Usagef("%s: %s", text, explanation)
}

// DefaultInvitation is how long an invitation can be used unless a flag says it.
const DefaultInvitation = groups.InvitationTime

// Print says what the link of a new invitation is for.
func Print(out io.Writer, m api.MadeInvitation, what string) {
	fmt.Fprintf(out, "%s, until %s:\n%s\n", what, env.When(m.Invitation.Until), m.Link)
}

// Row is an invitation in a list.
func Row(out io.Writer, i api.Invitation) {
	fmt.Fprintf(out, "%s\tuntil %s\tused by %d of %d\t%s\t%s\n", i.ID, env.When(i.Until), i.Used, i.Uses, cmp.Or(i.GroupName, "–"), cmp.Or(i.By, "operator"))
}

// GoodFor says how many people may use a link.
func GoodFor(uses int) string {
	if uses == 1 {
		return "This link is good for one person"
	}
	return fmt.Sprintf("This link is good for %d people", uses)
}
