package cli

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

	"plateau/engine"
	"plateau/engine/level"
	"plateau/internal/config"
)

// Flags that several commands have.
const (
	timeFlag = "time"
	seedFlag = "seed"
)

// withJSON adds the choice of JSON to a command.
func (a *app) withJSON(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&a.asJSON, "json", false, "print JSON, one object per line (see docs/cli.md)")
	return cmd
}

// addCountFlag adds a number of at least one.
func addCountFlag(cmd *cobra.Command, to *int, name string, standard int, usage string) {
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

// addThreadsFlag adds a number of threads: by default, one per core.
func addThreadsFlag(cmd *cobra.Command, threads *int, usage string) {
	addCountFlag(cmd, threads, "threads", runtime.GOMAXPROCS(0), usage)
}

// addSeedFlag adds a seed, which is random unless it is given.
func addSeedFlag(cmd *cobra.Command, seed *uint64, usage string) {
	cmd.Flags().Uint64Var(seed, seedFlag, rand.Uint64(), usage)
	cmd.Flags().Lookup(seedFlag).DefValue = "0"
}

func addTimeFlag(cmd *cobra.Command, limit *time.Duration, name string, standard time.Duration, usage string) {
	*limit = standard
	cmd.Flags().Var(config.Value(limit, "TIME", parseTime), name, usage)
}

// parseTime reads a duration. A number without a unit is in seconds.
func parseTime(text string) (time.Duration, error) { return readTime(text, "2s, 500ms or 1m30s") }

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

// levelFlag is a level as the value of a flag.
type levelFlag struct {
	engine.Level
	// strongest means that the user asked for it by this name.
	strongest bool
}

const strongestWord = "strongest"

func addLevelFlag(cmd *cobra.Command, to *levelFlag, name, shorthand, usage string) {
	value := config.Value(to, "LEVEL", func(text string) (levelFlag, error) {
		level, err := parseLevel(text)
		return levelFlag{level, strings.EqualFold(text, strongestWord)}, err
	})
	cmd.Flags().VarP(value, name, shorthand, usage)
	completeFlag(cmd, name, cobra.FixedCompletions(levelWords(), cobra.ShellCompDirectiveNoFileComp))
}

func completeFlag(cmd *cobra.Command, name string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err)
	}
}

func parseLevel(text string) (engine.Level, error) {
	level, err := level.Parse(strings.ToLower(strings.TrimSpace(text)))
	if err != nil {
		return 0, fmt.Errorf("choose 1 to %d, %s or %s", engine.Hardest, engine.Perfect, strongestWord)
	}
	return level, nil
}

// levelName is the name of a level: perfect is strongest unless it is exact.
func levelName(level engine.Level, exact bool) string {
	if level == engine.Perfect && !exact {
		return strongestWord
	}
	return level.String()
}

// levelWords are the levels for completion, with what they mean.
func levelWords() []string {
	words := []string{cobra.CompletionWithDesc(engine.Easiest.String(), "for beginners")}
	for level := engine.Easiest + 1; level < engine.Hardest; level++ {
		words = append(words, level.String())
	}
	return append(words,
		cobra.CompletionWithDesc(engine.Hardest.String(), "the hardest that makes mistakes"),
		cobra.CompletionWithDesc(engine.Perfect.String(), "by the exact values, where they are known"),
		cobra.CompletionWithDesc(strongestWord, "the same, where they are not"))
}
