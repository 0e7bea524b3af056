package packed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"plateau/exact"
	index "plateau/exact/quixo"
	"plateau/game"
	"plateau/game/quixo"
	"plateau/internal/lru"
)

// Table looks up values in a file. It is safe for concurrent use if the reader
// is. It caches the blocks that were used last.
type Table struct {
	reader   io.ReaderAt
	head     *head
	patterns *patterns
	layers   [index.MaxCells + 1]openLayer // by number of marks
	blocks   *lru.Cache[blockKey, *block]
}

type blockKey struct{ marks, number int }

// cachedBlocks is how many decoded blocks are cached, of about 32 kB each: enough
// for the analyses of several games.
const cachedBlocks = 1024

// NewTable opens a complete file. It reads the header; the rest of the file is
// read when it is needed, and checked then.
func NewTable(r io.ReaderAt) (*Table, error) {
	h, err := readHead(r)
	if err != nil {
		return nil, err
	}
	if !h.complete() {
		return nil, fmt.Errorf("it is not complete: only %d of %d layers are there", h.Layers, h.Size*h.Size+1)
	}
	return &Table{
		reader: r, head: h, patterns: newPatterns(index.NewBoard(int(h.Size))),
		blocks: lru.New[blockKey, *block](cachedBlocks),
	}, nil
}

// Size is the number of bytes that the file must have.
func (t *Table) Size() int64 { return t.head.size() }

// BoardSize is the number of cells along an edge.
func (t *Table) BoardSize() int { return int(t.head.Size) }

// openLayer is a layer that was used.
type openLayer struct {
	mu     sync.Mutex
	opened bool
	layout
	*index.Layer

	ends    []uint32
	chances []chance
	coders  sync.Pool
}

// layer opens a layer when it is first needed. A failure is tried again.
func (t *Table) layer(marks int) (*openLayer, error) {
	l := &t.layers[marks]
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.opened {
		return l, nil
	}
	if err := t.open(l, marks); err != nil {
		return nil, layerError(marks, err)
	}
	l.opened = true
	return l, nil
}

func layerError(marks int, err error) error {
	return fmt.Errorf("the layer with %d marks: %w", marks, err)
}

func (t *Table) open(l *openLayer, marks int) error {
	span, err := t.layerSpan(marks)
	if err != nil {
		return err
	}
	b := make([]byte, span.Size)
	if err := readAll(t.reader, b, span.At); err != nil {
		return err
	}
	return t.parse(l, marks, b)
}

// layout is how a layer is divided into blocks.
func (t *Table) layout(marks int) layout {
	return newLayout(marks, t.patterns.board.CountSets(marks), int(t.head.UnitBits))
}

// layerSpan is where the index and the chances of a layer are.
func (t *Table) layerSpan(marks int) (exact.Span, error) {
	s, l := t.section(marks), t.layout(marks)
	if size := s.Chances - s.Ends; size != uint64(4*l.blocks()+sumSize) {
		return exact.Span{}, fmt.Errorf("its index has %d bytes instead of %d", size, 4*l.blocks()+sumSize)
	}
	const most = 1 << 24
	if s.Stop-s.Chances > most {
		return exact.Span{}, fmt.Errorf("its chances have %d bytes", s.Stop-s.Chances)
	}
	return exact.Span{At: int64(s.Ends), Size: int64(s.Stop - s.Ends)}, nil
}

// section is where a layer is.
func (t *Table) section(marks int) *section { return &t.head.Sections[t.patterns.board.Cells-marks] }

// parse checks the index and the chances of a layer, and makes it ready.
func (t *Table) parse(l *openLayer, marks int, b []byte) error {
	s := t.section(marks)
	ends, ok := unseal(b[:s.Chances-s.Ends], endsNumber)
	if !ok {
		return errors.New("its index does not have its checksum")
	}
	l.layout = t.layout(marks)
	l.ends = make([]uint32, l.blocks())
	last := uint32(0)
	for i := range l.ends {
		l.ends[i] = binary.LittleEndian.Uint32(ends[4*i:])
		if l.ends[i] < last {
			return fmt.Errorf("block %d ends before it begins", i)
		}
		last = l.ends[i]
	}
	if uint64(last) != s.Ends-s.Start {
		return fmt.Errorf("its blocks have %d bytes instead of %d", last, s.Ends-s.Start)
	}
	var err error
	if l.chances, err = unpackChances(b[s.Chances-s.Ends:]); err != nil {
		return err
	}
	l.Layer = t.patterns.board.NewLayer(marks)
	l.coders.New = func() any { return newBlockCoder(t.patterns, &l.layout, decoding, l.chances) }
	return nil
}

// span is where a block is.
func (t *Table) span(l *openLayer, number int) exact.Span {
	from := uint32(0)
	if number > 0 {
		from = l.ends[number-1]
	}
	return exact.Span{At: int64(t.section(l.marks).Start) + int64(from), Size: int64(l.ends[number] - from)}
}

// block returns a decoded block.
func (t *Table) block(l *openLayer, number int) (*block, error) {
	key := blockKey{l.marks, number}
	if found, ok := t.blocks.Get(key); ok {
		return found, nil
	}
	span := t.span(l, number)
	b := make([]byte, span.Size)
	if err := readAll(t.reader, b, span.At); err != nil {
		return nil, fmt.Errorf("block %d with %d marks: %w", number, key.marks, err)
	}
	found, err := l.decode(b, number)
	if err != nil {
		return nil, err
	}
	return t.blocks.Add(key, found), nil
}

// decode checks and decodes a block.
func (l *openLayer) decode(b []byte, number int) (*block, error) {
	contents, ok := unseal(b, number)
	if !ok {
		return nil, fmt.Errorf("block %d with %d marks does not have its checksum", number, l.marks)
	}
	coder := l.coders.Get().(*blockCoder)
	defer l.coders.Put(coder)
	from, to := l.setsOf(number / l.parts)
	return coder.unpack(contents, l.Sets[from:to], number%l.parts), nil
}

// find returns the block of a position, and where it is there.
func (t *Table) find(s *quixo.State) (*block, uint32, index.Place, error) {
	place := t.patterns.board.Locate(s)
	l, err := t.layer(place.Marks)
	if err != nil {
		return nil, 0, place, err
	}
	number, at := l.find(l.Number(place.Set), place.Sharing)
	b, err := t.block(l, number)
	return b, at, place, err
}

// values are the values of game, by what is stored.
var values = [3]game.Value{isLost: game.Loss, isDrawn: game.Draw, isWon: game.Win}

// Value is a win, a loss or a draw for the player to move, without a distance:
// see [Table.Progress].
func (t *Table) Value(s *quixo.State) (game.Value, error) {
	if o := s.Outcome(); o.Over() {
		return game.ValueOf(o, game.Team(s.ToMove())), nil
	}
	b, at, _, err := t.find(s)
	if err != nil {
		return game.Unknown, err
	}
	return values[b.value(at)], nil
}

// Progress is how far a lost position is from the end: not in turns, but such
// that a player who always moves to the loss with the smallest number makes it
// smaller with every turn, and so wins. It orders positions by the number of
// neutral cubes, then by the round in which the solver found the loss.
func (t *Table) Progress(s *quixo.State) (int, error) {
	if s.Outcome().Over() {
		return 0, nil
	}
	b, at, place, err := t.find(s)
	if err != nil {
		return 0, err
	}
	return (t.patterns.board.Cells-place.Marks)<<roundBits | b.round(at), nil
}

// Values are the values of all sharings of a set, by its number.
func (t *Table) Values(marks, set int) (*Values, error) {
	l, err := t.layer(marks)
	if err != nil {
		return nil, err
	}
	found := &Values{}
	for part := range l.parts {
		number, place := l.find(set, uint32(part*l.words)<<wordBits)
		b, err := t.block(l, number)
		if err != nil {
			return nil, err
		}
		from, to := place>>wordBits, int(place>>wordBits)+l.words
		found.Won = append(found.Won, b.won[from:to]...)
		found.Lost = append(found.Lost, b.lost[from:to]...)
		first, last := place<<roundBits, uint32(to)<<wordBits<<roundBits
		for _, late := range b.late {
			if late >= first && late < last {
				sharing := uint32(part*l.words)<<wordBits + (late-first)>>roundBits
				found.Late = append(found.Late, Late{sharing, int(late % (1 << roundBits))})
			}
		}
	}
	return found, nil
}

// CheckRandom compares the value of a random position, with every number of
// marks equally likely, with those of the positions after its moves.
func (t *Table) CheckRandom(rng *rand.Rand) error {
	l, err := t.layer(rng.IntN(t.patterns.board.Cells + 1))
	if err != nil {
		return err
	}
	return l.CheckRandom(t, rng)
}
