package accounts

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lookalikesText is Unicode's list of characters that are taken for others, as
// the command lists writes it.
//
//go:embed data/lookalikes.txt
var lookalikesText string

// lookalikes are the characters of the list, by what they look like.
var lookalikes = readLookalikes(lookalikesText)

func readLookalikes(text string) map[rune][]rune {
	all := make(map[rune][]rune)
	for line := range strings.Lines(text) {
		pair := []rune(strings.TrimSuffix(line, "\n"))
		if len(pair) >= 3 && pair[1] == ' ' && pair[0] != '#' {
			all[pair[0]] = pair[2:]
		}
	}
	return all
}

// twins are more lower-case letters that look like others, by the letters that
// they are taken for: small capitals, which Unicode takes for letters of their
// own; letters by which people replace others; and letters that a hasty reader
// takes for others. A capital I looks like a small l, which makes i its twin.
var twins = readTwins(map[string]string{
	"l":  "i1|!ıɩιіӏ׀ǀ⏐∣ɪʟ",
	"o":  "0οоօσסه০०੦ᴏ",
	"a":  "аαɑᴀ",
	"b":  "ьвβʙ",
	"c":  "ᴄ",
	"d":  "ᴅ",
	"e":  "єεᴇ",
	"f":  "ꜰ",
	"g":  "ɢ",
	"h":  "ʜ",
	"j":  "ᴊ",
	"k":  "ᴋĸ",
	"n":  "пηɴ",
	"p":  "ᴘ",
	"r":  "ʀ",
	"s":  "5$ꜱ",
	"t":  "ᴛ",
	"u":  "υцᴜ",
	"v":  "ᴠν",
	"x":  "×χ",
	"y":  "ʏγ",
	"z":  "ᴢ",
	"rn": "mмᴍ",
	"ss": "ß",
	"vv": "wᴡω",
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

// looks remembers what [lookOf] has found.
var looks sync.Map

// lookOf is what a small letter, or a character without case, looks like.
func lookOf(r rune) string {
	if known, ok := looks.Load(r); ok {
		return known.(string)
	}
	look := string(r)
	// A letter may look like one that looks like a third one.
	for range 8 {
		next := lookOnce(look)
		if next == look {
			break
		}
		look = next
	}
	looks.Store(r, look)
	return look
}

func lookOnce(text string) string {
	var look strings.Builder
	for _, r := range norm.NFKD.String(text) {
		r = fold(r)
		switch {
		case blank(r), unicode.In(r, marks), unicode.IsSpace(r):
		case twins[r] != "":
			look.WriteString(twins[r])
		default:
			look.WriteString(lookalikeOf(r))
		}
	}
	return look.String()
}

// lookalikeOf is what Unicode says that a small letter looks like. Where that is
// no letter of everyday, what its capital looks like counts.
func lookalikeOf(r rune) string {
	small := lookalikes[r]
	if len(small) > 0 && isLetter(small[0]) {
		return string(small)
	}
	for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
		if capital := lookalikes[other]; len(capital) > 0 && isLetter(capital[0]) {
			return string(capital)
		}
	}
	if len(small) > 0 {
		return string(small)
	}
	return string(r)
}

// isLetter reports whether a character is a letter from A to Z.
func isLetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }
