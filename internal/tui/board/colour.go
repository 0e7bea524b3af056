package board

// Parts of the escape sequence for colours and weights. Only the eight basic
// colours are used, and none for plain text, so that it is readable on light
// and dark backgrounds.
const (
	bold     = "1;"
	faint    = "2;"
	reversed = "7;"
	cyan     = "36;"
	yellow   = "33;"
)

// teamColours are those of the two sides.
var teamColours = [2]string{bold + cyan, bold + yellow}

// paint wraps text in an escape sequence of these parts.
func (s Style) paint(colours, text string) string {
	if !s.Colour || colours == "" || text == "" {
		return text
	}
	return "\x1b[" + colours[:len(colours)-1] + "m" + text + "\x1b[0m"
}
