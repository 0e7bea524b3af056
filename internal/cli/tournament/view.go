package tournament

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"plateau/internal/tui/text"

	"github.com/spf13/cobra"

	"plateau/internal/cli/env"
	"plateau/internal/durable"
	"plateau/tournament"
	"plateau/tournament/sheet"
)

// viewCommands only read.
func (a *app) viewCommands() []*cobra.Command {
	return []*cobra.Command{
		a.tournamentShowCommand(), a.tournamentStandingsCommand(), a.tournamentCrosstableCommand(), a.tournamentExportCommand(), a.tournamentPrintCommand(),
	}
}

// viewCommand is a command that reads the tournament of a file.
func (a *app) viewCommand(use, short, long, example string, do func(t *tournament.Tournament) error) *cobra.Command {
	return fileCommand(use, short, long, example, env.Takes(0, "FILE"), func(cmd *cobra.Command, args []string) error {
		t, err := a.readTournament(cmd, args[0])
		if err != nil {
			return err
		}
		return do(t)
	})
}

func (a *app) tournamentShowCommand() *cobra.Command {
	return a.WithJSON(a.viewCommand("show FILE", "Show a tournament: settings, entrants, and the round in progress",
		`Show a tournament: settings, entrants, the boards of the last round, and the
bracket of a knockout. With --json, everything about it.`,
		"  plateau tournament show friday.jsonl\n  plateau tournament show friday.jsonl --json", func(t *tournament.Tournament) error {
			if a.AsJSON {
				return a.WriteJSON(t.Report())
			}
			a.showTournament(t)
			return nil
		}))
}

func (a *app) showTournament(t *tournament.Tournament) {
	state := "not paired yet"
	if n := len(t.Played); n > 0 && t.TotalRounds() > 0 {
		state = fmt.Sprintf("round %d of %d", n, t.TotalRounds())
	} else if n > 0 {
		state = fmt.Sprintf("pairing %d", n)
	}
	if t.Finished {
		state = "finished"
	}
	fmt.Fprintf(a.Out, "name        %s\ngame        %s\nform        %s\nstate       %s\ntie-breaks  %s\nchanges     %d\n\n",
		t.Settings.Name, t.Game, formName(t.Settings), state, strings.Join(text.Each(t.TieBreaks, tournament.TieBreak.String), ", "), t.Seq)
	table, end := a.Table(0)
	fmt.Fprintln(table, "NUMBER\tNAME\tRATING\tCATEGORY\tSTATE")
	for _, e := range t.Entrants {
		notes := []string{}
		if len(e.Members) > 0 {
			notes = append(notes, strings.Join(e.Members, ", "))
		}
		if e.Withdrawn {
			notes = append(notes, "withdrawn")
		}
		for _, round := range e.HalfByes {
			notes = append(notes, fmt.Sprintf("bye in round %d", round))
		}
		fmt.Fprintf(table, "%d\t%s\t%d\t%s\t%s\n", e.Number, e.Name, e.Rating, e.Category, strings.Join(notes, "; "))
	}
	end()
	if len(t.Played) > 0 {
		fmt.Fprint(a.Out, "\n", sheet.Pairings(t, len(t.Played)))
	}
	if t.Form == tournament.Knockout && len(t.Slots) > 0 {
		fmt.Fprint(a.Out, "\n", sheet.Bracket(t))
	}
}

// checkCategory refuses a category that the tournament does not have; none is fine.
func checkCategory(t *tournament.Tournament, category string) error {
	if category != "" && !slices.Contains(t.Categories, category) {
		return tournament.RefuseCategory(category, t.Categories)
	}
	return nil
}

func (a *app) tournamentStandingsCommand() *cobra.Command {
	category := ""
	cmd := a.WithJSON(a.viewCommand("standings FILE", "Print the standings with tie-breaks",
		`Print the standings with all tie-breaks, and which of them decided where points
are equal. With --json, one object per entrant.`,
		"  plateau tournament standings friday.jsonl\n  plateau tournament standings friday.jsonl --category juniors", func(t *tournament.Tournament) error {
			if err := checkCategory(t, category); err != nil {
				return err
			}
			if !a.AsJSON {
				fmt.Fprint(a.Out, sheet.Standings(t, category))
				return nil
			}
			for _, row := range t.StandingsOf(category) {
				if err := a.WriteJSON(row); err != nil {
					return err
				}
			}
			return nil
		}))
	cmd.Flags().StringVar(&category, "category", "", "only those of a `CATEGORY`")
	return cmd
}

func (a *app) tournamentCrosstableCommand() *cobra.Command {
	return a.WithJSON(a.viewCommand("crosstable FILE", "Print who met whom",
		`Print the standings with what everybody did in every round: the place of the
opponent, + for the first side or - for the second, and the points. A round
robin has a column for every player, with the points against them. An f marks
points without a game.`, "  plateau tournament crosstable friday.jsonl", func(t *tournament.Tournament) error {
			if !a.AsJSON {
				fmt.Fprint(a.Out, sheet.Crosstable(t))
				return nil
			}
			for _, row := range t.Crosstable() {
				if err := a.WriteJSON(row); err != nil {
					return err
				}
			}
			return nil
		}))
}

func (a *app) tournamentExportCommand() *cobra.Command {
	format, to := "", ""
	cmd := fileCommand("export FILE", "Write a tournament for other programs",
		`Write a tournament as a table (csv), with everything about it (json), or as
FIDE's report TRF16 (trf), which 'new --from' reads.`,
		"  plateau tournament export friday.jsonl --format csv\n  plateau tournament export friday.jsonl --format trf --out friday.trf", env.Takes(0, "FILE"),
		func(cmd *cobra.Command, args []string) error {
			if format == "" {
				return env.Usagef("--format is missing: csv, json or trf")
			}
			t, err := a.readTournament(cmd, args[0])
			if err != nil {
				return err
			}
			if to == "" {
				return export(t, format, a.Out)
			}
			return durable.ReplaceBy(to, func(f *os.File) error { return export(t, format, f) })
		})
	choice(cmd, &format, "format", "what to write", "csv", "json", "trf")
	cmd.Flags().StringVar(&to, "out", "", "write to a `FILE` instead of the standard output")
	return cmd
}

func export(t *tournament.Tournament, format string, to io.Writer) error {
	switch format {
	case "csv":
		return t.WriteCSV(to)
	case "trf":
		report, err := t.TRF()
		if err != nil {
			return err
		}
		return report.Write(to)
	}
	// People may look at it.
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(t.Report())
}

func (a *app) tournamentPrintCommand() *cobra.Command {
	round, category := 0, ""
	cmd := fileCommand("print FILE [WHAT...]", "Print sheets for the wall and slips for the boards",
		`Print plain text for a printer: pairings with board numbers, result slips,
standings, a crosstable or a bracket. Without WHAT, pairings and standings.`,
		"  plateau tournament print friday.jsonl pairings | lp\n  plateau tournament print friday.jsonl slips --round 2", env.Takes(env.AnyNumber, "FILE"),
		func(cmd *cobra.Command, args []string) error {
			t, err := a.readTournament(cmd, args[0])
			if err != nil {
				return err
			}
			if err := checkCategory(t, category); err != nil {
				return err
			}
			return a.print(t, args[1:], round, category)
		})
	addRoundFlag(cmd, &round, "print a `ROUND`")
	cmd.Flags().StringVar(&category, "category", "", "print the standings of a `CATEGORY`")
	complete := cmd.ValidArgsFunction
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return complete(cmd, args, prefix)
		}
		return sheet.Names(), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func (a *app) print(t *tournament.Tournament, what []string, round int, category string) error {
	if len(what) == 0 {
		what = []string{"pairings", "standings"}
	}
	for i, name := range what {
		if !slices.Contains(sheet.Names(), name) {
			return env.Usagef("%s: what can be printed is %s", name, strings.Join(sheet.Names(), ", "))
		}
		text, err := sheet.Print(t, name, round, category)
		if err != nil {
			return err
		}
		if i > 0 {
			text = "\n\f" + text // On paper the next sheet, on screens a blank line.
		}
		fmt.Fprint(a.Out, text)
	}
	return nil
}
