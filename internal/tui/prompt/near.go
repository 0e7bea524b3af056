package prompt

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// nearMisses are the commands or legal moves that somebody may have meant.
func (s *Session) nearMisses(text string) []string {
	word, _, _ := strings.Cut(text, " ")
	if near := nearest(word, commandNames()); len(near) > 0 {
		return near
	}
	if s.over() {
		return nil
	}
	now := s.match.Position()
	var moves []string
	for _, m := range now.Moves() {
		moves = append(moves, now.MoveText(m))
	}
	return nearest(text, moves)
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// mostNear is how many suggestions are made at most.
const mostNear = 3

// nearest are the candidates that a typing mistake or two turn into a text: those
// with the fewest, if they are not too many to help. A short text has room for
// one mistake only.
func nearest(text string, candidates []string) []string {
	text = strings.ToLower(text)
	least := 2
	if len(text) < 5 {
		least = 1
	}
	if len(text) < 2 {
		return nil
	}
	var near []string
	for _, candidate := range candidates {
		mistakes := distance(text, strings.ToLower(candidate))
		if mistakes < least {
			least, near = mistakes, nil
		}
		if mistakes == least {
			near = append(near, candidate)
		}
	}
	if len(near) > mostNear {
		return nil
	}
	return near
}

// distance is how many letters have to be added, left out, changed or exchanged
// with their neighbour to make one text of the other.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		rows = [3][]int{last, row, before}
	}
	return rows[1][len(b)]
}

// completions are the lines that a beginning may become: commands with their
// arguments, and legal moves.
func (s *Session) completions(line string) []string {
	word, argument, spaced := strings.Cut(line, " ")
	if spaced {
		var lines []string
		for _, candidate := range s.arguments(strings.ToLower(word), argument) {
			lines = append(lines, word+" "+candidate)
		}
		return lines
	}
	candidates := commandNames()
	if !s.over() {
		now := s.match.Position()
		for _, m := range now.Moves() {
			candidates = append(candidates, now.MoveText(m))
		}
	}
	return beginning(candidates, line)
}

// arguments completes the argument of a command.
func (s *Session) arguments(command, argument string) []string {
	switch command {
	case "help":
		return beginning(commandNames(), argument)
	case "resume", "delete":
		var names []string
		for _, saved := range s.Store.List() {
			names = append(names, saved.Name)
		}
		return beginning(names, argument)
	case "save", "save!", "load":
		paths, _ := filepath.Glob(globSafe.Replace(argument) + "*")
		for i, path := range paths {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				paths[i] += string(filepath.Separator)
			}
		}
		return paths
	}
	return nil
}

// globSafe quotes what a pattern of file names would not take literally.
var globSafe = strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`)

// beginning are the candidates that begin with a text, in either case.
func beginning(candidates []string, text string) []string {
	return slices.DeleteFunc(candidates, func(candidate string) bool {
		return len(candidate) < len(text) || !strings.EqualFold(candidate[:len(text)], text)
	})
}
