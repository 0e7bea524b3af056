package play

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"plateau/internal/cli/env"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
)

func (a *app) savedCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "saved",
		Short: "List and delete saved games",
		Long: `List and delete the games that play has saved in the data folder. Each has a
name: 'plateau play --resume NAME' continues it, and during a game 'name NAME'
gives it another.`,
		Example: `  plateau saved list
  plateau saved delete unfinished-1`,
		RunE: env.RunGroup,
	}
	cmd.AddCommand(a.savedListCommand(), a.savedDeleteCommand())
	return cmd
}

// saveObject is a saved game; its keys are documented as stable.
type saveObject struct {
	Name string `json:"name"`
	// Game is nil if the file cannot be read.
	Game    *string   `json:"game"`
	Players []string  `json:"players"`
	Moves   int       `json:"moves"`
	Outcome string    `json:"outcome"`
	Changed time.Time `json:"changed"`
}

func (a *app) savedListCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "list",
		Short: "List the saved games, the latest first",
		Example: `  plateau saved list
  plateau saved list --json`,
		Args:              env.Takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			saves := a.store().List()
			if !a.AsJSON {
				line.WriteSaves(a.Out, saves, a.Texts())
				return nil
			}
			for _, save := range saves {
				object := saveObject{Name: save.Name, Players: []string{}, Changed: save.Changed.UTC()}
				if rec := save.Record; rec != nil {
					object.Game, object.Players = new(rec.Game.ID()), rec.Players
					object.Moves, object.Outcome = len(rec.Plies), rec.Outcome.String()
				}
				if err := a.WriteJSON(object); err != nil {
					return err
				}
			}
			return nil
		},
	})
}

func (a *app) savedDeleteCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "delete NAME...",
		Short:             "Delete saved games",
		Example:           `  plateau saved delete unfinished-1 unfinished-2`,
		Args:              env.Takes(env.AnyNumber, "NAME"),
		ValidArgsFunction: a.completeSaved,
		RunE: func(_ *cobra.Command, names []string) error {
			store := a.store()
			for _, name := range names {
				if !store.Has(name) {
					return errors.New(a.Texts().Text("terminal.saves.unknown", "text", name))
				}
			}
			for _, name := range names {
				if err := store.Delete(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				fmt.Fprintln(a.Out, a.Texts().Text("terminal.saves.deleted", "text", name))
			}
			return nil
		},
	}
}

func (a *app) store() *local.Store { return local.NewStore(env.DataDir(), a.Games) }

// completeSaved completes the names of saved games.
func (a *app) completeSaved(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, save := range a.store().List() {
		description := ""
		if save.Record != nil {
			description = save.Record.Game.Name()
		}
		names = append(names, cobra.CompletionWithDesc(save.Name, description))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
