package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plateau/game"
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
	completeFlag(cmd, notationFlag, func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, g := range a.games {
			if len(args) == 0 || strings.EqualFold(g.ID(), args[0]) {
				names = append(names, g.Notations()...)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// notationNames lists the notations with their games.
func (a *app) notationNames() string {
	var names []string
	for _, g := range a.games {
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
		return usagef("--%s %s: %s has only the notation of this program", notationFlag, a.notation, g.ID())
	}
	return usagef("--%s %s: %s can be written in %s", notationFlag, a.notation, g.ID(), strings.Join(known, ", "))
}

// positionText writes a position in the chosen notation.
func (a *app) positionText(p game.Position) string {
	if a.notation == "" {
		return p.String()
	}
	return p.In(a.notation)
}
