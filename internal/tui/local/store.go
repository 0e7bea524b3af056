package local

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"plateau/game"
	"plateau/internal/durable"
)

// Store saves the running game in a folder, so that it survives whatever
// happens to the program or the machine. It replaces only finished games and
// what it has written itself: it moves an unfinished game of another session
// aside, and if another session has replaced its file, it continues under
// another name.
type Store struct {
	dir   string
	games game.List
	// path is this session's file, empty before the first save.
	path string
	// content is what this session last read from or wrote to path.
	content []byte
}

// NewStore saves games in dir, which is created when needed. Without a folder
// every save fails.
func NewStore(dir string, games game.List) *Store { return &Store{dir: dir, games: games} }

var errNoFolder = errors.New("there is no data folder; set PLATEAU_DATA")

// resumeName is the file that is resumed unless another one is named.
const resumeName = "resume.plateau"

// Path is the file of the session's game, empty before the first save.
func (s *Store) Path() string { return s.path }

// Argument is what has to follow --resume to continue this session's game.
func (s *Store) Argument() string {
	if filepath.Base(s.path) == resumeName {
		return ""
	}
	return " " + nameOf(s.path)
}

// Resume reads the game to continue; without one, the error is
// [fs.ErrNotExist]. For a damaged game it returns what comes before the damage
// together with the error.
func (s *Store) Resume() (Saved, error) {
	return s.resume(s.resumePath())
}

func (s *Store) resume(path string) (Saved, error) {
	rec, content, err := s.read(path)
	if rec == nil {
		return Saved{}, err
	}
	if err == nil {
		s.path, s.content = path, content
	}
	return SavedFrom(rec), err
}

// Unfinished returns the unfinished game that Resume would, if there is one.
func (s *Store) Unfinished() (*game.Record, bool) {
	rec, _, err := s.read(s.resumePath())
	return rec, err == nil && unfinished(rec)
}

func (s *Store) resumePath() string { return filepath.Join(s.dir, resumeName) }

func (s *Store) read(path string) (*game.Record, []byte, error) {
	if s.dir == "" {
		return nil, nil, errNoFolder
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	rec, err := s.parse(content)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return rec, content, err
}

func (s *Store) parse(content []byte) (*game.Record, error) {
	return game.NewRecordReader(bytes.NewReader(content), s.games).Read()
}

// unfinished reports whether somebody may want to continue a game.
func unfinished(rec *game.Record) bool { return len(rec.Plies) > 0 && !rec.Outcome.Over() }

// Overwritten reports whether another session has replaced or removed this
// session's file.
func (s *Store) Overwritten() bool {
	if s.path == "" {
		return false
	}
	present, err := os.ReadFile(s.path)
	return err != nil || !bytes.Equal(present, s.content)
}

// Forget makes the next save treat the file like that of another session.
func (s *Store) Forget() { s.path, s.content = "", nil }

// Release lets a finished game be replaced by the next one, unless somebody has
// given it a name.
func (s *Store) Release() {
	if filepath.Base(s.path) != resumeName {
		s.Forget()
	}
}

// Save writes the game. If it had to move another game aside, moved is where
// that one is now.
func (s *Store) Save(rec *game.Record) (moved string, err error) {
	if s.dir == "" {
		return "", errNoFolder
	}
	var text bytes.Buffer
	if err := game.WriteRecord(&text, rec); err != nil {
		return "", err
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return "", err
	}
	path := s.path
	if path == "" {
		path = s.resumePath()
	}
	present, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return "", err
	case bytes.Equal(present, s.content):
	case s.content != nil:
		path = s.freeName("resume")
	case s.protected(present):
		moved = s.freeName("unfinished")
		if err := os.Rename(path, moved); err != nil {
			return "", err
		}
	}
	if err := durable.Replace(path, text.Bytes()); err != nil {
		return moved, err
	}
	s.path, s.content = path, text.Bytes()
	return moved, nil
}

// protected reports whether a file must not be replaced: it holds an unfinished
// game, or something that cannot be read.
func (s *Store) protected(content []byte) bool {
	rec, err := s.parse(content)
	return err != nil || unfinished(rec)
}

// freeName is the first numbered name that no file has.
func (s *Store) freeName(base string) string {
	for n := 1; ; n++ {
		path := filepath.Join(s.dir, fmt.Sprintf("%s-%d.plateau", base, n))
		if _, err := os.Lstat(path); err != nil {
			return path
		}
	}
}
