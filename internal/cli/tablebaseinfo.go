package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"plateau/exact/tablebase"
	"plateau/internal/tui/caption"
)

func (a *app) tablebaseInfoCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "info [DIR]",
		Short: "List the tablebases with their layers, sizes and checksums",
		Long: `List the tablebases of a folder, and for each layer that is there its number,
its size and the checksum (SHA-256) that it claims. The contents are not read;
'verify' does that.`,
		Example: `  plateau tablebase info
  plateau tablebase info /data/tablebases --json`,
		Args: takes(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.tablebaseInfo(args, asJSON)
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

func (a *app) tablebaseInfo(args []string, asJSON bool) error {
	found, err := a.findTablebases(args)
	if err != nil {
		return err
	}
	wrong := false
	for i, d := range found {
		object := describe(d, func(*tablebase.Layer) error { return nil })
		wrong = wrong || object.damaged()
		if asJSON {
			err = a.writeJSON(object)
		} else {
			if i > 0 {
				fmt.Fprintln(a.out)
			}
			err = a.writeTablebase(&object)
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

func (a *app) writeTablebase(t *tablebaseObject) error {
	fmt.Fprintf(a.out, "%s: %s, %d of %d layers, %s in %s\n",
		t.Game, t.condition(), len(t.Files), t.Layers, caption.Bytes(t.Bytes), t.Path)
	columns := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, file := range t.Files {
		if file.Damage != nil {
			fmt.Fprintf(columns, "  %d\tdamaged: %s\n", file.Layer, *file.Damage)
			continue
		}
		fmt.Fprintf(columns, "  %d\t%s\t%s\n", file.Layer, caption.Bytes(file.Bytes), *file.SHA256)
	}
	if err := columns.Flush(); err != nil {
		return writeError{err}
	}
	for _, file := range t.LeftOver {
		fmt.Fprintf(a.out, "  %s is being written, or was left over by a crash and can be deleted\n", file)
	}
	return nil
}
