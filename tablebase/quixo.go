package tablebase

import (
	"errors"
	"io"

	"plateau/solve"
)

// Quixo is the complete table of the large board, open for looking up. It is
// safe for concurrent use. What it reads is not compared with checksums, since
// that would take a minute: [Layer.Verify] does it.
type Quixo struct {
	*solve.QuixoLookup

	layers []*Layer
}

// OpenQuixo opens the table below a folder for all games. Where a layer is not
// there it gives fs.ErrNotExist.
func OpenQuixo(folder string) (*Quixo, error) {
	const size, layers = 5, 26
	d := In(folder, "quixo", layers)
	q := &Quixo{}
	for layer := range layers {
		l, err := d.Open(layer)
		if err != nil {
			return nil, errors.Join(err, q.Close())
		}
		q.layers = append(q.layers, l)
	}
	q.QuixoLookup = solve.NewQuixoLookup(size, func(layer int) (io.ReaderAt, error) { return q.layers[layer], nil })
	return q, nil
}

// Close ends reading.
func (q *Quixo) Close() error {
	var err error
	for _, l := range q.layers {
		err = errors.Join(err, l.Close())
	}
	return err
}
