package tournament

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/play"
)

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
