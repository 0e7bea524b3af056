package cli

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"plateau/engine/quixofit"
	"plateau/engine/quixonet"
	"plateau/internal/durable"
	"plateau/internal/parallel"
	"plateau/tablebase"
)

// estimatePlan is how the estimate that is part of the program was made.
type estimatePlan struct {
	positions, rounds int
	seed              uint64
}

func (a *app) tableEstimateCommand() *cobra.Command {
	plan := estimatePlan{}
	cmd := &cobra.Command{
		Use:   "estimate FILE [DIR]",
		Short: "Fit the evaluation of Quixo to its tablebase",
		Long: `Draw positions of Quixo by lot, look up what they are worth in the complete
table, and fit to that the small network by which the search judges positions
where there is no table. The same table, numbers and seed always give the same
bytes on machines of one kind. The file is part of the program; 'make estimate'
makes it anew and compares it. It takes about five minutes and half a
gigabyte of memory.`,
		Example: `  plateau table estimate estimate.bin
  plateau table estimate estimate.bin /data --positions 1000000 --rounds 2`,
		Args: takes(1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.tableEstimate(cmd.Context(), args[0], args[1:], plan)
		},
	}
	cmd.Flags().IntVar(&plan.positions, "positions", 16_000_000, "how many `positions` are drawn")
	cmd.Flags().IntVar(&plan.rounds, "rounds", 6, "how often each is looked at")
	cmd.Flags().Uint64Var(&plan.seed, "seed", 1, "the lots")
	return cmd
}

func (a *app) tableEstimate(ctx context.Context, file string, folder []string, plan estimatePlan) error {
	if plan.positions < quixofit.FewestExamples || plan.rounds < 1 {
		return usagef("an estimate needs at least %d positions and one round", quixofit.FewestExamples)
	}
	dir := tablesDir()
	if len(folder) > 0 {
		dir = folder[0]
	}
	table, err := tablebase.OpenQuixo(dir)
	if err != nil {
		return fmt.Errorf("%w; 'plateau solve quixo' makes the table", err)
	}
	defer table.Close()
	var data []byte
	stage := &estimateStage{text: "drawing positions"}
	err = a.await(ctx, stage.status, func(ctx context.Context) error {
		data, err = fitEstimate(ctx, table, plan, stage)
		return err
	})
	if err != nil {
		return err
	}
	if _, err := quixonet.New(data); err != nil {
		return err
	}
	if err := durable.Replace(file, data); err != nil {
		return err
	}
	fmt.Fprintf(a.Err, "plateau: the last positions cost %.4f each\n", stage.loss)
	fmt.Fprintf(a.out, "%x  %s\n", sha256.Sum256(data), file)
	return nil
}

func fitEstimate(ctx context.Context, table *tablebase.Quixo, plan estimatePlan, stage *estimateStage) ([]byte, error) {
	spread := func(n int, do func(i int)) {
		// None may be left out: the fit looks at the context itself.
		_ = parallel.For(context.Background(), runtime.GOMAXPROCS(0), n, func(_, i int) { do(i) })
	}
	examples := quixofit.Draw(plan.positions, plan.seed, spread)
	err := quixofit.Label(ctx, examples, table.Value, func(done int) {
		stage.set(fmt.Sprintf("%.1f %% of the positions looked up", 100*float64(done)/float64(len(examples))), 0)
	})
	if err != nil {
		return nil, err
	}
	return quixofit.Fit(ctx, examples, quixofit.Options{
		Rounds: plan.rounds, Seed: plan.seed, Parallel: spread,
		Report: func(done int, loss float64) {
			part := float64(done) / float64(len(examples)*plan.rounds)
			stage.set(fmt.Sprintf("%.1f %% fitted, a position costs %.4f", 100*part, loss), loss)
		},
	})
}

// estimateStage is what is being done, for people.
type estimateStage struct {
	mu   sync.Mutex
	text string
	loss float64
}

func (s *estimateStage) set(text string, loss float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text, s.loss = text, loss
}

func (s *estimateStage) status() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text
}
