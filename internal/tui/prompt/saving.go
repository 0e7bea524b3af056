package prompt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"plateau/game"
	"plateau/internal/tui/caption"
)

// autosave saves the game. If that fails, it says so once and play continues.
func (s *Session) autosave() {
	before := s.Store.Path()
	moved, err := s.Store.Save(s.Game.snapshot(s.match))
	if after := s.Store.Path(); before != "" && after != before {
		s.sayPath("Another session has taken " + before + "; this game is now saved in " + after + ".")
	}
	if moved != "" {
		s.sayPath("An unfinished game was saved there; it is now in " + moved + ".")
	}
	if err != nil && s.saveError == nil {
		s.sayPath("This game cannot be saved: " + err.Error() + ". You can play on, but it is lost when you leave.")
	}
	s.saveError = err
}

// save writes the game to a file with durable.Create or durable.Replace.
func (s *Session) save(path string, write func(path string, parts ...[]byte) error) {
	if path == "" {
		s.say("Name the file: save FILE.")
		return
	}
	var text bytes.Buffer
	err := game.WriteRecord(&text, s.Game.snapshot(s.match))
	if err == nil {
		err = write(path, text.Bytes())
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		s.sayPath(path + " exists already; save! " + path + " replaces it.")
	case err != nil:
		s.refuse(fmt.Errorf("the game was not saved: %w", err))
	default:
		s.sayPath("Saved in " + path + ".")
	}
}

// load continues a game of a file.
func (s *Session) load(_ context.Context, argument string) {
	if argument == "" {
		s.say("Name the file: load FILE.")
		return
	}
	path, number := splitNumber(argument)
	saved, err := Load(path, number, s.Games)
	if saved.Record == nil {
		s.refuse(fmt.Errorf("nothing was loaded: %w", err))
		return
	}
	if err != nil {
		s.sayPath(err.Error() + ". This is what comes before the damage.")
	}
	s.Store.Forget()
	s.Game, s.match = saved, saved.Record.Match()
	if s.match.Plies() > 0 {
		s.autosave()
	}
	s.introduce()
}

// splitNumber splits "FILE N"; the name of the file may have spaces and numbers
// in it.
func splitNumber(argument string) (path string, number int) {
	if _, err := os.Lstat(argument); err == nil {
		return argument, 1
	}
	if i := strings.LastIndexByte(argument, ' '); i > 0 {
		if n, err := strconv.Atoi(argument[i+1:]); err == nil && n > 0 {
			return strings.TrimSpace(argument[:i]), n
		}
	}
	return argument, 1
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
			return Saved{}, fmt.Errorf("%s has %s", path, caption.Count(n-1, "game"))
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
