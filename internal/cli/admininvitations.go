package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/play"
)

// invitationWish is what to ask the server for.
type invitationWish struct {
	Group string `json:"group,omitempty"`
	Role  string `json:"role,omitempty"`
	Uses  int    `json:"uses,omitempty"`
	Days  int    `json:"days,omitempty"`
}

// adminInvitation is an invitation without its link.
type adminInvitation struct {
	ID        string `json:"id"`
	GroupName string `json:"group_name"`
	Role      string `json:"role"`
	By        string `json:"by"`
	Until     int64  `json:"until"`
	Uses      int    `json:"uses"`
	Used      int    `json:"used"`
}

// invite makes an invitation and prints its link.
func (c *adminCall) invite(ctx context.Context, wish invitationWish, what string) error {
	var made struct {
		Invitation adminInvitation
		Link       string
	}
	if err := c.ask(ctx, http.MethodPost, "/invitations", wish, &made); err != nil {
		return err
	}
	if strings.HasPrefix(made.Link, "/") {
		c.app.warnf("no server runs, and --url does not say where its pages are: put their address in front of the link")
	}
	fmt.Fprintf(c.app.out, "%s, until %s:\n%s\n", what, when(made.Invitation.Until), made.Link)
	return nil
}

func (c *adminCall) inviteCommand() *cobra.Command {
	group, leader, uses, span := "", false, 0, 7*24*time.Hour
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
		Args: takes(0),
		RunE: c.run(func(ctx context.Context, _ []string) error {
			wish := invitationWish{Uses: uses, Days: int((span + 24*time.Hour - 1) / (24 * time.Hour))}
			if group != "" {
				g, err := c.findGroup(ctx, group)
				if err != nil {
					return err
				}
				wish.Group = g.ID
			}
			if leader {
				if group == "" {
					return usagef("--leader needs --group: leaders lead a group")
				}
				wish.Role = string(play.RoleLeader)
			}
			return c.invite(ctx, wish, "This link is good for "+people(uses))
		}),
	}
	cmd.Flags().StringVar(&group, "group", "", "people who use it become members of `GROUP`")
	cmd.Flags().BoolVar(&leader, "leader", false, "people who use it become leaders of the group")
	addCountFlag(cmd, &uses, "uses", 1, "let `N` people use it, 500 at most")
	addSpanFlag(cmd, &span, "for this time, in whole days (default: 7d)")
	return cmd
}

// people is a number of people.
func people(n int) string {
	if n == 1 {
		return "one person"
	}
	return fmt.Sprintf("%d people", n)
}

func (c *adminCall) invitationsCommand() *cobra.Command {
	return c.app.withJSON(&cobra.Command{
		Use: "invitations", Short: "List the invitations that can still be used", Args: takes(0), Example: "  plateau admin invitations",
		RunE: c.run(func(ctx context.Context, _ []string) error {
			var list struct{ Invitations []json.RawMessage }
			if err := c.ask(ctx, http.MethodGet, "/invitations", nil, &list); err != nil {
				return err
			}
			return writeRows(c.app, list.Invitations, func(out io.Writer, i adminInvitation) {
				fmt.Fprintf(out, "%s\tuntil %s\tused by %d of %d\t%s\t%s\n", i.ID, when(i.Until), i.Used, i.Uses, cmp.Or(i.GroupName, "–"), cmp.Or(i.By, "operator"))
			})
		}),
	})
}

func (c *adminCall) revokeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revoke INVITATION", Short: "End an invitation, by the id that 'admin invitations' shows", Args: takes(0, "INVITATION"),
		Example: "  plateau admin revoke k3v…",
		RunE: c.run(func(ctx context.Context, args []string) error {
			if err := c.ask(ctx, http.MethodDelete, "/invitations/"+url.PathEscape(args[0]), nil, nil); err != nil {
				return err
			}
			fmt.Fprintln(c.app.out, "The invitation has ended; people who used it keep their accounts.")
			return nil
		}),
	}
}
