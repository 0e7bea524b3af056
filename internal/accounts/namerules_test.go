package accounts_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/play"
)

func TestNamesThatNobodyMayHave(t *testing.T) {
	s := newSite(t)
	s.Names = accounts.NewNameRules("https://games.example.org", "# ours\nblorp\n*gnarf*\n")
	for want, names := range map[game.Ground][]string{
		accounts.NameReserved: {
			"Admin", "ADMIN", "The Admin", "Admin-1", "Admin1", "adm1n", "A d m i n", "Аdmin", "Modérateur", "Moderateur",
			"Komputer", "Computadora", "Ordinateur", "Rechner", "sędzia", "Sedzia", "Beheerder", "Servidor", "Plateau",
			"games.example.org", "Games Example Org",
		},
		accounts.NameRefused: {"blorp", "B.l.o.r.p", "Big Blorp", "xxGnarfxx", "G n a r f !", "gnаrf"},
		accounts.NameMarks:   {"Z\u0300\u0301\u0302alg\u0300\u0301\u0302o", "A\u20dd\u20dd\u20dd", "Ann \u0301"},
	} {
		for _, name := range names {
			_, _, err := s.Guest(t.Context(), name)
			wantCode(t, name, err, want)
		}
	}
	for _, name := range []string{
		"Ann", "Administration fan", "Moda", "Blorpine", "Scunthorpe", "Dickens", "Cockburn", "Hancock", "Essex", "Niger",
		"Việt", "V\u006f\u0302\u0309", "שָׁלוֹם", "ผู้เล่น", "مُحَمَّد", "Nikola", "Rapeseed", "Titsian", "Nazira",
	} {
		if _, _, err := s.Guest(t.Context(), name); err != nil {
			t.Errorf("the name %q was refused: %v", name, err)
		}
	}
}

// The refusal of a name has the word that is reserved, as it was written.
func TestReservedWordIsNamed(t *testing.T) {
	s := newSite(t)
	for name, word := range map[string]string{"The Árbitro of Rome": "Árbitro", "adm1n Ann": "adm1n", "Admin77": "Admin", "A d m i n": "Admin"} {
		_, _, err := s.Guest(t.Context(), name)
		if refusal, ok := errors.AsType[*game.Refusal](err); !ok || !slices.Contains(refusal.Params, game.Param{Name: "word", Value: word}) {
			t.Errorf("%s: %v, want the word %q", name, err, word)
		}
	}
}

// TestNamesThatLookAlikeAsWritten has letters whose small form looks like
// another letter.
func TestNamesThatLookAlikeAsWritten(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"Nick", "Alice"} {
		_, access := s.guest(t, name)
		if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Νick", "ΝICK", "Nick", "ꓮlice", "Ꭺlice", "Alⲓce"} {
		_, _, err := s.Guest(t.Context(), name)
		wantCode(t, name, err, accounts.NameTaken)
	}
}

// TestKeysOfAnOlderProgram has accounts from a time when names had other keys.
func TestKeysOfAnOlderProgram(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"Alice", "Ben"} {
		_, access := s.guest(t, name)
		if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "pass of " + name}); err != nil {
			t.Fatal(err)
		}
		s.wait(time.Millisecond)
	}
	// Ben was called something that looks like Alice, and nobody noticed.
	player, _, err := s.SignIn(t.Context(), "Ben", accounts.Proof{Password: "pass of Ben"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.store.Rename(t.Context(), player.ID, "ꓮlice", "old key"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // The second time there is nothing to do.
		if err := s.RenewNameKeys(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for name, password := range map[string]string{"alice": "pass of Alice", "ꓮlice": "pass of Ben"} {
		if _, _, err := s.SignIn(t.Context(), name, accounts.Proof{Password: password}); err != nil {
			t.Errorf("%s cannot sign in: %v", name, err)
		}
	}
}

func TestDeletedNamesAreHeld(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), access, accounts.Proof{Password: "a long one"}, noTables{}); err != nil {
		t.Fatal(err)
	}
	_, _, err := s.Guest(t.Context(), "Ann")
	wantCode(t, "the name of a deleted account", err, accounts.NameTaken)
}

// noTables is a house without tables.
type noTables struct{}

func (noTables) Quit(context.Context, play.PlayerID) (int, error) { return 0, nil }
func (noTables) Forget(context.Context, play.PlayerID) error      { return nil }
