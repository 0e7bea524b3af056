package cli

import (
	"crypto/sha256"
	"fmt"

	"github.com/spf13/cobra"

	"plateau/game/quixo/quixoopening"
	"plateau/internal/durable"
	"plateau/tablebase"
)

func (a *app) tableOpeningCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "opening FILE [DIR]",
		Short: "Extract from Quixo's table the values of the opening",
		Long: `Read the complete table of Quixo and write the values of all positions with up
to 9 marks, packed: by these the opening is exact without the table. This file
is part of the program; 'make opening' makes it anew and compares it.`,
		Example: `  plateau table opening opening.bin
  plateau table opening opening.bin /data/tables`,
		Args: takes(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.tableOpening(args[0], args[1:]) },
	}
}

func (a *app) tableOpening(file string, folder []string) error {
	dir := tablesDir()
	if len(folder) > 0 {
		dir = folder[0]
	}
	table, err := tablebase.OpenQuixo(dir)
	if err != nil {
		return fmt.Errorf("%w; 'plateau solve quixo' makes the table", err)
	}
	defer table.Close()
	data, err := quixoopening.Build(table.Planes)
	if err != nil {
		return err
	}
	if err := durable.Replace(file, data); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%x  %s\n", sha256.Sum256(data), file)
	return nil
}
