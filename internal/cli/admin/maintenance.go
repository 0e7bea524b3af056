package admin

import (
	"context"
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
)

func (c *adminCall) maintenanceCommand() *cobra.Command {
	var body api.NewMaintenance
	cmd := &cobra.Command{
		Use:   "maintenance [on|off]",
		Short: "Let no games begin, or show whether they can",
		Long: `Let no games begin, at any server that uses the same data, until maintenance is
off again, even if servers are restarted. Games in progress go on, boards of
tournaments wait, and all pages say why, with what --notice adds. Without on or
off, show whether games can begin.`,
		Example: `  plateau admin maintenance on --notice "We are back at 8 p.m."
  plateau admin maintenance off`,
		Args: env.Takes(1), ValidArgsFunction: env.CompleteWords(0, "on", "off"),
		RunE: func(cmd *cobra.Command, args []string) error {
			do := c.showMaintenance
			switch {
			case len(args) == 0:
			case args[0] == "on":
				do = func(ctx context.Context, _ []string) error {
					return c.Change(ctx, http.MethodPut, "/admin/maintenance", body, "No games begin until 'plateau admin maintenance off'.\n")
				}
			case args[0] == "off":
				do = func(ctx context.Context, _ []string) error {
					return c.Change(ctx, http.MethodDelete, "/admin/maintenance", nil, "Games can begin.\n")
				}
			default:
				return env.Usagef("%s: choose on or off", args[0])
			}
			if body.Notice != "" && (len(args) == 0 || args[0] != "on") {
				return env.Usagef("--notice goes with on only")
			}
			return c.run(do)(cmd, args)
		},
	}
	cmd.Flags().StringVar(&body.Notice, "notice", "", "what everybody reads besides: `TEXT`")
	return c.WithJSON(cmd)
}

func (c *adminCall) showMaintenance(ctx context.Context, _ []string) error {
	var about struct {
		Maintenance *api.Maintenance `json:"maintenance"`
	}
	if err := c.Ask(ctx, http.MethodGet, "/server", nil, &about); err != nil {
		return err
	}
	m := about.Maintenance
	switch {
	case c.AsJSON:
		return c.WriteJSON(m)
	case m == nil:
		fmt.Fprintln(c.Out, "Games can begin.")
		return nil
	}
	fmt.Fprintf(c.Out, "No games begin since %s.\n", env.When(m.Since))
	if m.Notice != "" {
		fmt.Fprintln(c.Out, m.Notice)
	}
	return nil
}
