package board

// Parts of the escape sequence that sets colours and weights. Only the eight
// colours that every terminal has are used, and none for text alone, so that
// light and dark backgrounds both stay readable.
const (
	bold     = "1;"
	faint    = "2;"
	reversed = "7;"
	cyan     = "36;"
	yellow   = "33;"
)

// teamColours are those of the two sides.
var teamColours = [2]string{bold + cyan, bold + yellow}

// paint sets the text in colours made of the parts above.
func (s Style) paint(colours, text string) string {
	if !s.Colour || colours == "" || text == "" {
		return text
	}
	return "\x1b[" + colours[:len(colours)-1] + "m" + text + "\x1b[0m"
}
