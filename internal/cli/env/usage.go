package env

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"plateau/internal/config"
)

// UsageError is wrong usage of the program.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Usagef says what is wrong with how the program was called.
func Usagef(format string, args ...any) error { return UsageError(fmt.Sprintf(format, args...)) }

// FlagError makes a wrong flag wrong usage. A negative number, which looks like
// a flag, gets its own message.
func FlagError(_ *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
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
