package tablebase

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"plateau/exact"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/durable"
	"plateau/internal/tui/text"
)

func (a *app) tablebaseExtractCommand() *cobra.Command {
	var settings []string
	cmd := &cobra.Command{
		Use:   "extract GAME DATA FILE [DIR]",
		Short: "Make a data set from a tablebase, to play without it or to publish",
		Long: `Read a complete tablebase and write one of the data sets that are part of this
program or of its documents (docs/data), with its checksum (SHA-256). The same
tablebase always gives the same bytes on machines of one kind; 'make
tablebases', 'make opening', 'make estimate' and 'make reference' make them
again and compare them. The data sets are:

` + a.extractsHelp(),
		Example: `  plateau tablebase extract pivot losses losses.bin
  plateau tablebase extract quixo opening opening.bin /data/tablebases
  plateau tablebase extract quantik openings openings.csv
  plateau tablebase extract quixo estimate estimate.bin --set positions=1000000`,
		Args:              env.Takes(1, "GAME", "DATA", "FILE"),
		ValidArgsFunction: a.completeSolvable,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			extract, err := a.findExtract(g, args[0])
			if err != nil {
				return err
			}
			chosen, err := readExtractSettings(extract, settings)
			if err != nil {
				return err
			}
			folder := env.TablebasesDir()
			if len(args) > 2 {
				folder = args[2]
			}
			return a.extract(cmd.Context(), g, extract, args[1], folder, chosen)
		}),
	}
	cmd.Flags().StringSliceVar(&settings, "set", nil, "change a setting of the data set: `NAME=NUMBER` (may be repeated)")
	return cmd
}

// extractsHelp lists all data sets.
func (a *app) extractsHelp() string {
	var help strings.Builder
	for _, e := range a.solvable() {
		for _, extract := range e.Method.Extracts {
			usage := fmt.Sprintf("%s %s: %s", e.Game.ID(), extract.Name, extract.Usage)
			help.WriteString(text.Wrap(strings.Fields(usage), env.PageWidth, "  "))
			for _, s := range extract.Settings {
				fmt.Fprintf(&help, "    --set %s=%d: %s\n", s.Name, s.Standard, s.Usage)
			}
		}
	}
	return strings.TrimRight(help.String(), "\n")
}

func (a *app) findExtract(g game.Game, name string) (*exact.Extract, error) {
	method, err := a.methodOf(g)
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range method.Extracts {
		if method.Extracts[i].Name == name {
			return &method.Extracts[i], nil
		}
		names = append(names, method.Extracts[i].Name)
	}
	if len(names) == 0 {
		return nil, env.Usagef("%s has no data sets", g.ID())
	}
	return nil, env.Usagef("%s has no data set %q; it has %s", g.ID(), name, strings.Join(names, ", "))
}

func readExtractSettings(extract *exact.Extract, given []string) (map[string]uint64, error) {
	values := map[string]uint64{}
	for _, s := range extract.Settings {
		values[s.Name] = s.Standard
	}
	for _, text := range given {
		name, value, _ := strings.Cut(text, "=")
		if _, ok := values[name]; !ok {
			return nil, env.Usagef("--set %s: %s has no setting %q", text, extract.Name, name)
		}
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return nil, env.Usagef("--set %s: %q is not a whole number", text, value)
		}
		values[name] = n
	}
	return values, nil
}

func (a *app) extract(ctx context.Context, g game.Game, extract *exact.Extract, file, folder string, settings map[string]uint64) error {
	var status atomic.Value
	status.Store("opening the tablebase")
	data, err := env.Await(ctx, a.Env, func() string { return status.Load().(string) }, func(ctx context.Context) ([]byte, error) {
		return extract.Build(ctx, folder, settings, func(text string) { status.Store(text) })
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; 'plateau solve %s' makes the tablebase", err, g.ID())
	}
	if err != nil {
		return err
	}
	if err := durable.Replace(file, data); err != nil {
		return err
	}
	fmt.Fprintf(a.Out, "%x  %s\n", sha256.Sum256(data), file)
	return nil
}
