package club

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/play"
)

// What members, leaders and owners change about their classes and clubs.

func (c *clubCall) newCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "new NAME", Short: "Start a club, which you own", Args: env.Takes(0, "NAME"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `Start a club, where the server lets players do so. You own it: you choose its
leaders, and can rename it, hand it over or dissolve it. Only its members see
it. With --json, one object with its id.`,
		Example: clubExample("new Friday"),
		RunE: c.run(func(ctx context.Context, args []string) error {
			return env.WriteAnswer(ctx, c.Connection, http.MethodPost, "/groups", api.NewGroup{Name: args[0]}, func(g api.Group) {
				fmt.Fprintf(c.Out, "Started %s: %s. Invite people with 'plateau club invite'.\n", g.ID, g.Name)
			})
		}),
	})
}

func (c *clubCall) renameCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rename CLUB NAME", Short: "Give a club another name", Args: env.Takes(0, "CLUB", "NAME"), ValidArgsFunction: cobra.NoFileCompletions,
		Long:    "Give a club that you own another name; in a class, its leaders may do that.",
		Example: clubExample("rename Friday Saturday"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, args []string) error {
			var page api.GroupPage
			if err := c.Ask(ctx, http.MethodPatch, clubPath(g, ""), api.GroupChange{Name: args[0]}, &page); err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "%s is now called %s.\n", g.Name, page.Group.Name)
			return nil
		}),
	}
}

func (c *clubCall) chatCommand() *cobra.Command {
	hows := []string{string(play.TalkOff), string(play.TalkPhrases), string(play.TalkFree)}
	return &cobra.Command{
		Use: "chat CLUB HOW", Short: "Set how people may chat at tables with members", Args: env.Takes(0, "CLUB", "HOW"),
		Long: `Set how people may chat at tables with members of a club that you lead: off,
phrases (only preset ones) or free.`,
		Example:           clubExample("chat Friday phrases"),
		ValidArgsFunction: env.CompleteWords(1, hows...),
		RunE: c.onClub(func(ctx context.Context, g api.Group, args []string) error {
			how, err := groups.ReadTalk(args[0])
			if err != nil {
				return err
			}
			return c.Change(ctx, http.MethodPatch, clubPath(g, ""), api.GroupChange{Chat: how}, "Chat with members of %s: %s.\n", g.Name, how)
		}),
	}
}

func (c *clubCall) giveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "give CLUB PLAYER", Short: "Hand a club over to another member", Args: env.Takes(0, "CLUB", "PLAYER"), ValidArgsFunction: cobra.NoFileCompletions,
		Long:    "Hand a club that you own over to another member, who has an account. You stay a\nleader; only the new owner can give it back.",
		Example: clubExample("give Friday Ben"),
		RunE: c.onMember(func(ctx context.Context, g api.Group, m api.GroupMember, _ []string) error {
			return c.Change(ctx, http.MethodPut, clubPath(g, "/owner"), api.NewOwner{Player: m.Player.ID},
				"%s owns %s now.\n", m.Player.Name, g.Name)
		}),
	}
}

func (c *clubCall) dissolveCommand() *cobra.Command {
	sure := false
	cmd := &cobra.Command{
		Use: "dissolve CLUB", Short: "Dissolve a club", Args: env.Takes(0, "CLUB"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `Dissolve a club that you own, for good. Its members keep their accounts. At a
terminal the command asks first; elsewhere it needs --yes. A class that an
administrator made is deleted on its page.`,
		Example: clubExample("dissolve Friday --yes"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, _ []string) error {
			if !sure {
				if !c.Interactive() {
					return env.Usagef("this would dissolve %s for good; add --yes to do it", g.Name)
				}
				if !c.Agrees(fmt.Sprintf("Dissolve %s for good?", g.Name)) {
					fmt.Fprintln(c.Err, "Nothing was changed.")
					return env.ErrReported
				}
			}
			return c.Change(ctx, http.MethodDelete, clubPath(g, ""), nil, "%s is dissolved.\n", g.Name)
		}),
	}
	cmd.Flags().BoolVar(&sure, "yes", false, "do not ask")
	return cmd
}

func (c *clubCall) revokeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revoke INVITATION", Short: "End an invitation, by the id that 'club invitations' shows", Args: env.Takes(0, "INVITATION"), ValidArgsFunction: cobra.NoFileCompletions,
		Long:    "End an invitation to a club that you lead, by the id that 'plateau club\ninvitations' shows. People who used it stay members.",
		Example: clubExample("revoke k3v…"),
		RunE: c.run(func(ctx context.Context, args []string) error {
			return c.Change(ctx, http.MethodDelete, "/invitations/"+url.PathEscape(args[0]), nil,
				"The invitation has ended; people who used it stay members.\n")
		}),
	}
}

func (c *clubCall) roleCommand() *cobra.Command {
	leader, member := string(play.RoleLeader), string(play.RoleMember)
	return &cobra.Command{
		Use: "role CLUB PLAYER ROLE", Short: "Make a member a leader, or an ordinary member", Args: env.Takes(0, "CLUB", "PLAYER", "ROLE"),
		Long: `Make a member of a club that you own a leader, or an ordinary member again.
Leaders invite people, remove members, organise tournaments and set the chat.`,
		Example:           clubExample("role Friday Ben leader"),
		ValidArgsFunction: env.CompleteWords(2, leader, member),
		RunE: c.onMember(func(ctx context.Context, g api.Group, m api.GroupMember, args []string) error {
			if args[0] != leader && args[0] != member {
				return env.Usagef("%s: a role is leader or member", args[0])
			}
			return c.Change(ctx, http.MethodPatch, memberPath(g, m.Player.ID), api.MemberChange{Role: play.Role(args[0])},
				"%s is a %s of %s now.\n", m.Player.Name, args[0], g.Name)
		}),
	}
}

func (c *clubCall) removeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "remove CLUB PLAYER", Short: "Remove a member from a club", Args: env.Takes(0, "CLUB", "PLAYER"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `Remove a member from a club that you lead. Only the owner removes leaders. The
player keeps the account; members whose accounts a class made are removed on its
page, because that deletes them.`,
		Example: clubExample("remove Friday Cleo"),
		RunE: c.onMember(func(ctx context.Context, g api.Group, m api.GroupMember, _ []string) error {
			return c.Change(ctx, http.MethodDelete, memberPath(g, m.Player.ID), nil, "%s is removed from %s.\n", m.Player.Name, g.Name)
		}),
	}
}

func (c *clubCall) leaveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "leave CLUB", Short: "Leave a club", Args: env.Takes(0, "CLUB"), ValidArgsFunction: cobra.NoFileCompletions,
		Long:    "Leave a club. Its owner hands it over or dissolves it first.",
		Example: clubExample("leave Friday"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, _ []string) error {
			me, err := c.HTTP.Me(ctx)
			if err != nil {
				return err
			}
			return c.Change(ctx, http.MethodDelete, memberPath(g, me.ID), nil, "You have left %s.\n", g.Name)
		}),
	}
}
