// Package solving runs a solver in a folder: it resumes after the stored
// layers, counts the results and reports progress.
package solving

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"plateau/exact"
	"plateau/exact/tablebase"
	"plateau/internal/amount"
	"plateau/internal/durable"
)

// Job solves a game in a folder. It is used once.
type Job struct {
	exact.Solver
	Dir tablebase.Dir
	// Wanted is the number of layers to have in the end.
	Wanted int

	method *exact.Method
	counts map[int]exact.Counts
	// packs is set if layers are packed and then deleted.
	packs bool
	progress
}

// New makes a job for the first layers, or all if layers is 0, below a folder
// for all games.
func New(method *exact.Method, folder string, layers int) *Job {
	job := &Job{Solver: method.NewSolver(), method: method, counts: map[int]exact.Counts{}, Wanted: layers}
	if layers == 0 {
		job.Wanted = job.Layers()
	}
	job.Dir = tablebase.In(folder, job.Game(), job.Layers())
	job.began = time.Now()
	missing := map[int]bool{}
	for layer := range min(job.Wanted, job.Layers()) {
		missing[layer] = true
	}
	for _, layer := range job.Dir.Present() {
		delete(missing, layer)
	}
	job.weights = make([]int64, job.Layers())
	for layer := range missing {
		job.weights[layer] = method.Positions(job.Size(layer))
	}
	return job
}

// Missing is the most bytes that are still to be written.
func (j *Job) Missing() int64 { return j.Dir.Missing(j, j.Wanted) }

// Resources are bytes of memory and disk that are left on a machine. Unknown is
// the answer of a system that does not say.
type Resources struct{ Memory, Disk int64 }

// Unknown is an unknown number of bytes.
const Unknown int64 = -1

// ResourcesFor is what is left for a folder, which need not exist yet.
func ResourcesFor(folder string) Resources {
	for {
		_, err := os.Stat(folder)
		above := filepath.Dir(folder)
		if err == nil || above == folder {
			return Resources{availableMemory(), freeDisk(folder)}
		}
		folder = above
	}
}

// Refuse returns what the machine lacks, if anything.
func (j *Job) Refuse(have Resources) error {
	switch missing := j.Disk(); {
	case have.Memory != Unknown && have.Memory < j.Memory():
		return fmt.Errorf("solving %s needs %s of memory, but only %s are free",
			j.Game(), amount.Bytes(j.Memory()), amount.Bytes(have.Memory))
	case have.Disk != Unknown && have.Disk < missing:
		return fmt.Errorf("the tablebase of %s needs %s of disk, but only %s are free for %s; choose another folder with --out",
			j.Game(), amount.Bytes(missing), amount.Bytes(have.Disk), j.Dir.Path)
	}
	return nil
}

// Duration is roughly how long the job takes on a number of threads.
func (j *Job) Duration(threads int) time.Duration {
	all, seconds := int64(0), j.method.CoreSeconds
	for layer := range j.Layers() {
		all += j.method.Positions(j.Size(layer))
	}
	if j.packs {
		seconds += j.method.Packing.CoreSeconds
	}
	return j.duration(all, seconds, threads)
}

// Run solves the missing layers. When the context ends it stops soon, after
// finishing a layer that is being written.
func (j *Job) Run(ctx context.Context, workers int) error {
	j.began = time.Now()
	if j.packs {
		return j.runPacking(ctx, workers)
	}
	return j.Dir.Fill(exact.RunOn(ctx, workers, j.report), j, j.Wanted, j.begin)
}

// Solve implements [exact.Solver].
func (j *Job) Solve(run exact.Run, layer int, before exact.Layer) (exact.Layer, error) {
	solved, err := j.Solver.Solve(run, layer, before)
	if err == nil {
		j.counts[layer], err = j.method.Count(layer, solved)
	}
	return solved, err
}

// Count is the counts of a layer, which is read if it was already stored.
func (j *Job) Count(layer int) (exact.Counts, error) {
	if n, known := j.counts[layer]; known {
		return n, nil
	}
	l, err := j.Dir.Open(layer)
	if err != nil {
		return exact.Counts{}, err
	}
	defer l.Close()
	return j.method.Count(layer, l)
}

// Sizes says how large the tablebase is.
func (j *Job) Sizes() string {
	bytes := int64(0)
	for layer := range j.Wanted {
		if l, err := j.Dir.Open(layer); err == nil {
			bytes += l.Size()
			_ = l.Close()
		}
	}
	return amount.Count(j.Wanted, "layer") + ", " + amount.Bytes(bytes)
}

// progress is the progress of a solver, measured in positions. A solver may
// report in any unit: only the fraction of its total counts. But if the total
// exceeds the positions of the layer, it is used as the weight, since then
// there is more to do. A layer may be done in stages, each with a unit of its
// own.
type progress struct {
	began time.Time
	mu    sync.Mutex
	// weights are the positions of the layers to solve; stored layers have
	// none.
	weights []int64
	layer   int
	// finished is the weight of the layers solved so far.
	finished int64
	// part is how much of the layer is done, from 0 to 1.
	part float64
}

// Took is the time since the run began.
func (p *progress) Took() time.Duration { return time.Since(p.began) }

// todo is the positions of all layers that are to be done.
func (p *progress) todo() (positions int64) {
	for _, weight := range p.weights {
		positions += weight
	}
	return positions
}

// duration is roughly how long it takes on a number of threads, if all layers took so
// many seconds of one core.
func (p *progress) duration(all int64, seconds, threads int) time.Duration {
	part := float64(p.todo()) / float64(max(all, 1))
	return time.Duration(part * float64(seconds) / float64(threads) * float64(time.Second))
}

// begin starts a layer.
func (p *progress) begin(layer int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for done := p.layer; done < layer; done++ {
		p.finished += p.weights[done]
	}
	p.layer, p.part = layer, 0
}

// report records what the solver reports.
func (p *progress) report(done, total int64) { p.reportStage(0, 1, done, total) }

// reportStage records what a stage reports, which takes a layer from one share
// of its work to another. Reports of workers may arrive out of order.
func (p *progress) reportStage(from, to float64, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.part = max(p.part, from+(to-from)*float64(done)/float64(max(total, 1)))
	p.weights[p.layer] = max(p.weights[p.layer], total)
}

// Status is one line for people.
func (p *progress) Status(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.todo()
	done := float64(p.finished) + p.part*float64(p.weights[p.layer])
	seconds := now.Sub(p.began).Seconds()
	text := fmt.Sprintf("layer %d of %d, %.1f %%", p.layer+1, len(p.weights), 100*done/float64(max(all, 1)))
	if done > 0 && seconds > 0 {
		rate := done / seconds
		left := time.Duration((float64(all) - done) / rate * float64(time.Second))
		text += fmt.Sprintf(", %.1f million positions/s, %s left", rate/1e6, amount.Duration(left))
	}
	return text
}

// freeDisk is the number of bytes that can still be written to a folder, or Unknown.
func freeDisk(folder string) int64 {
	if bytes, known := durable.Free(folder); known {
		return bytes
	}
	return Unknown
}
