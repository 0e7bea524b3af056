package manpage_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"plateau/internal/manpage"
)

func TestPages(t *testing.T) {
	run := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "games", Short: "Play and study", Long: "Plays.\n\nAnd \\n counts\n.files.", Run: run}
	root.PersistentFlags().Bool("ascii", false, "draw in ASCII")
	play := &cobra.Command{Use: "play GAME", Short: "Play a game", Example: "  games play chess\n  games play go", Run: run}
	play.Flags().StringP("level", "l", "easy", "the `LEVEL` to play at")
	root.AddCommand(play, &cobra.Command{Use: "secret", Hidden: true, Run: run})

	dir := filepath.Join(t.TempDir(), "man")
	pages := manpage.Pages{Date: "2026-11-15", Version: "v1", ExitStatus: "0 for success."}
	if err := pages.WriteAll(dir, root); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"games.1": `.TH "GAMES" 1 "2026-11-15" "games v1"
.SH NAME
games \- Play and study
.SH SYNOPSIS
games [flags]
.SH DESCRIPTION
Plays.
.PP
And \en counts
\&.files.
.SH COMMANDS
.TP
.B play
Play a game
.SH OPTIONS
.TP
.B \-\-ascii
draw in ASCII
.TP
.B \-h, \-\-help
help for games
.SH EXIT STATUS
0 for success.
`,
		"games-play.1": `.TH "GAMES-PLAY" 1 "2026-11-15" "games v1"
.SH NAME
games\-play \- Play a game
.SH SYNOPSIS
games play GAME [flags]
.SH OPTIONS
.TP
.B \-h, \-\-help
help for play
.TP
.B \-l, \-\-level LEVEL
the LEVEL to play at (default easy)
.SH GLOBAL OPTIONS
.TP
.B \-\-ascii
draw in ASCII
.SH EXAMPLES
.nf
  games play chess
  games play go
.fi
.SH EXIT STATUS
0 for success.
.SH SEE ALSO
.BR games (1)
`,
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("files %v, %v", files, err)
	}
}
