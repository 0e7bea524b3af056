package cli

import (
	"bufio"
	"errors"
	"maps"
	"os"
	"slices"
	"strconv"

	"plateau/game"
)

// recordOf is the record of a game of the match. A game that was stopped for its
// length is drawn, which does not follow from its moves.
func (c *contest) recordOf(number int, m *game.Match) *game.Record {
	rec := game.RecordOf(m)
	if !rec.Outcome.Over() {
		rec.Outcome = game.Drawn
	}
	rec.Tags = []game.Tag{
		{Name: "Date", Value: c.began.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(number + 1)},
		{Name: "Opening", Value: strconv.Itoa(min(c.options.opening, m.Plies()))},
		{Name: "Seed", Value: strconv.FormatUint(c.options.seed, 10)},
	}
	return rec
}

// recordsFile is a new file of records. They are written in the order of their
// numbers, in whatever order they come.
type recordsFile struct {
	file *os.File
	out  *bufio.Writer
	// next is the number to be written next, held has those that came early.
	next int
	held map[int]*game.Record
}

// newRecordsFile refuses a file that exists.
func newRecordsFile(path string) (*recordsFile, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, errors.New(path + " exists already")
	}
	if err != nil {
		return nil, err
	}
	return &recordsFile{file: f, out: bufio.NewWriter(f), held: map[int]*game.Record{}}, nil
}

func (r *recordsFile) add(number int, rec *game.Record) error {
	r.held[number] = rec
	for ; r.held[r.next] != nil; r.next++ {
		if err := game.WriteRecord(r.out, r.held[r.next]); err != nil {
			return err
		}
		delete(r.held, r.next)
	}
	return nil
}

// close writes the records that were waiting for a game that will not come.
func (r *recordsFile) close() error {
	var errs []error
	for _, number := range slices.Sorted(maps.Keys(r.held)) {
		errs = append(errs, game.WriteRecord(r.out, r.held[number]))
	}
	clear(r.held)
	return errors.Join(append(errs, r.out.Flush(), r.file.Close())...)
}
