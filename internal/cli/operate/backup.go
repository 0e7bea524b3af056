// Package operate has the commands of those who run a server, beside it: backup, restore,
// migrate and update.
package operate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/server"
	"plateau/internal/store/postgres"
	"plateau/internal/store/removals"
	"plateau/internal/store/sqlite"
)

// app is the run of the program, as these commands see it.
type app struct{ *env.Env }

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{e}
	return []*cobra.Command{a.backupCommand(), a.restoreCommand(), a.migrateCommand(), a.updateCommand()}
}

func (a *app) backupCommand() *cobra.Command {
	data, database, force := "", "", false
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy all online games and accounts to a file",
		Long: `Copy everything that 'plateau serve' stores (games, accounts and ratings) to one
file, also while a server is running. The copy is checked before it gets its
name, so FILE is either complete or not there.

'plateau restore' puts it back. For a server with --database, it says how to
copy PostgreSQL's database instead.`,
		Example: `  plateau backup plateau-backup.db
  plateau backup --data /var/lib/plateau --force /backup/plateau.db`,
		Args: env.Takes(0, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := env.ChosenDatabase(&database); err != nil {
				return err
			}
			if database != "" {
				return errors.New(backupOfPostgres(database, args[0]))
			}
			return a.backup(cmd.Context(), data, args[0], force)
		},
	}
	cmd.Flags().StringVar(&data, env.DataFlag, "", "copy from the data folder `DIR` (default: the user's data folder)")
	env.AddDatabaseFlag(cmd.Flags(), &database)
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	return cmd
}

// backupOfPostgres says how to do it: PostgreSQL has tools of its own, which know more.
func backupOfPostgres(address, file string) string {
	return fmt.Sprintf("the games are in %s; copy them with PostgreSQL's own tools, also while servers run:\n"+
		"  pg_dump --format custom --file %s ADDRESS\n"+
		"For a copy of every moment, archive its journal: see \"Continuous Archiving\" in PostgreSQL's manual.\n"+
		"Also copy online.removals from the data folder of each server, but not to the same place", postgres.Where(address), file)
}

func (a *app) backup(ctx context.Context, data, to string, force bool) error {
	dir, err := env.DataFolder(data)
	if err != nil {
		return err
	}
	from := filepath.Join(dir, server.DatabaseName)
	original, err := os.Stat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there are no online games in %s", dir)
	}
	if err != nil {
		return err
	}
	switch copied, err := os.Stat(to); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case os.SameFile(original, copied):
		return fmt.Errorf("%s is the original; choose another name for the copy", to)
	case copied.IsDir():
		return fmt.Errorf("%s is a folder; name a file", to)
	case !force:
		return fmt.Errorf("%s exists; --force replaces it", to)
	}
	contents, err := sqlite.Backup(ctx, from, to)
	if err != nil {
		return fmt.Errorf("cannot copy: %w", err)
	}
	fmt.Fprintf(a.Out, "Copied %s and %s to %s.\n", amount.Count(contents.Tables, "table"), amount.Count(contents.Players, "player"), to)
	return nil
}

func (a *app) restoreCommand() *cobra.Command {
	data, database := "", ""
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup back in the place of all online games and accounts",
		Long: `Put a backup that 'plateau backup' or a server has made in the place of the
database in the data folder. Stop the server first. The backup is checked and
copied, and an older one is brought up to date; until then the old database
stays as it is. Afterwards it is in a folder of its own beside the new one.

What was deleted or revoked since the backup was made does not come back:
players, sessions, tokens, passkeys, recovery codes, sign-in links, replaced
passwords, messages. The server keeps a list of that, online.removals in the
data folder. Without that list, all sessions, tokens and sign-in links are
ended.

With --database, PostgreSQL's own tools restore the database first. Then FILE is
such a list, and what it has is removed again: name the list of each server.`,
		Example: `  plateau restore plateau-backup.db
  plateau restore --data /var/lib/plateau /backup/plateau-20261116-040000.db`,
		Args: env.Takes(0, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := env.ChosenDatabase(&database); err != nil {
				return err
			}
			if database != "" {
				return a.restorePostgres(cmd.Context(), data, database, args[0])
			}
			return a.restore(cmd.Context(), data, args[0])
		},
	}
	cmd.Flags().StringVar(&data, env.DataFlag, "", "restore into the data folder `DIR` (default: the user's data folder)")
	env.AddDatabaseFlag(cmd.Flags(), &database)
	return cmd
}

// whenBacked is how times are printed.
const whenBacked = "2006-01-02 15:04 MST"

func (a *app) restore(ctx context.Context, data, file string) error {
	dir, err := env.DataFolder(data)
	if err != nil {
		return err
	}
	config := a.stored(server.Store{Data: dir})
	restored, err := server.Restore(ctx, config, file, func(b sqlite.Backed) {
		fmt.Fprintf(a.Out, "Restoring %s: %s, %s and %s%s. Checking a large backup takes a while.\n", file, amount.Bytes(b.Size),
			amount.Count(b.Tables, "table"), amount.Count(b.Players, "player"), asOf(b))
		_ = a.Flush() // What follows may take long.
	})
	if err != nil {
		return err
	}
	a.writeRestored(filepath.Join(dir, server.DatabaseName), restored)
	return nil
}

// stored is a server that only opens its store.
func (a *app) stored(in server.Store) server.Config {
	return server.Config{Store: in, Log: server.NewLog(a.Err, 4, false), Program: server.Program{Games: a.Catalogue, Version: a.Build.Version}}
}

// restorePostgres removes again what a list has, or says what comes before that.
func (a *app) restorePostgres(ctx context.Context, data, database, file string) error {
	dir, err := env.DataFolder(data)
	if err != nil {
		return err
	}
	config := a.stored(server.Store{Data: dir, Database: database})
	restored, err := server.RemoveAgain(ctx, config, file)
	if errors.Is(err, removals.ErrForeign) {
		return fmt.Errorf("%s is not a list of what was removed (online.removals in the data folder of a server).\n"+
			"To restore a copy that pg_dump has made, stop all servers and use PostgreSQL's own tool:\n"+
			"  pg_restore --clean --if-exists --single-transaction --dbname ADDRESS FILE\n"+
			"Then, before servers start, for the list of each of them:\n"+
			"  plateau restore --%s ADDRESS DIR/online.removals", file, env.DatabaseFlag)
	}
	if err != nil {
		return err
	}
	a.writeRestored(postgres.Where(database)+asOf(restored.Backed), restored)
	return nil
}

// asOf says how old a backup is, if that is known.
func asOf(b sqlite.Backed) string {
	if b.AsOf.IsZero() {
		return ""
	}
	return ", as of " + b.AsOf.Format(whenBacked)
}

// removedThings are what is counted, in the order in which it is printed.
var removedThings = []struct {
	kind removals.Kind
	name string
}{
	{removals.Player, "player"},
	{removals.Access, "session or token"},
	{removals.Passkey, "passkey"},
	{removals.SSHKey, "SSH key"},
	{removals.Code, "recovery code"},
	{removals.Link, "sign-in link"},
	{removals.Password, "password"},
	{removals.Administrator, "administrator"},
	{removals.Group, "class or club"},
	{removals.Tournament, "tournament"},
	{removals.Leader, "leader"},
	{removals.Invitation, "invitation"},
	{removals.Message, "message"},
}

func (a *app) writeRestored(where string, r server.Restored) {
	fmt.Fprintf(a.Out, "Restored to %s.\n", where)
	var removed []string
	for _, thing := range removedThings {
		if n := r.Removed[thing.kind]; n > 0 {
			removed = append(removed, fmt.Sprintf("%d × %s", n, thing.name))
		}
	}
	if len(removed) > 0 {
		fmt.Fprintf(a.Out, "Removed again, because it was deleted, revoked or replaced since: %s.\n", strings.Join(removed, ", "))
	}
	if r.Removed[removals.Password] > 0 {
		fmt.Fprintln(a.Out, "Players whose password is gone sign in with a passkey or a recovery code, or by a link: plateau admin link NAME.")
	}
	if r.Unlisted {
		fmt.Fprintf(a.Out, "There is no complete list of what was deleted and revoked since this backup was made, so all sessions, API tokens\n"+
			"and sign-in links were ended: %d of them. Everybody has to sign in again, and guests cannot come back.\n"+
			"Players who were deleted since then are back: delete them again.\n", r.Ended)
	}
	if r.Replaced != "" {
		fmt.Fprintf(a.Out, "The database that was there before is in %s; delete it when you no longer need it.\n", r.Replaced)
	}
}
