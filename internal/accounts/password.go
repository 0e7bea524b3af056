package accounts

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"plateau/internal/budget"
)

// The length of passwords, in characters.
const (
	minPassword = 8
	maxPassword = 128
)

// Cost is the cost of argon2id: memory in KiB, passes over it, and lanes that are
// computed in parallel.
type Cost struct {
	Memory, Passes uint32
	Lanes          uint8
}

// StandardCost is the minimum that OWASP recommends: 19 MiB and two passes.
var StandardCost = Cost{Memory: 19 << 10, Passes: 2, Lanes: 1}

// Derive computes the hash of a password.
type Derive func(password, salt []byte, c Cost, length uint32) []byte

func argon2id(password, salt []byte, c Cost, length uint32) []byte {
	return argon2.IDKey(password, salt, c.Passes, c.Memory, c.Lanes, length)
}

const (
	saltBytes = 16
	keyBytes  = 32
)

// phc is a stored hash, in the format of the password hashing competition, with
// everything that is needed to check a password:
//
//	$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH
type phc struct {
	cost      Cost
	salt, key []byte
}

func (p phc) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, p.cost.Memory, p.cost.Passes, p.cost.Lanes, encode(p.salt), encode(p.key))
}

var errHash = errors.New("the stored hash of a password is damaged")

func parsePHC(text string) (phc, error) {
	var p phc
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, errHash
	}
	c := &p.cost
	_, badCost := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.Memory, &c.Passes, &c.Lanes)
	var badSalt, badKey error
	p.salt, badSalt = base64.RawStdEncoding.DecodeString(parts[4])
	p.key, badKey = base64.RawStdEncoding.DecodeString(parts[5])
	// argon2 panics if one of the last three is zero.
	if errors.Join(badCost, badSalt, badKey) != nil || c.Passes == 0 || c.Lanes == 0 || len(p.key) == 0 {
		return p, errHash
	}
	return p, nil
}

// checkPassword refuses passwords of a player that are too short or too long, or
// that others would guess.
func checkPassword(password, name string) error {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		return PasswordShort.Refuse("", "least", strconv.Itoa(minPassword))
	case n > maxPassword:
		return PasswordLong.Refuse("", "most", strconv.Itoa(maxPassword))
	case isCommon(password):
		return PasswordCommon.Refuse("")
	case isName(password, name):
		return PasswordIsName.Refuse("")
	}
	return nil
}

// plain is a password as it is hashed. Keyboards write the same characters in
// different ways.
func plain(password string) []byte { return norm.NFKC.Bytes([]byte(password)) }

// hash is what is stored of a password.
func (s *Service) hash(ctx context.Context, through *budget.Gate, from, password string) (string, error) {
	if err := enter(ctx, through, from); err != nil {
		return "", err
	}
	defer through.Leave()
	p := phc{cost: s.Cost, salt: s.random(saltBytes)}
	p.key = s.Derive(plain(password), p.salt, p.cost, keyBytes)
	return p.String(), nil
}

// verify reports whether a password is correct, and whether its hash must be made
// again because the cost has changed.
func (s *Service) verify(ctx context.Context, through *budget.Gate, from, stored, password string) (right, stale bool, err error) {
	p, err := parsePHC(stored)
	if err != nil {
		return false, false, err
	}
	if err := enter(ctx, through, from); err != nil {
		return false, false, err
	}
	defer through.Leave()
	key := s.Derive(plain(password), p.salt, p.cost, uint32(len(p.key)))
	return subtle.ConstantTimeCompare(key, p.key) == 1, p.cost != s.Cost, nil
}

const (
	// maxWaiting is a few seconds of work, and maxFrom what a class may have to wait
	// for.
	maxWaiting = 64
	maxFrom    = maxWaiting / 2
)

// newGate limits how many hashes are computed at once: each takes much memory, and
// half of the processors are for games.
func newGate(slots int) *budget.Gate { return budget.NewGate(slots, maxWaiting, maxFrom) }

// enter waits for a slot. The address is that of the client, in any form.
func enter(ctx context.Context, through *budget.Gate, from string) error {
	err := through.Enter(ctx, from)
	if errors.Is(err, budget.ErrBusy) {
		err = SignInBusy.Refuse("")
	}
	return err
}

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
