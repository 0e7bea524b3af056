package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/prompt"
)

func (a *app) playCommand() *cobra.Command {
	options := playOptions{app: a}
	cmd := &cobra.Command{
		Use:   "play (GAME | --resume [FILE])",
		Short: "Play a game at this keyboard",
		Long: `Play a game at this keyboard, with others or against the computer. Type a move,
? for the legal moves, hint for the best one, or help for the other commands.

The game is saved after every move, so nothing is lost whatever happens:
'plateau play --resume' continues it, and --resume FILE continues the game of a
record.

The names of the players alternate between the sides: the first (and third)
against the second (and fourth). By default the first player takes the first
side, which is the light pieces of Quantik, the circles of Pivot or the crosses
of Quixo, and begins; in Quantik, lots are drawn for who begins.

With --computer LEVEL the computer is the second player, so --begins 2 lets it
begin. Levels go from 1 for beginners to 6, and perfect. With SEAT=LEVEL it
plays any seats, each at its own level.`,
		Example: `  plateau play quixo
  plateau play quixo --computer 2
  plateau play quantik --names Ann --computer perfect --begins computer
  plateau play quixo4p --computer O1=4,O2=4,X2=6
  plateau play quantik --names Ann,Ben --begins Ben --first Ann
  plateau play quixo4p --names Ann,Ben,Cid,Dea
  plateau play pivot --random 2
  plateau play quixo --from '5/5/2X2/5/5 O'
  plateau play --resume`,
		Args:              takes(1),
		ValidArgsFunction: a.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			options.beginsSet = cmd.Flags().Changed("begins")
			options.firstSet = cmd.Flags().Changed("first")
			options.seedSet = cmd.Flags().Changed(seedFlag)
			return a.play(cmd, args, &options)
		},
	}
	options.addFlags(cmd)
	a.addTablebasesFlag(cmd)
	completeFlag(cmd, "random", a.completeSeats)
	completeFlag(cmd, "computer", a.completeComputer)
	return cmd
}

// completeSeats completes the seats of the game that is the first argument.
func (a *app) completeSeats(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var ids []string
	if len(args) > 0 {
		if g, err := a.games.Find(args[0]); err == nil {
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
	flags.StringVar(&o.begins, "begins", "", "`WHO` begins: a name, 1, 2 or random")
	flags.StringVar(&o.first, "first", "", "`WHO` takes the first side: a name, 1, 2 or random")
	flags.StringSliceVar(&o.random, "random", nil, "let a `SEAT` play at random (repeatable)")
	flags.StringSliceVar(&o.computer, "computer", nil,
		"let the computer play the other side at a `LEVEL`, or a seat with SEAT=LEVEL (repeatable)")
	addSeedFlag(cmd, &o.seed, "seed all random choices with a `NUMBER`, to repeat them")
	addTimeFlag(cmd, &o.limit, timeFlag, time.Second, "how long strongest, hints and values may think")
	flags.StringVar(&o.from, "from", "", "start from a `POSITION`")
	flags.BoolVar(&o.resume, "resume", false, "continue the game that was saved last")
}

// conflicting are pairs of flags that exclude each other.
var conflicting = [][2]string{
	{"resume", "names"}, {"resume", "begins"}, {"resume", "first"}, {"resume", "from"}, {"from", "begins"},
}

func refuseConflicts(cmd *cobra.Command) error {
	for _, pair := range conflicting {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return usagef("--%s and --%s exclude each other", pair[0], pair[1])
		}
	}
	return nil
}

func (a *app) play(cmd *cobra.Command, args []string, options *playOptions) error {
	if err := refuseConflicts(cmd); err != nil {
		return err
	}
	store := prompt.NewStore(dataDir(), a.games)
	saved, err := a.gameToPlay(store, args, options)
	if err != nil {
		return err
	}
	width, height := a.terminalSize()
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	session := prompt.NewSession(prompt.Config{
		Game: saved, In: a.In, Out: a.out, Interactive: isTerminal(a.In), Screen: isTerminal(a.Out),
		Style: a.style(), Width: width, Height: height,
		Games: a.games, Store: store, Time: options.limit,
		WriteRules: func(g game.Game, out *bufio.Writer) error {
			book, err := a.catalogue.Of(g).Rulebook.Book(localLanguage(os.Getenv))
			if err != nil {
				return err
			}
			return a.writeRules(book, out)
		},
		NewEngine: func(g game.Game) (engine.Engine, error) {
			return a.newEngine(g, runtime.GOMAXPROCS(0), thinkingBytes)
		},
	})
	err = session.Run(ctx)
	if errors.Is(err, prompt.ErrInterrupted) {
		return errInterrupted
	}
	return err
}

// gameToPlay makes a new game or finds the one to resume.
func (a *app) gameToPlay(store *prompt.Store, args []string, options *playOptions) (prompt.Saved, error) {
	if options.resume {
		saved, err := a.resume(store, args)
		if err != nil {
			return saved, err
		}
		return saved, options.addPlayers(&saved, otherSide(&saved))
	}
	if len(args) == 0 {
		return prompt.Saved{}, usagef("GAME is missing; --resume continues the last one")
	}
	g, err := a.findGame(args[0])
	if err != nil {
		return prompt.Saved{}, err
	}
	saved, err := options.newGame(g)
	if err != nil {
		return saved, err
	}
	if rec, ok := store.Unfinished(); ok {
		fmt.Fprintf(a.out, "An unfinished game of %s is saved; 'plateau play --resume' continues it.\n\n", a.style().GameName(rec.Game))
	}
	return saved, nil
}

// resume finds the game to continue: that of a file, or the last one, whose id
// may be given as well.
func (a *app) resume(store *prompt.Store, args []string) (prompt.Saved, error) {
	if len(args) > 0 {
		if _, err := a.games.Find(args[0]); err != nil {
			return a.acceptDamaged(prompt.Load(args[0], 1, a.games))
		}
	}
	saved, err := a.acceptDamaged(store.Resume())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return saved, errors.New("no game is saved; start one with 'plateau play GAME'")
	case err != nil:
		return saved, err
	case len(args) > 0 && !strings.EqualFold(args[0], saved.Record.Game.ID()):
		return saved, fmt.Errorf("the saved game is %s", a.style().GameName(saved.Record.Game))
	}
	return saved, nil
}

// acceptDamaged continues a damaged game with what could be read, and says so.
func (a *app) acceptDamaged(saved prompt.Saved, err error) (prompt.Saved, error) {
	if err != nil && saved.Record != nil {
		a.warnf("%v\nThe game continues from what comes before the damage.", err)
		return saved, nil
	}
	return saved, err
}
