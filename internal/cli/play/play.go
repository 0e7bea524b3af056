// Package play has the commands for those who play on this machine, line by line or in
// the terminal app: play, rules, puzzles and saved.
package play

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/config"
	"plateau/internal/durable"
	"plateau/internal/tui/line"
	"plateau/internal/tui/local"
	screen "plateau/internal/tui/screen"
)

// app is the run of the program, as these commands see it.
type app struct{ *env.Env }

// Commands are those of this package.
func Commands(e *env.Env) []*cobra.Command {
	a := &app{e}
	return []*cobra.Command{a.playCommand(), a.rulesCommand(), a.puzzlesCommand(), a.savedCommand()}
}

func (a *app) playCommand() *cobra.Command {
	options := playOptions{app: a}
	cmd := &cobra.Command{
		Use:   "play [GAME | --resume [NAME]]",
		Short: "Play a game at this keyboard",
		Long: `Play a game at this keyboard, with others or against the computer. Type a move,
? for the legal moves, hint for the best one, or help for the other commands.
Without a game, it asks on a terminal what to play.

The game is saved after every move, so nothing is lost whatever happens:
'plateau play --resume' continues it. --resume NAME continues another saved game
('plateau saved list' names them), and --resume FILE the game of a record.

The names of the players alternate between the sides: the first (and third)
against the second (and fourth). By default the first player takes the first
side, which is the light pieces of Quantik, the circles of Pivot or the crosses
of Quixo, and begins; in Quantik, the player who begins is chosen at random.

With --computer LEVEL the computer is the second player, so --begins 2 lets it
begin. Levels go from 1 for beginners to 6, and perfect. With SEAT=LEVEL it
plays any seats, each at its own level.

With --clock 5+3 each player has five minutes, and three seconds more for each
move. A player who runs out of time loses.`,
		Example: `  plateau play quixo
  plateau play quixo --computer 2
  plateau play quantik --names Ann --computer perfect --begins computer
  plateau play quixo4p --computer O1=4,O2=4,X2=6
  plateau play quantik --names Ann,Ben --begins Ben --first Ann
  plateau play quixo4p --names Ann,Ben,Cid,Dea --advice
  plateau play quixo --clock 5+3
  plateau play pivot --random 2
  plateau play quixo --from '5/5/2X2/5/5 O'
  plateau play --resume`,
		Args: env.Takes(1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if options.resume && len(args) == 0 {
				names, _ := a.completeSaved(cmd, args, prefix)
				return names, cobra.ShellCompDirectiveDefault
			}
			return a.CompleteGame(cmd, args, prefix)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			options.beginsSet = cmd.Flags().Changed("begins")
			options.firstSet = cmd.Flags().Changed("first")
			options.seedSet = cmd.Flags().Changed(env.SeedFlag)
			return a.play(cmd, args, &options)
		},
	}
	options.addFlags(cmd)
	a.AddTablebasesFlag(cmd)
	env.CompleteFlag(cmd, "random", a.completeSeats)
	env.CompleteFlag(cmd, "computer", a.completeComputer)
	return cmd
}

// completeSeats completes the seats of the game that is the first argument.
func (a *app) completeSeats(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	if len(args) > 0 {
		if g, err := a.Games.Find(args[0]); err == nil {
			for _, seat := range g.Seats() {
				ids = append(ids, cobra.CompletionWithDesc(seat.ID, seat.Colour))
			}
		}
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

func (o *playOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&o.names, "names", nil, "the players' `NAMES`, separated by commas")
	flags.StringVar(&o.begins, "begins", "", "`WHO` begins: a name, 1, 2, random, or in Quixo a side, such as O")
	flags.StringVar(&o.first, "first", "", "`WHO` takes the first side: a name, 1, 2 or random")
	flags.StringSliceVar(&o.random, "random", nil, "let a `SEAT` play at random (repeatable)")
	flags.StringSliceVar(&o.computer, "computer", nil,
		"let the computer play the other side at a `LEVEL`, or a seat with SEAT=LEVEL (repeatable)")
	env.AddSeedFlag(cmd, &o.seed, "seed all random choices with a `NUMBER`, to repeat them")
	env.AddTimeFlag(cmd, &o.limit, env.TimeFlag, time.Second, "how long strongest, hints and values may think")
	flags.StringVar(&o.from, "from", "", "start from a `POSITION`")
	flags.BoolVar(&o.resume, "resume", false, "continue the game that was saved last, or the one named")
	flags.Var(config.Value(&o.control, "MINUTES[+SECONDS]", local.ParseTimeControl), "clock",
		"the time for each player, and what each move adds")
	flags.BoolVar(&o.advice, "advice", false, "partners may advise each other")
}

// conflicting are pairs of flags that exclude each other.
var conflicting = [][2]string{
	{"resume", "names"}, {"resume", "begins"}, {"resume", "first"}, {"resume", "from"}, {"from", "begins"}, {"resume", "clock"}, {"resume", "advice"},
}

func refuseConflicts(cmd *cobra.Command) error {
	for _, pair := range conflicting {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return env.Usagef("--%s and --%s exclude each other", pair[0], pair[1])
		}
	}
	return nil
}

func (a *app) play(cmd *cobra.Command, args []string, options *playOptions) error {
	if err := refuseConflicts(cmd); err != nil {
		return err
	}
	ctx, stop := env.UntilInterrupted(cmd.Context())
	defer stop()
	shared := a.promptConfig(options.limit)
	defer shared.Lines.Close()
	if len(args) == 0 && !options.resume {
		if !shared.Interactive {
			return env.Usagef("GAME is missing; --resume continues the last one")
		}
		choice, err := line.NewChooser(shared, a.hasPuzzles, a.isExact).Run(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return interruption(err)
		case choice.Puzzles:
			return a.runPuzzles(ctx, shared, choice.Game, 0)
		}
		args = options.take(choice)
	}
	saved, err := a.gameToPlay(shared.Store, args, options)
	if err != nil {
		return err
	}
	shared.Game = saved
	return interruption(line.NewSession(shared).Run(ctx))
}

func interruption(err error) error {
	if errors.Is(err, line.ErrInterrupted) {
		return env.ErrInterrupted
	}
	return err
}

// promptConfig is what all sessions at this keyboard share.
func (a *app) promptConfig(limit time.Duration) line.Config {
	width, height := a.TerminalSize()
	shared := line.Config{
		In: a.In, Out: a.Out, Interactive: a.Interactive(), Screen: a.OnScreen(), Plain: a.Plain,
		Texts: a.Texts(), Style: a.Drawing(), Width: width, Height: height,
		Games: a.Games, Store: a.store(), Time: limit, Rules: a.rulesLines, Solve: a.SolveLine,
		NewEngine: func(g game.Game) (engine.Engine, error) {
			return a.NewEngine(g, runtime.GOMAXPROCS(0), env.ThinkingBytes)
		},
	}
	if shared.Interactive && shared.Screen && os.Getenv("TERM") != "dumb" {
		editor := line.NewEditor(a.In.(*os.File), a.Streams.Out.(*os.File))
		shared.Lines, shared.Out = editor, editor
		return shared
	}
	shared.Lines = line.NewReader(a.In, flushed{a.Out}, shared.Interactive)
	return shared
}

// flushed writes through a buffer at once.
type flushed struct{ *bufio.Writer }

func (f flushed) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	return n, cmp.Or(err, f.Flush())
}

func (f flushed) WriteString(text string) (int, error) { return f.Write([]byte(text)) }

func (a *app) hasPuzzles(g game.Game) bool { return len(a.Catalogue.Of(g).Puzzles.All()) > 0 }

// isExact reports whether the values of a game are known here.
func (a *app) isExact(g game.Game) bool {
	e, err := a.NewEngine(g, 1, env.PlayingBytes)
	return err == nil && e.Exact()
}

// gameToPlay makes a new game or finds the one to resume.
func (a *app) gameToPlay(store *local.Store, args []string, options *playOptions) (local.Saved, error) {
	if options.resume {
		saved, err := a.resume(store, args)
		if err != nil {
			return saved, err
		}
		return saved, options.addPlayers(&saved, otherSide(&saved))
	}
	g, err := a.FindGame(args[0])
	if err != nil {
		return local.Saved{}, err
	}
	saved, err := options.newGame(g)
	if err != nil {
		return saved, err
	}
	if rec, ok := store.Unfinished(); ok {
		fmt.Fprintln(a.Out, a.Texts().Text("terminal.unfinished", "game", a.Texts().Game(rec.Game), "command", "plateau play --resume")+"\n")
	}
	return saved, a.Flush()
}

// resume finds the game to continue: a saved one by its name, that of a file, or
// the last one, whose id may be given as well.
func (a *app) resume(store *local.Store, args []string) (local.Saved, error) {
	if len(args) > 0 {
		if _, err := a.Games.Find(args[0]); err != nil {
			if _, err := os.Stat(args[0]); err != nil && store.Has(args[0]) {
				return a.acceptDamaged(store.ResumeNamed(args[0]))
			}
			return a.acceptDamaged(local.Load(args[0], 1, a.Games))
		}
	}
	saved, err := a.acceptDamaged(store.Resume())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return saved, errors.New(a.Texts().Text("terminal.nothingSaved", "command", "plateau play GAME"))
	case err != nil:
		return saved, err
	case len(args) > 0 && !strings.EqualFold(args[0], saved.Record.Game.ID()):
		return saved, errors.New(a.Texts().Text("terminal.otherGameSaved", "game", a.Texts().Game(saved.Record.Game)))
	}
	return saved, nil
}

// acceptDamaged continues a damaged game with what could be read, and says so.
func (a *app) acceptDamaged(saved local.Saved, err error) (local.Saved, error) {
	if err != nil && saved.Record != nil {
		a.Warnf("%s\n%s", a.ErrorText(err), a.Texts().Text("terminal.beforeDamage"))
		return saved, nil
	}
	return saved, err
}

// HasScreen reports whether there is a terminal on which the app can draw, and
// somebody who looks at it.
func HasScreen(e *env.Env) bool {
	return e.Interactive() && e.OnScreen() && os.Getenv("TERM") != "dumb" && !e.Plain
}

// appTime is how long the engine of the app thinks about hints and moves.
const appTime = time.Second

// RunApp opens the terminal app.
func RunApp(ctx context.Context, e *env.Env) error {
	a := &app{e}
	var failures []func()
	// The screen belongs to the app until it ends.
	a.Knowledge = a.OpenKnowledge("", func(g game.Game, err error) {
		failures = append(failures, func() { a.ReportFailure(g, err) })
	})
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithInput(a.In), tea.WithOutput(a.Streams.Out)}
	if !a.WantsColour(true) {
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(screen.New(a.appConfig()), options...).Run()
	for _, report := range failures {
		report()
	}
	if errors.Is(err, tea.ErrInterrupted) {
		return env.ErrInterrupted
	}
	return err
}

// appConfig is what the terminal app needs.
func (a *app) appConfig() screen.Config {
	return screen.Config{
		Games: a.Catalogue, Language: a.Lang, Texts: a.TextsIn, ASCII: a.Style().ASCII, Light: isLight(os.Getenv("COLORFGBG")),
		NewStore: a.store, NewGame: a.chosenGame, Exact: a.isExact, Time: appTime,
		NewEngine: func(g game.Game) (engine.Engine, error) {
			return a.NewEngine(g, runtime.GOMAXPROCS(0), env.ThinkingBytes)
		},
		ReadRecord: func(path string) (local.Saved, error) { return local.Load(path, 1, a.Games) },
		WriteRecord: func(path string, rec *game.Record) error {
			var text bytes.Buffer
			if err := game.WriteRecord(&text, rec); err != nil {
				return err
			}
			return durable.Create(path, text.Bytes())
		},
		Solved:     func() (*local.Solved, error) { return local.ReadSolved(env.DataDir()) },
		LastServer: func() local.LastServer { return local.ReadLastServer(env.DataDir()) },
		KeepServer: func(last local.LastServer) error { return last.Keep(env.DataDir()) },
	}
}

// isLight reads what terminals say about their colours in COLORFGBG, such as "0;15" or
// "0;default;15": the last is the number of the background. It is dark if it is not
// known.
func isLight(colours string) bool {
	number, err := strconv.Atoi(colours[strings.LastIndexByte(colours, ';')+1:])
	return err == nil && (number == 7 || number > 8)
}

// chosenGame is the new game that somebody chose.
func (a *app) chosenGame(choice local.Choice) (local.Saved, error) {
	options := playOptions{app: a, seed: rand.Uint64()}
	options.take(choice)
	return options.newGame(choice.Game)
}
