package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/tui/text"
)

// Save is a saved game in the folder of a store.
type Save struct {
	// Name is that of its file, without the ending.
	Name string
	// Record is nil if the file cannot be read.
	Record *game.Record
	// Changed is when it was last played.
	Changed time.Time
}

const saveEnding = ".plateau"

func nameOf(path string) string { return strings.TrimSuffix(filepath.Base(path), saveEnding) }

// List is the saved games, the latest first.
func (s *Store) List() []Save {
	paths, _ := filepath.Glob(filepath.Join(s.dir, "*"+saveEnding))
	var saves []Save
	for _, path := range paths {
		info, err := os.Stat(path)
		if s.dir == "" || err != nil {
			continue
		}
		save := Save{Name: nameOf(path), Changed: info.ModTime()}
		if rec, _, err := s.read(path); err == nil {
			save.Record = rec
		}
		saves = append(saves, save)
	}
	slices.SortStableFunc(saves, func(a, b Save) int { return b.Changed.Compare(a.Changed) })
	return saves
}

var (
	// ErrBadName refuses a name that is not a file name everywhere.
	ErrBadName = errors.New("a name has letters, digits, - and _ only")
	// ErrPlayed refuses to delete the game that is played.
	ErrPlayed = errors.New("this game is being played")
)

// goodName matches what is a file name everywhere.
var goodName = regexp.MustCompile(`^[\p{L}\p{N}_-]{1,60}$`)

// named is the path of a saved game.
func (s *Store) named(name string) (string, error) {
	name = strings.TrimSuffix(name, saveEnding)
	switch {
	case s.dir == "":
		return "", errNoFolder
	case !goodName.MatchString(name):
		return "", ErrBadName
	}
	return filepath.Join(s.dir, name+saveEnding), nil
}

// Has reports whether there is a saved game of this name.
func (s *Store) Has(name string) bool {
	path, err := s.named(name)
	if err != nil {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// ResumeNamed is Resume for a game by its name.
func (s *Store) ResumeNamed(name string) (Saved, error) {
	path, err := s.named(name)
	if err != nil {
		return Saved{}, err
	}
	return s.resume(path)
}

// Delete removes a saved game, but not the one that is played.
func (s *Store) Delete(name string) error {
	path, err := s.named(name)
	switch {
	case err != nil:
		return err
	case path == s.path:
		return ErrPlayed
	}
	return os.Remove(path)
}

// Rename gives the file of this session's game a name that no file has.
func (s *Store) Rename(name string) error {
	path, err := s.named(name)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	if err := os.Rename(s.path, path); err != nil {
		return err
	}
	s.path = path
	return nil
}

// Players are the players by name, or by colour where they have none.
func (v Save) Players(texts text.Texts) string {
	var names []string
	for i, name := range SavedFrom(v.Record).DisplayNames(v.Record.Players, texts) {
		if name == "" {
			name = texts.Player(v.Record.Game, nil, game.Seat(i))
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
