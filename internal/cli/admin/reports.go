package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/play"
)

func (c *adminCall) reportsCommand() *cobra.Command {
	closed, player := false, ""
	cmd := &cobra.Command{
		Use: "reports", Short: "List what players report about others, the latest first", Args: env.Takes(0),
		Example: `  plateau admin reports
  plateau admin reports --closed --player Ann`,
		RunE: c.run(func(ctx context.Context, _ []string) error {
			query := url.Values{"limit": {"100"}, "state": {"open"}}
			if closed {
				query.Set("state", "closed")
			}
			if player != "" {
				p, err := c.find(ctx, player)
				if err != nil {
					return err
				}
				query.Set("player", string(p.ID))
			}
			return env.WriteList(ctx, c.Connection, "/admin/reports?"+query.Encode(), "reports", "", func(out io.Writer, r api.Report) {
				fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", r.Seq, env.When(r.At), r.PlayerName, r.Reason, cmp.Or(r.Note, r.Text))
			})
		}),
	}
	cmd.Flags().BoolVar(&closed, "closed", false, "those that are closed, instead")
	cmd.Flags().StringVar(&player, "player", "", "only those about `PLAYER`")
	return c.WithJSON(cmd)
}

// reportPath is the address of the report that an argument names.
func reportPath(number string) (string, error) {
	if n, err := strconv.ParseInt(number, 10, 64); err != nil || n < 1 {
		return "", env.Usagef("%s: the number of a report is what 'plateau admin reports' shows in front of it", number)
	}
	return "/admin/reports/" + number, nil
}

func (c *adminCall) reportCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "report NUMBER", Short: "Show a report, with the table and the messages that it is about", Args: env.Takes(0, "NUMBER"),
		Example: "  plateau admin report 12",
		RunE: c.run(func(ctx context.Context, args []string) error {
			path, err := reportPath(args[0])
			if err != nil {
				return err
			}
			return env.WriteAnswer(ctx, c.Connection, http.MethodGet, path, nil, c.printReport)
		}),
	})
}

func (c *adminCall) printReport(view api.ReportContext) {
	r := view.Report
	fmt.Fprintf(c.Out, "%s is reported for %s, %s: %s about this player.\n", r.PlayerName, r.Reason, env.When(r.At), amount.Count(view.About, "report"))
	if r.Text != "" {
		fmt.Fprintf(c.Out, "“%s”\n", r.Text)
	}
	if r.ByName != "" {
		fmt.Fprintf(c.Out, "By %s, who has made %s%s. Do not tell %s who it was.\n", r.ByName, amount.Count(view.ByThem, "report"),
			map[bool]string{true: " and has blocked the player"}[view.Blocked], r.PlayerName)
	}
	if r.Closed != 0 {
		fmt.Fprintf(c.Out, "Closed %s by %s. %s\n", env.When(r.Closed), cmp.Or(r.ClosedByName, "the operator"), r.Note)
	}
	if view.Table != nil {
		c.printTable(*view.Table, r.Message)
	}
}

func (c *adminCall) closeReportCommand() *cobra.Command {
	note := ""
	cmd := &cobra.Command{
		Use: "close-report NUMBER", Short: "Close a report that was dealt with", Args: env.Takes(0, "NUMBER"),
		Example: `  plateau admin close-report 12 --note "warned"`,
		RunE: c.run(func(ctx context.Context, args []string) error {
			path, err := reportPath(args[0])
			if err != nil {
				return err
			}
			return c.Change(ctx, http.MethodPut, path+"/closing", api.ReportClosing{Note: note},
				"Report %s is closed.\n", strings.TrimLeft(args[0], "0"))
		}),
	}
	cmd.Flags().StringVar(&note, "note", "", "a `TEXT` for other moderators and the audit log")
	return cmd
}

// figures are about the moves of a player in a game.
type figures struct {
	api.Figures
	// near is set if the players came from one network.
	near bool
}

func (c *adminCall) fairPlayCommand() *cobra.Command {
	limit := 0
	cmd := &cobra.Command{
		Use:   "fairplay PLAYER",
		Short: "Show how often a player found the only good move, and how fast",
		Long: `Show, for each of the last rated games of a player and for all of them, how
often there was an only move (a single move that keeps the proved result), how
often the player found it, and the median time for these and for other moves.

Somebody who plays with an engine finds nearly all of them, as fast as any other
move. The figures prove nothing by themselves: easy games have many only moves
that everybody finds.

Games whose players came from the same network are marked, as far as the server
knows: it keeps addresses in memory alone. A family or a school shares one.`,
		Example: "  plateau admin fairplay Ann\n  plateau admin fairplay Ann --games 20",
		Args:    env.Takes(0, "PLAYER"),
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			var list api.RatedGames
			path := playerPath(p, "/fairplay")
			if err := c.Ask(ctx, http.MethodGet, fmt.Sprintf("%s?limit=%d", path, min(limit, 50)), nil, &list); err != nil {
				return err
			}
			var all []figures
			for _, t := range list.Games {
				var text json.RawMessage
				if err := c.Ask(ctx, http.MethodGet, path+"/"+url.PathEscape(string(t.ID)), nil, &text); err != nil {
					return err
				}
				var f figures
				if err := json.Unmarshal(text, &f); err != nil {
					return err
				}
				f.near = slices.Contains(list.Near, t.ID)
				if c.AsJSON {
					fmt.Fprintf(c.Out, "{\"table\":%q,\"same_address\":%t,\"figures\":%s}\n", t.ID, f.near, text)
				}
				all = append(all, f)
			}
			if !c.AsJSON {
				c.printFigures(p, list.Games, all)
			}
			return nil
		}),
	}
	env.AddCountFlag(cmd, &limit, "games", 10, "look at the last `N` rated games, 50 at most")
	return c.WithJSON(cmd)
}

// printFigures prints a line per game, and one for all of them.
func (c *adminCall) printFigures(p api.AdminPlayer, games []api.Summary, all []figures) {
	if len(games) == 0 {
		fmt.Fprintf(c.Out, "%s has finished no rated game.\n", p.Name)
		return
	}
	if p.Barred {
		fmt.Fprintf(c.Out, "%s is barred from rated games.\n", p.Name)
	}
	var total figures
	var only, others []play.Millis
	out, end := c.Table(0)
	fmt.Fprintf(out, "table\tended\tgame\tonly moves found\ttime for these\ttime for others\n")
	for i, f := range all {
		t, note, near := games[i], "", ""
		if !f.Complete {
			note = " (not all positions could be judged)"
		}
		if f.near {
			near = " (both from the same network)"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%d of %d%s\t%s\t%s\n", t.ID, env.When(t.Entered), t.Terms.Game+near, f.Found, f.Only, note, seconds(f.OnlyTook), seconds(f.OthersTook))
		total.Only, total.Found = total.Only+f.Only, total.Found+f.Found
		for _, turn := range f.Turns {
			switch {
			case turn.Found:
				only = append(only, turn.Took)
			case !turn.Only:
				others = append(others, turn.Took)
			}
		}
	}
	end()
	fmt.Fprintf(c.Out, "In %s %s found %d of %s, in %s each; other moves took %s.\n", amount.Count(len(games), "game"), p.Name,
		total.Found, amount.Count(total.Only, "only move"), seconds(median(only)), seconds(median(others)))
}

// seconds is a time for people; nothing if there was none.
func seconds(ms play.Millis) string {
	if ms == 0 {
		return "–"
	}
	return (time.Duration(ms) * time.Millisecond).Round(100 * time.Millisecond).String()
}

func median(list []play.Millis) play.Millis {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[len(list)/2]
}

func (c *adminCall) barCommand() *cobra.Command {
	reason := ""
	cmd := &cobra.Command{
		Use:   "bar PLAYER",
		Short: "Keep a player from rated games",
		Long: `Keep a player from rated games, and off the leaderboard. All other games are
still open to them, and rated ones that are running are played to their end.`,
		Example: `  plateau admin bar Ann --reason "plays with an engine"`, Args: env.Takes(0, "PLAYER"),
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			return c.Change(ctx, http.MethodPut, playerPath(p, "/bar"), api.Barring{Reason: reason},
				"%s cannot play rated games.\n", p.Name)
		}),
	}
	cmd.Flags().StringVar(&reason, "reason", "", "a `TEXT` for the audit log")
	return cmd
}

func (c *adminCall) unbarCommand() *cobra.Command {
	reason := ""
	cmd := &cobra.Command{
		Use: "unbar PLAYER", Short: "Let a player play rated games again", Args: env.Takes(0, "PLAYER"),
		Example: `  plateau admin unbar Ann`,
		RunE: c.onPlayer(func(ctx context.Context, p api.AdminPlayer, _ []string) error {
			path := playerPath(p, "/bar?") + url.Values{"reason": {reason}}.Encode()
			return c.Change(ctx, http.MethodDelete, path, nil, "%s can play rated games again.\n", p.Name)
		}),
	}
	cmd.Flags().StringVar(&reason, "reason", "", "a `TEXT` for the audit log")
	return cmd
}
