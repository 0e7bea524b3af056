package prompt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"plateau/engine"
	"plateau/engine/level"
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
	return " " + s.path
}

// Resume reads the game to continue; without one, the error is
// [fs.ErrNotExist]. For a damaged game it returns what comes before the damage
// together with the error.
func (s *Store) Resume() (Saved, error) {
	rec, content, err := s.read()
	if rec == nil {
		return Saved{}, err
	}
	if err == nil {
		s.path, s.content = s.resumePath(), content
	}
	return SavedFrom(rec), err
}

// Unfinished returns the unfinished game that Resume would, if there is one.
func (s *Store) Unfinished() (*game.Record, bool) {
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

// Saved is a game with what a session adds to it; all of it is in the record
// that is written.
type Saved struct {
	// Record is the game that the session starts from; its tags and comments
	// are preserved.
	Record *game.Record
	// Random are the seats that play at random.
	Random map[game.Seat]bool
	// Computer are the seats that the computer plays, with its level.
	Computer map[game.Seat]engine.Level
	// Seed makes their moves repeatable.
	Seed uint64
}

// The tags for automatic seats.
const (
	randomTag   = "RandomSeats"
	computerTag = "ComputerSeats" // such as "O1=3 O2=perfect"
	seedTag     = "Seed"
)

// SavedFrom reads from a record's tags what an earlier session added, and
// ignores invalid ones.
func SavedFrom(rec *game.Record) Saved {
	saved := Saved{Record: rec, Random: map[game.Seat]bool{}, Computer: map[game.Seat]engine.Level{}}
	for _, tag := range rec.Tags {
		switch tag.Name {
		case seedTag:
			saved.Seed, _ = strconv.ParseUint(tag.Value, 10, 64)
		case randomTag:
			ids := strings.Fields(tag.Value)
			for i, seat := range rec.Game.Seats() {
				if slices.Contains(ids, seat.ID) {
					saved.Random[game.Seat(i)] = true
				}
			}
		case computerTag:
			saved.readComputers(tag.Value)
		}
	}
	return saved
}

func (v Saved) readComputers(text string) {
	for _, word := range strings.Fields(text) {
		id, name, _ := strings.Cut(word, "=")
		level, err := level.Parse(name)
		for i, seat := range v.Record.Game.Seats() {
			if seat.ID == id && err == nil {
				v.Computer[game.Seat(i)] = level
			}
		}
	}
}

// snapshot is the record of the match so far, with the comments of the moves
// that have not changed.
func (v Saved) snapshot(m *game.Match) *game.Record {
	rec := game.RecordOf(m)
	rec.Intro = v.Record.Intro
	for i := range min(len(rec.Plies), len(v.Record.Plies)) {
		if rec.Plies[i].Move != v.Record.Plies[i].Move {
			break
		}
		rec.Plies[i].Comments = v.Record.Plies[i].Comments
	}
	for _, tag := range v.Record.Tags {
		if tag.Name != randomTag && tag.Name != computerTag && tag.Name != seedTag {
			rec.Tags = append(rec.Tags, tag)
		}
	}
	rec.Tags = append(rec.Tags, v.tags()...)
	return rec
}

// tags describe the automatic seats, if there are any.
func (v Saved) tags() []game.Tag {
	var random, computer []string
	for i, seat := range v.Record.Game.Seats() {
		if v.Random[game.Seat(i)] {
			random = append(random, seat.ID)
		}
		if level := v.Computer[game.Seat(i)]; level != 0 {
			computer = append(computer, seat.ID+"="+level.String())
		}
	}
	var tags []game.Tag
	if len(random) > 0 {
		tags = append(tags, game.Tag{Name: randomTag, Value: strings.Join(random, " ")})
	}
	if len(computer) > 0 {
		tags = append(tags, game.Tag{Name: computerTag, Value: strings.Join(computer, " ")})
	}
	if len(tags) > 0 {
		tags = append(tags, game.Tag{Name: seedTag, Value: strconv.FormatUint(v.Seed, 10)})
	}
	return tags
}
