package packed

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sort"

	index "plateau/exact/quixo"
)

// Values are the values of all sharings of a set: one bit per sharing that is
// won and one per sharing that is lost, and the late losses in ascending order.
type Values struct {
	Won, Lost []uint64
	Late      []Late
}

// blockCoder encodes, decodes or counts blocks of one layer. It is not safe for
// concurrent use.
type blockCoder struct {
	coder
	*unit

	patterns *patterns
}

func newBlockCoder(p *patterns, l *layout, m mode, chances []chance) *blockCoder {
	return &blockCoder{
		patterns: p, unit: newUnit(l.marks, l.words),
		coder: coder{mode: m, fewestOnes: max(l.marks/2-8, 0), chances: chances},
	}
}

// codeUnit encodes or counts one part of a set.
func (b *blockCoder) codeUnit(cells index.Set, values *Values, part int) {
	words := len(b.won)
	b.top = part * words
	b.prepare(b.patterns, cells)
	from, _ := slices.BinarySearchFunc(values.Late, b.top<<wordBits, bySharing)
	to, _ := slices.BinarySearchFunc(values.Late, (b.top+words)<<wordBits, bySharing)
	b.late = values.Late[from:to]
	b.codeValues(b.unit, values.Won[b.top:b.top+words], values.Lost[b.top:b.top+words])
	b.codeLate(b.unit)
}

func bySharing(l Late, sharing int) int { return int(l.Sharing) - sharing }

// seal adds a block's checksum, which depends on its number.
func seal(block []byte, number int) []byte {
	return binary.LittleEndian.AppendUint32(block, blockSum(block, number))
}

// unseal returns the contents of a block, if the checksum is right.
func unseal(b []byte, number int) (contents []byte, ok bool) {
	if len(b) < sumSize {
		return nil, false
	}
	contents = b[:len(b)-sumSize]
	return contents, blockSum(contents, number) == binary.LittleEndian.Uint32(b[len(contents):])
}

func blockSum(contents []byte, number int) uint32 {
	sum := crc32.ChecksumIEEE(contents)
	return crc32.Update(sum, crc32.IEEETable, binary.LittleEndian.AppendUint64(nil, uint64(number)))
}

// block is the values of a block.
type block struct {
	won, lost []uint64
	// late is the places of late losses within the block times 128, plus the
	// round.
	late []uint32
}

const roundBits = 7

// unpack decodes a block of some sets, or of a part of one set. The contents
// may be anything: what is not a block gives arbitrary values.
func (b *blockCoder) unpack(contents []byte, sets []index.Set, part int) *block {
	words := len(b.won)
	memory := make([]uint64, 2*words*len(sets))
	found := &block{won: memory[:words*len(sets)], lost: memory[words*len(sets):]}
	b.forget()
	b.decoder.reset(contents)
	for i, cells := range sets {
		b.top = part * words
		b.prepare(b.patterns, cells)
		b.codeValues(b.unit, nil, nil)
		b.codeLate(b.unit)
		copy(found.won[i*words:], b.won)
		copy(found.lost[i*words:], b.lost)
		for _, late := range b.late {
			place := uint32(i*words)<<wordBits | late.Sharing&uint32(words<<wordBits-1)
			found.late = append(found.late, place<<roundBits|uint32(late.Round))
		}
	}
	return found
}

// value is the value at a place.
func (b *block) value(place uint32) int {
	switch word, bit := place>>wordBits, place%64; {
	case b.won[word]>>bit&1 != 0:
		return isWon
	case b.lost[word]>>bit&1 != 0:
		return isLost
	}
	return isDrawn
}

// round is the round in which the loss at a place was found.
func (b *block) round(place uint32) int {
	i := sort.Search(len(b.late), func(i int) bool { return b.late[i]>>roundBits >= place })
	if i < len(b.late) && b.late[i]>>roundBits == place {
		return int(b.late[i] % (1 << roundBits))
	}
	return 1
}
