package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (a *app) recordShowCommand() *cobra.Command {
	chosen := 0
	cmd := a.withJSON(&cobra.Command{
		Use:   "show FILE",
		Short: "Show the players, the result and the final board",
		Long: `Show the games of a record: the tags, the final board, how the game ended and
the number of moves. For a damaged game, show what comes before the damage.
- is the standard input.`,
		Example: `  plateau record show game.plateau
  plateau record show game.plateau --game 2
  plateau record show game.plateau --json`,
		Args: takes(0, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			first := true
			return a.chosenRecords(args[0], chosen, func(found foundRecord) error {
				if a.asJSON {
					return a.writeJSON(found.object())
				}
				if !first {
					fmt.Fprintln(a.out)
				}
				first = false
				a.writeRecord(found)
				return nil
			})
		},
	})
	addGameFlag(cmd, &chosen)
	return cmd
}

func (a *app) writeRecord(found foundRecord) {
	a.writeHead(found)
	if found.record == nil {
		return
	}
	m := found.record.Match()
	fmt.Fprintln(a.out)
	a.writeStanding(m)
	fmt.Fprintf(a.out, "moves     %d\n", m.Plies())
}

// writeHead prints the name of a game, its players and its tags.
func (a *app) writeHead(found foundRecord) {
	rec := found.record
	if rec == nil {
		fmt.Fprintf(a.out, "Game %d\n", found.number)
		return
	}
	fmt.Fprintf(a.out, "Game %d: %s\n", found.number, a.style().GameName(rec.Game))
	table, end := a.table(0)
	defer end()
	for i, seat := range rec.Game.Seats() {
		if rec.Players[i] != "" {
			fmt.Fprintf(table, "  %s, %s\t%s\n", seat.ID, seat.Colour, rec.Players[i])
		}
	}
	for _, tag := range rec.Tags {
		fmt.Fprintf(table, "  %s\t%s\n", tag.Name, tag.Value)
	}
}
