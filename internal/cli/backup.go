package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"plateau/internal/server"
	"plateau/internal/store/sqlite"
)

func (a *app) backupCommand() *cobra.Command {
	data, force := "", false
	cmd := &cobra.Command{
		Use:     "backup FILE",
		GroupID: otherGroup,
		Short:   "Copy all online games and accounts to a file, also while a server runs",
		Long: `Copy everything that 'plateau serve' keeps, games, accounts and ratings, to one
file. A server may be running meanwhile and is not disturbed. The copy is read
through before it gets its name, so that there is a whole one or none.

To restore it, stop the server, put the copy in place of online.db in the data
folder, remove online.db-wal and online.db-shm if they are there, and start the
server.`,
		Example: `  plateau backup plateau-backup.db
  plateau backup --data /var/lib/plateau --force /backup/plateau.db`,
		Args: takes(0, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.backup(cmd.Context(), data, args[0], force)
		},
	}
	cmd.Flags().StringVar(&data, dataFlag, "", "copy what is in the folder `DIR` (default: the user's data folder)")
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	return cmd
}

func (a *app) backup(ctx context.Context, data, to string, force bool) error {
	dir, err := dataFolder(data)
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
		return fmt.Errorf("%s is the original; a copy needs another name", to)
	case copied.IsDir():
		return fmt.Errorf("%s is a folder; name the file", to)
	case !force:
		return fmt.Errorf("%s exists; --force replaces it", to)
	}
	contents, err := sqlite.Backup(ctx, from, to)
	if err != nil {
		return fmt.Errorf("the copy could not be made: %w", err)
	}
	fmt.Fprintf(a.out, "%s has a copy of %s and %s.\n", to, counted(contents.Tables, "table"), counted(contents.Players, "player"))
	return nil
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
