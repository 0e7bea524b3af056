package ask

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/cli/env"
)

const notationFlag = "notation"

// addNotationFlag adds the flag for the notation in which positions are written.
// All of them are read without it.
func (a *app) addNotationFlag(cmd *cobra.Command) {
	names := a.notationNames()
	if names == "" {
		return
	}
	cmd.Flags().StringVar(&a.notation, notationFlag, "", "write positions in another notation, by its `NAME`: "+names)
	env.CompleteFlag(cmd, notationFlag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, g := range a.Games {
			if len(args) == 0 || strings.EqualFold(g.ID(), args[0]) {
				names = append(names, g.Notations()...)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// onGame is OnGame for commands with the flag.
func (a *app) onGame(run func(cmd *cobra.Command, g game.Game, args []string) error) func(*cobra.Command, []string) error {
	return a.OnGame(func(cmd *cobra.Command, g game.Game, args []string) error {
		if err := a.checkNotation(g); err != nil {
			return err
		}
		return run(cmd, g, args)
	})
}

// notationNames lists the notations with their games.
func (a *app) notationNames() string {
	var names []string
	for _, g := range a.Games {
		for _, name := range g.Notations() {
			names = append(names, name+" ("+g.ID()+")")
		}
	}
	return strings.Join(names, ", ")
}

// checkNotation refuses a notation that the game is not written in.
func (a *app) checkNotation(g game.Game) error {
	known := g.Notations()
	switch {
	case a.notation == "" || slices.Contains(known, a.notation):
		return nil
	case len(known) == 0:
		return env.Usagef("--%s %s: %s has only the notation of this program", notationFlag, a.notation, g.ID())
	}
	return env.Usagef("--%s %s: %s can be written in %s", notationFlag, a.notation, g.ID(), strings.Join(known, ", "))
}

// positionText writes a position in the chosen notation.
func (a *app) positionText(p game.Position) string {
	if a.notation == "" {
		return p.String()
	}
	return p.In(a.notation)
}
