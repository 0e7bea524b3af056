package play

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Player is somebody who plays: a guest under a chosen name, or the holder of
// an account.
type Player struct {
	ID   PlayerID
	Name string
	// Registered tells that the name is kept by an account. Only those are rated.
	Registered bool
	Since      time.Time
}

// MaxName is the length of the longest name, in letters.
const MaxName = 24

// CleanName is the name as it is shown to others: without spaces around it and
// with single ones inside. It refuses what is empty, too long or not to be
// seen as what it is.
func CleanName(name string) (string, error) {
	clean := strings.Join(strings.Fields(name), " ")
	switch {
	case clean == "":
		return "", NameMissing.Refuse("")
	case !utf8.ValidString(clean) || strings.ContainsFunc(clean, invisible):
		return "", NameLetters.Refuse(name)
	case utf8.RuneCountInString(clean) > MaxName:
		return "", NameLong.Refuse(name, "most", strconv.Itoa(MaxName))
	}
	return clean, nil
}

// invisible tells whether a character could make a text look like another one:
// controls, marks that turn the direction of writing, spaces without width.
func invisible(r rune) bool { return r != ' ' && !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) }
