package local

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/amount"
	"plateau/internal/durable"
	"plateau/internal/tui/text"
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
	path := cmp.Or(s.path, s.resumePath())
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
		names = append(names, cmp.Or(name, texts.Player(v.Record.Game, nil, game.Seat(i))))
	}
	return strings.Join(names, ", ")
}

// Load reads a game of a file, counted from 1. For a damaged game it returns
// what comes before the damage together with the error.
func Load(path string, number int, games game.List) (Saved, error) {
	f, err := os.Open(path)
	if err != nil {
		return Saved{}, err
	}
	defer f.Close()
	reader := game.NewRecordReader(f, games)
	for n := 1; ; n++ {
		rec, err := reader.Read()
		var damage *game.RecordError
		switch {
		case errors.Is(err, io.EOF):
			return Saved{}, fmt.Errorf("%s has %s", path, amount.Count(n-1, "game"))
		case err != nil && (!errors.As(err, &damage) || n == number && rec == nil):
			return Saved{}, fmt.Errorf("%s: %w", path, err)
		case n < number:
		case err != nil:
			return SavedFrom(rec), fmt.Errorf("%s: %w", path, err)
		default:
			return SavedFrom(rec), nil
		}
	}
}

// LastServer is where somebody last played online, and under which name.
type LastServer struct {
	Address string `json:"address"`
	Name    string `json:"name"`
}

// lastServerName is the file in the folder.
const lastServerName = "last-server.json"

// ReadLastServer reads it from a folder. It is empty if nothing is known.
func ReadLastServer(dir string) LastServer {
	var last LastServer
	text, err := os.ReadFile(filepath.Join(dir, lastServerName))
	if dir == "" || err != nil || json.Unmarshal(text, &last) != nil {
		return LastServer{}
	}
	return last
}

// Keep remembers it in a folder, if there is one.
func (l LastServer) Keep(dir string) error {
	text, err := json.Marshal(l)
	if dir == "" || err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, lastServerName), append(text, '\n'))
}
