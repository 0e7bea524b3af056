//go:build !js

// Browsers neither verify nor write files, and SHA-256 would make their module
// a good deal larger.

package packed

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"plateau/exact"
	index "plateau/exact/quixo"
)

// Writer writes a file layer by layer, the fullest first. After each layer the
// file can be left and continued later.
type Writer struct {
	storage  exact.Storage
	head     head
	patterns *patterns
}

// standardUnitBits makes blocks of 131,072 positions, which take about two
// kilobytes and two milliseconds to decode.
const standardUnitBits = 17

// NewWriter starts a file for a board with size cells along an edge, or
// continues one. What follows the last whole layer is dropped.
func NewWriter(storage exact.Storage, size int) (*Writer, error) {
	return newWriter(storage, size, standardUnitBits)
}

func newWriter(storage exact.Storage, size, unitBits int) (*Writer, error) {
	w := &Writer{storage: storage, patterns: newPatterns(index.NewBoard(size))}
	n, err := storage.ReadAt(make([]byte, 1), 0)
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		w.head = head{Magic: [16]byte([]byte(magic)), Version: version, Size: uint32(size), UnitBits: uint32(unitBits)}
		if _, err := storage.WriteAt(w.head.encode(), 0); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	default:
		h, err := readHead(storage)
		if err != nil {
			return nil, err
		}
		if int(h.Size) != size {
			return nil, fmt.Errorf("it is for a board with %d cells along an edge, not %d", h.Size, size)
		}
		w.head = *h
	}
	return w, storage.Truncate(w.head.size())
}

// Layers is how many layers are whole.
func (w *Writer) Layers() int { return int(w.head.Layers) }

// Size is the number of bytes so far.
func (w *Writer) Size() int64 { return w.head.size() }

// Source returns the values of a set of the layer, by its number. It is called
// by several workers.
type Source func(set int) (*Values, error)

// Add packs the next layer.
func (w *Writer) Add(run exact.Run, source Source) error {
	if w.head.complete() {
		return errors.New("the packed tablebase is complete")
	}
	board := w.patterns.board
	sets := board.NewLayer(board.Cells - int(w.head.Layers)).Sets
	p := &layerPacker{
		Writer: w, run: run, source: source, sets: sets,
		layout: newLayout(board.Cells-int(w.head.Layers), len(sets), int(w.head.UnitBits)),
	}
	if err := p.learn(); err != nil {
		return err
	}
	s, err := p.write()
	if err == nil {
		err = w.storage.Sync()
	}
	if err != nil {
		return err
	}
	w.head.Sections[w.head.Layers] = s
	w.head.Layers++
	if _, err := w.storage.WriteAt(w.head.encode(), 0); err != nil {
		return err
	}
	return w.storage.Sync()
}

// layerPacker packs one layer.
type layerPacker struct {
	*Writer
	layout

	run     exact.Run
	source  Source
	sets    []index.Set
	chances []chance

	mu     sync.Mutex
	failed error
}

func (p *layerPacker) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed == nil {
		p.failed = err
	}
}

// values reads the values of a set and makes sure that they can be packed.
func (p *layerPacker) values(set int) (*Values, error) {
	values, err := p.source(set)
	if err != nil {
		return nil, err
	}
	if words := p.words * p.parts; len(values.Won) != words || len(values.Lost) != words {
		return nil, fmt.Errorf("set %d has %d and %d words instead of %d", set, len(values.Won), len(values.Lost), words)
	}
	for i, late := range values.Late {
		if late.Round < 2 || late.Round > maxRound || i > 0 && late.Sharing <= values.Late[i-1].Sharing {
			return nil, fmt.Errorf("set %d: late loss %d, sharing %d in round %d, is out of order", set, i, late.Sharing, late.Round)
		}
	}
	return values, nil
}

// learnt is how many positions the chances are learnt from, and leastSets how
// many sets at least.
const (
	learnt    = 1 << 27
	leastSets = 32
)

// learn counts what happens in sets that are spread over the layer.
func (p *layerPacker) learn() error {
	some := min(len(p.sets), max(learnt>>p.marks, leastSets))
	coders := make([]*blockCoder, p.run.Workers)
	err := p.run.Parallel(some, func(worker, i int) {
		if coders[worker] == nil {
			coders[worker] = newBlockCoder(p.patterns, &p.layout, counting, nil)
			coders[worker].counts = make([][2]uint32, allContexts)
		}
		set := int(int64(i) * int64(len(p.sets)) / int64(some))
		values, err := p.values(set)
		if err != nil {
			p.fail(err)
			return
		}
		for part := range p.parts {
			coders[worker].codeUnit(p.sets[set], values, part)
		}
	})
	if err = errors.Join(err, p.failed); err != nil {
		return err
	}
	counts := make([][2]uint32, allContexts)
	for _, c := range coders {
		if c == nil {
			continue
		}
		for i, n := range c.counts {
			counts[i][0] += n[0]
			counts[i][1] += n[1]
		}
	}
	p.chances = chancesOf(counts)
	return nil
}

// batch is how many groups are packed before they are written.
const batch = 512

// write packs and writes the layer.
func (p *layerPacker) write() (s section, err error) {
	s.Start = uint64(p.head.size())
	sum := sha256.New()
	// The buffer keeps the first error, which Flush returns.
	out := bufio.NewWriterSize(io.MultiWriter(io.NewOffsetWriter(p.storage, int64(s.Start)), sum), 1<<20)
	size := int64(0)
	ends := make([]uint32, 0, p.blocks())
	coders := make([]*blockCoder, p.run.Workers)
	for from := 0; from < p.groups(); from += batch {
		packed, err := p.packBatch(coders, from)
		if err != nil {
			return s, err
		}
		for _, block := range packed {
			size += int64(len(block))
			ends = append(ends, uint32(size))
			_, _ = out.Write(block)
		}
		if size >= 1<<32 {
			return s, fmt.Errorf("the layer with %d marks needs more than 4 GB", p.marks)
		}
		p.run.Report(int64(min(from+batch, p.groups())), int64(p.groups()))
	}
	chances, err := packChances(p.chances)
	if err != nil {
		return s, err
	}
	list := packEnds(ends)
	_, _ = out.Write(list)
	_, _ = out.Write(chances)
	s.Ends = s.Start + uint64(size)
	s.Chances = s.Ends + uint64(len(list))
	s.Stop = s.Chances + uint64(len(chances))
	err = out.Flush()
	s.Sum = [sha256.Size]byte(sum.Sum(nil))
	return s, err
}

// packBatch encodes the blocks of some groups, with one coder per worker.
func (p *layerPacker) packBatch(coders []*blockCoder, from int) ([][]byte, error) {
	packed := make([][][]byte, min(batch, p.groups()-from))
	err := p.run.Parallel(len(packed), func(worker, i int) {
		if coders[worker] == nil {
			coders[worker] = newBlockCoder(p.patterns, &p.layout, encoding, p.chances)
		}
		blocks, err := p.pack(coders[worker], from+i)
		if err != nil {
			p.fail(err)
		}
		packed[i] = blocks
	})
	return slices.Concat(packed...), errors.Join(err, p.failed)
}

// pack encodes the blocks of a group.
func (p *layerPacker) pack(c *blockCoder, group int) (blocks [][]byte, err error) {
	from, to := p.setsOf(group)
	values := make([]*Values, to-from)
	for i := range values {
		if values[i], err = p.values(from + i); err != nil {
			return nil, err
		}
	}
	for part := range p.parts {
		c.forget()
		c.encoder.reset(nil)
		for i := range values {
			c.codeUnit(p.sets[from+i], values[i], part)
		}
		blocks = append(blocks, seal(c.finish(), group*p.parts+part))
	}
	return blocks, nil
}
