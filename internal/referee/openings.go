package referee

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"plateau/game"
)

// ReadOpenings reads openings of a game from records of known games, or from lines of
// words that are played. Empty lines and those that begin with # are skipped.
func ReadOpenings(
	path string, g game.Game, known game.List, play func(g game.Game, words []string) (*game.Match, error),
) ([]*game.Match, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var openings []*game.Match
	if bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(content, []byte("\uFEFF"))), []byte("[")) {
		openings, err = readRecordOpenings(content, g, known)
	} else {
		openings, err = readLineOpenings(content, g, play)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s has no openings", path)
	}
	return openings, nil
}

func readRecordOpenings(content []byte, g game.Game, known game.List) ([]*game.Match, error) {
	reader := game.NewRecordReader(bytes.NewReader(content), known)
	var openings []*game.Match
	for {
		rec, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		number := len(openings) + 1
		if rec.Game.ID() != g.ID() {
			return nil, fmt.Errorf("game %d is of %s", number, rec.Game.ID())
		}
		m := rec.Match()
		if m.Verdict().Outcome.Over() {
			return nil, fmt.Errorf("game %d is over, so nobody can play on", number)
		}
		openings = append(openings, m)
	}
}

// maxLine is the longest line of a file with openings, in bytes.
const maxLine = 1 << 20

func readLineOpenings(content []byte, g game.Game, play func(g game.Game, words []string) (*game.Match, error)) ([]*game.Match, error) {
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, maxLine)
	var openings []*game.Match
	for number := 1; lines.Scan(); number++ {
		words := strings.Fields(strings.TrimPrefix(lines.Text(), "\uFEFF"))
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		m, err := play(g, words)
		if err == nil && m.Verdict().Outcome.Over() {
			err = errors.New("the game is over, so nobody can play on")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		openings = append(openings, m)
	}
	return openings, lines.Err()
}
