package cli

import (
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"

	"plateau/internal/tui/board"
)

// isTerminal tells whether a stream is one.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalSize is the size of the terminal that the output goes to; without
// one, width is that of a page and height 0.
func (a *app) terminalSize() (width, height int) {
	if f, ok := a.Out.(*os.File); ok {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w, h
		}
	}
	return pageWidth, 0
}

const pageWidth = 80

// style is how boards are drawn on the output.
func (a *app) style() board.Style {
	return board.Style{
		ASCII:  a.ascii || !speaksUTF8(runtime.GOOS, os.Getenv),
		Colour: a.colour.wanted(isTerminal(a.Out), os.Getenv),
		Looks:  a.catalogue.Looks(),
	}
}

// speaksUTF8 tells by the locale whether the terminal shows UTF-8, in the order
// in which the C library asks the variables.
func speaksUTF8(goos string, getenv func(string) string) bool {
	if goos == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return false
}

// Names that are spelt the same in all programs.
const (
	colourFlag       = "color"    //nolint:misspell // see above
	noColourVariable = "NO_COLOR" //nolint:misspell // see above
)

// colourMode is the value of the flag.
type colourMode string

const (
	colourAuto   colourMode = "auto"
	colourAlways colourMode = "always"
	colourNever  colourMode = "never"
)

// String implements pflag.Value.
func (m *colourMode) String() string { return string(*m) }

// Type implements pflag.Value.
func (m *colourMode) Type() string { return "WHEN" }

// Set implements pflag.Value.
func (m *colourMode) Set(text string) error {
	switch mode := colourMode(text); mode {
	case colourAuto, colourAlways, colourNever:
		*m = mode
		return nil
	}
	return fmt.Errorf("choose %s, %s or %s", colourAuto, colourAlways, colourNever)
}

func (m *colourMode) wanted(terminal bool, getenv func(string) string) bool {
	switch *m {
	case colourAlways:
		return true
	case colourNever:
		return false
	default:
		return terminal && getenv(noColourVariable) == "" && getenv("TERM") != "dumb"
	}
}
