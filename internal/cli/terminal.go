package cli

import (
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"

	"plateau/internal/tui/board"
)

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalSize is the size of the terminal that shows the output. Without a
// terminal it is pageWidth and 0.
func (a *app) terminalSize() (width, height int) {
	if width, height, ok := sizeOf(a.Out); ok {
		return width, height
	}
	return pageWidth, 0
}

func sizeOf(stream any) (width, height int, ok bool) {
	f, ok := stream.(*os.File)
	if !ok {
		return 0, 0, false
	}
	width, height, err := term.GetSize(int(f.Fd()))
	return width, height, err == nil && width > 0
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

// speaksUTF8 reports whether the locale says that the terminal shows UTF-8. The
// variables are in the order of the C library.
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

func (m colourMode) wanted(terminal bool, getenv func(string) string) bool {
	switch m {
	case colourAlways:
		return true
	case colourNever:
		return false
	default:
		return terminal && getenv(noColourVariable) == "" && getenv("TERM") != "dumb"
	}
}
