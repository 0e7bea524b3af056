package tournament

import (
	"slices"
	"strings"

	"plateau/tournament"
)

// Two results look like flags: -+ and --. With a minus sign instead of the hyphen
// they do not, and mean the same.
var minusSigns = strings.NewReplacer("-", "−")

// ReadableResults writes the results among the arguments of a program so that they
// are not read as flags.
func ReadableResults(args []string) []string {
	group := slices.Index(args, "tournament")
	if group < 0 {
		return args
	}
	verb := slices.IndexFunc(args[group:], func(arg string) bool { return slices.Contains([]string{"result", "correct", "report"}, arg) })
	if verb < 0 {
		return args
	}
	verb += group
	args = slices.Clone(args)
	for i := verb + 1; i < len(args); i++ {
		switch {
		case args[i] == "-+", args[i] == "--" && isResult(args, verb, i):
			args[i] = minusSigns.Replace(args[i])
		case args[i] == "--":
			// The end of the flags.
			return args
		}
	}
	return args
}

// isResult reports whether the argument -- is a result, and not the end of the
// flags: it follows a board, or in reports the tournament, and no other result
// comes next.
func isResult(args []string, verb, i int) bool {
	before := args[i-1]
	isValue := i-2 > verb && strings.HasPrefix(args[i-2], "--") && !strings.Contains(args[i-2], "=")
	switch {
	case isValue || strings.HasPrefix(before, "--"):
		return false
	case args[verb] == "report":
		if i-1 == verb {
			return false
		}
	case i-2 <= verb || strings.Trim(before, "0123456789") != "":
		return false
	}
	if i+1 == len(args) {
		return true
	}
	if args[verb] == "result" {
		return args[i+1] != "-+" && args[i+1] != "--" && !strings.HasPrefix(args[i+1], "+")
	}
	_, _, err := tournament.ParseResult(args[i+1], true)
	return err != nil
}
