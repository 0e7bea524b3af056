package operate

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"plateau/internal/cli/env"
	"plateau/internal/config"
	"plateau/internal/releases"
)

// updateObject is what --json prints; its keys are documented as stable.
type updateObject struct {
	Current string `json:"current"`
	Latest  string `json:"latest"`
	Date    string `json:"date"`
	URL     string `json:"url"`
	// Newer is nil if this program has no version to compare with.
	Newer *bool `json:"newer"`
}

// FeedFlag names the feed of releases, in a flag and in a variable.
const FeedFlag = "feed"

func (a *app) updateCommand() *cobra.Command {
	var check bool
	feed := a.Build.Feed
	cmd := a.WithJSON(&cobra.Command{
		Use:   "update --check",
		Short: "Say whether there is a newer version, and how to get it",
		Long: `Read the feed of releases and say whether there is a newer version than this
one, and how to get it. The program never looks by itself, sends nothing but its
version, and does not replace itself: whatever installed a package updates it.`,
		Example: `  plateau update --check
  plateau update --check --feed https://example.org/plateau/latest.json
  plateau update --check --json`,
		Args:              env.Takes(0),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !check {
				return env.Usagef("the program does not replace itself; --check says whether there is a newer version, and how to get it")
			}
			if text := os.Getenv(config.Variable(FeedFlag)); text != "" && !cmd.Flags().Changed(FeedFlag) {
				address, err := releases.CheckAddress(text)
				if err != nil {
					return env.Usagef("%s=%s: %v", config.Variable(FeedFlag), text, err)
				}
				feed = address
			}
			if feed == "" {
				return env.Usagef("this program does not know where its releases are published; name their feed with --%s or %s", FeedFlag, config.Variable(FeedFlag))
			}
			newest, err := releases.Read(cmd.Context(), feed, "plateau/"+a.Build.Version)
			if err != nil {
				return err
			}
			return a.reportUpdate(newest)
		},
	})
	cmd.Flags().BoolVar(&check, "check", false, "compare this version with the newest release")
	cmd.Flags().Var(config.Text(&feed, releases.CheckAddress), FeedFlag, "read the feed at `ADDRESS`, also in PLATEAU_FEED")
	return cmd
}

func (a *app) reportUpdate(newest releases.Feed) error {
	newer, known := newest.IsNewer(a.Build.Version)
	if a.AsJSON {
		object := updateObject{Current: a.Build.Version, Latest: newest.Version, Date: newest.Date, URL: newest.URL}
		if known {
			object.Newer = &newer
		}
		return a.WriteJSON(object)
	}
	day, _, _ := strings.Cut(newest.Date, "T")
	switch {
	case !known:
		fmt.Fprintf(a.Out, "The newest release is %s (%s). This program has no version to compare with it: %s.\n", newest.Version, day, cmp.Or(a.Build.Version, "it was not stamped"))
	case newer:
		fmt.Fprintf(a.Out, "%s is available (%s); this is %s.\n", newest.Version, day, a.Build.Version)
	default:
		fmt.Fprintf(a.Out, "This is %s, and no newer version was released.\n", a.Build.Version)
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	fmt.Fprintln(a.Out, howToUpdate(newest, installation{runtime.GOOS, runtime.GOARCH, program, isThere}))
	return nil
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// installation is how a program came to where it is.
type installation struct {
	goos, arch, program string
	isThere             func(path string) bool
}

// howToUpdate says what to do to get a release, as the program was installed.
func howToUpdate(newest releases.Feed, i installation) string {
	path := filepath.ToSlash(i.program)
	inPackage := path == "/usr/bin/plateau"
	file := newest.Package
	name := func(ending string) string { return "./" + filepath.Base(file(ending)) }
	switch {
	case strings.Contains(path, "/Caskroom/"):
		return "To update: brew upgrade --cask plateau"
	case strings.Contains(strings.ToLower(path), "/scoop/"):
		return "To update: scoop update plateau"
	case inPackage && i.isThere("/var/lib/dpkg/info/plateau.list"):
		return fmt.Sprintf("To update, download %s\nand run: sudo apt install %s", file(i.arch+".deb"), name(i.arch+".deb"))
	case inPackage && i.isThere("/etc/apk"):
		ending := rpmArch(i.arch) + ".apk"
		return fmt.Sprintf("To update, download %s\nand run: apk add --allow-untrusted %s", file(ending), name(ending))
	case inPackage && i.isThere("/usr/bin/rpm"):
		ending := rpmArch(i.arch) + ".rpm"
		return fmt.Sprintf("To update, download %s\nand run: sudo rpm --upgrade %s", file(ending), name(ending))
	}
	return "To update, replace the program by the one in " + file("_"+i.goos+"_"+i.arch+archiveEnding(i.goos))
}

func archiveEnding(goos string) string {
	if goos == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// rpmArch is an architecture in the names of packages for RPM and Alpine.
func rpmArch(arch string) string {
	switch arch {
	case "amd64":
		return "x86_64"
	case "arm64":
		return "aarch64"
	}
	return arch
}
