package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/manpage"
)

// Build says what the program was built from.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	// Date is that of the commit.
	Date string `json:"date"`
	Go   string `json:"go"`
	// Feed is the address of the feed with the newest release, if it is known.
	Feed string `json:"-"`
}

// complete takes what the build did not set from what the Go command noted.
func (b Build) complete() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	noted := map[string]string{}
	for _, setting := range info.Settings {
		noted[setting.Key] = setting.Value
	}
	return Build{
		Version: cmp.Or(b.Version, info.Main.Version), Commit: cmp.Or(b.Commit, noted["vcs.revision"]),
		Date: cmp.Or(b.Date, noted["vcs.time"]), Go: info.GoVersion, Feed: b.Feed,
	}
}

// String is "v1.2.3 (commit 0123abc, 2026-11-15T12:00:00Z, go1.26)".
func (b Build) String() string {
	return fmt.Sprintf("%s (commit %s, %s, %s)", b.Version, cmp.Or(b.Commit, "unknown"), cmp.Or(b.Date, "unknown date"), b.Go)
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages to a folder",
		Long: `Write a manual page for the program and for each of its commands to the folder
DIR, which is created if it does not exist: plateau.1, plateau-play.1 and so on.`,
		Example: `  plateau man pages
  man -l pages/plateau-play.1`,
		Args: takes(0, "DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			date, _, _ := strings.Cut(a.build.Date, "T")
			pages := manpage.Pages{Date: date, Version: a.build.Version, ExitStatus: exitText}
			return pages.WriteAll(args[0], cmd.Root())
		},
	}
}

func (a *app) versionCommand() *cobra.Command {
	return a.withJSON(&cobra.Command{
		Use:   "version",
		Short: "Print the version, commit and date of this program",
		Example: `  plateau version
  plateau version --json`,
		Args:              takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			if a.asJSON {
				return a.writeJSON(a.build)
			}
			fmt.Fprintln(a.out, "plateau", a.build)
			return nil
		},
	})
}
