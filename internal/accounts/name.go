package accounts

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
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
// What looks like what is Unicode's data (data/lookalikes.txt), with a few more of
// ours. The key is never shown. It is coarse on purpose: a refused name costs a second
// thought, a lookalike may deceive a friend.

// readName is a name as it is shown, with its key.
func (s *Service) readName(ctx context.Context, player play.PlayerID, name string) (clean, key string, err error) {
	if clean, key, err = s.checkName(name); err != nil {
		return "", "", err
	}
	return clean, key, s.refuseAlike(ctx, player, clean, key)
}

// checkName is a name as it is shown, with its key, if anybody may have it.
func (s *Service) checkName(name string) (clean, key string, err error) {
	if clean, err = play.CleanName(norm.NFC.String(name)); err != nil {
		return "", "", err
	}
	if key = NameKey(clean); key == "" {
		// It consists of invisible characters.
		return "", "", play.NameLetters.Refuse(name)
	}
	if stacked(clean) {
		return "", "", NameMarks.Refuse(name)
	}
	if err := s.Names.check(clean); err != nil {
		return "", "", err
	}
	return clean, key, nil
}

// GroupName is the name of a class or club as it is shown. It keeps the rules of
// players' names, but may be longer, and several groups may have the same.
func (s *Service) GroupName(name string) (string, error) {
	clean, err := CleanLabel(norm.NFC.String(name))
	switch {
	case err != nil || clean == "":
		return "", err
	case stacked(clean):
		return "", NameMarks.Refuse(name)
	}
	return clean, s.Names.check(clean)
}

// CheckWords refuses a text, such as the name of a table, with a word that no name
// may have, or with stacked marks.
func (s *Service) CheckWords(text string) error {
	if stacked(text) {
		return NameMarks.Refuse(text)
	}
	return s.Names.checkRefused(norm.NFC.String(text))
}

// ByName finds the player of an account, with [ErrNoAccount] if there is none.
func (s *Service) ByName(ctx context.Context, name string) (play.Player, error) {
	account, err := s.Store.AccountByName(ctx, NameKey(norm.NFC.String(name)))
	if err != nil {
		return play.Player{}, err
	}
	return s.Store.Player(ctx, account.Player)
}

// refuseAlike refuses a name that, as it is written, looks like that of another
// account. The store compares the keys.
func (s *Service) refuseAlike(ctx context.Context, player play.PlayerID, name, key string) error {
	alike := nameAsWritten(name)
	if alike == key {
		return nil
	}
	account, err := s.Store.AccountByName(ctx, alike)
	switch {
	case errors.Is(err, ErrNoAccount):
		return nil
	case err == nil && account.Player != player:
		return NameTaken.Refuse(name)
	}
	return err
}

// The most marks on a letter: accents, of which some languages put two on a
// letter, and others, which some scripts write vowels and tones with.
const (
	maxAccents = 2
	maxMarks   = 4
)

// stacked reports whether a letter of a name has so many marks that they reach
// into other lines, or whether a mark has no letter.
func stacked(name string) bool {
	accents, all := 0, 0
	first := true
	for _, r := range norm.NFC.String(name) {
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			accents, all, first = 0, 0, unicode.IsSpace(r)
			continue
		}
		all++
		if unicode.In(r, marks) {
			accents++
		}
		if first || accents > maxAccents || all > maxMarks {
			return true
		}
	}
	return false
}

// NameKey is the same for all names that look alike. It is empty if nothing is
// visible. What letters look like can have marks in another order than Unicode
// puts them, so the key is decomposed again.
func NameKey(name string) string {
	return norm.NFD.String(words(norm.NFKD.String(strings.ToValidUTF8(name, "")), fold))
}

// nameAsWritten is the key of what the letters look like in the case in which
// they are written. It differs from [NameKey] for letters whose capitals look
// like other letters: a Greek ν looks like a v, but its capital like an N.
func nameAsWritten(name string) string {
	asWritten := words(norm.NFKD.String(strings.ToValidUTF8(name, "")), func(r rune) rune {
		if to := lookalikes[r]; len(to) > 0 && isLetter(to[0]) {
			return to[0]
		}
		return r
	})
	return NameKey(asWritten)
}

// words are the visible characters of a decomposed text, each replaced by what
// it looks like, with single spaces.
func words(text string, fold func(rune) rune) string {
	var key strings.Builder
	for _, r := range text {
		r = fold(r)
		switch {
		case unicode.IsSpace(r):
			key.WriteByte(' ')
		case blank(r), unicode.In(r, marks):
		default:
			key.WriteString(lookOf(r))
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
	if least == 0x345 {
		return 'ι' // An iota can also be written below a letter, as a mark.
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

// NameHeld is how long nobody else can take a name that an account had: others
// may still take who has it for its old owner.
const NameHeld = 365 * 24 * time.Hour

// holdName keeps the name of a player's account for an owner, who may be nobody,
// unless the new name has the same key. Guests have no name of their own, and the names
// of managed accounts are free again.
func (s *Service) holdName(ctx context.Context, player, owner play.PlayerID, newKey string) error {
	if p, err := s.Store.Player(ctx, player); err != nil || p.Managed() {
		return err // A teacher may use the names of last year's class again.
	}
	account, err := s.Store.Account(ctx, player)
	switch {
	case errors.Is(err, ErrNoAccount), err == nil && account.NameKey == newKey:
		return nil
	case err != nil:
		return err
	}
	return s.Store.HoldName(ctx, account.NameKey, owner, s.now().Add(NameHeld))
}

// nameKeyVersion counts the changes of [NameKey].
const nameKeyVersion = 2

// exactly is the key of an account whose name looks like that of an older one,
// from a time when that was not noticed. Nobody can take a name like that.
func exactly(name string) string { return "=" + name }

// RenewNameKeys makes the keys of all accounts again if a new version of the
// program makes other keys. Where two accounts look alike now, the older one gets
// the key, and the other signs in with its name exactly as it is.
func (s *Service) RenewNameKeys(ctx context.Context) error {
	return s.Store.RenewNameKeys(ctx, nameKeyVersion, NameKey, exactly)
}

// accountByName finds an account by what somebody types as its name.
func (s *Service) accountByName(ctx context.Context, name string) (Account, error) {
	if clean, err := play.CleanName(name); err == nil {
		account, err := s.Store.AccountByName(ctx, exactly(clean))
		if !errors.Is(err, ErrNoAccount) {
			return account, err
		}
	}
	return s.Store.AccountByName(ctx, NameKey(name))
}
