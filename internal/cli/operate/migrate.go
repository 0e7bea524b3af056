package operate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/server"
	"plateau/internal/store/postgres"
	"plateau/internal/store/transfer"
)

const (
	fromFlag    = "from"
	toFlag      = "to"
	replaceFlag = "replace"
)

func (a *app) migrateCommand() *cobra.Command {
	from, to, replace := "", "", false
	cmd := &cobra.Command{
		Use:   "migrate --from DATABASE --to DATABASE",
		Short: "Copy all online games and accounts to another kind of database",
		Long: `Copy everything that servers store from SQLite to PostgreSQL, or back. Stop the
servers first: a database that one uses is refused.

DATABASE is sqlite:FOLDER, a data folder (sqlite: alone is the user's), or the
address of a PostgreSQL database, such as postgres://plateau@10.0.0.5/plateau.

Afterwards all rows of both are read and compared. A copy that was interrupted
is continued by the same command; until it is complete, no server uses it. The
original stays as it is.`,
		Example: `  plateau migrate --from sqlite: --to postgres://plateau@10.0.0.5/plateau
  plateau migrate --from postgres://plateau@10.0.0.5/plateau --to sqlite:`,
		Args: env.Takes(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.migrate(cmd.Context(), from, to, replace)
		},
	}
	cmd.Flags().StringVar(&from, fromFlag, "", "copy from this `DATABASE`")
	cmd.Flags().StringVar(&to, toFlag, "", "copy to this `DATABASE`")
	cmd.Flags().BoolVar(&replace, replaceFlag, false, "overwrite what is there already")
	return cmd
}

// placeOf reads the value of a flag.
func placeOf(flag, text string) (p server.Place, err error) {
	switch path, file := strings.CutPrefix(text, env.FileDatabase); {
	case text == "":
		return p, env.Usagef("--%s is missing: name a database as sqlite:FOLDER or postgres://USER@HOST/DATABASE", flag)
	case file:
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && filepath.Base(path) == server.DatabaseName {
			path = filepath.Dir(path)
		}
		p.Folder, err = env.DataFolder(path)
		return p, err
	case !postgres.IsAddress(text):
		return p, env.Usagef("--%s: %q is no database; write sqlite:FOLDER or postgres://USER@HOST/DATABASE", flag, text)
	}
	p.Database = text
	if err := postgres.Check(text); err != nil {
		return p, env.Usagef("--%s: %v", flag, err)
	}
	return p, nil
}

func (a *app) migrate(ctx context.Context, fromText, toText string, replace bool) error {
	from, err := placeOf(fromFlag, fromText)
	if err != nil {
		return err
	}
	to, err := placeOf(toFlag, toText)
	if err != nil {
		return err
	}
	copied, err := server.Migrate(ctx, from, to, replace, transfer.Observer{
		Reading: func(table string, done, all int) {
			fmt.Fprintf(a.Out, "%s: %d of %s compared\n", table, done, amount.Count(all, "row"))
			_ = a.Flush() // It takes long.
		},
		Checked: func(c transfer.Copied) {
			fmt.Fprintf(a.Out, "%-16s %s, checksum %s on both sides\n", c.Table, amount.Count(c.Rows, "row"), c.Sum)
			_ = a.Flush()
		},
	})
	if errors.Is(err, transfer.ErrOther) {
		return fmt.Errorf("%w with --%s", err, replaceFlag)
	}
	if err != nil {
		return err
	}
	rows := 0
	for _, c := range copied {
		rows += c.Rows
	}
	fmt.Fprintf(a.Out, "Copied %s in %s.\n", amount.Count(rows, "row"), amount.Count(len(copied), "table"))
	if to.Database != "" {
		fmt.Fprintf(a.Out, "Start servers with --%s and this address. Keep online.removals, the list of what was removed, in their data folder.\n", env.DatabaseFlag)
	} else {
		fmt.Fprintf(a.Out, "Start one server with --%s %s.\n", env.DataFlag, to.Folder)
	}
	return nil
}
