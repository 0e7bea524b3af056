package prompt

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

// Store keeps the running game in a folder, so that nothing that happens to the
// program or the machine loses it. It overwrites only what it has written
// itself and finished games: an unfinished game of another session is moved
// aside, and a session whose file another one has taken over goes on under a
// name of its own.
type Store struct {
	dir   string
	games game.List
	// path is this session's file, empty before the first save.
	path string
	// written is what this session last read from or wrote to path.
	written []byte
}

// NewStore keeps games in dir, which is made when it is needed. Without a
// folder every save fails.
func NewStore(dir string, games game.List) *Store { return &Store{dir: dir, games: games} }

var errNoFolder = errors.New("there is no folder for it, set PLATEAU_DATA")

// resumeName is the file that is gone on with unless another is named.
const resumeName = "resume.plateau"

// Path is the file that holds the session's game, empty before the first save.
func (s *Store) Path() string { return s.path }

// Argument is what has to follow --resume to go on with this session's game.
func (s *Store) Argument() string {
	if filepath.Base(s.path) == resumeName {
		return ""
	}
	return " " + s.path
}

// Resume reads the game to go on with; without one, the error is
// [fs.ErrNotExist]. What comes before a damage is given together with it.
func (s *Store) Resume() (Saved, error) {
	rec, content, err := s.read()
	if rec == nil {
		return Saved{}, err
	}
	if err == nil {
		s.path, s.written = s.resumePath(), content
	}
	return SavedFrom(rec), err
}

// Waiting gives the unfinished game that Resume would, if there is one.
func (s *Store) Waiting() (*game.Record, bool) {
	rec, _, err := s.read()
	return rec, err == nil && unfinished(rec)
}

func (s *Store) resumePath() string { return filepath.Join(s.dir, resumeName) }

func (s *Store) read() (*game.Record, []byte, error) {
	if s.dir == "" {
		return nil, nil, errNoFolder
	}
	content, err := os.ReadFile(s.resumePath())
	if err != nil {
		return nil, nil, err
	}
	rec, err := s.parse(content)
	if err != nil {
		err = fmt.Errorf("%s: %w", s.resumePath(), err)
	}
	return rec, content, err
}

func (s *Store) parse(content []byte) (*game.Record, error) {
	return game.NewRecordReader(bytes.NewReader(content), s.games).Read()
}

// unfinished tells whether somebody may want to go on with a game.
func unfinished(rec *game.Record) bool { return len(rec.Plies) > 0 && !rec.Outcome.Over() }

// Release makes the next save treat the file like that of another session.
func (s *Store) Release() { s.path, s.written = "", nil }

// Save writes the game. If another game had to be moved aside for it, moved is
// where that one is now.
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
	case bytes.Equal(present, s.written):
	case s.written != nil:
		path = s.freeName("resume")
	case s.precious(present):
		moved = s.freeName("unfinished")
		if err := os.Rename(path, moved); err != nil {
			return "", err
		}
	}
	if err := durable.Replace(path, text.Bytes()); err != nil {
		return moved, err
	}
	s.path, s.written = path, text.Bytes()
	return moved, nil
}

// precious tells whether a file may not be overwritten: it holds an unfinished
// game, or something that cannot be read.
func (s *Store) precious(content []byte) bool {
	rec, err := s.parse(content)
	return err != nil || unfinished(rec)
}

// freeName is the first name with a number that no file has.
func (s *Store) freeName(base string) string {
	for n := 1; ; n++ {
		path := filepath.Join(s.dir, fmt.Sprintf("%s-%d.plateau", base, n))
		if _, err := os.Lstat(path); err != nil {
			return path
		}
	}
}
