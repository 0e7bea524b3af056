package packed

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
)

// chancesOf turns counts into chances. A context that was hardly ever seen
// borrows from those that differ only in the number of marks of the opponent.
func chancesOf(counts [][2]uint32) []chance {
	const open, other = openContexts / 16, (contexts - openContexts) / 16
	kind := func(i int) int {
		question, context := i/contexts, i%contexts
		if context < openContexts {
			return question*(open+other) + context%open
		}
		return question*(open+other) + open + context%other
	}
	similar := make([][2]float64, 2*(open+other))
	for i, n := range counts[:2*contexts] {
		s := &similar[kind(i)]
		s[0] += float64(n[0])
		s[1] += float64(n[1])
	}
	chances := make([]chance, allContexts)
	for i, n := range counts {
		yes := 0.5
		if i < 2*contexts {
			s := &similar[kind(i)]
			yes = (s[1] + 0.5) / (s[0] + s[1] + 1)
		}
		p := (float64(n[1]) + yes) / (float64(n[0]) + float64(n[1]) + 1)
		chances[i] = chance(min(max(65536*p, 1), 65535))
	}
	return chances
}

// packChances compresses chances: most contexts never occur.
func packChances(chances []chance) ([]byte, error) {
	b := make([]byte, 0, 2*len(chances))
	// Low bytes and high bytes are compressed separately.
	for _, c := range chances {
		b = append(b, byte(c>>8))
	}
	for _, c := range chances {
		b = append(b, byte(c))
	}
	var packed bytes.Buffer
	packer, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := packer.Write(b); err != nil {
		return nil, err
	}
	if err := packer.Close(); err != nil {
		return nil, err
	}
	return seal(packed.Bytes(), chancesNumber), nil
}

// chancesNumber and endsNumber stand for the number of a block in checksums.
const (
	chancesNumber = -1
	endsNumber    = -2
)

func unpackChances(b []byte) ([]chance, error) {
	contents, ok := unseal(b, chancesNumber)
	if !ok {
		return nil, errors.New("the chances do not have their checksum")
	}
	unpacked := make([]byte, 2*allContexts)
	if _, err := io.ReadFull(flate.NewReader(bytes.NewReader(contents)), unpacked); err != nil {
		return nil, err
	}
	chances := make([]chance, allContexts)
	for i := range chances {
		// Zero would leave the interval of the coder empty.
		chances[i] = max(chance(unpacked[i])<<8|chance(unpacked[allContexts+i]), 1)
	}
	return chances, nil
}

// packEnds lists where the blocks of a layer end.
func packEnds(ends []uint32) []byte {
	b := make([]byte, 0, 4*len(ends)+sumSize)
	for _, end := range ends {
		b = binary.LittleEndian.AppendUint32(b, end)
	}
	return seal(b, endsNumber)
}
