package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plateau/tablebase"
)

func (a *app) tableInfoCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "info [DIR]",
		Short: "List the tables with their layers, sizes and checksums",
		Long: `List the tables of a folder, and for each layer that is there its number, its
size and the checksum (SHA-256) that it claims. The contents are not read;
'verify' does that.`,
		Example: `  plateau table info
  plateau table info /data/tables --json`,
		Args: takes(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.tableInfo(args, asJSON)
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

func (a *app) tableInfo(args []string, asJSON bool) error {
	tables, err := findTables(args)
	if err != nil {
		return err
	}
	wrong := false
	for i, d := range tables {
		object := describe(d, func(*tablebase.Layer) error { return nil })
		wrong = wrong || object.damaged()
		if asJSON {
			err = a.writeJSON(object)
		} else {
			if i > 0 {
				fmt.Fprintln(a.out)
			}
			err = a.writeTable(&object)
		}
		if err != nil {
			return err
		}
	}
	if wrong {
		return errReported
	}
	return nil
}

func (a *app) writeTable(t *tableObject) error {
	fmt.Fprintf(a.out, "%s: %s, %d of %d layers, %s in %s\n",
		t.Game, t.standing(), len(t.Files), t.Layers, sizeText(t.Bytes), t.Path)
	table := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, file := range t.Files {
		if file.Damage != nil {
			fmt.Fprintf(table, "  %d\tdamaged: %s\n", file.Layer, *file.Damage)
			continue
		}
		fmt.Fprintf(table, "  %d\t%s\t%s\n", file.Layer, sizeText(file.Bytes), *file.SHA256)
	}
	if err := table.Flush(); err != nil {
		return writeError{err}
	}
	for _, file := range t.LeftOver {
		fmt.Fprintf(a.out, "  %s is being written, or was left over by a crash and can be deleted\n", file)
	}
	return nil
}
