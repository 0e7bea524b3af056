package solving

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/amount"
)

// PackJob packs a complete tablebase into one file. It is used once.
type PackJob struct {
	Dir tablebase.Dir

	packing *exact.Packing
	// all is the positions of all layers, packed or not.
	all int64
	progress
}

// NewPack makes a job for the tablebase of a game below a folder for all games.
func NewPack(method *exact.Method, folder string) *PackJob {
	solver := method.NewSolver()
	j := &PackJob{
		Dir:     tablebase.In(folder, solver.Game(), solver.Layers()),
		packing: method.Packing, progress: progress{began: time.Now(), weights: make([]int64, solver.Layers())},
	}
	packed := j.Packed()
	for layer := range j.weights {
		positions := method.Positions(solver.Size(layer))
		j.all += positions
		if layer >= packed {
			j.weights[layer] = positions
		}
	}
	return j
}

// Packed is how many layers an earlier run has packed.
func (j *PackJob) Packed() int { return j.Dir.PackedSoFar(j.packing) }

// Size is roughly how large the file will be.
func (j *PackJob) Size() int64 { return j.packing.Size }

// Done tells whether the packed file is there.
func (j *PackJob) Done() (bool, error) { return isPacked(j.Dir, j.packing) }

func isPacked(d tablebase.Dir, p *exact.Packing) (bool, error) {
	t, err := d.OpenPacked(p)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, t.Close()
}

// Refuse returns what is missing, if anything: a layer to pack, or disk.
func (j *PackJob) Refuse(have Resources) error {
	for layer := j.Packed(); layer < j.Dir.Layers; layer++ {
		l, err := j.Dir.Open(layer)
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("layer %d of the tablebase in %s is missing; 'plateau solve %s' makes it", layer, j.Dir.Path, j.Dir.Game)
		}
		if err != nil {
			return err
		}
		_ = l.Close()
	}
	if have.Disk != Unknown && have.Disk < j.Size() {
		return fmt.Errorf("the packed tablebase of %s needs about %s of disk, but only %s are free for %s",
			j.Dir.Game, amount.Bytes(j.Size()), amount.Bytes(have.Disk), j.Dir.Path)
	}
	return nil
}

// Duration is roughly how long the job takes on a number of threads.
func (j *PackJob) Duration(threads int) time.Duration {
	return j.duration(j.all, j.packing.CoreSeconds, threads)
}

// Run packs the missing layers. When the context ends it stops soon; the layers
// packed by then are kept.
func (j *PackJob) Run(ctx context.Context, workers int) error {
	j.began = time.Now()
	packed, err := j.Dir.ContinuePacked(j.packing)
	if err != nil {
		return err
	}
	for packed.Layers() < j.Dir.Layers {
		layer := packed.Layers()
		j.begin(layer)
		if err := packed.AddLayer(exact.RunOn(ctx, workers, j.report)); err != nil {
			return errors.Join(fmt.Errorf("layer %d: %w", layer, err), packed.Close())
		}
	}
	return packed.Finish()
}

// Bytes is the size of the packed file.
func (j *PackJob) Bytes() int64 { return packedBytes(j.Dir) }

func packedBytes(d tablebase.Dir) int64 {
	info, err := os.Stat(d.PackedFile())
	if err != nil {
		return 0
	}
	return info.Size()
}

// Pack makes the job pack every layer as soon as it is solved, and delete it as
// soon as the next layer is packed.
func (j *Job) Pack() {
	j.packs = true
	for layer := range j.Dir.PackedSoFar(j.method.Packing) {
		j.weights[layer] = 0
	}
}

// Disk is the most bytes of disk that are still needed at any time.
func (j *Job) Disk() int64 {
	if !j.packs {
		return j.Missing()
	}
	// Two layers at a time.
	largest, before := int64(0), int64(0)
	for layer := j.Dir.PackedSoFar(j.method.Packing); layer < j.Layers(); layer++ {
		size := j.Size(layer)
		largest = max(largest, before+size)
		before = size
	}
	return largest + j.method.Packing.Size
}

// Packed tells whether the packed file is there.
func (j *Job) Packed() (bool, error) { return isPacked(j.Dir, j.method.Packing) }

// Finished is how many layers are there, or packed.
func (j *Job) Finished() int {
	if j.packs {
		return j.Dir.PackedSoFar(j.method.Packing)
	}
	return len(j.Dir.Present())
}

// PackedBytes is the size of the packed file.
func (j *Job) PackedBytes() int64 { return packedBytes(j.Dir) }

// runPacking solves and packs in turn.
func (j *Job) runPacking(ctx context.Context, workers int) error {
	packed, err := j.Dir.ContinuePacked(j.method.Packing)
	if err != nil {
		return err
	}
	solved := float64(j.method.CoreSeconds) / float64(j.method.CoreSeconds+j.method.Packing.CoreSeconds)
	solving := exact.RunOn(ctx, workers, func(done, total int64) { j.reportStage(0, solved, done, total) })
	packing := exact.RunOn(ctx, workers, func(done, total int64) { j.reportStage(solved, 1, done, total) })
	var before exact.Layer
	for packed.Layers() < j.Layers() {
		layer := packed.Layers()
		before, err = j.Dir.FillLayer(solving, j, layer, before, j.begin)
		if err == nil {
			err = packed.AddLayer(packing)
		}
		if err == nil && layer > 0 {
			err = j.Dir.Remove(layer - 1)
		}
		if err != nil {
			return errors.Join(fmt.Errorf("layer %d: %w", layer, err), packed.Close())
		}
	}
	if err := packed.Finish(); err != nil {
		return err
	}
	return j.Dir.Remove(j.Layers() - 1)
}
