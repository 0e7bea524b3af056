package tournament

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/tournament"
	"plateau/tournament/lines"
	"plateau/tournament/sheet"
)

// roundCommands are those about rounds and results.
func (a *app) roundCommands() []*cobra.Command {
	return []*cobra.Command{
		a.tournamentPairCommand(), a.tournamentRepairCommand(), a.tournamentUnpairCommand(), a.tournamentResultCommand(), a.tournamentNoShowCommand(),
		a.tournamentCorrectCommand(), a.tournamentAmendCommand(), a.tournamentFinishCommand(), a.tournamentReopenCommand(), a.tournamentUndoCommand(),
	}
}

func (a *app) tournamentPairCommand() *cobra.Command {
	var seed uint64
	cmd := a.WithJSON(fileCommand("pair FILE", "Pair the next round",
		`Pair the next round, or in an arena those who wait, and print the boards. The
results of the round before must be there, except in round robins.

With - instead of a file, every line of the standard input is a Swiss tournament
in mid-course as JSON, and a line with the pairs of its next round is printed.
docs/cli.md describes the lines.`,
		"  plateau tournament pair friday.jsonl\n  plateau tournament pair - < rounds.jsonl", env.Takes(0, "FILE"),
		func(cmd *cobra.Command, args []string) error {
			if args[0] == env.StdinArg {
				return a.EachLine(func(line string) error {
					pairs, err := lines.Pair(line)
					if err != nil {
						return err
					}
					return a.WriteJSON(pairs)
				})
			}
			random := rand.New(rand.NewPCG(seed, 0))
			return a.change(cmd, args[0], random, func(*tournament.Tournament) ([]tournament.Command, error) {
				return []tournament.Command{tournament.Pair{}}, nil
			}, a.writeRound)
		}))
	env.AddSeedFlag(cmd, &seed, "with --begins drawn: seed the draw with a `NUMBER`, to repeat it")
	return cmd
}

// writeRound prints the boards of the last round.
func (a *app) writeRound(t *tournament.Tournament) {
	round := len(t.Played)
	if a.AsJSON {
		_ = a.WriteJSON(t.Report().Rounds[round-1]) // The buffer keeps the error.
		return
	}
	fmt.Fprint(a.Out, sheet.Pairings(t, round))
}

func (a *app) tournamentRepairCommand() *cobra.Command {
	return a.WithJSON(fileCommand("repair FILE PAIR...", "Replace the pairs of the last round",
		`Replace the pairs of the last round before it has results. A pair is two
entrants with - between them; the first has the first side. Those whom no pair
names have a bye. In a round robin the pairs stay, and only who moves first can
be changed.`,
		"  plateau tournament repair friday.jsonl 1-4 3-2\n  plateau tournament repair friday.jsonl Ann-Dan Cleo-Ben", env.Takes(env.AnyNumber, "FILE", "PAIR"),
		func(cmd *cobra.Command, args []string) error {
			return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (tournament.Command, error) {
				var pairs [][2]int
				for _, text := range args[1:] {
					pair, err := parsePair(t, text)
					if err != nil {
						return nil, err
					}
					pairs = append(pairs, pair)
				}
				return tournament.Repair{Pairs: pairs}, nil
			}, a.writeRound)
		}))
}

func (a *app) tournamentUnpairCommand() *cobra.Command {
	withResults := false
	cmd := fileCommand("unpair FILE", "Remove the last round", `Remove the pairing of the last round. If it has results, --with-results is
needed.`,
		"  plateau tournament unpair friday.jsonl", env.Takes(0, "FILE"), func(cmd *cobra.Command, args []string) error {
			return a.changeOne(cmd, args[0], always(tournament.Unpair{WithResults: withResults}), func(t *tournament.Tournament) {
				fmt.Fprintf(a.Out, "Round %d is removed.\n", len(t.Played)+1)
			})
		})
	cmd.Flags().BoolVar(&withResults, "with-results", false, "remove the results of the round, too")
	return cmd
}

func (a *app) tournamentResultCommand() *cobra.Command {
	round := 0
	cmd := fileCommand("result FILE BOARD RESULT...", "Enter results",
		`Enter results of the last round: pairs of a board and its result. A result is
1-0, 0-1 or 1/2; +-, -+ or -- if somebody did not show up. That of a mini-match
may also be 2-0, 1.5-0.5, 1-1, 0.5-1.5 or 0-2. Either all are entered or none.`,
		"  plateau tournament result friday.jsonl 1 1-0\n  plateau tournament result friday.jsonl 1 1-0 2 1/2 3 0-1", env.Takes(env.AnyNumber, "FILE", "BOARD", "RESULT"),
		func(cmd *cobra.Command, args []string) error {
			if len(args)%2 != 1 {
				return env.Usagef("RESULT is missing: board %s has none", args[len(args)-1])
			}
			return a.change(cmd, args[0], nil, func(t *tournament.Tournament) ([]tournament.Command, error) {
				var commands []tournament.Command
				for i := 1; i < len(args); i += 2 {
					board, err := parseCount("board", args[i])
					if err != nil {
						return nil, err
					}
					result, detail, err := tournament.ParseResult(args[i+1], t.MiniMatch())
					if err != nil {
						return nil, err
					}
					commands = append(commands, tournament.Enter{Round: round, Board: board, Result: result, Detail: detail})
				}
				return commands, nil
			}, a.writeProgress)
		})
	addRoundFlag(cmd, &round, "enter results of an earlier `ROUND`")
	return cmd
}

func addRoundFlag(cmd *cobra.Command, round *int, usage string) {
	cmd.Flags().IntVar(round, "round", 0, usage+" (default: the last)")
}

// writeProgress says how many results are missing.
func (a *app) writeProgress(t *tournament.Tournament) {
	if open := t.Last().Open(); open > 0 {
		fmt.Fprintf(a.Out, "Round %d: %s missing.\n", len(t.Played), amount.Count(open, "result"))
		return
	}
	fmt.Fprintf(a.Out, "Round %d is complete.\n", len(t.Played))
}

func (a *app) tournamentNoShowCommand() *cobra.Command {
	round := 0
	cmd := fileCommand("noshow FILE BOARD first|second|both", "Enter that somebody did not show up",
		`Enter that somebody did not show up. The opponent wins without playing, which is
possible only after the grace time of the tournament ('new --grace').`,
		"  plateau tournament noshow friday.jsonl 3 second", env.Takes(0, "FILE", "BOARD", "WHO"),
		func(cmd *cobra.Command, args []string) error {
			board, err := parseCount("board", args[1])
			if err != nil {
				return err
			}
			c := tournament.NoShow{Round: round, Board: board, First: args[2] != "second", Second: args[2] != "first"}
			if args[2] != "first" && args[2] != "second" && args[2] != "both" {
				return env.Usagef("%s: choose who did not show up: first, second or both", args[2])
			}
			return a.changeOne(cmd, args[0], always(c), a.writeProgress)
		})
	addRoundFlag(cmd, &round, "of an earlier `ROUND`")
	return cmd
}

func (a *app) tournamentCorrectCommand() *cobra.Command {
	round := 0
	cmd := fileCommand("correct FILE BOARD RESULT", "Correct a result of any round",
		`Replace a result of any round; none removes it. Rounds that were paired since
stay as they are.`,
		"  plateau tournament correct friday.jsonl 2 0-1 --round 1\n  plateau tournament correct friday.jsonl 2 none", env.Takes(0, "FILE", "BOARD", "RESULT"),
		func(cmd *cobra.Command, args []string) error {
			board, err := parseCount("board", args[1])
			if err != nil {
				return err
			}
			var was tournament.Result
			return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (tournament.Command, error) {
				if round == 0 {
					round = len(t.Played)
				}
				if r := t.Round(round); r != nil && board <= len(r.Games) {
					was = r.Games[board-1].Result
				}
				c := tournament.Correct{Round: round, Board: board}
				if args[2] != "none" {
					if c.Result, c.Detail, err = tournament.ParseResult(args[2], t.MiniMatch()); err != nil {
						return nil, err
					}
				}
				return c, nil
			}, func(t *tournament.Tournament) {
				g := t.Round(round).Games[board-1]
				fmt.Fprintf(a.Out, "Round %d, board %d, %s – %s: %v instead of %v.\n", round, board, t.Name(g.First), t.Name(g.Second), g.Result, was)
			})
		})
	addRoundFlag(cmd, &round, "correct an earlier `ROUND`")
	return cmd
}

func (a *app) tournamentAmendCommand() *cobra.Command {
	n := &tournamentFlags{streaks: true}
	cmd := fileCommand("amend FILE", "Change the settings of a tournament",
		`Change the settings of a tournament: those that are given. Tie-breaks,
categories and the number of Swiss rounds can be changed at any time. What the
games depend on, such as the form, stays as it is once a round is paired.`,
		"  plateau tournament amend friday.jsonl --tie-breaks direct,buchholz\n  plateau tournament amend friday.jsonl --categories juniors --late-until 3", env.Takes(0, "FILE"), nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := n.checkRounds(cmd); err != nil {
			return err
		}
		return a.changeOne(cmd, args[0], func(t *tournament.Tournament) (tournament.Command, error) {
			s := t.Settings
			if cmd.Flags().Changed("form") { // What another form has is not for this one.
				s.Rounds, s.TieBreaks = 0, nil
			}
			err := n.set(&s, cmd.Flags().Changed)
			s = s.Standard()
			return tournament.ChangeSettings{Settings: s}, err
		}, func(*tournament.Tournament) {
			fmt.Fprintln(a.Out, "Changed.")
		})
	}
	n.add(cmd)
	return cmd
}

func (a *app) tournamentFinishCommand() *cobra.Command {
	early := false
	cmd := fileCommand("finish FILE", "End the tournament", `End the tournament and print the final standings. --early ends it with rounds
left.`,
		"  plateau tournament finish friday.jsonl", env.Takes(0, "FILE"), func(cmd *cobra.Command, args []string) error {
			return a.changeOne(cmd, args[0], always(tournament.Finish{Early: early}), func(t *tournament.Tournament) {
				fmt.Fprint(a.Out, sheet.Standings(t, ""))
			})
		})
	cmd.Flags().BoolVar(&early, "early", false, "end it even if rounds are left")
	return cmd
}

func (a *app) tournamentReopenCommand() *cobra.Command {
	return fileCommand("reopen FILE", "Change a finished tournament again", "Allow changes to a tournament that was finished.",
		"  plateau tournament reopen friday.jsonl", env.Takes(0, "FILE"), func(cmd *cobra.Command, args []string) error {
			return a.changeOne(cmd, args[0], always(tournament.Reopen{}), func(*tournament.Tournament) {
				fmt.Fprintln(a.Out, "The tournament is open again.")
			})
		})
}

func (a *app) tournamentUndoCommand() *cobra.Command {
	return fileCommand("undo FILE", "Take back the last change", `Take back the last change of the file: one entrant, one result or one pairing at
a time.`,
		"  plateau tournament undo friday.jsonl", env.Takes(0, "FILE"), func(cmd *cobra.Command, args []string) error {
			place, err := a.place(args[0], nil, false)
			if err != nil {
				return err
			}
			before, e, err := place.Undo(cmd.Context())
			if err == nil {
				fmt.Fprintf(a.Out, "Taken back: change %d, %s.\n", e.Seq, inWords(before, &e))
			}
			return err
		})
}

// Two results look like flags: -+ and --. With a minus sign instead of the hyphen
// they do not, and mean the same.
var minusSigns = strings.NewReplacer("-", "−")

// ReadableResults writes the results among the arguments of a program so that they
// are not read as flags.
func ReadableResults(args []string) []string {
	group := slices.Index(args, "tournament")
	if group < 0 {
		return args
	}
	verb := slices.IndexFunc(args[group:], func(arg string) bool { return slices.Contains([]string{"result", "correct", "report"}, arg) })
	if verb < 0 {
		return args
	}
	verb += group
	args = slices.Clone(args)
	for i := verb + 1; i < len(args); i++ {
		switch {
		case args[i] == "-+", args[i] == "--" && isResult(args, verb, i):
			args[i] = minusSigns.Replace(args[i])
		case args[i] == "--":
			// The end of the flags.
			return args
		}
	}
	return args
}

// isResult reports whether the argument -- is a result, and not the end of the
// flags: it follows a board, or in reports the tournament, and no other result
// comes next.
func isResult(args []string, verb, i int) bool {
	before := args[i-1]
	isValue := i-2 > verb && strings.HasPrefix(args[i-2], "--") && !strings.Contains(args[i-2], "=")
	switch {
	case isValue || strings.HasPrefix(before, "--"):
		return false
	case args[verb] == "report":
		if i-1 == verb {
			return false
		}
	case i-2 <= verb || strings.Trim(before, "0123456789") != "":
		return false
	}
	if i+1 == len(args) {
		return true
	}
	if args[verb] == "result" {
		return args[i+1] != "-+" && args[i+1] != "--" && !strings.HasPrefix(args[i+1], "+")
	}
	_, _, err := tournament.ParseResult(args[i+1], true)
	return err != nil
}

// inWords says what an event did to a tournament that was as given.
func inWords(was *tournament.Tournament, e *tournament.Event) string {
	switch b := e.Body.(type) {
	case tournament.Added:
		return b.Entrant.Name + " added"
	case tournament.Removed:
		return was.Name(b.Number) + " removed"
	case tournament.Edited:
		return "entry of " + was.Name(b.Entrant.Number) + " changed"
	case tournament.Withdrew:
		return was.Name(b.Number) + " withdrew"
	case tournament.Returned:
		return was.Name(b.Number) + " returned"
	case tournament.ByeRequested:
		return fmt.Sprintf("bye of %s in round %d requested", was.Name(b.Number), b.Round)
	case tournament.ByeCancelled:
		return fmt.Sprintf("bye of %s in round %d cancelled", was.Name(b.Number), b.Round)
	case tournament.PairForbidden:
		return fmt.Sprintf("%s – %s forbidden", was.Name(b.Pair[0]), was.Name(b.Pair[1]))
	case tournament.PairReleased:
		return fmt.Sprintf("%s – %s allowed", was.Name(b.Pair[0]), was.Name(b.Pair[1]))
	case tournament.SettingsChanged, tournament.Amended:
		return "settings changed"
	case tournament.Finished:
		return "tournament finished"
	case tournament.Reopened:
		return "tournament reopened"
	}
	return roundInWords(was, e)
}

// roundInWords is inWords for pairings and results.
func roundInWords(was *tournament.Tournament, e *tournament.Event) string {
	game := func(round, board int) string {
		text := fmt.Sprintf("round %d, board %d", round, board)
		if r := was.Round(round); r != nil && board >= 1 && board <= len(r.Games) {
			g := r.Games[board-1]
			text += fmt.Sprintf(", %s – %s", was.Name(g.First), was.Name(g.Second))
		}
		return text
	}
	switch b := e.Body.(type) {
	case tournament.Paired:
		return fmt.Sprintf("round %d paired", b.Round)
	case tournament.Repaired:
		return fmt.Sprintf("pairs of round %d changed", b.Round)
	case tournament.Unpaired:
		return fmt.Sprintf("round %d removed", b.Round)
	case tournament.Scored:
		return fmt.Sprintf("%s: %v", game(b.Round, b.Board), b.Result)
	case tournament.Corrected:
		if !b.Result.Known() {
			return game(b.Round, b.Board) + ": result removed"
		}
		return fmt.Sprintf("%s: corrected to %v", game(b.Round, b.Board), b.Result)
	case tournament.Reported:
		return fmt.Sprintf("%s: reported as %v", game(b.Round, b.Board), b.Result)
	}
	return e.Kind()
}
