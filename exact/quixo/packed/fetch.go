package packed

import (
	"cmp"
	"fmt"
	"slices"

	"plateau/exact"
	"plateau/game/quixo"
)

// part is a part of the file that is read as a whole: a block, or the index and
// the chances of a layer.
type part struct {
	exact.Span
	blockKey
}

// wholeLayer stands for the number of a block in the part of a layer.
const wholeLayer = -1

// Missing is what has to be read before the values of some positions can be
// looked up, in ascending order. Where the blocks of a layer are is known when its index
// has been read; before that, the index is what is missing.
func (t *Table) Missing(states []quixo.State) ([]exact.Span, error) {
	missing, err := t.missing(states)
	return spansOf(missing), err
}

func (t *Table) missing(states []quixo.State) ([]part, error) {
	var missing []part
	seen := map[blockKey]bool{}
	for i := range states {
		if states[i].Outcome().Over() {
			continue
		}
		found, err := t.part(&states[i])
		if err != nil {
			return nil, err
		}
		if seen[found.blockKey] {
			continue
		}
		seen[found.blockKey] = true
		if _, here := t.blocks.Get(found.blockKey); !here {
			missing = append(missing, found)
		}
	}
	slices.SortFunc(missing, func(x, y part) int { return cmp.Compare(x.At, y.At) })
	return missing, nil
}

// part is the part that a position needs next.
func (t *Table) part(s *quixo.State) (part, error) {
	place := t.patterns.board.Locate(s)
	l := &t.layers[place.Marks]
	l.mu.Lock()
	opened := l.opened
	l.mu.Unlock()
	if !opened {
		span, err := t.layerSpan(place.Marks)
		if err != nil {
			return part{}, layerError(place.Marks, err)
		}
		return part{span, blockKey{place.Marks, wholeLayer}}, nil
	}
	number, _ := l.find(l.Number(place.Set), place.Sharing)
	return part{t.span(l, number), blockKey{place.Marks, number}}, nil
}

func spansOf(parts []part) []exact.Span {
	spans := make([]exact.Span, len(parts))
	for i := range parts {
		spans[i] = parts[i].Span
	}
	return spans
}

// Fetch reads what is missing for some positions with one call of read, or with
// two if layers are needed for the first time. Nothing more is read when they
// are looked up then, if they are in fewer blocks than are cached.
func (t *Table) Fetch(states []quixo.State, read exact.ReadSpans) error {
	for range 2 {
		missing, err := t.missing(states)
		if err != nil || len(missing) == 0 {
			return err
		}
		contents, err := readSpans(read, spansOf(missing))
		if err != nil {
			return err
		}
		for i := range missing {
			if err := t.add(&missing[i], contents[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// add checks a part that was read, and decodes it.
func (t *Table) add(p *part, contents []byte) error {
	l := &t.layers[p.marks]
	if p.number != wholeLayer {
		found, err := l.decode(contents, p.number)
		if err != nil {
			return err
		}
		t.blocks.Add(p.blockKey, found)
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.opened {
		return nil
	}
	if err := t.parse(l, p.marks, contents); err != nil {
		return layerError(p.marks, err)
	}
	l.opened = true
	return nil
}

// readSpans refuses what does not have the sizes of the spans.
func readSpans(read exact.ReadSpans, spans []exact.Span) ([][]byte, error) {
	contents, err := read(spans)
	if err != nil {
		return nil, err
	}
	if len(contents) != len(spans) {
		return nil, fmt.Errorf("%d parts were read instead of %d", len(contents), len(spans))
	}
	for i, span := range spans {
		if int64(len(contents[i])) != span.Size {
			return nil, fmt.Errorf("%d bytes were read from byte %d instead of %d", len(contents[i]), span.At, span.Size)
		}
	}
	return contents, nil
}
