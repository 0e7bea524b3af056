// Package tournamentfile stores a tournament in a file, for organisers without a
// server: one event per line, as JSON. A file is replaced as a whole, so a crash
// leaves either the old state or the new one, and a lock lets one process write
// at a time.
package tournamentfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"plateau/internal/durable"
	"plateau/tournament"
)

// maxLine is the longest line: far more than the pairs of the largest round need.
const maxLine = 1 << 20

// Create writes the first events of a tournament to a file that must not exist.
func Create(path string, events []tournament.Event) error {
	if _, err := tournament.Replay(&tournament.Tournament{}, events); err != nil {
		return err
	}
	text, err := encode(events)
	if err != nil {
		return err
	}
	err = durable.Create(path, text)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s exists; choose another name", path)
	}
	return err
}

func encode(events []tournament.Event) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for _, e := range events {
		if err := encoder.Encode(e); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// Read reads the tournament of a file, with its events.
func Read(path string) (*tournament.Tournament, []tournament.Event, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s does not exist; 'plateau tournament new' creates a tournament", path)
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	t, events, err := Parse(f)
	if err != nil {
		return nil, nil, fmt.Errorf("%s, %w", path, err)
	}
	return t, events, nil
}

// Parse reads the text of a file. Its errors say which line is damaged.
func Parse(r io.Reader) (*tournament.Tournament, []tournament.Event, error) {
	t := &tournament.Tournament{}
	var events []tournament.Event
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	number := 0
	for lines.Scan() {
		number++
		text := bytes.TrimSpace(lines.Bytes())
		if number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		if len(text) == 0 {
			continue
		}
		var e tournament.Event
		if err := json.Unmarshal(text, &e); err != nil {
			return nil, nil, fmt.Errorf("line %d: this is no event of a tournament: %w", number, err)
		}
		next, err := tournament.Replay(t, []tournament.Event{e})
		if err != nil {
			return nil, nil, fmt.Errorf("line %d: the file is damaged: %w", number, err)
		}
		t, events = next, append(events, e)
	}
	if err := lines.Err(); err != nil {
		return nil, nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if len(events) == 0 {
		return nil, nil, errors.New("line 1: the file is empty")
	}
	return t, events, nil
}

// Change lets do make a decision about the tournament of a file, and writes its
// events. Nobody else can write meanwhile.
func Change(path string, do func(t *tournament.Tournament) (*tournament.Decision, error)) (*tournament.Tournament, error) {
	var after *tournament.Tournament
	err := rewrite(path, func(t *tournament.Tournament, events []tournament.Event) ([]tournament.Event, error) {
		d, err := do(t)
		if err != nil {
			return nil, err
		}
		after = d.Tournament
		return append(events, d.Events...), nil
	})
	return after, err
}

// Undo removes the last event, and returns it.
func Undo(path string) (tournament.Event, error) {
	var last tournament.Event
	err := rewrite(path, func(_ *tournament.Tournament, events []tournament.Event) ([]tournament.Event, error) {
		if len(events) == 1 {
			return nil, errors.New("there is nothing to undo; a tournament that was only created can be deleted as a file")
		}
		last = events[len(events)-1]
		return events[:len(events)-1], nil
	})
	return last, err
}

// rewrite replaces the events of a file while it is locked.
func rewrite(path string, do func(t *tournament.Tournament, events []tournament.Event) ([]tournament.Event, error)) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		_, _, err := Read(path) // It says what to do.
		return err
	}
	// The file itself is replaced, so another one has the lock.
	release, err := durable.LockBriefly(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock"))
	if errors.Is(err, durable.ErrLocked) {
		return fmt.Errorf("another program is changing %s; try again", path)
	}
	if err != nil {
		return err
	}
	t, events, err := Read(path)
	if err == nil {
		events, err = do(t, events)
	}
	var text []byte
	if err == nil {
		text, err = encode(events)
	}
	if err == nil {
		err = durable.Replace(path, text)
	}
	return errors.Join(err, release())
}
