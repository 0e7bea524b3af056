package accounts

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// commonPasswords are the first bytes of the hashes of passwords that everybody
// tries first, sorted, as the command lists writes them. Passwords that
// are too short are left out.
//
//go:embed data/passwords.bin
var commonPasswords string

// hashBytes is how many bytes of a hash are stored: one in a hundred million other
// passwords is taken for a common one.
const hashBytes = 5

// CommonHash is what is stored of a common password; nil if it is too short to be
// accepted anyway.
func CommonHash(password string) []byte {
	folded := foldPassword(password)
	if utf8.RuneCountInString(folded) < minPassword {
		return nil
	}
	hash := sha256.Sum256([]byte(folded))
	return hash[:hashBytes]
}

// foldPassword is the same for passwords that differ only in case.
func foldPassword(password string) string { return strings.ToLower(norm.NFKC.String(password)) }

// isCommon reports whether a password is among those that everybody tries first.
func isCommon(password string) bool {
	hash := CommonHash(password)
	at := func(i int) []byte { return []byte(commonPasswords[i*hashBytes : (i+1)*hashBytes]) }
	i, found := sort.Find(len(commonPasswords)/hashBytes, func(i int) int { return bytes.Compare(hash, at(i)) })
	return found && i >= 0
}

// ownLetters is how many characters besides the player's name make a password.
const ownLetters = 4

// isName reports whether a password is little more than the player's name.
func isName(password, name string) bool {
	folded, foldedName := foldPassword(password), foldPassword(name)
	rest := strings.ReplaceAll(folded, foldedName, "")
	if len(rest) == len(folded) {
		rest = strings.ReplaceAll(folded, strings.ReplaceAll(foldedName, " ", ""), "")
	}
	return len(rest) < len(folded) && utf8.RuneCountInString(rest) < ownLetters
}
