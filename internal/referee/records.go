package referee

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"

	"plateau/game"
	"plateau/internal/durable"
)

// Records is a file with the records of a contest. They are written in the order
// of their numbers, in whatever order they come.
type Records struct {
	file *os.File
	out  *bufio.Writer
	// expected are the games still to come, by their number; held has those that
	// came early.
	expected []int
	held     map[int]*game.Record
}

// The tags of a record that say which game of which contest it is.
const (
	RoundTag   = "Round"
	ContestTag = "Contest"
)

// CreateRecords makes a new file. One that exists is refused.
func CreateRecords(path string) (*Records, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, errors.New(path + " exists already; --resume continues its match")
	}
	if err != nil {
		return nil, err
	}
	return newRecords(f), nil
}

func newRecords(f *os.File) *Records {
	return &Records{file: f, out: bufio.NewWriter(f), held: map[int]*game.Record{}}
}

// ReadRecords reads the file of an interrupted contest. The last record may be
// incomplete, because the program was killed while it wrote it; it is left out.
func ReadRecords(path string, games game.List) ([]*game.Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reader := game.NewRecordReader(bufio.NewReader(f), games)
	var records []*game.Record
	for {
		rec, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return records, nil
		}
		if err != nil {
			if _, after := reader.Read(); errors.Is(after, io.EOF) {
				return records, nil
			}
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		records = append(records, rec)
	}
}

// ResumeRecords continues a file after the records that were read from it.
func ResumeRecords(path string, records []*game.Record) (*Records, error) {
	var whole bytes.Buffer
	for _, rec := range records {
		if err := game.WriteRecord(&whole, rec); err != nil {
			return nil, err
		}
	}
	if err := durable.Replace(path, whole.Bytes()); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	return newRecords(f), nil
}

// Expect says which games will come, in the order of their numbers.
func (r *Records) Expect(games []int) { r.expected = games }

// Add writes a record, and those that waited for it.
func (r *Records) Add(number int, rec *game.Record) error {
	r.held[number] = rec
	for len(r.expected) > 0 && r.held[r.expected[0]] != nil {
		next := r.expected[0]
		if err := game.WriteRecord(r.out, r.held[next]); err != nil {
			return err
		}
		delete(r.held, next)
		r.expected = r.expected[1:]
	}
	return r.out.Flush()
}

// Close writes the records that were waiting for a game that will not come.
func (r *Records) Close() error {
	var errs []error
	for _, number := range slices.Sorted(maps.Keys(r.held)) {
		errs = append(errs, game.WriteRecord(r.out, r.held[number]))
	}
	clear(r.held)
	return errors.Join(append(errs, r.out.Flush(), r.file.Close())...)
}

// NumberOf is the number of a recorded game, counted from 0, if it belongs to the
// contest that is described.
func NumberOf(rec *game.Record, contest string, games int) (int, error) {
	tags := map[string]string{}
	for _, tag := range rec.Tags {
		tags[tag.Name] = tag.Value
	}
	if tags[ContestTag] != contest {
		if tags[ContestTag] == "" {
			return 0, errors.New("it is not a game of 'plateau match'")
		}
		return 0, fmt.Errorf("it belongs to another match: %s instead of %s", tags[ContestTag], contest)
	}
	number, err := strconv.Atoi(tags[RoundTag])
	if err != nil || number < 1 || number > games || !rec.Outcome.Over() {
		return 0, fmt.Errorf("it is not one of the %d games", games)
	}
	return number - 1, nil
}
