// Package engines has the commands for engines: engine lets other programs use ours, match
// lets engines play each other, and bot lets one play on a server.
package engines

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/ugi"
)

// app is the run of the program, as these commands see it.
type app struct{ *env.Env }

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{e}
	return []*cobra.Command{a.engineCommand(), a.matchCommand(), a.botCommand()}
}

// engineAuthor is who wrote the engine.
const engineAuthor = "the authors of Plateau"

func (a *app) engineCommand() *cobra.Command {
	settings := ugi.Settings{Level: engine.Perfect}
	level := env.LevelFlag{Level: engine.Perfect}
	cmd := &cobra.Command{
		Use:   "engine [GAME]",
		Short: "Play as an engine for another program, with the UGI protocol",
		Long: `Play as an engine: read commands from the standard input and answer on the
standard output, as docs/engines.md specifies. Referees and boards that speak
UGI can start it. GAME, the level and the other settings are options of the
protocol, too; the flags set what they are at the start.

'plateau engine check' tells authors what their own engine does wrong.`,
		Example: `  plateau engine quixo
  plateau engine pivot --level 4
  plateau engine check -- plateau engine --level 3`,
		Args:              env.Takes(1),
		ValidArgsFunction: a.CompleteGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			settings.Game, settings.Level = a.Games[0], level.Level
			if len(args) > 0 {
				g, err := a.FindGame(args[0])
				if err != nil {
					return err
				}
				settings.Game = g
			}
			if !cmd.Flags().Changed(env.SeedFlag) {
				settings.Seed = 0
			}
			server := ugi.Server{
				Games: a.Games, Settings: settings,
				Name: "Plateau " + a.Build.Version, Author: engineAuthor,
				NewEngine: func(s ugi.Settings) (engine.Engine, error) {
					return a.NewEngine(s.Game, s.Threads, s.Hash<<20)
				},
			}
			return server.Serve(cmd.Context(), a.In, a.Streams.Out)
		},
	}
	env.AddLevelFlag(cmd, &level, "level", "l", "the level it plays at: 1 to 6, perfect or strongest")
	cmd.Flags().Lookup("level").DefValue = engine.Perfect.String()
	env.AddThreadsFlag(cmd, &settings.Threads, "search on `N` threads at once")
	env.AddCountFlag(cmd, &settings.Hash, "hash", env.ThinkingBytes>>20, "remember positions in `N` megabytes")
	env.AddSeedFlag(cmd, &settings.Seed, "seed the choices of the levels with a `NUMBER`, to repeat them")
	a.AddTablebasesFlag(cmd)
	cmd.AddCommand(a.engineCheckCommand())
	return cmd
}

func (a *app) engineCheckCommand() *cobra.Command {
	checker := ugi.Checker{}
	var ids []string
	cmd := a.WithJSON(&cobra.Command{
		Use:   "check COMMAND [ARGUMENT...]",
		Short: "Tell the author of an engine what it does wrong",
		Long: `Start an engine and try out everything that docs/engines.md asks for: that it
introduces itself, plays legal moves from all start positions with both sides,
keeps its time, can be stopped, answers queries, and ends when it should. Each
check is one line: ok, note (worth knowing) or wrong. The exit code is 1 if
anything was wrong.

COMMAND is the program with its arguments: as several words after --, or as one
text, in which quotes hold words together.`,
		Example: `  plateau engine check ./mybot
  plateau engine check --games quixo 'python3 mybot.py'
  plateau engine check -- plateau engine --level 3`,
		Args: env.Takes(env.AnyNumber, "COMMAND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if checker.Games, err = a.gamesNamed(ids); err != nil {
				return err
			}
			if len(args) == 1 {
				if args, err = splitCommand(args[0]); err != nil {
					return err
				}
			}
			checker.Command.Words = args
			return a.checkEngine(cmd, &checker)
		},
	})
	cmd.Flags().StringSliceVar(&ids, "games", nil, "try only these games (`GAME,...`)")
	env.AddTimeFlag(cmd, &checker.MoveTime, env.TimeFlag, 50*time.Millisecond, "the time for a move")
	env.AddTimeFlag(cmd, &checker.Command.Patience, "patience", 10*time.Second, "how long it may take to start and to get ready")
	env.AddTimeFlag(cmd, &checker.Command.Grace, "grace", 200*time.Millisecond, "how much later than its time a move may come")
	env.AddSeedFlag(cmd, &checker.Seed, "seed the moves of its opponents with a `NUMBER`, to repeat them")
	return cmd
}

// gamesNamed are the games with these ids, or all of them.
func (a *app) gamesNamed(ids []string) (game.List, error) {
	if len(ids) == 0 {
		return a.Games, nil
	}
	var found game.List
	for _, id := range ids {
		g, err := a.FindGame(id)
		if err != nil {
			return nil, err
		}
		found = append(found, g)
	}
	return found, nil
}

func (a *app) checkEngine(cmd *cobra.Command, checker *ugi.Checker) error {
	var writeErr error
	checker.Report = func(f ugi.Finding) {
		if a.AsJSON {
			writeErr = errors.Join(writeErr, a.WriteJSON(f))
		} else {
			text := fmt.Sprintf("%-5s  %s", f.State, f.Check)
			if f.Detail != "" {
				text += ": " + f.Detail
			}
			fmt.Fprintln(a.Out, text)
		}
		writeErr = errors.Join(writeErr, a.Flush())
	}
	ctx, stop := env.UntilInterrupted(cmd.Context())
	defer stop()
	found, err := checker.Run(ctx)
	switch {
	case err != nil:
		return env.ErrInterrupted
	case writeErr != nil:
		return writeErr
	case found > 0:
		return env.ErrReported
	}
	return nil
}

// splitCommand splits a command into words at spaces. Single and double quotes
// hold words together, and a backslash takes the next character as it is; inside
// quotes, only before the quote itself.
func splitCommand(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, begun := rune(0), false
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case r == '\\' && i+1 < len(runes) && (quote == 0 || runes[i+1] == quote):
			i++
			word.WriteRune(runes[i])
			begun = true
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == ' ' || r == '\t':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, env.Usagef("%s: a quote is not closed", text)
	}
	if begun {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, env.Usagef("the command is empty")
	}
	return words, nil
}
