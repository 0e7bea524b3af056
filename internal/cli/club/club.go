// Package club has the commands with which members run classes and clubs on a server.
package club

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/client"
	"plateau/internal/play"
)

// clubCall is a command about a class or a club on a server.
type clubCall struct {
	*env.Connection
	flags env.ServerFlags
}

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	c := &clubCall{Connection: &env.Connection{Env: e}}
	c.Explain = c.explain
	cmd := &cobra.Command{
		Use:   "club",
		Short: "Run your clubs on a server, and see those that you belong to",
		Long: `Run your classes and clubs on a Plateau server: members, roles, invitations,
open tables and leaderboards. --server is its address, and --token-file a file
with a token of your account, which is made on the account page, under 'Programs
that play for you'. A token may do what you may do, except what concerns
accounts: cards, accounts for names, and deleting a class are for its page.

A CLUB is an id that 'list' prints, or a name; a PLAYER is the id or the name of
a member.`,
		Example: `  plateau club new Friday --server URL --token-file token
  plateau club invite Friday --uses 20 --server URL --token-file token
  plateau club show Friday --server URL --token-file token
  plateau club leaderboard Friday quixo --server URL --token-file token`,
		RunE: env.RunGroup,
	}
	c.flags.Add(cmd, "the `URL` of the server", "the `FILE` with a token of your account")
	cmd.AddCommand(c.listCommand(), c.showCommand(), c.tablesCommand(), c.leaderboardCommand())
	cmd.AddCommand(c.newCommand(), c.renameCommand(), c.chatCommand(), c.giveCommand(), c.dissolveCommand())
	cmd.AddCommand(c.inviteCommand(), c.invitationsCommand(), c.revokeCommand())
	cmd.AddCommand(c.roleCommand(), c.removeCommand(), c.leaveCommand())
	return []*cobra.Command{cmd}
}

// clubExample is an example with the flags that every command needs.
func clubExample(command string) string {
	return "  plateau club " + command + " --server URL --token-file token"
}

// run makes the body of a command that speaks to the server.
func (c *clubCall) run(do func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		if c.flags.Server == "" {
			return env.Usagef("--server is missing: clubs are on a server, such as https://play.example.org")
		}
		if c.HTTP, err = c.flags.Client(); err != nil {
			return err
		}
		return do(cmd.Context(), args)
	}
}

// onClub makes the body of a command about one club.
func (c *clubCall) onClub(do func(ctx context.Context, g api.Group, args []string) error) func(*cobra.Command, []string) error {
	return c.run(func(ctx context.Context, args []string) error {
		var answer api.Groups
		if err := c.Ask(ctx, http.MethodGet, "/groups", nil, &answer); err != nil {
			return err
		}
		g, err := groups.Choose(answer.Groups, args[0], "'plateau club list' shows yours")
		if err != nil {
			return err
		}
		return do(ctx, g, args[1:])
	})
}

// onMember makes the body of a command about a member of a club.
func (c *clubCall) onMember(do func(ctx context.Context, g api.Group, m api.GroupMember, args []string) error) func(*cobra.Command, []string) error {
	return c.onClub(func(ctx context.Context, g api.Group, args []string) error {
		var page api.GroupPage
		if err := c.Ask(ctx, http.MethodGet, clubPath(g, ""), nil, &page); err != nil {
			return err
		}
		m, err := groups.Member(page, args[0], "plateau club show")
		if err != nil {
			return err
		}
		return do(ctx, g, m, args[1:])
	})
}

func clubPath(g api.Group, what string) string {
	return "/groups/" + url.PathEscape(string(g.ID)) + what
}

func memberPath(g api.Group, player play.PlayerID) string {
	return clubPath(g, "/members/"+url.PathEscape(string(player)))
}

// explain says what to do if the token is not enough for a request.
func (c *clubCall) explain(refused *client.Problem) error {
	switch {
	case refused.Code == accounts.OnlyPlays.Code:
		return fmt.Errorf("a token cannot do that, because it concerns accounts; sign in at %s/#/groups", c.HTTP.Server)
	case refused.Status == http.StatusUnauthorized:
		return fmt.Errorf("the server does not know the token in %s; make one on the account page, %s/#/account", c.flags.TokenFile, c.HTTP.Server)
	}
	return refused
}
