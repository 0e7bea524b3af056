package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/server"
	"plateau/internal/store/postgres"
	"plateau/internal/store/sqlite"
)

// people are those who sit at a table.
func people(t api.Summary) string {
	var names []string
	for _, s := range t.Sitters {
		switch {
		case s.Level != "":
			names = append(names, "computer "+s.Level)
		case s.Player != "":
			names = append(names, cmp.Or(s.Name, "(deleted)"))
		default:
			names = append(names, "–")
		}
	}
	return strings.Join(names, ", ")
}

func (c *adminCall) tablesCommand() *cobra.Command {
	phase, player := "", ""
	cmd := &cobra.Command{
		Use:   "tables [TEXT]",
		Short: "List tables, or those whose id begins with TEXT, as in the log",
		Example: `  plateau admin tables --phase running
  plateau admin tables --player Ann`,
		Args: env.Takes(1),
		RunE: c.run(func(ctx context.Context, args []string) error {
			query := url.Values{"limit": {"100"}}
			if len(args) > 0 {
				query.Set("text", strings.TrimSuffix(args[0], "…"))
			}
			if phase != "" {
				query.Set("phase", phase)
			}
			if player != "" {
				p, err := c.find(ctx, player)
				if err != nil {
					return err
				}
				query.Set("player", string(p.ID))
			}
			return c.listTables(ctx, query)
		}),
	}
	cmd.Flags().StringVar(&phase, "phase", "", "only tables in this `PHASE`: open, running or over")
	cmd.Flags().StringVar(&player, "player", "", "only tables at which `PLAYER` sits")
	return c.WithJSON(cmd)
}

// listTables prints the first page of a list: the newest tables.
func (c *adminCall) listTables(ctx context.Context, query url.Values) error {
	var page struct {
		Tables []json.RawMessage
		Next   string
	}
	if err := c.Ask(ctx, http.MethodGet, "/admin/tables?"+query.Encode(), nil, &page); err != nil {
		return err
	}
	err := env.WriteRows(c.Env, page.Tables, func(out io.Writer, t api.Summary) {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", t.ID, env.When(t.Entered), t.Phase, t.Terms.Game, people(t))
	})
	if err != nil {
		return err
	}
	if page.Next != "" && !c.AsJSON {
		fmt.Fprintln(c.Out, "There are older ones: choose by --phase, --player or TEXT.")
	}
	return nil
}

func (c *adminCall) tableCommand() *cobra.Command {
	return c.WithJSON(&cobra.Command{
		Use: "table TABLE", Short: "Show a table with its messages", Args: env.Takes(0, "TABLE"), Example: "  plateau admin table k3v…",
		RunE: c.run(func(ctx context.Context, args []string) error {
			return env.WriteAnswer(ctx, c.Connection, http.MethodGet, "/admin/tables/"+url.PathEscape(args[0]), nil, func(view api.AdminTable) { c.printTable(view, 0) })
		}),
	})
}

// printTable prints a table with its messages, one of which may be marked.
func (c *adminCall) printTable(view api.AdminTable, marked uint64) {
	t := view.Table
	fmt.Fprintf(c.Out, "%s %s, %s since %s, %s, %s\n", t.ID, t.Terms.Game, t.Phase, env.When(t.Entered), amount.Count(t.Plies, "move"), people(t))
	out, end := c.Table(0)
	defer end()
	for _, m := range view.Messages {
		mark := ""
		if m.Seq == marked {
			mark = "<- reported"
		}
		said := m.Text
		if m.Phrase != "" {
			said = "(phrase) " + m.Phrase
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", m.Seq, env.When(m.At), cmp.Or(m.Name, "(deleted)"), said, mark)
	}
}

func (c *adminCall) closeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "close TABLE", Short: "Close a table; the game has no result", Args: env.Takes(0, "TABLE"), Example: "  plateau admin close k3v…",
		RunE: c.run(func(ctx context.Context, args []string) error {
			return c.Change(ctx, http.MethodDelete, "/admin/tables/"+url.PathEscape(args[0]), nil, "The table is closed.\n")
		}),
	}
}

func (c *adminCall) eraseCommand() *cobra.Command {
	return &cobra.Command{
		Use: "erase TABLE NUMBER", Short: "Delete a chat message, by the number that 'admin table' shows", Args: env.Takes(0, "TABLE", "NUMBER"),
		Example: "  plateau admin erase k3v… 17",
		RunE: c.run(func(ctx context.Context, args []string) error {
			number, err := strconv.ParseUint(args[1], 10, 64)
			if err != nil {
				return env.Usagef("%s: the number of a message is what 'plateau admin table' shows in front of it", args[1])
			}
			return c.Change(ctx, http.MethodDelete, fmt.Sprintf("/admin/tables/%s/messages/%d", url.PathEscape(args[0]), number), nil,
				"The message is deleted.\n")
		}),
	}
}

func (c *adminCall) signOutCommand() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use: "sign-out", Short: "Sign everybody out", Args: env.Takes(0), Example: "  plateau admin sign-out --yes",
		RunE: c.run(func(ctx context.Context, _ []string) error {
			if !yes {
				return env.Usagef("this would end all sessions: players with an account have to sign in again, and guests cannot come back; add --yes to do it")
			}
			var ended api.SignedOut
			if err := c.Ask(ctx, http.MethodDelete, "/admin/sessions", nil, &ended); err != nil {
				return err
			}
			fmt.Fprintf(c.Out, "%s ended.\n", amount.Count(ended.Sessions, "session"))
			return nil
		}),
	}
	env.AddYesFlag(cmd, &yes)
	return cmd
}

func (c *adminCall) announceCommand() *cobra.Command {
	span, stop := 7*24*time.Hour, false
	cmd := &cobra.Command{
		Use: "announce [TEXT]", Short: "Show everybody an announcement, on all pages", Args: env.Takes(1),
		Example: `  plateau admin announce "Maintenance at 8 p.m." --for 12h
  plateau admin announce --end`,
		RunE: c.run(func(ctx context.Context, args []string) error {
			text := strings.Join(args, " ")
			if (text == "") != stop {
				return env.Usagef("give a TEXT, or --end to end the last announcement")
			}
			body := api.NewAnnouncement{Text: text, Until: time.Now().Add(span).UnixMilli()}
			if err := c.Ask(ctx, http.MethodPut, "/admin/announcement", body, nil); err != nil {
				return err
			}
			if stop {
				fmt.Fprintln(c.Out, "The announcement has ended.")
				return nil
			}
			fmt.Fprintf(c.Out, "Everybody sees it until %s.\n", env.When(time.Now().Add(span).UnixMilli()))
			return nil
		}),
	}
	env.AddSpanFlag(cmd, &span, "for this time (default: 7d)")
	cmd.Flags().BoolVar(&stop, "end", false, "end the last announcement")
	return cmd
}

// actor is who did something.
func actor(e api.AuditEntry) string {
	if e.By == "" {
		return "operator"
	}
	return cmp.Or(e.ByName, string(e.By))
}

func (c *adminCall) auditCommand() *cobra.Command {
	limit := 0
	cmd := &cobra.Command{
		Use: "audit", Short: "Show what administrators did, the latest first", Args: env.Takes(0), Example: "  plateau admin audit --limit 20",
		RunE: c.run(func(ctx context.Context, _ []string) error {
			return env.WriteList(ctx, c.Connection, fmt.Sprintf("/admin/audit?limit=%d", min(limit, 200)), "entries", "", func(out io.Writer, e api.AuditEntry) {
				fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", env.When(e.At), actor(e), e.Action, cmp.Or(e.PlayerName, string(e.Player), string(e.Table)), e.Detail)
			})
		}),
	}
	env.AddCountFlag(cmd, &limit, "limit", 50, "show the last `N` entries, 200 at most")
	return c.WithJSON(cmd)
}

func (c *adminCall) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Read the whole database, and say whether it is damaged",
		Long: `Read the whole database, and say whether it is damaged. A server may use it
meanwhile. Backups are checked as they are made; PostgreSQL has pg_amcheck.`,
		Example: `  plateau admin check --data /var/lib/plateau`,
		Args:    env.Takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := env.DataFolder(c.data)
			if err == nil {
				err = env.ChosenDatabase(&c.database)
			}
			if err != nil {
				return err
			}
			if c.database != "" {
				return fmt.Errorf("the games are in %s; check them with PostgreSQL's own pg_amcheck", postgres.Where(c.database))
			}
			path := filepath.Join(dir, server.DatabaseName)
			contents, err := sqlite.Check(cmd.Context(), path)
			if err != nil {
				return fmt.Errorf("%s: %w; 'plateau restore' puts a backup in its place", path, err)
			}
			fmt.Fprintf(c.Out, "%s is all right: %s and %s.\n", path, amount.Count(contents.Tables, "table"), amount.Count(contents.Players, "player"))
			return nil
		},
	}
}
