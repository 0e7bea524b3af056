package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"plateau/internal/tui/caption"
)

func (a *app) recordCheckCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:   "check FILE...",
		Short: "Check records for damage",
		Long: `Read records and replay every move. Print the line and column of all damage and
what was expected there, and then the number of games. The exit code is 1 if
anything was wrong. - is the standard input.`,
		Example: `  plateau record check game.plateau
  plateau record check --json *.plateau
  cat *.plateau | plateau record check -`,
		Args: takes(anyNumber, "FILE"),
		RunE: a.recordCheck,
	})
}

func (a *app) recordCheck(_ *cobra.Command, files []string) error {
	wrong := false
	for _, file := range files {
		games, damaged := 0, 0
		err := a.eachRecord(file, func(found foundRecord) error {
			games++
			if found.damage != nil {
				damaged++
			}
			if a.asJSON {
				return a.writeJSON(found.object())
			}
			if found.damage != nil {
				moves := 0
				if found.record != nil {
					moves = len(found.record.Plies)
				}
				fmt.Fprintf(a.out, "%s: %v (game %d, %s before it)\n",
					file, found.damage, found.number, caption.Count(moves, "good move"))
			}
			return nil
		})
		if flushErr := a.flush(); flushErr != nil {
			return flushErr
		}
		if err != nil {
			a.warnf("%v", err)
		}
		if !a.asJSON && (err == nil || games > 0) {
			condition := "all in order"
			if damaged > 0 {
				condition = fmt.Sprintf("%d damaged", damaged)
			}
			fmt.Fprintf(a.out, "%s: %s, %s\n", file, caption.Count(games, "game"), condition)
		}
		wrong = wrong || err != nil || damaged > 0
	}
	if wrong {
		return errReported
	}
	return nil
}
