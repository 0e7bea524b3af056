package admin

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/cli/groups"
	"plateau/internal/play"
)

func (c *adminCall) groupCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "group",
		Short: "Make and manage classes and clubs",
		Long: `Make and manage groups: classes and clubs. A group can have accounts without a
password for a list of names; each gets a card with a QR code to sign in with.
GROUP is the name of a group, or an id from 'plateau admin group list'.`,
		Example: `  plateau admin group create "Class 5b"
  plateau admin group create "Class 5b" --names names.txt --sheet cards.html
  plateau admin group cards "Class 5b" Emma --sheet emma.html
  plateau admin group chat "Class 5b" off
  plateau admin group contact "Class 5b" everybody
  plateau admin group delete "Class 5b" --yes`,
		Args: cobra.ArbitraryArgs,
		RunE: env.RunGroup,
	}
	cmd.AddCommand(c.groupListCommand(), c.groupCreateCommand(), c.groupShowCommand(), c.groupAddCommand(), c.groupCardsCommand(),
		c.groupChatCommand(), c.groupContactCommand(), c.groupRemoveCommand(), c.groupDeleteCommand())
	return cmd
}

// findGroup finds the group that an argument names.
func (c *adminCall) findGroup(ctx context.Context, text string) (api.Group, error) {
	var answer api.Groups
	if err := c.Ask(ctx, http.MethodGet, "/groups?all=true", nil, &answer); err != nil {
		return api.Group{}, err
	}
	return groups.Choose(answer.Groups, text, "'plateau admin group list' shows all")
}

// onGroup makes the body of a command about one group.
func (c *adminCall) onGroup(do func(ctx context.Context, g api.Group, args []string) error) func(*cobra.Command, []string) error {
	return c.run(func(ctx context.Context, args []string) error {
		g, err := c.findGroup(ctx, args[0])
		if err != nil {
			return err
		}
		return do(ctx, g, args[1:])
	})
}

func (c *adminCall) groupListCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "list", Short: "List all groups", Args: env.Takes(0), Example: "  plateau admin group list",
		RunE: c.run(func(ctx context.Context, _ []string) error {
			return env.WriteList(ctx, c.Connection, "/groups?all=true", "groups", "", func(out io.Writer, g api.Group) {
				fmt.Fprintf(out, "%s\t%s\t%s\n", g.ID, env.When(g.Since), g.Name)
			})
		}),
	})
}

// listFlags are the names of new members, and the file for their cards.
type listFlags struct{ names, sheet string }

func (f *listFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.names, "names", "", "make accounts for the names in `FILE`, one on a line; - is the standard input")
	cmd.Flags().StringVar(&f.sheet, "sheet", "", "write cards to sign in with to `FILE`, a page to print")
}

func (f *listFlags) check() error {
	if f.names != "" && f.sheet == "" {
		return env.Usagef("--names needs --sheet FILE: the cards with which people sign in are shown only once")
	}
	return nil
}

// read reads the names.
func (f *listFlags) read(in io.Reader) ([]string, error) {
	if f.names != env.StdinArg {
		file, err := os.Open(f.names)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	var names []string
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		if text := strings.TrimSpace(lines.Text()); text != "" {
			names = append(names, text)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no names; write one on a line", f.names)
	}
	return names, nil
}

func (c *adminCall) groupCreateCommand() *cobra.Command {
	flags, leader := listFlags{}, ""
	cmd := &cobra.Command{
		Use:   "create NAME",
		Short: "Make a class or a club",
		Long: `Make a class or a club. Its leader is the player named by --leader; without one,
the command prints a link with which somebody can make an account as its leader.
With --names it also makes an account without a password for each name, and
writes a sheet of cards to print, each with a QR code to sign in with.`,
		Example: `  plateau admin group create "Class 5b"
  plateau admin group create "Chess club" --leader Ann
  plateau admin group create "Class 5b" --names names.txt --sheet cards.html`,
		Args: env.Takes(0, "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return err
			}
			return c.run(func(ctx context.Context, args []string) error {
				return c.createGroup(ctx, args[0], leader, flags)
			})(cmd, args)
		},
	}
	flags.add(cmd)
	cmd.Flags().StringVar(&leader, "leader", "", "the `PLAYER` who leads it")
	return cmd
}

func (c *adminCall) createGroup(ctx context.Context, name, leader string, flags listFlags) error {
	body := api.NewGroup{Name: name}
	if leader != "" {
		p, err := c.find(ctx, leader)
		if err != nil {
			return err
		}
		body.Leader = p.ID
	}
	var names []string
	if flags.names != "" {
		var err error
		if names, err = flags.read(c.In); err != nil {
			return err
		}
	}
	sheet, err := newSheet(flags.sheet)
	if err != nil {
		return err
	}
	defer sheet.discard()
	var g api.Group
	if err := c.Ask(ctx, http.MethodPost, "/groups", body, &g); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "The group %s is made.\n", g.Name)
	if leader == "" {
		if err := c.invite(ctx, api.NewInvitation{Group: g.ID, Role: play.RoleLeader, Uses: 1}, "Its leader makes an account with this link"); err != nil {
			return err
		}
	}
	if names == nil {
		return nil
	}
	return c.addNames(ctx, g, names, sheet)
}

func (c *adminCall) groupShowCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "show GROUP", Short: "Show a group with its members", Args: env.Takes(0, "GROUP"), Example: `  plateau admin group show "Class 5b"`,
		RunE: c.onGroup(func(ctx context.Context, g api.Group, _ []string) error {
			return env.WriteAnswer(ctx, c.Connection, http.MethodGet, "/groups/"+string(g.ID), nil, c.printGroup)
		}),
	})
}

func (c *adminCall) printGroup(page api.GroupPage) {
	fmt.Fprintf(c.Out, "%s, %s, chat: %s", page.Group.Name, amount.Count(len(page.Members), "member"), page.Group.Chat)
	if page.Group.Contact != "" {
		fmt.Fprintf(c.Out, ", contact: %s", page.Group.Contact)
	}
	fmt.Fprintln(c.Out)
	out, end := c.Table(0)
	defer end()
	for _, m := range page.Members {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", m.Player.ID, env.When(m.Since), m.Player.Name, groups.Marks(m))
	}
}

func (c *adminCall) groupAddCommand() *cobra.Command {
	flags := listFlags{}
	cmd := &cobra.Command{
		Use: "add GROUP", Short: "Make accounts for more names", Args: env.Takes(0, "GROUP"),
		Long: `Make accounts for the names in a file, and write a sheet with their cards. Names
that the group has already are left out, so the file may be the whole list.`,
		Example: `  plateau admin group add "Class 5b" --names new.txt --sheet cards.html`,
		RunE: c.onGroup(func(ctx context.Context, g api.Group, _ []string) error {
			if flags.names == "" || flags.sheet == "" {
				return env.Usagef("--names and --sheet are needed: the names, and the file for their cards")
			}
			names, err := flags.read(c.In)
			if err != nil {
				return err
			}
			sheet, err := newSheet(flags.sheet)
			if err != nil {
				return err
			}
			defer sheet.discard()
			return c.addNames(ctx, g, names, sheet)
		}),
	}
	flags.add(cmd)
	return cmd
}

// addNames makes accounts, and the cards of all members who have none.
func (c *adminCall) addNames(ctx context.Context, g api.Group, names []string, sheet *sheetFile) error {
	const atOnce = 100
	made, known := 0, 0
	for len(names) > 0 {
		n := min(len(names), atOnce)
		var added api.AddedNames
		if err := c.Ask(ctx, http.MethodPost, "/groups/"+string(g.ID)+"/members", api.NewNames{Names: names[:n]}, &added); err != nil {
			return err
		}
		for _, r := range added.Refused {
			c.Warnf("%s: %s", r.Name, r.Detail)
		}
		made, known, names = made+len(added.Made), known+added.Known, names[n:]
	}
	fmt.Fprintf(c.Out, "%s made", amount.Count(made, "account"))
	if known > 0 {
		fmt.Fprintf(c.Out, ", %d there already", known)
	}
	fmt.Fprintln(c.Out, ".")
	return c.writeCards(ctx, g, nil, sheet)
}

func (c *adminCall) groupCardsCommand() *cobra.Command {
	file, all := "", false
	cmd := &cobra.Command{
		Use:   "cards GROUP [MEMBER...]",
		Short: "Make new cards to sign in with",
		Long: `Make new cards for the named members, for all (--all), or for those who have
none. The old cards of these members end, and they are signed out everywhere.`,
		Example: `  plateau admin group cards "Class 5b" Emma --sheet emma.html
  plateau admin group cards "Class 5b" --all --sheet cards.html`,
		Args: env.Takes(env.AnyNumber, "GROUP"),
		RunE: c.onGroup(func(ctx context.Context, g api.Group, args []string) error {
			if file == "" {
				return env.Usagef("--sheet FILE is missing: the cards are shown only once")
			}
			players, err := c.members(ctx, g, args, all)
			if err != nil {
				return err
			}
			sheet, err := newSheet(file)
			if err != nil {
				return err
			}
			defer sheet.discard()
			return c.writeCards(ctx, g, players, sheet)
		}),
	}
	cmd.Flags().StringVar(&file, "sheet", "", "write the cards to `FILE`, a page to print")
	cmd.Flags().BoolVar(&all, "all", false, "new cards for all members, also for those who have one")
	return cmd
}

// members are the ids of the named members of a group, or of all whose accounts the
// group manages.
func (c *adminCall) members(ctx context.Context, g api.Group, names []string, all bool) ([]play.PlayerID, error) {
	var page api.GroupPage
	if err := c.Ask(ctx, http.MethodGet, "/groups/"+string(g.ID), nil, &page); err != nil {
		return nil, err
	}
	var ids []play.PlayerID
	for _, m := range page.Members {
		if all && m.Managed {
			ids = append(ids, m.Player.ID)
		}
	}
	for _, name := range names {
		m, err := groups.Member(page, name, "plateau admin group show")
		if err != nil {
			return nil, err
		}
		ids = append(ids, m.Player.ID)
	}
	return ids, nil
}

// writeCards makes cards and writes them to a sheet.
func (c *adminCall) writeCards(ctx context.Context, g api.Group, players []play.PlayerID, sheet *sheetFile) error {
	var made api.Cards
	if err := c.Ask(ctx, http.MethodPost, "/groups/"+string(g.ID)+"/cards", api.NewCards{Players: players}, &made); err != nil {
		return err
	}
	if len(made.Cards) == 0 {
		fmt.Fprintln(c.Out, "Everybody has a card; name members or add --all to make new ones.")
		return nil
	}
	if strings.HasPrefix(made.Cards[0].Link, "/") {
		c.Warnf("no server runs, and --url does not say where its pages are: the cards lack the address")
	}
	if err := sheet.write(g.Name, c.Lang, made.Cards); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s in %s: print it, and keep it to yourself.\n", amount.Count(len(made.Cards), "card"), sheet.name)
	return nil
}

func (c *adminCall) groupChatCommand() *cobra.Command {
	return &cobra.Command{
		Use: "chat GROUP HOW", Short: "Set how people may chat at tables with members", Args: env.Takes(0, "GROUP", "HOW"),
		Example: `  plateau admin group chat "Class 5b" off`,
		RunE: c.onGroup(func(ctx context.Context, g api.Group, args []string) error {
			how, err := groups.ReadTalk(args[0])
			if err != nil {
				return err
			}
			return c.Change(ctx, http.MethodPatch, "/groups/"+string(g.ID), api.GroupChange{Chat: how}, "Chat with members of %s: %s.\n", g.Name, how)
		}),
	}
}

func (c *adminCall) groupContactCommand() *cobra.Command {
	return &cobra.Command{
		Use: "contact GROUP HOW", Short: "Set who may reach members who sign in with cards", Args: env.Takes(0, "GROUP", "HOW"),
		Long: `Set who may challenge members who sign in with cards, become their friends, and
play and chat with them: group, only members of the same group, or everybody.`,
		Example:           `  plateau admin group contact "Class 5b" everybody`,
		ValidArgsFunction: env.CompleteWords(1, string(play.ContactGroup), string(play.ContactEverybody)),
		RunE: c.onGroup(func(ctx context.Context, g api.Group, args []string) error {
			how, err := groups.ReadContact(args[0])
			if err != nil {
				return err
			}
			return c.Change(ctx, http.MethodPatch, "/groups/"+string(g.ID), api.GroupChange{Contact: how},
				"Contact with members of %s who sign in with cards: %s.\n", g.Name, how)
		}),
	}
}

func (c *adminCall) groupRemoveCommand() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use: "remove GROUP MEMBER", Short: "Remove a member; an account that the group made is deleted", Args: env.Takes(0, "GROUP", "MEMBER"),
		Example: `  plateau admin group remove "Class 5b" Emma --yes`,
		RunE: c.onGroup(func(ctx context.Context, g api.Group, args []string) error {
			ids, err := c.members(ctx, g, args, false)
			if err != nil {
				return err
			}
			if !yes {
				return env.Usagef("this would remove %s from %s, and delete the account if the group made it; add --yes to do it", args[0], g.Name)
			}
			return c.Change(ctx, http.MethodDelete, "/groups/"+string(g.ID)+"/members/"+url.PathEscape(string(ids[0])), nil, "%s is removed.\n", args[0])
		}),
	}
	env.AddYesFlag(cmd, &yes)
	return cmd
}

func (c *adminCall) groupDeleteCommand() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use: "delete GROUP", Short: "Delete a group with the accounts that it made", Args: env.Takes(0, "GROUP"), Example: `  plateau admin group delete "Class 5b" --yes`,
		RunE: c.onGroup(func(ctx context.Context, g api.Group, _ []string) error {
			if !yes {
				return env.Usagef("this would delete %s and all accounts that were made for it, for good; add --yes to do it", g.Name)
			}
			return c.Change(ctx, http.MethodDelete, "/groups/"+string(g.ID), nil, "%s is deleted.\n", g.Name)
		}),
	}
	env.AddYesFlag(cmd, &yes)
	return cmd
}
