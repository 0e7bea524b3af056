package cli

import (
	"errors"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The groups of commands in the help.
const (
	playGroup      = "play"
	queryGroup     = "query"
	recordGroup    = "record"
	tablebaseGroup = "tablebase"
	otherGroup     = "other"
)

func (a *app) rootCommand(version string) *cobra.Command {
	root := &cobra.Command{
		Use:   "plateau",
		Short: "Play and study Quantik, Pivot and Quixo",
		Long: `Plateau plays three board games, Quantik, Pivot and Quixo for two or four, and
answers questions about them: what a position looks like and is worth, which
moves are legal and which is best, how a game ended and why.`,
		Example: `  plateau games                         which games there are
  plateau play quixo                    play at this keyboard
  plateau play quixo --computer 2       play against the computer
  plateau show quantik start S@b3       draw the board after a move
  plateau value quantik --moves         tell what every move is worth
  plateau record replay game.plateau    look through a saved game`,
		Version:       versionText(version),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRun: func(*cobra.Command, []string) {
			a.started = true
		},
	}
	root.SetOut(a.out)
	root.SetErr(a.Err)
	root.SetVersionTemplate("plateau {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(
		&cobra.Group{ID: playGroup, Title: "Playing:"},
		&cobra.Group{ID: queryGroup, Title: "Asking about positions:"},
		&cobra.Group{ID: recordGroup, Title: "Saved games:"},
		&cobra.Group{ID: tablebaseGroup, Title: "Solved games:"},
		&cobra.Group{ID: otherGroup, Title: "More:"},
	)
	root.AddCommand(a.playCommand(), a.serveCommand(), a.matchCommand(), a.rulesCommand(), a.gamesCommand(), a.showCommand(), a.movesCommand(), a.valueCommand(), a.bestCommand(), a.analyseCommand(),
		a.perftCommand(), a.recordCommand(), a.puzzlesCommand(), a.solveCommand(), a.tablebaseCommand(), a.backupCommand(), a.benchCommand())
	root.SetHelpCommand(helpCommand(root))
	root.SetHelpCommandGroupID(otherGroup)
	root.SetCompletionCommandGroupID(otherGroup)
	completeCompletion(root)
	a.addDrawingFlags(root)
	return root
}

// completeCompletion gives cobra's own command what all others have: examples,
// and wrong usage where there is no such shell.
func completeCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		panic(err)
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.Example = `  plateau completion bash > /etc/bash_completion.d/plateau
  plateau completion fish > ~/.config/fish/completions/plateau.fish`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usagef("there is no completion for the shell %q", args[0])
		}
		return cmd.Help()
	}
	for _, shell := range cmd.Commands() {
		shell.Example = "  plateau completion " + shell.Name()
	}
}

// versionText is the version and what it was built from and with.
func versionText(version string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version
	}
	if version == "" {
		version = info.Main.Version
	}
	parts := []string{version}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			parts = append(parts, setting.Value)
		}
	}
	return strings.Join(append(parts, info.GoVersion), " ")
}

// addDrawingFlags adds what every command that draws obeys.
func (a *app) addDrawingFlags(root *cobra.Command) {
	a.colour = colourAuto
	flags := root.PersistentFlags()
	flags.Var(&a.colour, colourFlag, "use colours: auto, always or never")
	flags.BoolVar(&a.ascii, "ascii", false, "draw boards with ASCII characters only")
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "colour" {
			name = colourFlag
		}
		return pflag.NormalizedName(name)
	})
	choices := cobra.FixedCompletions([]string{
		string(colourAuto), string(colourAlways), string(colourNever),
	}, cobra.ShellCompDirectiveNoFileComp)
	if err := root.RegisterFlagCompletionFunc(colourFlag, choices); err != nil {
		panic(err)
	}
}

// flagError makes a wrong flag wrong usage. A negative number looks like a
// flag and deserves to be told what it is.
func flagError(_ *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		if name := unknown.GetSpecifiedName(); name != "" && strings.ContainsAny(name[:1], "0123456789") {
			return usagef("-%s: a number here cannot be negative", unknown.GetSpecifiedShortnames())
		}
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if wrong := wrongFlag(invalid); wrong != nil {
			return wrong
		}
		switch flag := invalid.GetFlag(); flag.Value.Type() {
		case "int", "uint64":
			return usagef("--%s %s: that is not a whole number", flag.Name, invalid.GetValue())
		}
	}
	return usageError{err.Error()}
}

// helpCommand is cobra's, but a topic that does not exist is wrong usage.
func helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		Example: `  plateau help play
  plateau help record show`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			at, _, err := root.Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, cmd := range at.Commands() {
				if cmd.IsAvailableCommand() && strings.HasPrefix(cmd.Name(), prefix) {
					names = append(names, cobra.CompletionWithDesc(cmd.Name(), cmd.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("there is no command %q", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// takes checks the number of arguments: all of the required ones, and at most
// so many optional ones.
func takes(optional int, required ...string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < len(required) {
			missing, verb := required[len(args):], "is"
			if len(missing) > 1 {
				verb = "are"
			}
			return usagef("%s %s missing", strings.Join(missing, " and "), verb)
		}
		if most := len(required) + optional; optional >= 0 && len(args) > most {
			return usagef("there is one argument too many: %q", args[most])
		}
		return nil
	}
}

// anyNumber is a number of optional arguments without bound.
const anyNumber = -1
