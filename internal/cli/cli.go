// Package cli is the command line of Plateau: the root of all commands, and what their
// errors mean for the exit code. The commands are in the packages below it, by family;
// env has what they share.
package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"plateau/catalogue"
	"plateau/internal/cli/admin"
	"plateau/internal/cli/ask"
	"plateau/internal/cli/bench"
	"plateau/internal/cli/club"
	"plateau/internal/cli/engines"
	"plateau/internal/cli/env"
	"plateau/internal/cli/operate"
	"plateau/internal/cli/play"
	"plateau/internal/cli/record"
	"plateau/internal/cli/serve"
	"plateau/internal/cli/tablebase"
	"plateau/internal/cli/tournament"
	"plateau/internal/config"
	"plateau/internal/manpage"
	"plateau/internal/parallel"
)

// Streams are those of the program, for callers of [Main].
type Streams = env.Streams

// Build says what the program was built from, for callers of [Main].
type Build = env.Build

// Program is what a command line is made from.
type Program struct {
	Games catalogue.List
	// Data returns the data sets that are part of the program, by name.
	Data func(name string) ([]byte, error)
	// Pages is the browser app with the looks of these games, or nil.
	Pages fs.FS
	Build Build
}

// app is one run of the program.
type app struct {
	*env.Env
	// started is set once cobra has accepted the arguments: errors before
	// that are wrong usage.
	started bool
	pages   fs.FS
}

func newApp(p Program, streams Streams) *app {
	return &app{Env: env.New(streams, p.Games, p.Data, p.Build), pages: p.Pages}
}

// Main runs the program with its arguments, without the program's name, and
// returns the exit code. It ends quietly if nobody reads its output any more.
func Main(p Program, args []string, streams Streams) int {
	// When the signal is ignored, the write returns an error instead.
	signal.Ignore(syscall.SIGPIPE)
	a := newApp(p, streams)
	root := a.rootCommand()
	root.SetArgs(tournament.ReadableResults(args))
	root.SuggestionsMinimumDistance = suggestionDistance(args)
	var cmd *cobra.Command
	err := parallel.Contain(func() (err error) {
		cmd, err = root.ExecuteC()
		return err
	})
	return a.report(cmd, cmp.Or(err, a.Flush()))
}

// The exit codes, which docs/cli.md promises.
const (
	exitDone        = 0
	exitWrongInput  = 1
	exitWrongUsage  = 2
	exitFailed      = 70
	exitInterrupted = 130
)

// exitText explains the exit codes in the manual.
const exitText = `0 for success, 1 for invalid input, 2 for invalid usage, 70 for an error in the
program itself, and 130 if the user interrupts the command.`

// report prints an error and returns the exit code.
func (a *app) report(cmd *cobra.Command, err error) int {
	var usage env.UsageError
	var failed *parallel.Panic
	switch {
	case err == nil, errors.Is(err, syscall.EPIPE):
		return exitDone
	case errors.Is(err, env.ErrReported):
		return exitWrongInput
	case errors.Is(err, env.ErrInterrupted):
		return exitInterrupted
	case errors.As(err, &failed):
		a.Warnf("an error in plateau itself ended this command: %v. Please report it with the command and these lines:", failed.Value)
		fmt.Fprintf(a.Err, "%s\n%s", a.Build.Version, failed.Stack)
		return exitFailed
	case errors.As(err, &usage), !a.started:
		a.Warnf("%v\nTry '%s --help'.", err, cmd.CommandPath())
		return exitWrongUsage
	default:
		a.Warnf("%s", a.ErrorText(err))
		return exitWrongInput
	}
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "plateau",
		Short: "Play and study Quantik, Pivot and Quixo",
		Long: `Plateau plays three board games, Quantik, Pivot and Quixo (for two or four), and
answers questions about them: what a position looks like and what it is worth,
which moves are legal and which is best, how a game ended and why.

Without a command, it opens the terminal app, which has all of this on a screen.
'plateau play' plays line by line, for scripts and screen readers.

The manual is the folder docs. 'plateau serve' shows it in the browser: About,
then Manual.`,
		Example: `  plateau                               open the terminal app
  plateau games                         which games there are
  plateau play quixo                    play at this keyboard
  plateau play quixo --computer 2       play against the computer
  plateau show quantik start S@b3       draw the board after a move
  plateau value quantik --moves         show what every move is worth
  plateau record replay game.plateau    look through a saved game`,
		Version:       a.Build.String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.started = true
			if err := a.checkEnvironment(cmd); err != nil {
				return err
			}
			return a.SetLanguage(cmd)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !play.HasScreen(a.Env) {
				return cmd.Help()
			}
			return play.RunApp(cmd.Context(), a.Env)
		},
	}
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetVersionTemplate("plateau {{.Version}}\n")
	root.SetFlagErrorFunc(env.FlagError)
	width, _ := a.TerminalSize()
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped "+strconv.Itoa(max(width, env.PageWidth))))
	root.AddCommand(play.Commands(a.Env)...)
	root.AddCommand(ask.Commands(a.Env)...)
	root.AddCommand(record.Commands(a.Env)...)
	root.AddCommand(engines.Commands(a.Env)...)
	root.AddCommand(tablebase.Commands(a.Env)...)
	root.AddCommand(tournament.Commands(a.Env)...)
	root.AddCommand(club.Commands(a.Env)...)
	root.AddCommand(admin.Commands(a.Env)...)
	root.AddCommand(serve.Commands(a.Env, a.pages)...)
	root.AddCommand(operate.Commands(a.Env)...)
	root.AddCommand(bench.Commands(a.Env)...)
	root.AddCommand(a.manCommand(), a.versionCommand())
	amendHelp(root)
	amendCompletion(root)
	place(root)
	a.AddDrawingFlags(root)
	a.AddLanguageFlag(root)
	return root
}

// checkEnvironment refuses variables that are no settings, for commands that the
// environment configures.
func (a *app) checkEnvironment(cmd *cobra.Command) error {
	top := cmd
	for top.HasParent() && top.Parent().HasParent() {
		top = top.Parent()
	}
	if !slices.Contains([]string{"serve", "admin", "backup", "restore", "migrate", "update"}, top.Name()) {
		return nil
	}
	if err := config.CheckEnvironment(os.Environ(), variables()...); err != nil {
		return env.UsageError(err.Error())
	}
	return nil
}

// variables are the names of all settings that are variables as well.
func variables() []string { return append(serve.SettingNames(), operate.FeedFlag) }

// amendHelp makes an unknown topic of cobra's help command wrong usage.
func amendHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help := find(root, "help")
	help.Use, help.Short, help.Long, help.Run = "help [COMMAND]", "Explain a command", "", nil
	help.Example = "  plateau help play\n  plateau help record show"
	help.RunE = func(_ *cobra.Command, args []string) error {
		cmd, rest, err := root.Find(args)
		if err != nil || len(rest) > 0 {
			return env.Usagef("there is no command %q", strings.Join(args, " "))
		}
		cmd.InitDefaultHelpFlag()
		return cmd.Help()
	}
}

// amendCompletion adds examples to cobra's completion commands, and makes an
// unknown shell wrong usage.
func amendCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := find(root, "completion")
	completion.Args = cobra.ArbitraryArgs
	completion.Example = `  plateau completion bash > /etc/bash_completion.d/plateau
  plateau completion fish > ~/.config/fish/completions/plateau.fish`
	completion.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return env.Usagef("there is no completion for the shell %q", args[0])
		}
		return cmd.Help()
	}
	for _, shell := range completion.Commands() {
		shell.Example = "  plateau completion " + shell.Name()
	}
}

func find(root *cobra.Command, name string) *cobra.Command {
	cmd, _, err := root.Find([]string{name})
	if err != nil {
		panic(err)
	}
	return cmd
}

// suggestionDistance is how many letters may be wrong in an unknown command for another to
// be suggested. Two letters make foo a bot.
func suggestionDistance(args []string) int {
	if len(args) > 0 && len(args[0]) < 4 {
		return 1
	}
	return 2
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages to a folder",
		Long: `Write a manual page for the program and for each of its commands to the folder
DIR, which is created if it does not exist: plateau.1, plateau-play.1 and so on.`,
		Example: `  plateau man pages
  man -l pages/plateau-play.1`,
		Args: env.Takes(0, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			date, _, _ := strings.Cut(a.Build.Date, "T")
			pages := manpage.Pages{Date: date, Version: a.Build.Version, ExitStatus: exitText}
			return pages.WriteAll(args[0], cmd.Root())
		},
	}
}

func (a *app) versionCommand() *cobra.Command {
	return a.WithJSON(&cobra.Command{
		Use:   "version",
		Short: "Print the version, commit and date of this program",
		Example: `  plateau version
  plateau version --json`,
		Args:              env.Takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if a.AsJSON {
				return a.WriteJSON(a.Build)
			}
			fmt.Fprintln(a.Out, "plateau", a.Build)
			return nil
		},
	})
}

// places are the titles under which the help lists commands, in its order, with the page
// of the manual about each command and those below it, by the name of its file in docs.
var places = []struct {
	title string
	pages map[string]string
}{
	{"Playing:", map[string]string{"play": "terminal", "serve": "hosting", "rules": "rulings"}},
	{"Engines:", map[string]string{"engine": "engines", "match": "engines", "bot": "engines"}},
	{"Asking about positions:", map[string]string{
		"games": "notation", "show": "notation", "moves": "notation", "value": "engine", "best": "engine", "analyse": "engine",
		"perft": "cli", "puzzles": "puzzles",
	}},
	{"Tournaments and clubs:", map[string]string{"tournament": "tournaments", "club": "classes"}},
	{"Saved games:", map[string]string{"saved": "records", "record": "records"}},
	{"Solved games:", map[string]string{"solve": "tablebases", "tablebase": "tablebases"}},
	{"More:", map[string]string{
		"admin": "hosting", "backup": "hosting", "restore": "hosting", "migrate": "scaling", "bench": "scaling", "update": "install",
		"man": "cli", "version": "cli", "help": "cli", "completion": "cli",
	}},
}

// place lists all commands in the help, and ends the help of each with the page that
// says more.
func place(root *cobra.Command) {
	for _, at := range places {
		root.AddGroup(&cobra.Group{ID: at.title, Title: at.title})
		for _, cmd := range root.Commands() {
			if page, ok := at.pages[cmd.Name()]; ok {
				cmd.GroupID = at.title
				nameManualPage(cmd, page)
			}
		}
	}
}

func nameManualPage(cmd *cobra.Command, page string) {
	cmd.Long = fmt.Sprintf("%s\n\nMore in the manual: docs/%s.md, in the browser #/manual/%s.",
		cmp.Or(cmd.Long, cmd.Short+"."), page, page)
	for _, child := range cmd.Commands() {
		nameManualPage(child, page)
	}
}
