package cli

import (
	"crypto/sha256"
	"fmt"

	"github.com/spf13/cobra"

	"plateau/internal/durable"
	"plateau/solve"
	"plateau/tablebase"
)

func (a *app) tableLossesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "losses FILE [DIR]",
		Short: "Extract from Pivot's table what exact play without it needs",
		Long: `Read the complete table of Pivot and write the lost positions with up to 11
cards, packed: all that exact play needs beside a short search. The same table
always gives the same bytes. This file is part of the program; 'make tables'
makes it anew and compares it.`,
		Example: `  plateau table losses losses.bin
  plateau table losses losses.bin /data/tables`,
		Args: takes(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.tableLosses(args[0], args[1:]) },
	}
}

func (a *app) tableLosses(file string, folder []string) error {
	dir := tablesDir()
	if len(folder) > 0 {
		dir = folder[0]
	}
	table := tablebase.In(dir, "pivot", solve.NewPivot().Layers())
	data, err := solve.BuildPivotLosses(func(n int) ([]byte, error) {
		layer, err := table.Open(n)
		if err != nil {
			return nil, fmt.Errorf("%w; 'plateau solve pivot' makes the table", err)
		}
		defer layer.Close()
		return layer.Contents()
	})
	if err != nil {
		return err
	}
	if err := durable.Replace(file, data); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%x  %s\n", sha256.Sum256(data), file)
	return nil
}
