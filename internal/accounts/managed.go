package accounts

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"plateau/game"
	"plateau/internal/play"
)

// Accounts that a group manages: a teacher makes them for a class. They have no
// password; who has the card of an account can sign in, until the card is revoked.
// Since a card can be borrowed or copied, its session may play, and nothing that
// outlasts it: see [Service.confirm].

// MaxMembers is how many members a group may have.
const MaxMembers = 500

// RefusedName is a line of a list of names that gave no account.
type RefusedName struct {
	// Line counts from 1.
	Line int
	Name string
	Why  *game.Refusal
}

// ManagedNames is what became of a list of names.
type ManagedNames struct {
	Made    []play.Player
	Refused []RefusedName
	// Known is how many of the names the group had already.
	Known int
}

// wantedName is a name of a list, with the number that tells it from others.
type wantedName struct {
	name   string
	number int
	id     play.PlayerID
}

// MakeManaged makes an account for each name of a list. A name that is taken gets
// a number ("Emma 2"); one that the group has already is left out, so that a list
// can be given again with a few names more. Names that nobody may have are refused,
// and the others are made.
func (s *Service) MakeManaged(ctx context.Context, group play.GroupID, request string, names []string) (ManagedNames, error) {
	var result ManagedNames
	members, err := s.Store.Members(ctx, group)
	if err != nil {
		return result, err
	}
	have := make(map[string]bool, len(members))
	for _, m := range members {
		have[NameKey(m.Player.Name)] = true
	}
	var wanted []*wantedName
	occurrences := make(map[string]int)
	for i, line := range names {
		if strings.TrimSpace(line) == "" {
			continue
		}
		clean, key, err := s.checkName(line)
		if refusal, is := errors.AsType[*game.Refusal](err); is {
			result.Refused = append(result.Refused, RefusedName{i + 1, line, refusal})
			continue
		}
		if err != nil {
			return result, err
		}
		occurrences[key]++
		if have[NameKey(numbered(clean, occurrences[key]))] {
			result.Known++
			continue
		}
		wanted = append(wanted, &wantedName{clean, occurrences[key], play.NewPlayerID(s.Random)})
	}
	if len(wanted) > 0 {
		result.Made, err = s.addManaged(ctx, group, request, wanted)
	}
	return result, err
}

// addManaged makes the accounts, with the first number of each name that is free.
func (s *Service) addManaged(ctx context.Context, group play.GroupID, request string, wanted []*wantedName) ([]play.Player, error) {
	for {
		list := make([]NewManaged, len(wanted))
		made := make([]play.Player, len(wanted))
		for i, w := range wanted {
			name, key, err := s.freeName(ctx, w)
			if err != nil {
				return nil, err
			}
			made[i] = play.Player{ID: w.id, Name: name, Registered: true, Since: s.now(), Manager: group}
			list[i] = NewManaged{Player: made[i], NameKey: key}
		}
		added, err := s.Store.AddManaged(ctx, group, request, list, MaxMembers)
		taken, is := errors.AsType[*TakenNameError](err)
		switch {
		case is:
			wanted[taken.Index].number++
		case err != nil || !added:
			return nil, play.RefuseTooMany(err, GroupFull, MaxMembers)
		default:
			return made, nil
		}
	}
}

// freeName is a name with the first number from its own on with which it looks
// like no other account's.
func (s *Service) freeName(ctx context.Context, w *wantedName) (name, key string, err error) {
	for {
		name, key, err = s.readName(ctx, w.id, numbered(w.name, w.number))
		refusal, is := errors.AsType[*game.Refusal](err)
		if !is || refusal.Code != NameTaken.Code {
			return name, key, err
		}
		w.number++
	}
}

// numbered is a name with a number that tells it from others; the first one has
// none.
func numbered(name string, number int) string {
	if number == 1 {
		return name
	}
	suffix := " " + strconv.Itoa(number)
	letters := []rune(name)
	room := play.MaxName - utf8.RuneCountInString(suffix)
	return strings.TrimSpace(string(letters[:min(len(letters), room)])) + suffix
}

// NewCard makes a code that signs a player in until it is revoked. It is part of a
// link, and can be typed. Earlier cards, links and sessions end: anybody who had the
// old card is out.
func (s *Service) NewCard(ctx context.Context, player play.PlayerID) (code string, err error) {
	if err := s.RevokeCard(ctx, player); err != nil {
		return "", err
	}
	code = s.newCode()
	return code, s.Store.AddSignInLink(ctx, SignInLink{
		Hash: play.TokenHash(hashCode(code)), Player: player, Since: s.now(), Until: Forever,
	})
}

// RevokeCard ends the card of a player, other sign-in links, and all sessions.
func (s *Service) RevokeCard(ctx context.Context, player play.PlayerID) error {
	if err := s.Store.RemoveSignInLinks(ctx, player); err != nil {
		return err
	}
	return s.SignOutEverywhere(ctx, player)
}

// HandOver makes a managed account one that belongs to its player, who gets a link
// that works once, and can set a password then.
func (s *Service) HandOver(ctx context.Context, player play.PlayerID) (play.Token, error) {
	if err := s.RevokeCard(ctx, player); err != nil {
		return "", err
	}
	err := s.Store.ReleaseAccount(ctx, player)
	s.forget(player)
	if err != nil {
		return "", err
	}
	return s.NewLink(ctx, player)
}

// refuseManaged refuses what the player of a managed account may not do.
func (s *Service) refuseManaged(ctx context.Context, player play.PlayerID) error {
	p, err := s.Store.Player(ctx, player)
	if err == nil && p.Managed() {
		err = ManagedAccount.Refuse("")
	}
	return err
}
