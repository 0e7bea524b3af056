package admin

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/play"
)

// invite makes an invitation and prints its link.
func (c *adminCall) invite(ctx context.Context, wish api.NewInvitation, what string) error {
	var made api.MadeInvitation
	if err := c.Ask(ctx, http.MethodPost, "/invitations", wish, &made); err != nil {
		return err
	}
	if strings.HasPrefix(made.Link, "/") {
		c.Warnf("no server runs, and --url does not say where its pages are: put their address in front of the link")
	}
	groups.Print(c.Out, made, what)
	return nil
}

func (c *adminCall) inviteCommand() *cobra.Command {
	group, leader, uses, span := "", false, 0, groups.DefaultInvitation
	cmd := &cobra.Command{
		Use:   "invite",
		Short: "Make a link with which people can make an account",
		Long: `Make a link with which people can make an account, where accounts need an
invitation (--admission invited or members). Anybody who has the link can use
it, until as many people have used it as it is for, it expires, or it is
revoked.`,
		Example: `  plateau admin invite
  plateau admin invite --uses 20 --for 14d
  plateau admin invite --group "Chess club" --uses 20`,
		Args: env.Takes(0),
		RunE: c.run(func(ctx context.Context, _ []string) error {
			wish := api.NewInvitation{Uses: uses, Days: env.WholeDays(span)}
			if group != "" {
				g, err := c.findGroup(ctx, group)
				if err != nil {
					return err
				}
				wish.Group = g.ID
			}
			if leader {
				if group == "" {
					return env.Usagef("--leader needs --group: leaders lead a group")
				}
				wish.Role = play.RoleLeader
			}
			return c.invite(ctx, wish, groups.GoodFor(uses))
		}),
	}
	cmd.Flags().StringVar(&group, "group", "", "people who use it become members of `GROUP`")
	cmd.Flags().BoolVar(&leader, "leader", false, "people who use it become leaders of the group")
	env.AddCountFlag(cmd, &uses, "uses", 1, "let `N` people use it, 500 at most")
	env.AddSpanFlag(cmd, &span, "for this time, in whole days (default: 7d)")
	return cmd
}

func (c *adminCall) invitationsCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "invitations", Short: "List the invitations that can still be used", Args: env.Takes(0), Example: "  plateau admin invitations",
		RunE: c.run(func(ctx context.Context, _ []string) error {
			return env.WriteList(ctx, c.Connection, "/invitations", "invitations", "", groups.Row)
		}),
	})
}

func (c *adminCall) revokeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revoke INVITATION", Short: "End an invitation, by the id that 'admin invitations' shows", Args: env.Takes(0, "INVITATION"),
		Example: "  plateau admin revoke k3v…",
		RunE: c.run(func(ctx context.Context, args []string) error {
			return c.Change(ctx, http.MethodDelete, "/invitations/"+url.PathEscape(args[0]), nil,
				"The invitation has ended; people who used it keep their accounts.\n")
		}),
	}
}
