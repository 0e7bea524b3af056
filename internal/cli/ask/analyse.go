package ask

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/cli/env"
	"plateau/internal/parallel"
	"plateau/internal/tui/local"
	"plateau/internal/tui/text"
)

type analyseOptions struct {
	limit          time.Duration
	depth, threads int
}

func (a *app) analyseCommand() *cobra.Command {
	options := analyseOptions{}
	cmd := a.WithJSON(&cobra.Command{
		Use:   "analyse GAME [POSITION]",
		Short: "Judge every move of a position, deeper and deeper",
		Long: `Judge every legal move of a position (by default the start position), deeper and
deeper, until all is proved, a limit is reached or Ctrl-C ends it. A terminal
always shows the latest state: depth, speed, the line of best play, and the
moves with their values, best first. Elsewhere there is one line per depth, and
the list of all moves at the end.

Values are as in 'plateau value'; numbers with a sign are estimates.`,
		Example: `  plateau analyse quixo
  plateau analyse pivot '4/1C2/4/4 2' --time 10s
  plateau analyse quixo --depth 6 --json`,
		Args:              env.Takes(2, "GAME"),
		ValidArgsFunction: a.CompleteGame,
		RunE: a.onGame(func(cmd *cobra.Command, g game.Game, args []string) error {
			switch {
			case len(args) > 0 && args[0] == env.StdinArg:
				return env.Usagef("one position is analysed at a time; 'plateau value --moves' takes many")
			case cmd.Flags().Changed("depth") && options.depth < 1:
				return env.Usagef("--depth %d: a depth is at least 1", options.depth)
			}
			return a.eachPosition(g, args, paragraphs, func(p game.Position) error {
				return a.analyse(cmd.Context(), p, options)
			})
		}),
	})
	env.AddTimeFlag(cmd, &options.limit, env.TimeFlag, 0, "stop after this time")
	cmd.Flags().IntVar(&options.depth, "depth", 0, "stop after looking `N` moves ahead")
	env.AddThreadsFlag(cmd, &options.threads, "search on `N` threads at once")
	a.addNotationFlag(cmd)
	a.AddTablebasesFlag(cmd)
	return cmd
}

// insight is what an analysis knows about a position at some moment.
type insight struct {
	engine.Analysis
	position game.Position
	seconds  float64
	// final means that nothing will follow.
	final bool
	// failure is why the analysis could not go on.
	failure error
}

func (a *app) analyse(ctx context.Context, p game.Position, options analyseOptions) error {
	e, err := a.NewEngine(p.Game(), options.threads, env.ThinkingBytes)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	if options.limit > 0 {
		ctx, stop = context.WithTimeout(ctx, options.limit)
		defer stop()
	}
	if options.depth == 0 {
		options.depth = allDepths
	}
	found := insights(ctx, e, p, options.depth)
	if a.OnScreen() && !a.AsJSON {
		screen := &screenView{app: a, began: time.Now(), latest: insight{position: p}}
		return a.follow(ctx, p, found, screen.show, screen.refresh)
	}
	return a.follow(ctx, p, found, a.writeInsight, func() {})
}

// insights runs an analysis. It waits until each insight is taken, so that none
// is lost; the last one is final.
func insights(ctx context.Context, e engine.Engine, p game.Position, depth int) <-chan insight {
	found := make(chan insight)
	began := time.Now()
	take := func(so *engine.Analysis) insight {
		now := insight{Analysis: *so, position: p, seconds: time.Since(began).Seconds()}
		now.Moves, now.Line = slices.Clone(so.Moves), slices.Clone(so.Line)
		return now
	}
	go func() {
		defer close(found)
		var last insight
		last.failure = parallel.Contain(func() error {
			last = take(e.Analyse(ctx, p, depth, func(so *engine.Analysis) {
				select {
				case found <- take(so):
				case <-ctx.Done():
				}
			}))
			return nil
		})
		last.final = true
		found <- last
	}()
	return found
}

// patience is how long to wait for a cancelled analysis.
const patience = time.Second / 2

// follow shows insights until the analysis ends, and calls refresh a few times
// per second. If the analysis does not end soon after it should, the latest
// insight counts as the last.
func (a *app) follow(ctx context.Context, p game.Position, found <-chan insight, show func(insight) error, refresh func()) error {
	ticker := time.NewTicker(time.Second / 5)
	defer ticker.Stop()
	latest := insight{position: p}
	var late <-chan time.Time
	cancelled := ctx.Done()
	for !latest.final {
		err := error(nil)
		select {
		case latest = <-found:
			if err = latest.failure; err == nil {
				err = show(latest)
			}
		case <-cancelled:
			cancelled, late = nil, time.After(patience)
		case <-late:
			latest.final = true
			err = show(latest)
		case <-ticker.C:
			refresh()
		}
		if err != nil {
			return err
		}
		if err := a.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// line is the text of the best line.
func (i *insight) line() []string { return local.LineTexts(i.position, i.Line) }

// verdict is the verdict of the position.
func (i *insight) verdict() engine.Verdict {
	return i.Verdict(i.position.Outcome(), teamToMove(i.position))
}

// rate is the number of nodes per second.
func (i *insight) rate() float64 { return float64(i.Nodes) / max(i.seconds, 1e-3) }

// effort says how deep and how fast the search is.
func (i *insight) effort() string {
	return fmt.Sprintf("depth %d, %s nodes, %s nodes/s", i.Depth, shortNumber(float64(i.Nodes)), shortNumber(i.rate()))
}

// shortNumber writes a large number in few characters.
func shortNumber(x float64) string {
	switch {
	case x >= 1e9:
		return fmt.Sprintf("%.2f G", x/1e9)
	case x >= 1e6:
		return fmt.Sprintf("%.2f M", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.1f k", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

// analysisObject is an insight; its keys are documented as stable.
type analysisObject struct {
	positionObject
	Depth          int     `json:"depth"`
	Final          bool    `json:"final"`
	Nodes          uint64  `json:"nodes"`
	Seconds        float64 `json:"seconds"`
	NodesPerSecond float64 `json:"nodes_per_second"`
	verdictObject
	Line  []string    `json:"line"`
	Moves []moveValue `json:"moves"`
}

// writeInsight writes one line or object per depth, and all moves at the end.
func (a *app) writeInsight(now insight) error {
	switch {
	case a.AsJSON:
		return a.WriteJSON(analysisObject{
			a.positionOf(now.position), now.Depth, now.final, now.Nodes, now.seconds, now.rate(),
			newVerdictObject(now.verdict()), now.line(), newMoveValues(now.position, &now.Analysis),
		})
	case now.final:
		a.writeValues(now.position, &now.Analysis, true)
	default:
		fmt.Fprintf(a.Out, "%s: %s, %s\n", now.effort(), text.Worth(now.verdict()), strings.Join(now.line(), " "))
	}
	return nil
}

// screenView writes the latest insight over the one before. The first depths come
// faster than anybody can read, so it draws only now and then.
type screenView struct {
	*app
	began  time.Time
	latest insight
	// rows is the number of lines on the screen.
	rows int
}

func (v *screenView) show(now insight) error {
	v.latest = now
	if now.final {
		v.refresh()
	}
	return nil
}

func (v *screenView) refresh() {
	width, height := v.TerminalSize()
	if height == 0 {
		height = pageHeight
	}
	lines := v.lines(width-1, height-1)
	if v.rows > 0 {
		fmt.Fprintf(v.Out, "\x1b[%dA\r\x1b[J", v.rows)
	}
	for _, line := range lines {
		fmt.Fprintln(v.Out, env.Cut(line, width-1))
	}
	v.rows = len(lines)
}

// lines is what the screen shows, within its height.
func (v *screenView) lines(width, height int) []string {
	now, p := &v.latest, v.latest.position
	state := "Ctrl-C ends it"
	if now.final {
		state = "done"
	}
	lines := []string{
		fmt.Sprintf("%s %s: %s", p.Game().ID(), v.positionText(p), text.Worth(now.verdict())),
		fmt.Sprintf("%s, %.0f s, %s", now.effort(), time.Since(v.began).Seconds(), state),
		strings.Join(append([]string{"best play"}, now.line()...), " "),
	}
	cells := text.Each(now.Moves, func(m engine.MoveVerdict) string { return p.MoveText(m.Move) + "  " + text.Worth(m.Verdict) })
	lines = append(lines, columns(cells, width, max(height-len(lines), 1))...)
	return lines[:min(len(lines), max(height, 1))]
}

// columns arranges cells in columns, each from the top down. The last row says
// how many cells do not fit.
func columns(cells []string, width, rows int) []string {
	longest := 0
	for _, cell := range cells {
		longest = max(longest, len([]rune(cell)))
	}
	count := max(1, width/(longest+columnGap))
	more := ""
	if len(cells) > count*rows {
		rows--
		more = fmt.Sprintf("and %d more", len(cells)-count*rows)
	}
	rows = min(rows, len(cells))
	lines := make([]string, 0, rows+1)
	for row := range rows {
		var b strings.Builder
		for i := row; i < min(len(cells), count*rows); i += rows {
			fmt.Fprintf(&b, "%*s%-*s", columnGap, "", longest, cells[i])
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	if more != "" {
		lines = append(lines, more)
	}
	return lines
}

const columnGap = 2

// pageHeight is the height of a terminal of unknown size.
const pageHeight = 24
