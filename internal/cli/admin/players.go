package admin

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/play"
)

func (c *adminCall) playersCommand() *cobra.Command {
	suspended, administrators := false, false
	cmd := &cobra.Command{
		Use:   "players [TEXT]",
		Short: "List players, or those whose name contains TEXT",
		Example: `  plateau admin players
  plateau admin players ann
  plateau admin players --suspended`,
		Args: env.Takes(1),
		RunE: c.run(func(ctx context.Context, args []string) error {
			query := url.Values{"limit": {"100"}}
			if len(args) > 0 {
				query.Set("text", args[0])
			}
			if suspended {
				query.Set("suspended", "true")
			}
			if administrators {
				query.Set("administrators", "true")
			}
			return c.listPlayers(ctx, query)
		}),
	}
	cmd.Flags().BoolVar(&suspended, "suspended", false, "only those who are suspended")
	cmd.Flags().BoolVar(&administrators, "administrators", false, "only administrators")
	return c.WithJSON(cmd)
}

// listPlayers prints all pages of a list.
func (c *adminCall) listPlayers(ctx context.Context, query url.Values) error {
	out, end := c.Table(0)
	defer end()
	for {
		var page api.AdminPlayers
		if err := c.Ask(ctx, http.MethodGet, "/admin/players?"+query.Encode(), nil, &page); err != nil {
			return err
		}
		for _, p := range page.Players {
			if c.AsJSON {
				if err := c.WriteJSON(p); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", p.ID, env.When(p.Since), p.Name, strings.Join(marks(p, time.Now()), ", "))
		}
		if page.Next == "" {
			return nil
		}
		query.Set("cursor", page.Next)
	}
}

// marks are what is special about a player.
func marks(p api.AdminPlayer, now time.Time) []string {
	var marks []string
	if !p.Registered {
		marks = append(marks, "guest")
	}
	if p.Bot {
		marks = append(marks, "bot")
	}
	if p.Barred {
		marks = append(marks, "barred from rated games")
	}
	if p.Administrator {
		marks = append(marks, "administrator")
	}
	if now.UnixMilli() < p.SuspendedUntil {
		mark := "suspended"
		if until := time.UnixMilli(p.SuspendedUntil); until.Year() < 9999 {
			mark += " until " + env.When(p.SuspendedUntil)
		}
		marks = append(marks, mark)
	}
	return marks
}

func (c *adminCall) renameCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rename PLAYER NAME", Short: "Give a player another name", Args: env.Takes(0, "PLAYER", "NAME"),
		Example: `  plateau admin rename "Rude Name" "Player 7"`,
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, args []string) error {
			var renamed api.AdminPlayer
			if err := c.Ask(ctx, http.MethodPatch, playerPath(p, ""), api.NewName{Name: args[0]}, &renamed); err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "%s is now called %s.\n", p.Name, renamed.Name)
			return nil
		}),
	}
}

func (c *adminCall) suspendCommand() *cobra.Command {
	var span time.Duration
	reason := ""
	cmd := &cobra.Command{
		Use:   "suspend PLAYER",
		Short: "Keep a player from playing, for some time or until reinstated",
		Long: `Keep a player from playing. Running games are resigned and open tables closed.
The player can still sign in to export or delete what is stored about them.`,
		Example: `  plateau admin suspend Ann --for 7d --reason "insults"
  plateau admin suspend Ann`,
		Args: env.Takes(0, "PLAYER"),
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			body, length := api.Suspension{Reason: reason}, "until 'plateau admin reinstate'"
			if span > 0 {
				body.Until = time.Now().Add(span).UnixMilli()
				length = "until " + env.When(body.Until)
			}
			return c.Change(ctx, http.MethodPut, playerPath(p, "/suspension"), body, "%s is suspended %s.\n", p.Name, length)
		}),
	}
	env.AddSpanFlag(cmd, &span, "for this time, such as 7d or 12h (default: until it is lifted)")
	cmd.Flags().StringVar(&reason, "reason", "", "a `TEXT` for the audit log")
	return cmd
}

// playerChange is a command that changes what a path below a player stands for.
func (c *adminCall) playerChange(name, short, method, path, said string) *cobra.Command {
	return &cobra.Command{
		Use: name + " PLAYER", Short: short, Args: env.Takes(0, "PLAYER"), Example: "  plateau admin " + name + " Ann",
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			return c.Change(ctx, method, playerPath(p, path), nil, said, p.Name)
		}),
	}
}

func (c *adminCall) deleteCommand() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use: "delete PLAYER", Short: "Delete a player and what is stored about them", Args: env.Takes(0, "PLAYER"), Example: "  plateau admin delete Ann --yes",
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			if !yes {
				return env.Usagef("this would delete %s (%s) for good: running games are resigned, finished ones stay without the name; add --yes to do it", p.Name, p.ID)
			}
			return c.Change(ctx, http.MethodDelete, playerPath(p, ""), nil, "%s is deleted.\n", p.Name)
		}),
	}
	env.AddYesFlag(cmd, &yes)
	return cmd
}

func (c *adminCall) passwordCommand() *cobra.Command {
	return &cobra.Command{
		Use: "password PLAYER", Short: "Give a player a new random password, and end all their sessions", Args: env.Takes(0, "PLAYER"),
		Example: "  plateau admin password Ann",
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			var made api.Password
			if err := c.Ask(ctx, http.MethodPost, playerPath(p, "/password"), nil, &made); err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "The new password of %s is %s\n", p.Name, made.Password)
			return nil
		}),
	}
}

func (c *adminCall) linkCommand() *cobra.Command {
	return &cobra.Command{
		Use: "link PLAYER", Short: "Make a link that signs a player in once, within a week", Args: env.Takes(0, "PLAYER"), Example: "  plateau admin link Ann",
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			var made api.Link
			if err := c.Ask(ctx, http.MethodPost, playerPath(p, "/link"), nil, &made); err != nil {
				return err
			}
			if strings.HasPrefix(made.Link, "/") {
				c.Warnf("no server runs, and --url does not say where its pages are: put their address in front of the link")
			}
			fmt.Fprintln(c.Out, made.Link)
			return nil
		}),
	}
}

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
