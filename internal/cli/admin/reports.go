package admin

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
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
			return c.listReports(ctx, query)
		}),
	}
	cmd.Flags().BoolVar(&closed, "closed", false, "those that are closed, instead")
	cmd.Flags().StringVar(&player, "player", "", "only those about `PLAYER`")
	return c.WithJSON(cmd)
}

func (c *adminCall) listReports(ctx context.Context, query url.Values) error {
	return env.WriteList(ctx, c.Connection, "/admin/reports?"+query.Encode(), "reports", "", func(out io.Writer, r api.Report) {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", r.Seq, env.When(r.At), r.PlayerName, r.Reason, cmp.Or(r.Note, r.Text))
	})
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
