package tournament

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/client"
	"plateau/internal/play"
)

// state says how far a tournament has come.
func state(t api.TournamentSummary) string {
	switch {
	case t.Phase == "over":
		return "finished"
	case t.Phase == "open":
		return "not started"
	case t.Rounds > 0:
		return fmt.Sprintf("round %d of %d", t.Round, t.Rounds)
	}
	return "running"
}

// serverCommands are for tournaments on servers only.
func (a *app) serverCommands() []*cobra.Command {
	return []*cobra.Command{
		a.tournamentListCommand(), a.tournamentJoinCommand(), a.tournamentReportCommand(), a.tournamentLinksCommand(), a.tournamentDeleteCommand(),
	}
}

// serverClient speaks to the server of the flags; files have no such commands.
func (a *app) serverClient(anonymous bool) (*client.Client, error) {
	s := &a.server
	if s.Server == "" {
		return nil, env.Usagef("--server is missing: this command is for tournaments on a server")
	}
	if anonymous && s.TokenFile == "" {
		return s.Anonymous()
	}
	return s.Client()
}

func (a *app) tournamentListCommand() *cobra.Command {
	var own, finished bool
	var group, game string
	cmd := a.WithJSON(&cobra.Command{
		Use: "list", Short: "List the tournaments of a server",
		Long: `List the tournaments that a server shows to everybody, those of a class or club
(--group), or those that you organise or take part in (--own). The last to
change comes first. With --json, one object per tournament.`,
		Example: `  plateau tournament list --server URL
  plateau tournament list --own --server URL --token-file token`,
		Args: env.Takes(0), RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.serverClient(!own && group == "")
			if err != nil {
				return err
			}
			query := url.Values{"limit": {"100"}}
			for name, is := range map[string]bool{"own": own, "finished": finished} {
				if is {
					query.Set(name, "true")
				}
			}
			for name, value := range map[string]string{"group": group, "game": game} {
				if value != "" {
					query.Set(name, value)
				}
			}
			return a.listTournaments(cmd.Context(), c, query)
		},
	})
	f := cmd.Flags()
	f.BoolVar(&own, "own", false, "those that you organise or take part in")
	f.BoolVar(&finished, "finished", false, "those that are over, instead of the others")
	f.StringVar(&group, "group", "", "those of the class or club with an `ID`")
	f.StringVar(&game, "game", "", "only those of a `GAME`")
	return cmd
}

func (a *app) listTournaments(ctx context.Context, c *client.Client, query url.Values) error {
	table, end := a.Table(0)
	if !a.AsJSON {
		fmt.Fprintln(table, "ID\tNAME\tGAME\tFORM\tPLACE\tENTRANTS\tSTATE")
	}
	for {
		var page api.Tournaments
		if err := c.Call(ctx, http.MethodGet, "/tournaments?"+query.Encode(), nil, &page); err != nil {
			return err
		}
		for _, t := range page.Tournaments {
			if a.AsJSON {
				if err := a.WriteJSON(t); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", t.ID, t.Name, t.Game, t.Form, t.Place, t.Entrants, state(t))
		}
		if page.Next == "" {
			break
		}
		query.Set("cursor", page.Next)
	}
	if !a.AsJSON {
		end()
	}
	return nil
}

func (a *app) tournamentJoinCommand() *cobra.Command {
	var join api.Joining
	cmd := &cobra.Command{
		Use: "join ID", Short: "Take part in a tournament of a server",
		Long: `Take part in a tournament of a server, with the account of the token. Where
people join by a link, --code is the last part of that link. In games with
teams, --partner is the id of the other player: a friend, or a member of the
class or club.`,
		Example: "  plateau tournament join ID --code CODE --server URL --token-file token",
		Args:    env.Takes(0, "ID"), RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.serverClient(false)
			if err != nil {
				return err
			}
			var joined api.Tournament
			if err := c.Tournament(args[0]).Call(cmd.Context(), http.MethodPost, "/join", join, &joined); err != nil {
				return err
			}
			me, err := self(joined)
			if err == nil {
				fmt.Fprintf(a.Out, "%s takes part in %s as number %d; entrants: %d.\n", me.Name, joined.Summary.Name, joined.Me.Number, joined.Summary.Entrants)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&join.Code, "code", "", "the `CODE` of the link, where one is needed")
	f.StringVar(&join.Team, "team", "", "the `NAME` of the team, in games with teams")
	f.StringVar((*string)(&join.Partner), "partner", "", "the `ID` of the other player of the team")
	f.StringVar(&join.Category, "category", "", "the `CATEGORY` in which you play")
	return cmd
}

func (a *app) tournamentLinksCommand() *cobra.Command {
	renew := false
	cmd := a.WithJSON(&cobra.Command{
		Use: "links ID", Short: "Print the links of a tournament on a server",
		Long: `Print the links of a tournament that you organise: to follow it, to join, and
for every entrant to report results without an account. Those to join and to
report are secrets; --renew makes new ones, and the old ones stop working.
With --json, one object per link.`,
		Example: "  plateau tournament links ID --server URL --token-file token",
		Args:    env.Takes(0, "ID"), RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.serverClient(false)
			if err != nil {
				return err
			}
			on := c.Tournament(args[0])
			if renew {
				if err := on.RenewCodes(cmd.Context()); err != nil {
					return err
				}
			}
			return a.printLinks(cmd.Context(), on)
		},
	})
	cmd.Flags().BoolVar(&renew, "renew", false, "make new codes; links and slips that were given out stop working")
	return cmd
}

// linkOf is a link of a tournament.
type linkOf struct {
	For    string `json:"for"`
	Number int    `json:"number,omitempty"`
	Name   string `json:"name,omitempty"`
	Link   string `json:"link"`
}

func (a *app) printLinks(ctx context.Context, on *client.Tournament) error {
	t, err := on.Read(ctx)
	if err != nil {
		return err
	}
	var found api.TournamentLinks
	if err := on.Call(ctx, http.MethodGet, "/links", nil, &found); err != nil {
		return err
	}
	links := []linkOf{{For: "watch", Link: found.Watch.Link}, {For: "join", Link: found.Join.Link}}
	for _, slip := range found.Slips {
		links = append(links, linkOf{"report", slip.Number, t.Name(slip.Number), slip.Link})
	}
	table, end := a.Table(0)
	fmt.Fprintln(table, "FOR\tNUMBER\tNAME\tLINK")
	for _, link := range links {
		if a.AsJSON {
			if err := a.WriteJSON(link); err != nil {
				return err
			}
			continue
		}
		number := ""
		if link.Number > 0 {
			number = strconv.Itoa(link.Number)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", link.For, number, link.Name, link.Link)
	}
	if !a.AsJSON {
		end()
	}
	return nil
}

func (a *app) tournamentDeleteCommand() *cobra.Command {
	sure := false
	cmd := &cobra.Command{
		Use: "delete ID", Short: "Delete a tournament of a server",
		Long: `Delete a tournament that you organise, with its results. That cannot be undone;
games that were played online stay. A tournament in a file is deleted with the
file.`,
		Example: "  plateau tournament delete ID --yes --server URL --token-file token",
		Args:    env.Takes(0, "ID"), RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.serverClient(false)
			if err != nil {
				return err
			}
			on := c.Tournament(args[0])
			t, err := on.Read(cmd.Context())
			if err != nil {
				return err
			}
			if !sure {
				return env.Usagef("this would delete %s with its results; add --yes to do it", t.Settings.Name)
			}
			if err := on.Call(cmd.Context(), http.MethodDelete, "", nil, nil); err != nil {
				return err
			}
			fmt.Fprintf(a.Out, "%s is deleted.\n", t.Settings.Name)
			return nil
		},
	}
	env.AddYesFlag(cmd, &sure)
	return cmd
}

// What players do about their own part in a tournament on a server.

// self is the entrant who asked.
func self(p api.Tournament) (api.Entrant, error) {
	if n := p.Me.Number; n >= 1 && n <= len(p.Entrants) {
		return p.Entrants[n-1], nil
	}
	return api.Entrant{}, errors.New("the server's answer does not say who you are in the tournament")
}

func addMeFlag(cmd *cobra.Command, me *bool) {
	cmd.Flags().BoolVar(me, "me", false, "on a server: yourself, instead of ENTRANT")
}

// unlessMe wants all arguments, without ENTRANT for players who mean themselves.
func unlessMe(me *bool, names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if *me {
			return env.Takes(0, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "ENTRANT" })...)(cmd, args)
		}
		return env.Takes(0, names...)(cmd, args)
	}
}

// actForMyself withdraws, returns or requests a bye, and says what is so now.
func (a *app) actForMyself(cmd *cobra.Command, id, act string, body any) error {
	c, err := a.serverClient(false)
	if err != nil {
		return err
	}
	var part api.Tournament
	if err := c.Tournament(id).Call(cmd.Context(), http.MethodPost, "/"+act, body, &part); err != nil {
		return err
	}
	me, err := self(part)
	if err != nil {
		return err
	}
	state := "takes part"
	if me.Withdrawn {
		state = "has withdrawn"
	}
	if len(me.HalfByes) > 0 {
		state += "; byes in rounds " + strings.Trim(fmt.Sprint(me.HalfByes), "[]")
	}
	fmt.Fprintf(a.Out, "%s %s.\n", me.Name, state)
	return nil
}

func (a *app) tournamentReportCommand() *cobra.Command {
	var report api.SlipReport
	cmd := &cobra.Command{
		Use: "report ID RESULT", Short: "Report the result of your own game at a real board",
		Long: `Report the result of your own game at a real board, written as for 'result': 1-0
if the first side has won. It is your open game, or that of --round and --board.
With --code, that of the result slip, no token is needed. The tournament says
whether the opponent or the organiser has to agree.`,
		Example: "  plateau tournament report ID 1-0 --code CODE --server URL",
		Args:    env.Takes(0, "ID", "RESULT"), RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.serverClient(report.Code != "")
			if err != nil {
				return err
			}
			report.Tournament, report.Result = play.TournamentID(args[0]), strings.ReplaceAll(args[1], "−", "-")
			if report.Code != "" {
				err = c.Call(cmd.Context(), http.MethodPost, "/tournaments/slip/report", report, nil)
			} else {
				own := api.ReportedResult{Round: report.Round, Board: report.Board, Result: report.Result}
				err = c.Tournament(args[0]).Call(cmd.Context(), http.MethodPost, "/report", own, nil)
			}
			if err != nil {
				return err
			}
			fmt.Fprintln(a.Out, "Reported.")
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&report.Code, "code", "", "the `CODE` of the result slip, instead of a token")
	f.IntVar(&report.Round, "round", 0, "report a game of a `ROUND`")
	f.IntVar(&report.Board, "board", 0, "report the game at a `BOARD`")
	return cmd
}
