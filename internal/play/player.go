package play

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Player is a guest with a chosen name, or a registered player with an account.
type Player struct {
	ID   PlayerID `json:"id"`
	Name string   `json:"name"`
	// Registered players have an account, which reserves their name. Only they
	// can play rated games.
	Registered bool      `json:"registered"`
	Since      time.Time `json:"since"`
	// Administrators may do everything that package admin offers.
	Administrator bool `json:"administrator,omitempty"`
	// SuspendedUntil is when a suspended player may play again; zero for
	// everybody else.
	SuspendedUntil time.Time `json:"suspended_until,omitzero"`
	// Bots are accounts that programs play with. They were declared once, and
	// stay bots.
	Bot bool `json:"bot,omitempty"`
	// Barred players may not play rated games.
	Barred bool `json:"barred,omitempty"`
	// Manager is the group that made the account and manages it; empty for
	// accounts that belong to their players. See [Player.Managed].
	Manager GroupID `json:"-"`
	// Program means that a program acts for a person, with an API token. It is
	// not stored.
	Program bool `json:"-"`
}

// refuseRated says why a player may not play rated games.
func (p Player) refuseRated() error {
	switch {
	case !p.Registered:
		return RatedGuest.Refuse("")
	case p.Barred:
		return RatedBarred.Refuse("")
	case p.Program:
		return RatedToken.Refuse("")
	}
	return nil
}

// Managed reports whether the account belongs to a group, and not to the player
// alone: they sign in with a card, which somebody may borrow.
func (p Player) Managed() bool { return p.Manager != "" }

// Suspended reports whether the player may not play at a time.
func (p Player) Suspended(now time.Time) bool { return now.Before(p.SuspendedUntil) }

// MaxName is the maximum length of a name, in characters.
const MaxName = 24

// CleanName is the name as others see it: without spaces around it and with
// single spaces inside. It refuses names that are empty, too long or have
// invisible characters.
func CleanName(name string) (string, error) {
	clean, err := cleanName(name, MaxName)
	if err == nil && clean == "" {
		err = NameMissing.Refuse("")
	}
	return clean, err
}

// MaxTableName is the maximum length of the name of a table, in characters.
const MaxTableName = 40

// CleanTableName is the name of a table as others see it, empty if it has none.
func CleanTableName(name string) (string, error) { return cleanName(name, MaxTableName) }

func cleanName(name string, most int) (string, error) {
	clean := strings.Join(strings.Fields(name), " ")
	switch {
	case !utf8.ValidString(clean) || strings.ContainsFunc(clean, invisible):
		return "", NameLetters.Refuse(name)
	case utf8.RuneCountInString(clean) > most:
		return "", NameLong.Refuse(name, "most", strconv.Itoa(most))
	}
	return clean, nil
}

// invisible reports whether a character could make a text look like another
// one: control characters, direction marks, zero-width spaces.
func invisible(r rune) bool { return r != ' ' && !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) }
