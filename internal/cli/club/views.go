package club

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/play"
	"plateau/internal/tui/text"
)

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
