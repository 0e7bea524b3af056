package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/engine"
	"plateau/engine/level"
)

// levelFlag is a level as the value of a flag.
type levelFlag struct {
	level engine.Level
	// strongest means that the user asked for it by this name.
	strongest bool
}

const strongestWord = "strongest"

// String implements pflag.Value.
func (l *levelFlag) String() string {
	if l.level == 0 {
		return ""
	}
	return l.level.String()
}

// Type implements pflag.Value.
func (l *levelFlag) Type() string { return "LEVEL" }

// Set implements pflag.Value.
func (l *levelFlag) Set(text string) error {
	level, err := parseLevel(text)
	if err != nil {
		return err
	}
	*l = levelFlag{level: level, strongest: strings.EqualFold(text, strongestWord)}
	return nil
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
		cobra.CompletionWithDesc(engine.Perfect.String(), "by the true values, where they are known"),
		cobra.CompletionWithDesc(strongestWord, "the same, where they are not"))
}

func completeLevels(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		words := cobra.FixedCompletions(levelWords(), cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(flag, words); err != nil {
			panic(err)
		}
	}
}
