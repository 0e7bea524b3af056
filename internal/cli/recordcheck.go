package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"plateau/internal/tui/caption"
)

func (a *app) recordCheckCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check records for damage",
		Long: `Read records and replay every move. Print the line and column of all damage and
what was expected there, and then the number of games. The exit code is 1 if
anything was wrong. - is the standard input.`,
		Example: `  plateau record check game.plateau
  plateau record check --json *.plateau
  cat *.plateau | plateau record check -`,
		Args: takes(anyNumber, "FILE"),
		RunE: func(_ *cobra.Command, files []string) error {
			return a.recordCheck(files, asJSON)
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

func (a *app) recordCheck(files []string, asJSON bool) error {
	wrong := false
	for _, file := range files {
		games, damaged := 0, 0
		err := a.eachRecord(file, func(found foundRecord) error {
			games++
			if found.damage != nil {
				damaged++
			}
			if asJSON {
				return a.writeJSON(found.object())
			}
			if found.damage != nil {
				fmt.Fprintf(a.out, "%s: %v (game %d, %s before it)\n",
					file, found.damage, found.number, caption.Count(found.moves(), "good move"))
			}
			return nil
		})
		if flushErr := a.flush(); flushErr != nil {
			return flushErr
		}
		if err != nil {
			a.warnf("%v", err)
		}
		if !asJSON && (err == nil || games > 0) {
			fmt.Fprintf(a.out, "%s: %s, %s\n", file, caption.Count(games, "game"), damageCount(damaged))
		}
		wrong = wrong || err != nil || damaged > 0
	}
	if wrong {
		return errReported
	}
	return nil
}

// moves is the number of moves that could be read.
func (f foundRecord) moves() int {
	if f.record == nil {
		return 0
	}
	return len(f.record.Plies)
}

func damageCount(damaged int) string {
	if damaged == 0 {
		return "all in order"
	}
	return fmt.Sprintf("%d damaged", damaged)
}
