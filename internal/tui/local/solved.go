package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plateau/internal/durable"
	"plateau/puzzles"
)

// Solved remembers in a folder which puzzles were solved, by their ids.
type Solved struct {
	dir string
	ids []string
}

// solvedName is the file in the folder, with one id per line.
const solvedName = "solved-puzzles.txt"

// ReadSolved reads which puzzles were solved. Without a folder nothing is
// remembered.
func ReadSolved(dir string) (*Solved, error) {
	s := &Solved{dir: dir}
	if dir == "" {
		return s, nil
	}
	text, err := os.ReadFile(filepath.Join(dir, solvedName))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	s.ids = strings.Fields(string(text))
	return s, err
}

// Add remembers that a puzzle was solved.
func (s *Solved) Add(id string) error {
	if slices.Contains(s.ids, id) {
		return nil
	}
	s.ids = append(s.ids, id)
	if s.dir == "" {
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(s.dir, solvedName), []byte(strings.Join(s.ids, "\n")+"\n"))
}

// Count is how many puzzles of a list were solved.
func (s *Solved) Count(list []puzzles.Puzzle) int {
	n := 0
	for _, puzzle := range list {
		if slices.Contains(s.ids, puzzle.ID) {
			n++
		}
	}
	return n
}

// Next is the first puzzle of a list that was not solved, or the first of all.
func (s *Solved) Next(list []puzzles.Puzzle) int {
	i := slices.IndexFunc(list, func(puzzle puzzles.Puzzle) bool { return !slices.Contains(s.ids, puzzle.ID) })
	return max(i, 0)
}
