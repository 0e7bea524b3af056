package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/cli/env"
	"plateau/internal/manpage"
)

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
