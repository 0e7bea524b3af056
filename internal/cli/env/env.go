// Package env is what all commands have in common: the streams, games, language and
// knowledge of one run of the program, how flags and arguments are read, how output
// is written, and the errors that decide the exit code.
package env

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"plateau/catalogue"
	"plateau/game"
	"plateau/internal/knowledge"
	screen "plateau/internal/tui/screen"
	"plateau/internal/tui/text"
	"plateau/rulebook"
)

// Streams are what the program reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Env is one run of the program. Commands read and write only through it.
type Env struct {
	Streams
	// Out buffers the output, that is Streams.Out. It is flushed before waiting for
	// input.
	Out   *bufio.Writer
	Build Build
	// Catalogue and Data are the program's; Games are those of the catalogue.
	Catalogue catalogue.List
	Games     game.List
	Data      func(name string) ([]byte, error)
	AsJSON    bool
	// Plain describes boards in words.
	Plain bool
	// Tablebases is the folder that a flag names.
	Tablebases string
	// Knowledge is opened by Known when it is first needed.
	Knowledge *knowledge.Knowledge
	// Lang is the code of the language, once SetLanguage has run.
	Lang string
	// words are its words; Texts opens them when they are first needed.
	words  text.Texts
	colour colourMode
	ascii  bool
	// flushed is when the output was last flushed by FlushSometimes.
	flushed time.Time
}

// New is a run of the program with these games.
func New(streams Streams, games catalogue.List, data func(name string) ([]byte, error), build Build) *Env {
	return &Env{
		Streams: streams, Out: bufio.NewWriterSize(streams.Out, bufferSize), Build: build.complete(),
		Catalogue: games, Games: games.Games(), Data: data,
	}
}

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

const bufferSize = 64 << 10

var (
	// ErrReported ends a run whose errors have all been printed.
	ErrReported = errors.New("wrong input")
	// ErrInterrupted ends a run that the user interrupted.
	ErrInterrupted = errors.New("interrupted")
)

const langFlag = "lang"

// AddLanguageFlag adds the choice of a language, which all commands have.
func (e *Env) AddLanguageFlag(root *cobra.Command) {
	var codes, choices []string
	for _, l := range rulebook.Languages() {
		codes = append(codes, l.Code)
		choices = append(choices, cobra.CompletionWithDesc(l.Code, l.Name))
	}
	root.PersistentFlags().StringVar(&e.Lang, langFlag, "", "the `LANGUAGE` of texts: "+strings.Join(codes, ", "))
	CompleteFlag(root, langFlag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
}

// SetLanguage reads the flag or, without it, the environment.
func (e *Env) SetLanguage(cmd *cobra.Command) error {
	if !cmd.Flags().Changed(langFlag) {
		e.Lang = text.Language(os.Getenv)
		return nil
	}
	l, err := rulebook.ReadLanguage(e.Lang)
	if err != nil {
		return Usagef("--%s %v", langFlag, err)
	}
	e.Lang = l.Code
	return nil
}

// Texts are the words of the language, in characters that the output can show.
func (e *Env) Texts() text.Texts {
	if e.words.Language != nil {
		return e.words
	}
	e.words = e.TextsIn(e.Lang)
	return e.words
}

// TextsIn are the words of any language.
func (e *Env) TextsIn(code string) text.Texts {
	return screen.TextsIn(e.Catalogue, code, e.Style().ASCII)
}
