package cli

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
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
		Use:     "play (GAME | --resume [FILE])",
		GroupID: playGroup,
		Short:   "Play a game at this keyboard",
		Long: `Play a game at this keyboard, for all who sit at it, or against the computer.
Type moves, or ? for the legal ones, hint for the best one and help for the
other commands.

After every move the game is saved, so that nothing is lost whatever happens:
'plateau play --resume' goes on with it. A FILE behind --resume goes on with
the game of a record instead.

Players are named so that the sides alternate: the first (and third) against
the second (and fourth). Unless you say otherwise the first takes the first
side, which is player 1, the circles of Pivot or the crosses of Quixo, and
begins.

With --computer LEVEL the computer is the second named, so that --begins 2 lets
it begin. Levels go from 1 for beginners to 6, and perfect. With SEAT=LEVEL it
plays any seats, each at a level of its own.`,
		Example: `  plateau play quixo
  plateau play quixo --computer 2
  plateau play quantik --names Ann --computer perfect --begins computer
  plateau play quixo4p --computer O1=4,O2=4,X2=6
  plateau play quantik --names Ann,Ben --begins lot
  plateau play quixo4p --names Ann,Ben,Cid,Dea
  plateau play pivot --random 2
  plateau play quixo --from '5/5/2X2/5/5 O'
  plateau play --resume`,
		Args:              takes(1),
		ValidArgsFunction: a.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			options.beginsSet = cmd.Flags().Changed("begins")
			options.firstSet = cmd.Flags().Changed("first")
			if options.seedSet = cmd.Flags().Changed(seedFlag); !options.seedSet {
				options.seed = rand.Uint64()
			}
			return a.play(cmd, args, &options)
		},
	}
	options.addFlags(cmd)
	a.addTablebasesFlag(cmd)
	if err := errors.Join(
		cmd.RegisterFlagCompletionFunc("random", a.completeSeats),
		cmd.RegisterFlagCompletionFunc("computer", a.completeComputer),
	); err != nil {
		panic(err)
	}
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
	flags.StringVar(&o.begins, "begins", "", "`WHO` begins: a name, 1, 2 or lot")
	flags.StringVar(&o.first, "first", "", "`WHO` takes the first side: a name, 1, 2 or lot")
	flags.StringSliceVar(&o.random, "random", nil, "let a `SEAT` play at random (may be repeated)")
	flags.StringSliceVar(&o.computer, "computer", nil,
		"let the computer play the other side at a `LEVEL`, or a seat by SEAT=LEVEL (may be repeated)")
	flags.Uint64Var(&o.seed, seedFlag, 0, "make lots and the moves of the computer repeatable by a `NUMBER`")
	o.limit.addFlag(cmd, time.Second, "let strongest, hints and values think so long")
	flags.StringVar(&o.from, "from", "", "begin at a `POSITION`")
	flags.BoolVar(&o.resume, "resume", false, "go on with the game that was saved last")
}

// contradicting are pairs of flags that cannot both be meant.
var contradicting = [][2]string{
	{"resume", "names"}, {"resume", "begins"}, {"resume", "first"}, {"resume", "from"}, {"from", "begins"},
}

func refuseContradictions(cmd *cobra.Command) error {
	for _, pair := range contradicting {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return usagef("--%s and --%s exclude each other", pair[0], pair[1])
		}
	}
	return nil
}

func (a *app) play(cmd *cobra.Command, args []string, options *playOptions) error {
	if err := refuseContradictions(cmd); err != nil {
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
		Games: a.games, Store: store, Time: time.Duration(options.limit),
		NewEngine: func(g game.Game) (engine.Engine, error) {
			return a.allCores(g)
		},
	})
	err = session.Run(ctx)
	if errors.Is(err, prompt.ErrInterrupted) {
		return errInterrupted
	}
	return err
}

// gameToPlay makes a new game or finds the one to go on with.
func (a *app) gameToPlay(store *prompt.Store, args []string, options *playOptions) (prompt.Saved, error) {
	if options.resume {
		saved, err := a.resume(store, args)
		if err != nil {
			return saved, err
		}
		return saved, options.addPlayers(&saved, otherSide(&saved))
	}
	if len(args) == 0 {
		return prompt.Saved{}, usagef("GAME is missing; or go on with the last one by --resume")
	}
	g, err := a.findGame(args[0])
	if err != nil {
		return prompt.Saved{}, err
	}
	if rec, waiting := store.Waiting(); waiting {
		fmt.Fprintf(a.out, "An unfinished game of %s is saved; 'plateau play --resume' goes on with it.\n\n", a.style().GameName(rec.Game))
	}
	return options.newGame(g)
}

// resume finds the game to go on with: the last one, which may be told by its
// name as well, or that of a file.
func (a *app) resume(store *prompt.Store, args []string) (prompt.Saved, error) {
	if len(args) > 0 {
		if _, err := a.games.Find(args[0]); err != nil {
			return a.toldDamage(prompt.Load(args[0], 1, a.games))
		}
	}
	saved, err := a.toldDamage(store.Resume())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return saved, errors.New("no game is saved; begin one with 'plateau play GAME'")
	case err != nil:
		return saved, err
	case len(args) > 0 && !strings.EqualFold(args[0], saved.Record.Game.ID()):
		return saved, fmt.Errorf("the game that is saved is one of %s", a.style().GameName(saved.Record.Game))
	}
	return saved, nil
}

// toldDamage is content with what could be read of a damaged game, and says so.
func (a *app) toldDamage(saved prompt.Saved, err error) (prompt.Saved, error) {
	if err != nil && saved.Record != nil {
		fmt.Fprintf(a.Err, "plateau: %v\nThe game goes on from what comes before the damage.\n", err)
		return saved, nil
	}
	return saved, err
}
