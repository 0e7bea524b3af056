package engines

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"plateau/game"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
	"plateau/internal/config"
	"plateau/internal/referee"
)

// matchOptions are the flags that are not fields of the referee's match.
type matchOptions struct {
	a, b            env.LevelFlag
	engines         []string
	openingFile     string
	clock, sprt     string
	records, log    string
	resume          bool
	report          int
	patience, grace time.Duration
}

func (a *app) matchCommand() *cobra.Command {
	c := &contest{app: a}
	cmd := a.WithJSON(&cobra.Command{
		Use:   "match GAME --engine SPEC --engine SPEC...",
		Short: "Let engines and levels play many games against each other",
		Long: `Let engines play many games against each other, several at once, and print the
score, each player's share of the points (a draw is half a point), and the
difference in Elo rating that it suggests, with its bounds at a confidence of
95%. Players are levels of Plateau (level=5), or any programs that speak the
protocol of docs/engines.md ('cmd=./mybot,name=Mine'); --a and --b are short for
two levels. With more than two, everybody meets everybody.

Games begin with some random moves, so that they differ, or from the openings in
a file; every opening is played twice, with sides swapped. A program that
crashes, is late or plays an illegal move loses the game and is started again.
Ctrl-C ends the match with the score so far. A seed makes a match of levels
repeatable, unless strongest plays, which depends on time.`,
		Example: `  plateau match quixo --a 3 --b 2 --games 200
  plateau match quantik --a perfect --b 6 --games 1000 --seed 1
  plateau match pivot --engine 'cmd=./mybot,name=Mine' --engine level=3
  plateau match quixo --engine level=4 --engine level=3 --engine level=2
  plateau match quixo --engine ./new --engine ./old --clock 10+0.1 --sprt 0,10
  plateau match quixo --a 5 --b 4 --records games.plateau --resume`,
		Args:              env.Takes(0, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.OnGame(func(cmd *cobra.Command, g game.Game, _ []string) error {
			return c.match(cmd, g)
		}),
	})
	c.addFlags(cmd)
	a.AddTablebasesFlag(cmd)
	return cmd
}

func (c *contest) addFlags(cmd *cobra.Command) {
	o, run, flags := &c.options, &c.run, cmd.Flags()
	flags.StringArrayVar(&o.engines, "engine", nil, "a player: level=N or cmd=COMMAND, with name=, dir=, time=, clock=, depth=, nodes= and option.NAME= (`SPEC`)")
	// Cobra completes names of one letter only if they are shorthands, too.
	env.AddLevelFlag(cmd, &o.a, "a", "a", "the level of player A: 1 to 6, perfect or strongest")
	env.AddLevelFlag(cmd, &o.b, "b", "b", "the level of player B")
	formats := []string{string(referee.RoundRobin), string(referee.Gauntlet)}
	run.Format = referee.RoundRobin
	flags.Var(config.Choice((*string)(&run.Format), "FORMAT", formats...), "format", "who meets whom: round-robin, or gauntlet for the first against all others")
	env.CompleteFlag(cmd, "format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	env.AddCountFlag(cmd, &run.Games, "games", 100, "play `N` games between each two who meet")
	flags.IntVar(&run.RandomPlies, "openings", 2, "begin with this many random moves (`PLIES`)")
	flags.StringVar(&o.openingFile, "opening-file", "", "begin with the openings in `FILE`: records, or a position and moves in each line")
	env.AddTimeFlag(cmd, &run.Control.MoveTime, env.TimeFlag, 100*time.Millisecond, "the time for a move; levels below perfect have limits of their own")
	flags.StringVar(&o.clock, "clock", "", "give each seat a clock instead, in seconds: `MAIN+INCREMENT`, such as 60+0.5")
	flags.IntVar(&run.Control.Depth, "depth", 0, "let players look `N` moves ahead instead")
	flags.Uint64Var(&run.Control.Nodes, "nodes", 0, "let players look at `N` positions instead")
	env.AddTimeFlag(cmd, &o.grace, "grace", 50*time.Millisecond, "how much later than its time the move of a program may come")
	env.AddTimeFlag(cmd, &o.patience, "patience", 10*time.Second, "how long a program may take to start, to get ready, and to move without a clock")
	flags.IntVar(&run.AdjudicateFrom, "adjudicate", -1, "end games from this `PLY` on when their exact value is known")
	env.AddCountFlag(cmd, &run.MaxPlies, "max-moves", 400, "a game that is not over after `N` moves is drawn")
	flags.StringVar(&o.sprt, "sprt", "", "stop when a sequential test is decided: `ELO0,ELO1` and alpha=, beta=, model=logistic or normalised")
	flags.StringVar(&o.records, "records", "", "write the games to a new `FILE`")
	flags.BoolVar(&o.resume, "resume", false, "continue the match whose games are in the file of --records")
	flags.StringVar(&o.log, "log", "", "write all that is said to and by programs to `FILE`")
	flags.IntVar(&o.report, "report", 0, "print the score after every `N` games")
	env.AddSeedFlag(cmd, &run.Seed, "seed the match with a `NUMBER`, to repeat it")
	env.AddThreadsFlag(cmd, &run.Workers, "play `N` games at once")
}

// maxOpening keeps openings shorter than any game.
const maxOpening = 6

// check completes the options.
func (c *contest) check(cmd *cobra.Command) error {
	o, run, changed := &c.options, &c.run, cmd.Flags().Changed
	switch levels := o.a.Level != 0 || o.b.Level != 0; {
	case len(o.engines) > 0 && levels:
		return env.Usagef("either --engine for each player, or --a and --b")
	case len(o.engines) == 0 && (o.a.Level == 0 || o.b.Level == 0):
		return env.Usagef("both players need a level, --a LEVEL --b LEVEL; or use --engine for each player")
	case len(o.engines) == 1:
		return env.Usagef("a match needs two players at least: --engine once more")
	case run.RandomPlies < 0 || run.RandomPlies > maxOpening:
		return env.Usagef("--openings %d: choose 0 to %d", run.RandomPlies, maxOpening)
	case o.openingFile != "" && changed("openings"):
		return env.Usagef("either --openings or --opening-file")
	case o.resume && o.records == "":
		return env.Usagef("--resume needs the file of the games: --records FILE")
	case run.Control.Depth < 0:
		return env.Usagef("--depth %d: a depth is at least 1", run.Control.Depth)
	case run.AdjudicateFrom < 0 && changed("adjudicate"):
		return env.Usagef("--adjudicate %d: choose a ply from 0 on", run.AdjudicateFrom)
	case o.report < 0:
		return env.Usagef("--report %d: choose a number of games", o.report)
	}
	limits := 0
	for _, name := range []string{env.TimeFlag, "clock", "depth", "nodes"} {
		if changed(name) {
			limits++
		}
	}
	if limits > 1 {
		return env.Usagef("choose one of --time, --clock, --depth and --nodes")
	}
	if limits == 1 && !changed(env.TimeFlag) {
		run.Control.MoveTime = 0
	}
	if o.clock == "" {
		return nil
	}
	var err error
	run.Control, err = parseClock(o.clock)
	return err
}

// contest is a match with the texts about it.
type contest struct {
	*app
	options matchOptions
	players []player
	exact   bool // all values of the game are known
	run     referee.Match
	log     *referee.TalkLog
}

func (c *contest) match(cmd *cobra.Command, g game.Game) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	c.run.Game, c.run.Began, c.run.Counted = g, time.Now(), c.report
	if err := c.prepare(cmd.Flags().Changed(env.SeedFlag)); err != nil {
		return err
	}
	// Unlike other work, a match ends soon after it is interrupted, and its
	// programs must not be left behind.
	ctx, stop := env.UntilInterrupted(cmd.Context())
	defer stop()
	endStatus := c.ShowStatus(time.Second, 0, c.status)
	err := c.run.Play(ctx)
	endStatus()
	interrupted := ctx.Err() != nil
	if c.log != nil {
		err = cmp.Or(err, c.log.Close())
	}
	if err != nil && !interrupted {
		return err
	}
	c.run.Look(func(s *referee.Score) { err = c.writeStanding(s, true, interrupted) })
	if err != nil {
		return err
	}
	if interrupted {
		return env.ErrInterrupted
	}
	return nil
}

// prepare makes the players and opens the files.
func (c *contest) prepare(seeded bool) (err error) {
	if c.players, err = c.makePlayers(); err != nil {
		return err
	}
	if c.run.Test, err = parseTest(c.options.sprt); err != nil {
		return err
	}
	if c.run.Test != nil && len(c.players) != 2 {
		return env.Usagef("--sprt compares two players, not %d", len(c.players))
	}
	if c.options.log != "" {
		if c.log, err = referee.NewTalkLog(c.options.log); err != nil {
			return err
		}
	}
	if err := c.prepareRun(seeded); err != nil {
		return err
	}
	c.notePerfect()
	return nil
}

func (c *contest) prepareRun(seeded bool) (err error) {
	o := &c.options
	for i := range c.players {
		c.run.Entrants = append(c.run.Entrants, c.entrant(&c.players[i]))
	}
	if o.openingFile != "" {
		if c.run.Openings, err = referee.ReadOpenings(o.openingFile, c.run.Game, c.Games, env.PlayWords); err != nil {
			return err
		}
	}
	if c.run.AdjudicateFrom >= 0 {
		e, err := c.NewEngine(c.run.Game, 1, env.PlayingBytes)
		if err != nil {
			return err
		}
		if !e.Exact() {
			return env.Usagef("--adjudicate: the values of %s are not known here", c.run.Game.ID())
		}
		c.run.Value = referee.ValuesOf(e)
	}
	return c.run.Prepare(o.records, o.resume, seeded, c.Games)
}

// report prints the score after every few games, if that was asked for.
func (c *contest) report(s *referee.Score) error {
	if n := c.options.report; n > 0 && s.Games()%n == 0 {
		return cmp.Or(c.writeStanding(s, false, false), c.Flush())
	}
	return nil
}

func (c *contest) status() (text string) {
	c.run.Look(func(s *referee.Score) { text = c.statusOf(s) })
	return text
}

func (c *contest) statusOf(so *referee.Score) string {
	done, all := so.Games(), so.Total
	text := fmt.Sprintf("%d of %d games", done, all)
	if len(c.players) == 2 {
		s := so.Scores[0][1]
		text += fmt.Sprintf(", +%d =%d -%d", s.Wins, s.Draws, s.Losses)
		if done > 0 {
			difference, margin := s.Elo()
			text += fmt.Sprintf(", %.1f %%, Elo %+.0f ± %.0f", 100*s.Points(), difference, margin)
		}
		if test := c.run.Test; test != nil {
			lower, upper := test.Bounds()
			text += fmt.Sprintf(", LLR %.2f (%.2f to %.2f)", test.OfPairs(so.Pairs), lower, upper)
		}
	} else if done > 0 {
		first := so.Order()[0]
		text += fmt.Sprintf(", %s leads with %.1f %%", c.players[first].name, 100*so.Of(first).Points())
	}
	if done > 0 {
		left := time.Since(c.run.Began) / time.Duration(done) * time.Duration(all-done)
		text += ", " + amount.Duration(left) + " left"
	}
	return text
}

// finite is a number that JSON can write.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
