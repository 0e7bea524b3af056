// Package club has the commands with which members run classes and clubs on a server.
package club

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/accounts"
	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/tui/text"
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

// What members see of their classes and clubs.

// ownerRole is how the leader who owns a club is called.
const ownerRole = "owner"

func (c *clubCall) listCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "list", Short: "List the classes and clubs that you belong to", Args: env.Takes(0), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `List the classes and clubs that you belong to, with their ids, your role and the
chat with their members. With --json, one object per club.`,
		Example: clubExample("list"),
		RunE: c.run(func(ctx context.Context, _ []string) error {
			none := "You belong to no class or club; 'plateau club new NAME' starts a club.\n"
			return env.WriteList(ctx, c.Connection, "/groups", "groups", none, func(out io.Writer, g api.Group) {
				fmt.Fprintf(out, "%s\t%s\t%s\tchat: %s\n", g.ID, g.Name, g.Role, g.Chat)
			})
		}),
	})
}

func (c *clubCall) showCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "show CLUB", Short: "Show a club with its members, and who is online", Args: env.Takes(0, "CLUB"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `Show a class or club: its members with their roles, since when they belong to
it, and who is online now. With --json, one object with everything.`,
		Example: clubExample("show Friday"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, _ []string) error {
			return env.WriteAnswer(ctx, c.Connection, http.MethodGet, clubPath(g, ""), nil, c.printClub)
		}),
	})
}

func (c *clubCall) printClub(page api.GroupPage) {
	fmt.Fprintf(c.Out, "%s, %s, chat: %s\n", page.Group.Name, amount.Count(len(page.Members), "member"), page.Group.Chat)
	out, end := c.Table(0)
	defer end()
	for _, m := range page.Members {
		role, online := string(m.Role), ""
		if m.Player.ID == page.Group.Owner {
			role = ownerRole
		}
		if m.Here {
			online = "online"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", m.Player.ID, env.When(m.Since), m.Player.Name, role, online)
	}
}

func (c *clubCall) tablesCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "tables CLUB", Short: "List the open tables of a club", Args: env.Takes(0, "CLUB"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `List the tables that members have opened for the club and that wait for
somebody, the newest first, with links to sit down. With --json, one
object per table.`,
		Example: clubExample("tables Friday"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, _ []string) error {
			words := text.Tables{Texts: c.Texts(), Games: c.Games}
			none := fmt.Sprintf("%s has no open tables.\n", g.Name)
			return env.WriteList(ctx, c.Connection, clubPath(g, "/tables"), "tables", none, func(out io.Writer, t api.Summary) {
				fmt.Fprintf(out, "%s\t%s\t%s\t%s/#/table/%s\n",
					words.Game(t.Terms.Game), words.Time(t.Terms.Time), strings.Join(words.Names(t.Sitters), ", "), c.HTTP.Server, t.ID)
			})
		}),
	})
}

func (c *clubCall) leaderboardCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "leaderboard CLUB GAME", Short: "Rank the members of a club by their rating in a game", Args: env.Takes(0, "CLUB", "GAME"),
		Long: `Rank the members of a club who have rated games by their rating, the strongest
first. With --json, one object per member.`,
		Example: clubExample("leaderboard Friday quixo"),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 1 {
				return c.CompleteGame(cmd, nil, prefix)
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: c.onClub(func(ctx context.Context, g api.Group, args []string) error {
			played, err := c.FindGame(args[0])
			if err != nil {
				return err
			}
			rank := 0
			none := fmt.Sprintf("Nobody in %s has a rated game of %s yet.\n", g.Name, played.Name())
			return env.WriteList(ctx, c.Connection, clubPath(g, "/leaderboard/"+url.PathEscape(played.ID())), "standings", none, func(out io.Writer, s api.Standing) {
				rank++
				fmt.Fprintf(out, "%d\t%s\t%.0f\t%s\n", rank, s.Player.Name, s.Rating.Value, amount.Count(s.Rating.Games, "game"))
			})
		}),
	})
}

func (c *clubCall) invitationsCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "invitations CLUB", Short: "List the invitations to a club that can still be used", Args: env.Takes(0, "CLUB"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `List the invitations to a club that you lead, the newest first, with the ids
that 'revoke' takes. Their links are shown only when they are made. With --json,
one object per invitation.`,
		Example: clubExample("invitations Friday"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, _ []string) error {
			none := fmt.Sprintf("%s has no invitations; 'plateau club invite' makes one.\n", g.Name)
			return env.WriteList(ctx, c.Connection, "/invitations?"+url.Values{"group": {string(g.ID)}}.Encode(), "invitations", none, groups.Row)
		}),
	})
}

func (c *clubCall) inviteCommand() *cobra.Command {
	wish, leader, span := api.NewInvitation{}, false, groups.DefaultInvitation
	cmd := c.WithJSON(&cobra.Command{
		Use: "invite CLUB", Short: "Make a link with which people can join a club", Args: env.Takes(0, "CLUB"), ValidArgsFunction: cobra.NoFileCompletions,
		Long: `Make a link with which people can join a club that you lead, and print it.
Anybody who has the link can use it, until as many people have used it as it is
for, it expires, or it is revoked. With --json, one object with the invitation,
the link and its QR code.`,
		Example: clubExample("invite Friday --uses 20 --for 14d"),
		RunE: c.onClub(func(ctx context.Context, g api.Group, _ []string) error {
			wish.Group, wish.Days = g.ID, env.WholeDays(span)
			if leader {
				wish.Role = play.RoleLeader
			}
			return env.WriteAnswer(ctx, c.Connection, http.MethodPost, "/invitations", wish, func(made api.MadeInvitation) { groups.Print(c.Out, made, groups.GoodFor(made.Invitation.Uses)) })
		}),
	})
	cmd.Flags().BoolVar(&leader, "leader", false, "people who use it become leaders of the club")
	env.AddCountFlag(cmd, &wish.Uses, "uses", 1, "let `N` people use it, 500 at most")
	env.AddSpanFlag(cmd, &span, "for this time, in whole days (default: 7d)")
	return cmd
}
