package accounts

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"plateau/internal/play"
)

// A name has a key that it shares with all names that look like it. No two
// accounts have the same key, so nobody can pretend to be somebody else by
// writing a name a little differently:
//
// 	"Ann Lee"  "ANN LEE"  "Ａｎｎ Lee"  "Аnn Lee" (Cyrillic А)  "Anñ Iee"  ─►  "ann lee"
//
// The key is never shown. It is coarse on purpose: a refused name costs a second
// thought, a lookalike may deceive a friend.

// readName is a name as it is shown, with its key.
func readName(name string) (clean, key string, err error) {
	if clean, err = play.CleanName(name); err != nil {
		return "", "", err
	}
	if key = NameKey(clean); key == "" {
		// It consists of invisible characters.
		return "", "", play.NameLetters.Refuse(name)
	}
	return clean, key, nil
}

// NameKey is the same for all names that look alike. It is empty if nothing is
// visible.
func NameKey(name string) string {
	text := norm.NFKD.String(strings.ToValidUTF8(name, ""))
	var key strings.Builder
	for _, r := range text {
		r = fold(r)
		switch {
		case unicode.IsSpace(r):
			key.WriteByte(' ')
		case blank(r), unicode.In(r, marks):
		case twins[r] != "":
			key.WriteString(twins[r])
		default:
			key.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(key.String()), " ")
}

// fold is the same for all forms of a letter that differ only in case.
func fold(r rune) rune {
	least := r
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	return unicode.ToLower(least)
}

// marks are accents and other marks on letters of any script. Vowels of scripts
// that write them as marks are not among them.
var marks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0300, Hi: 0x036f, Stride: 1},
		{Lo: 0x1ab0, Hi: 0x1aff, Stride: 1},
		{Lo: 0x1dc0, Hi: 0x1dff, Stride: 1},
		{Lo: 0x20d0, Hi: 0x20ff, Stride: 1},
		{Lo: 0xfe20, Hi: 0xfe2f, Stride: 1},
	},
}

// blank reports whether a character that is not a space is invisible.
func blank(r rune) bool {
	switch r {
	case 0x115f, 0x1160, 0x2800, 0x3164, 0xffa0: // fillers of Hangul, and Braille without dots
		return true
	}
	return !unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// twins are lower-case letters that look like others, by the letters that they are
// taken for. A capital I looks like a small l, which makes i its twin as well.
var twins = readTwins(map[string]string{
	"l":  "i1|!ıɩιіӏ׀ǀ⏐∣",
	"o":  "0οоօσסه০०੦",
	"a":  "аαɑ",
	"b":  "ьвβ",
	"c":  "сϲ",
	"d":  "ԁ",
	"e":  "еєεҽ",
	"g":  "ɡ",
	"h":  "һн",
	"j":  "јϳ",
	"k":  "кκ",
	"n":  "пηո",
	"p":  "рρ",
	"q":  "ԛ",
	"r":  "гᴦ",
	"s":  "ѕ5$ꜱ",
	"t":  "тτ",
	"u":  "υцս",
	"v":  "ѵν",
	"x":  "хχ×",
	"y":  "уγү",
	"z":  "ᴢ",
	"rn": "mм",
	"ss": "ß",
	"vv": "wԝω",
	"3":  "зӡ",
	"'":  "’‘`´ʼ′",
	"-":  "‐‑‒–—−_",
})

func readTwins(list map[string]string) map[rune]string {
	twins := make(map[rune]string)
	for letter, all := range list {
		for _, r := range all {
			twins[r] = letter
		}
	}
	return twins
}

// maxLabel is the maximum length of the label of a token or a passkey.
const maxLabel = 40

// CleanLabel is a label as it is shown; it may be empty.
func CleanLabel(label string) (string, error) {
	clean := strings.Join(strings.Fields(label), " ")
	switch {
	case !utf8.ValidString(clean) || strings.ContainsFunc(clean, func(r rune) bool { return r != ' ' && blank(r) }):
		return "", LabelLetters.Refuse(label)
	case utf8.RuneCountInString(clean) > maxLabel:
		return "", LabelLong.Refuse(label, "most", strconv.Itoa(maxLabel))
	}
	return clean, nil
}
