package rulebook

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// The strategy of a game is what its solution teaches. It is a book like the
// rules, with one section for each claim. What proves the claims is in a file of
// its own, so that translators cannot change it:
//
//	strategy/LANGUAGE/GAME.txt  the text, in the format of the rules
//	strategy/GAME.txt           # name of the claim
//	                            = check
//	                            = check about | what it must find
//
// The claims are in the order of the sections. Tests prove every check with the
// exact values.

// Check is what a test compares with the solution of a game.
type Check struct {
	// Name says how; the tests know all names.
	Name string
	// About is a position, or whatever else the check is about; it may be
	// empty.
	About string
	// Want is what it must find.
	Want []string
}

// Claim is what proves one section of a strategy.
type Claim struct {
	ID     string
	Checks []Check
}

// Strategy is the strategy in a language, which is read forgivingly; nil for a
// game without one. Its errors are refusals.
func (s Source) Strategy(language string) (*Book, error) {
	l, err := s.language(language)
	if err != nil {
		return nil, err
	}
	blocks, err := parse(s, "strategy/"+l.Code+"/"+s.Game+".txt", read)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &Book{Game: s.Game, Language: l, Blocks: blocks}, nil
}

// Claims is what proves the sections of the strategy, in their order; none for
// a game without one.
func (s Source) Claims() ([]Claim, error) {
	claims, err := parse(s, "strategy/"+s.Game+".txt", readClaims)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return claims, err
}

func readClaims(text string) ([]Claim, error) {
	var claims []Claim
	for line := range strings.SplitSeq(text, "\n") {
		sign, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case sign == "":
		case sign == "#" && rest != "":
			claims = append(claims, Claim{ID: rest})
		case sign == "=" && rest != "" && len(claims) > 0:
			last := &claims[len(claims)-1]
			subject, want, _ := strings.Cut(rest, "|")
			name, about, _ := strings.Cut(strings.TrimSpace(subject), " ")
			last.Checks = append(last.Checks, Check{Name: name, About: strings.TrimSpace(about), Want: strings.Fields(want)})
		default:
			return nil, fmt.Errorf("%q: a claim is # and its name, followed by its checks, which begin with =", line)
		}
	}
	return claims, nil
}
