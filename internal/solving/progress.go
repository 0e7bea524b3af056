package solving

import (
	"fmt"
	"sync"
	"time"

	"plateau/internal/tui/caption"
)

// progress is the progress of a solver, measured in positions. A solver may
// report in any unit: only the fraction of its total counts. But if the total
// exceeds the positions of the layer, it is used as the weight, since then
// there is more to do.
type progress struct {
	began time.Time
	mu    sync.Mutex
	// weights are the positions of the layers to solve; stored layers have
	// none.
	weights []int64
	layer   int
	// finished is the weight of the layers solved so far.
	finished    int64
	done, total int64
}

// begin starts a layer.
func (p *progress) begin(layer int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for done := p.layer; done < layer; done++ {
		p.finished += p.weights[done]
	}
	p.layer, p.done, p.total = layer, 0, 0
}

// report records what the solver reports. Reports of workers may arrive out of
// order.
func (p *progress) report(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = max(p.done, done), total
	p.weights[p.layer] = max(p.weights[p.layer], total)
}

// Status is one line for people.
func (p *progress) Status(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := int64(0)
	for _, weight := range p.weights {
		all += weight
	}
	part := float64(p.done) / float64(max(p.total, 1))
	done := float64(p.finished) + part*float64(p.weights[p.layer])
	seconds := now.Sub(p.began).Seconds()
	text := fmt.Sprintf("layer %d of %d, %.1f %%", p.layer+1, len(p.weights), 100*done/float64(max(all, 1)))
	if done > 0 && seconds > 0 {
		rate := done / seconds
		left := time.Duration((float64(all) - done) / rate * float64(time.Second))
		text += fmt.Sprintf(", %.1f million positions/s, %s left", rate/1e6, caption.Duration(left))
	}
	return text
}
