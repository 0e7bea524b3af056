package tablebase

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/amount"
	"plateau/internal/cli/env"
)

// verify reads a whole tablebase.
func (a *app) verify(ctx context.Context, d tablebase.Dir) (tablebaseObject, error) {
	known, _ := a.info(d)
	all := known.Bytes
	if known.Packed != nil {
		all += known.Packed.Bytes
	}
	var read atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %.1f %% of %s", d.Game, 100*float64(read.Load())/float64(max(all, 1)), amount.Bytes(all))
	}
	counted := func(ctx context.Context, verify func(progress func(n int64) error) error) error {
		before := read.Load()
		return verify(func(n int64) error {
			read.Store(before + n)
			return ctx.Err()
		})
	}
	object, err := env.Await(ctx, a.Env, status, func(ctx context.Context) (tablebaseObject, error) {
		object := describe(d, func(l *tablebase.Layer) error { return counted(ctx, l.Verify) })
		a.describePacked(d, &object, func(t exact.PackedTablebase) error { return counted(ctx, t.Verify) })
		return object, nil
	})
	if err != nil || !object.Complete {
		return object, err
	}
	return object, a.compareRandom(ctx, &object)
}

// comparedPositions is how many positions are compared with their moves. In a
// packed file they take far longer: a loss needs a thousand blocks.
const (
	comparedPositions = 20_000
	comparedPacked    = 50
)

// compareRandom compares random positions with their moves, where the tablebase
// can do that; what is wrong counts as damage.
func (a *app) compareRandom(ctx context.Context, t *tablebaseObject) error {
	g, err := a.Games.Find(t.Game)
	if err != nil {
		return nil // A tablebase of a game that this program does not have.
	}
	method := a.Catalogue.Of(g).Method
	if method == nil || method.Open == nil {
		return nil
	}
	opened, err := method.Open(filepath.Dir(t.Path))
	if err != nil {
		return err
	}
	defer opened.Close()
	_, isPacked := opened.(exact.PackedTablebase)
	if checker, ok := opened.(exact.Checker); ok && !isPacked {
		err = a.compare(ctx, t, checker, comparedPositions)
	}
	if err != nil || t.Packed == nil || t.Packed.Damage != nil {
		return err
	}
	packed, err := tablebase.Dir{Path: t.Path, Game: t.Game}.OpenPacked(method.Packing)
	if err != nil {
		return err
	}
	defer packed.Close()
	return a.compare(ctx, t, packed, comparedPacked)
}

// compare compares a number of random positions with their moves.
func (a *app) compare(ctx context.Context, t *tablebaseObject, checker exact.Checker, positions int) error {
	var done atomic.Int64
	status := func() string {
		return fmt.Sprintf("%s: %d of %d positions compared with their moves", t.Game, done.Load(), positions)
	}
	rng := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	wrong, err := env.Await(ctx, a.Env, status, func(ctx context.Context) ([]string, error) {
		var wrong []string
		for done.Load() < int64(positions) && ctx.Err() == nil {
			if err := checker.CheckRandom(rng); err != nil {
				wrong = append(wrong, err.Error())
			}
			done.Add(1)
		}
		return wrong, ctx.Err()
	})
	t.Wrong = append(t.Wrong, wrong...)
	t.Compared += int(done.Load())
	return err
}
