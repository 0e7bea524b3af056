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

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/server"
	"plateau/internal/store/postgres"
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
