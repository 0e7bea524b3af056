package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"plateau/rulebook"
)

// ASCII writes a text of any of our languages without accents and other signs
// that are not ASCII.
func ASCII(text string) string {
	// Letters are taken apart into base letter and accent, so that this works
	// for any language with Latin letters.
	var ascii strings.Builder
	for _, r := range norm.NFD.String(toASCII.Replace(text)) {
		if !unicode.Is(unicode.Mn, r) {
			ascii.WriteRune(r)
		}
	}
	return ascii.String()
}

// toASCII is for what is not a letter with an accent, and for German.
var toASCII = strings.NewReplacer(
	rulebook.RulingSign, "[*]", "×", "x", "ß", "ss", "œ", "oe", "æ", "ae", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L",
	"ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue",
	"’", "'", "‘", "'", "“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "…", "...", "–", "-",
	"\u00a0", " ", "\u202f", "", "¿", "", "¡", "",
)
