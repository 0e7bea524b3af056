package env

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"plateau/engine"
	"plateau/internal/config"
	"plateau/internal/tui/local"
)

// Flags that several commands have.
const (
	TimeFlag = "time"
	SeedFlag = "seed"
)

// WithJSON adds the choice of JSON to a command.
func (e *Env) WithJSON(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&e.AsJSON, "json", false, "print JSON, one object per line (see docs/cli.md)")
	return cmd
}

// AddCountFlag adds a number of at least one.
func AddCountFlag(cmd *cobra.Command, to *int, name string, standard int, usage string) {
	*to = standard
	cmd.Flags().Var(config.Value(to, "int", func(text string) (int, error) {
		n, err := strconv.ParseInt(text, 0, strconv.IntSize)
		switch {
		case err != nil:
			return 0, config.ValueError("not a whole number")
		case n < 1:
			return 0, config.ValueError("at least one is needed")
		}
		return int(n), nil
	}), name, usage)
}

// AddThreadsFlag adds a number of threads: by default, one per core.
func AddThreadsFlag(cmd *cobra.Command, threads *int, usage string) {
	AddCountFlag(cmd, threads, "threads", runtime.GOMAXPROCS(0), usage)
}

// AddSeedFlag adds a seed, which is random unless it is given.
func AddSeedFlag(cmd *cobra.Command, seed *uint64, usage string) {
	cmd.Flags().Uint64Var(seed, SeedFlag, rand.Uint64(), usage)
	cmd.Flags().Lookup(SeedFlag).DefValue = "0"
}

// AddTimeFlag adds a duration.
func AddTimeFlag(cmd *cobra.Command, limit *time.Duration, name string, standard time.Duration, usage string) {
	*limit = standard
	cmd.Flags().Var(config.Value(limit, "TIME", ParseTime), name, usage)
}

// ParseTime reads a duration. A number without a unit is in seconds.
func ParseTime(text string) (time.Duration, error) { return readTime(text, "2s, 500ms or 1m30s") }

func readTime(text, examples string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	_, wrongForm := time.ParseDuration(digits.ReplaceAllString(text, "0"))
	switch {
	case wrongForm != nil:
		return 0, config.ValueError("a time is a number and a unit, such as " + examples)
	case err != nil:
		return 0, config.ValueError("that is too long; a time is at most " + longest)
	case d <= 0:
		return 0, config.ValueError("a time must be more than zero")
	}
	return d, nil
}

var digits = regexp.MustCompile(`\d`)

// longest is the longest time that there is, about 292 years, in whole hours.
const longest = "2562047h"

// LevelFlag is a level as the value of a flag.
type LevelFlag struct {
	engine.Level
	// Strongest means that the user asked for it by this name.
	Strongest bool
}

// StrongestWord is how the level perfect is called where values are not known.
const StrongestWord = local.Strongest

// AddLevelFlag adds a level.
func AddLevelFlag(cmd *cobra.Command, to *LevelFlag, name, shorthand, usage string) {
	value := config.Value(to, "LEVEL", func(text string) (LevelFlag, error) {
		level, err := ParseLevel(text)
		return LevelFlag{level, strings.EqualFold(text, StrongestWord)}, err
	})
	cmd.Flags().VarP(value, name, shorthand, usage)
	CompleteFlag(cmd, name, cobra.FixedCompletions(LevelWords(), cobra.ShellCompDirectiveNoFileComp))
}

// CompleteFlag completes the values of a flag.
func CompleteFlag(cmd *cobra.Command, name string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err)
	}
}

// ParseLevel reads a level.
func ParseLevel(text string) (engine.Level, error) {
	level, err := engine.ParseLevel(strings.ToLower(strings.TrimSpace(text)))
	if err != nil {
		return 0, fmt.Errorf("choose 1 to %d, %s or %s", engine.Hardest, engine.Perfect, StrongestWord)
	}
	return level, nil
}

// LevelWords are the levels for completion, with what they mean.
func LevelWords() []string {
	words := []string{cobra.CompletionWithDesc(engine.Easiest.String(), "for beginners")}
	for level := engine.Easiest + 1; level < engine.Hardest; level++ {
		words = append(words, level.String())
	}
	return append(words,
		cobra.CompletionWithDesc(engine.Hardest.String(), "the hardest that makes mistakes"),
		cobra.CompletionWithDesc(engine.Perfect.String(), "by the exact values, where they are known"),
		cobra.CompletionWithDesc(StrongestWord, "the same, where they are not"))
}

// parseSpan reads how long something lasts: days (7d), or a time as elsewhere.
func parseSpan(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > 36500 {
			return 0, config.ValueError("a number of days is 1d to 36500d")
		}
		return time.Duration(n) * 24 * time.Hour, nil
	}
	return readTime(text, "7d, 12h or 30m")
}

// AddSpanFlag adds how long something lasts.
func AddSpanFlag(cmd *cobra.Command, span *time.Duration, usage string) {
	cmd.Flags().Var(config.Value(span, "TIME", parseSpan), "for", usage)
	cmd.Flags().Lookup("for").DefValue = ""
}

// WholeDays is how many days something lasts, rounded up.
func WholeDays(span time.Duration) int { return int((span + 24*time.Hour - 1) / (24 * time.Hour)) }

// AddYesFlag adds the confirmation that a command needs.
func AddYesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVar(yes, "yes", false, "do it; without this flag the command only says what it would do")
}

// UsageError is wrong usage of the program.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Usagef says what is wrong with how the program was called.
func Usagef(format string, args ...any) error { return UsageError(fmt.Sprintf(format, args...)) }

// FlagError makes a wrong flag wrong usage. A negative number, which looks like
// a flag, gets its own message.
func FlagError(_ *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if name := unknown.GetSpecifiedName(); name != "" && strings.ContainsAny(name[:1], "0123456789") {
			return Usagef("-%s: a number here cannot be negative", unknown.GetSpecifiedShortnames())
		}
	}
	var invalid *pflag.InvalidValueError
	var explained config.ValueError
	if errors.As(err, &invalid) && !errors.As(err, &explained) {
		switch flag := invalid.GetFlag(); flag.Value.Type() {
		case "int", "uint64":
			return Usagef("--%s %s: not a whole number", flag.Name, invalid.GetValue())
		}
	}
	return UsageError(config.FlagError(err).Error())
}

// RunGroup runs a command that only groups others.
func RunGroup(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("there is no command %q", strings.TrimPrefix(cmd.CommandPath(), "plateau ")+" "+args[0])
	}
	return cmd.Help()
}

// Takes checks the number of arguments: all required ones and at most a number
// of optional ones.
func Takes(optional int, required ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < len(required) {
			missing, verb := required[len(args):], "is"
			if len(missing) > 1 {
				verb = "are"
			}
			return Usagef("%s %s missing", strings.Join(missing, " and "), verb)
		}
		if most := len(required) + optional; optional >= 0 && len(args) > most {
			return Usagef("one argument too many: %q", args[most])
		}
		return nil
	}
}

// AnyNumber allows any number of optional arguments.
const AnyNumber = -1

// CompleteWords completes one argument from a list, and others not at all.
func CompleteWords(position int, words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) != position {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}
