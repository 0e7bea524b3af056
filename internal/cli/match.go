package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/arena"
	"plateau/internal/tui/caption"
)

type matchOptions struct {
	a, b           levelFlag
	games, opening int
	records        string
	seed           uint64
	limit          time.Duration
	threads        int
}

func (a *app) matchCommand() *cobra.Command {
	options := matchOptions{}
	cmd := a.withJSON(&cobra.Command{
		Use:   "match GAME --a LEVEL --b LEVEL",
		Short: "Let two levels play many games against each other",
		Long: `Let two levels play many games against each other, several at once, and print
the score, A's share of the points (a draw is half a point), and the difference
in Elo rating that it suggests, with its bounds at a confidence of 95%.

Games begin with some random moves, so that they differ; every opening is played
twice, with sides swapped. Ctrl-C ends the match with the score so far. A seed
makes a match repeatable, unless strongest plays, which depends on time. A game
of Quixo that is not over after 400 moves counts as drawn.`,
		Example: `  plateau match quixo --a 3 --b 2 --games 200
  plateau match quantik --a perfect --b 6 --games 1000 --seed 1
  plateau match pivot --a 5 --b 4 --games 20 --records games.plateau`,
		Args:              takes(0, "GAME"),
		ValidArgsFunction: a.completeGame,
		RunE: a.onGame(func(cmd *cobra.Command, g game.Game, _ []string) error {
			if err := options.check(); err != nil {
				return err
			}
			return a.match(cmd.Context(), g, options)
		}),
	})
	options.addFlags(cmd)
	a.addTablebasesFlag(cmd)
	return cmd
}

func (o *matchOptions) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	// Cobra completes names of one letter only if they are shorthands, too.
	addLevelFlag(cmd, &o.a, "a", "a", "the level of player A: 1 to 6, perfect or strongest")
	addLevelFlag(cmd, &o.b, "b", "b", "the level of player B")
	addCountFlag(cmd, &o.games, "games", 100, "play `N` games")
	flags.IntVar(&o.opening, "openings", 2, "begin with this many random moves (`PLIES`)")
	flags.StringVar(&o.records, "records", "", "write the games to a new `FILE`")
	addSeedFlag(cmd, &o.seed, "seed the match with a `NUMBER`, to repeat it")
	addTimeFlag(cmd, &o.limit, timeFlag, 100*time.Millisecond, "how long strongest may think about a move")
	addThreadsFlag(cmd, &o.threads, "play `N` games at once")
}

// maxOpening keeps openings shorter than any game.
const maxOpening = 6

func (o *matchOptions) check() error {
	switch {
	case o.a.Level == 0 || o.b.Level == 0:
		return usagef("both players need a level: --a LEVEL --b LEVEL")
	case o.opening < 0 || o.opening > maxOpening:
		return usagef("--openings %d: choose 0 to %d", o.opening, maxOpening)
	}
	return nil
}

// contest is a match while it is played.
type contest struct {
	game      game.Game
	options   matchOptions
	exact     bool
	began     time.Time
	records   *recordsFile
	newEngine func(g game.Game, workers, transpositionBytes int) (engine.Engine, error)

	mu       sync.Mutex
	score    arena.Score
	writeErr error
}

func (a *app) match(ctx context.Context, g game.Game, options matchOptions) error {
	// One engine, made first, shows whether values are known and whether there
	// can be engines at all.
	e, err := a.newEngine(g, 1, playingBytes)
	if err != nil {
		return err
	}
	c := &contest{game: g, newEngine: a.newEngine, options: options, exact: e.Exact(), began: time.Now()}
	perfect := options.a.Level == engine.Perfect && !options.a.strongest || options.b.Level == engine.Perfect && !options.b.strongest
	if options.records != "" {
		if c.records, err = newRecordsFile(options.records); err != nil {
			return err
		}
	}
	if perfect && !c.exact && !a.asJSON {
		a.noteStrongest(g)
	}
	_, err = await(ctx, a, c.status, c.play)
	interrupted := err != nil
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.records != nil {
		c.writeErr = cmp.Or(c.writeErr, c.records.close())
	}
	if c.writeErr != nil {
		return c.writeErr
	}
	if err := a.writeScore(c, interrupted); err != nil {
		return err
	}
	if interrupted {
		return errInterrupted
	}
	return nil
}

// play plays the games. Games that end after an interruption do not count.
func (c *contest) play(ctx context.Context) (arena.Score, error) {
	o := c.options
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	run := arena.Contest{
		Game: c.game, Games: o.games, Opening: o.opening, Seed: o.seed, Workers: o.threads,
		NameA: "A " + levelName(o.a.Level, c.exact), NameB: "B " + levelName(o.b.Level, c.exact),
		A: func(int) arena.Player { return c.player(o.a.Level) },
		B: func(int) arena.Player { return c.player(o.b.Level) },
		Finished: func(number int, m *game.Match, aFirst bool) {
			if err := c.finished(ctx, number, m, aFirst); err != nil {
				stop()
			}
		},
	}
	return run.Run(ctx)
}

func (c *contest) finished(ctx context.Context, number int, m *game.Match, aFirst bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ctx.Err() != nil {
		return nil
	}
	c.score.Add(m.Verdict().Outcome, aFirst)
	if c.records != nil {
		c.writeErr = cmp.Or(c.writeErr, c.records.add(number, c.recordOf(number, m)))
	}
	return c.writeErr
}

// player makes a player with its own engine.
func (c *contest) player(level engine.Level) arena.Player {
	e, err := c.newEngine(c.game, 1, playingBytes)
	if err != nil {
		// One could be made when the match began.
		panic(err)
	}
	return func(ctx context.Context, m *game.Match, rng *rand.Rand) game.Move {
		return chooseWithin(ctx, c.options.limit, e, m, level, rng).Move
	}
}

func (c *contest) status() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	done := c.score.Games()
	text := fmt.Sprintf("%d of %d games, +%d =%d -%d", done, c.options.games, c.score.Wins, c.score.Draws, c.score.Losses)
	if done > 0 {
		left := time.Since(c.began) / time.Duration(done) * time.Duration(c.options.games-done)
		text += fmt.Sprintf(", %.1f %%, %s left", 100*c.score.Points(), caption.Duration(left))
	}
	return text
}

// scoreObject is the result of a match; its keys are documented as stable.
type scoreObject struct {
	Game        string   `json:"game"`
	A           string   `json:"a"`
	B           string   `json:"b"`
	Games       int      `json:"games"`
	Wins        int      `json:"wins"`
	Draws       int      `json:"draws"`
	Losses      int      `json:"losses"`
	Points      float64  `json:"points"`
	Elo         *float64 `json:"elo"`
	EloMargin   *float64 `json:"eloMargin"`
	Seed        uint64   `json:"seed,string"`
	Seconds     float64  `json:"seconds"`
	Interrupted bool     `json:"interrupted"`
}

func (a *app) writeScore(c *contest, interrupted bool) error {
	s, o := c.score, c.options
	object := scoreObject{
		Game: c.game.ID(), A: levelName(o.a.Level, c.exact), B: levelName(o.b.Level, c.exact),
		Games: s.Games(), Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Points: s.Points(),
		Seed: o.seed, Seconds: time.Since(c.began).Seconds(), Interrupted: interrupted,
	}
	difference, margin := s.Elo()
	object.Elo, object.EloMargin = finite(difference), finite(margin)
	if a.asJSON {
		return a.writeJSON(object)
	}
	if interrupted {
		fmt.Fprintf(a.out, "Interrupted after %d of %d games.\n", s.Games(), o.games)
	}
	if s.Games() == 0 {
		return nil
	}
	fmt.Fprintf(a.out, "A (%s) against B (%s): %d won, %d drawn, %d lost of %d\n",
		object.A, object.B, s.Wins, s.Draws, s.Losses, s.Games())
	fmt.Fprintf(a.out, "A has %.1f %% of the points\n", 100*s.Points())
	fmt.Fprintf(a.out, "Elo difference %s\n", eloText(object.Elo, object.EloMargin))
	fmt.Fprintf(a.out, "Seed %d, %s\n", o.seed, caption.Duration(time.Since(c.began)))
	return nil
}

// eloText is the difference in rating, as far as the games show it.
func eloText(difference, margin *float64) string {
	switch {
	case difference == nil:
		return "beyond measure: one side has all the points"
	case margin == nil:
		return fmt.Sprintf("%+.0f; there are too few games to bound it", *difference)
	default:
		return fmt.Sprintf("%+.0f, 95%% sure within %.0f either way", *difference, *margin)
	}
}

// finite is a number that JSON can write.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// recordOf is the record of a game of the match. A game that was stopped for its
// length is drawn, which does not follow from its moves.
func (c *contest) recordOf(number int, m *game.Match) *game.Record {
	rec := game.RecordOf(m)
	if !rec.Outcome.Over() {
		rec.Outcome = game.Drawn
	}
	rec.Tags = []game.Tag{
		{Name: "Date", Value: c.began.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(number + 1)},
		{Name: "Opening", Value: strconv.Itoa(min(c.options.opening, m.Plies()))},
		{Name: "Seed", Value: strconv.FormatUint(c.options.seed, 10)},
	}
	return rec
}

// recordsFile is a new file of records. They are written in the order of their
// numbers, in whatever order they come.
type recordsFile struct {
	file *os.File
	out  *bufio.Writer
	// next is the number to be written next, held has those that came early.
	next int
	held map[int]*game.Record
}

// newRecordsFile refuses a file that exists.
func newRecordsFile(path string) (*recordsFile, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, errors.New(path + " exists already")
	}
	if err != nil {
		return nil, err
	}
	return &recordsFile{file: f, out: bufio.NewWriter(f), held: map[int]*game.Record{}}, nil
}

func (r *recordsFile) add(number int, rec *game.Record) error {
	r.held[number] = rec
	for ; r.held[r.next] != nil; r.next++ {
		if err := game.WriteRecord(r.out, r.held[r.next]); err != nil {
			return err
		}
		delete(r.held, r.next)
	}
	return nil
}

// close writes the records that were waiting for a game that will not come.
func (r *recordsFile) close() error {
	var errs []error
	for _, number := range slices.Sorted(maps.Keys(r.held)) {
		errs = append(errs, game.WriteRecord(r.out, r.held[number]))
	}
	clear(r.held)
	return errors.Join(append(errs, r.out.Flush(), r.file.Close())...)
}
