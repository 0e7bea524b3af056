// Package admin has the commands with which operators administer the server on their
// machine.
package admin

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/api"
	"plateau/internal/cli/env"
	"plateau/internal/client"
	"plateau/internal/server"
)

// adminCall is a connection to the server whose data folder is at hand, through a
// socket in that folder. If no server runs, the folder is served for as long as
// the command takes.
type adminCall struct {
	*env.Connection
	data string
	// database is the address of a PostgreSQL database; empty for a file in the
	// folder.
	database string
	// url is the public address for links, if no server runs.
	url string
}

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	call := &adminCall{Connection: &env.Connection{
		Env: e, Explain: func(refused *client.Problem) error { return errors.New(refused.Detail) },
	}}
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Administer the server on this machine",
		Long: `List, rename, suspend and delete players, help them to sign in, close tables,
delete messages, invite people, make classes and clubs, look at reports and at
how fairly somebody plays, make announcements, and let no game begin during
maintenance. Everything is in the audit log.

The commands reach a running server through a socket in its data folder, which
only the owner of the folder may use. If no server runs, they use the folder
itself, or the database that --database names. PLAYER is the name of a player,
or an id from 'plateau admin players'.

Accounts that are made administrators can do the same in the browser.`,
		Example: `  plateau admin players ann
  plateau admin link Ann                     a link that signs Ann in once
  plateau admin suspend Ann --for 7d
  plateau admin promote Ann                  make Ann an administrator
  plateau admin announce "Maintenance at 8 p.m."`,
		Args: cobra.ArbitraryArgs,
		RunE: env.RunGroup,
	}
	cmd.PersistentFlags().StringVar(&call.data, env.DataFlag, "", "the data folder `DIR` of the server (default: the user's data folder)")
	env.AddDatabaseFlag(cmd.PersistentFlags(), &call.database)
	cmd.PersistentFlags().StringVar(&call.url, "url", "", "the public `ADDRESS` for links, if no server runs")
	cmd.AddCommand(call.playersCommand(), call.renameCommand(), call.suspendCommand(), call.deleteCommand(), call.passwordCommand(), call.linkCommand(),
		call.playerChange("reinstate", "Lift a suspension", http.MethodDelete, "/suspension", "%s can play again.\n"),
		call.playerChange("promote", "Make a player with an account an administrator", http.MethodPut, "/administrator", "%s is an administrator.\n"),
		call.playerChange("demote", "Make an administrator an ordinary player", http.MethodDelete, "/administrator", "%s is no longer an administrator.\n"),
		call.groupCommand(), call.inviteCommand(), call.invitationsCommand(), call.revokeCommand(),
		call.tablesCommand(), call.tableCommand(), call.closeCommand(), call.eraseCommand(),
		call.reportsCommand(), call.reportCommand(), call.closeReportCommand(),
		call.fairPlayCommand(), call.barCommand(), call.unbarCommand(),
		call.signOutCommand(), call.announceCommand(), call.maintenanceCommand(), call.auditCommand(), call.checkCommand())
	return []*cobra.Command{cmd}
}

// run makes the body of a command that needs the server.
func (c *adminCall) run(do func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		end, err := c.connect(cmd.Context())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, end()) }()
		return do(cmd.Context(), args)
	}
}

// connect finds the server, or serves the folder.
func (c *adminCall) connect(ctx context.Context) (end func() error, err error) {
	dir, err := env.DataFolder(c.data)
	if err != nil {
		return nil, err
	}
	var running bool
	if c.HTTP, running = client.AtSocket(ctx, server.SocketOf(dir)); running {
		return func() error { return nil }, nil
	}
	if err := env.ChosenDatabase(&c.database); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, server.DatabaseName)); errors.Is(err, fs.ErrNotExist) && c.database == "" {
		return nil, fmt.Errorf("there is no server's data in %s; name its folder with --%s", dir, env.DataFlag)
	}
	log := server.NewLog(c.Err, 4, false)
	return server.OpenForOperator(ctx, server.Config{
		Store: server.Store{Data: dir, Database: c.database}, Network: server.Network{URL: strings.TrimSuffix(c.url, "/")}, Log: log,
		Program: server.Program{Games: c.Catalogue, Knowledge: c.OpenKnowledge(dir, c.ReportFailure), Version: c.Build.Version},
	})
}

// find finds the player whom an argument names: by id, or by a name that only one
// has. An account's name counts more than the same name of guests.
func (c *adminCall) find(ctx context.Context, text string) (api.AdminPlayer, error) {
	var answer api.AdminPlayers
	// A part of many names would fill the list before the one that was meant.
	if err := c.Ask(ctx, http.MethodGet, "/admin/players?"+url.Values{"limit": {"100"}, "text": {text}, "name": {text}}.Encode(), nil, &answer); err != nil {
		return api.AdminPlayer{}, err
	}
	var accounts, guests []api.AdminPlayer
	for _, p := range answer.Players {
		switch {
		case string(p.ID) == text:
			return p, nil
		case !strings.EqualFold(p.Name, text):
		case p.Registered:
			accounts = append(accounts, p)
		default:
			guests = append(guests, p)
		}
	}
	switch {
	case len(accounts) == 1:
		return accounts[0], nil
	case len(accounts) == 0 && len(guests) == 1:
		return guests[0], nil
	case len(accounts)+len(guests) > 1:
		return api.AdminPlayer{}, fmt.Errorf("several players are called %q; name one by the id that 'plateau admin players' shows", text)
	}
	return api.AdminPlayer{}, fmt.Errorf("there is no player %q; 'plateau admin players TEXT' finds some", text)
}

// playerPath is the address of what concerns a player.
func playerPath(p api.AdminPlayer, what string) string {
	return "/admin/players/" + url.PathEscape(string(p.ID)) + what
}

// onPlayer makes the body of a command about one player.
func (c *adminCall) onPlayer(do func(ctx context.Context, p api.AdminPlayer, args []string) error) func(*cobra.Command, []string) error {
	return c.run(func(ctx context.Context, args []string) error {
		p, err := c.find(ctx, args[0])
		if err != nil {
			return err
		}
		return do(ctx, p, args[1:])
	})
}
