package line

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"plateau/internal/tui/local"
)

// nearMisses are the commands or legal moves that somebody may have meant.
func (s *Session) nearMisses(text string) []string {
	word, _, _ := strings.Cut(text, " ")
	if near := local.Nearest(word, commandNames()); len(near) > 0 {
		return near
	}
	if s.Over() {
		return nil
	}
	return local.Nearest(text, local.MoveTexts(s.Match.Position()))
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
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
	if !s.Over() {
		candidates = append(candidates, local.MoveTexts(s.Match.Position())...)
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
