package accounts_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/play"
)

func TestPasswords(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Ann")
	set := func(current, password string) error {
		return s.SetPassword(t.Context(), access, accounts.NewPassword{Current: accounts.Proof{Password: current}, Password: password})
	}
	wantCode(t, "7 letters", set("", "ÄÖÜäöüß"), accounts.PasswordShort)
	wantCode(t, "129 letters", set("", strings.Repeat("ä", 129)), accounts.PasswordLong)
	if err := set("", "passw\u00f6rter"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, "no present one", set("", "something else"), accounts.PasswordNeeded)
	wantCode(t, "a wrong present one", set("passwort", "something else"), accounts.PasswordWrong)
	// Another keyboard composes the letter.
	if err := set("passwo\u0308rter", strings.Repeat("ä", 128)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.SignIn(t.Context(), "ann", accounts.Proof{Password: strings.Repeat("ä", 128), Address: "here"}); err != nil {
		t.Error(err)
	}
}

func TestStoredHash(t *testing.T) {
	s := newSite(t)
	_, access := s.account(t, "Anna")
	account, err := s.store.Account(t.Context(), access.Player)
	if err != nil || !strings.HasPrefix(account.Password, "$argon2id$v=19$m=8,t=1,p=1$") || strings.Contains(account.Password, "Anna") {
		t.Errorf("the stored hash is %s, %v", account.Password, err)
	}
	// Damage is a failure, and not a wrong password.
	for _, damaged := range []string{
		"x", "$argon2id$v=19$m=8,t=0,p=1$c2FsdA$a2V5", "$argon2id$v=18$m=8,t=1,p=1$c2FsdA$a2V5", "$argon2i$v=19$m=8,t=1,p=1$c2FsdA$a2V5",
		"$argon2id$v=19$m=8,t=1,p=1$!$a2V5", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA$", "$argon2id$v=19$m=8$c2FsdA$a2V5",
	} {
		p := play.Player{ID: access.Player, Name: "Anna"}
		if err := s.store.SetPassword(t.Context(), p, accounts.NameKey("Anna"), damaged); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "here"}); err == nil || code(err) != "" {
			t.Errorf("the hash %q was answered with %v", damaged, err)
		}
	}
}

// TestUnknownNamesCostTheSame counts hashes, since durations cannot be tested.
func TestUnknownNamesCostTheSame(t *testing.T) {
	s := newSite(t)
	s.account(t, "Anna")
	s.guest(t, "Bert")
	for _, c := range []struct{ name, password string }{
		{"Anna", "wrong"}, {"Bert", "wrong"}, {"nobody", "wrong"}, {"", ""}, {strings.Repeat("x", 1000), "wrong"},
	} {
		before := s.derived.Load()
		_, _, err := s.SignIn(t.Context(), c.name, accounts.Proof{Password: c.password, Address: "here"})
		wantCode(t, c.name, err, accounts.PasswordWrong)
		if n := s.derived.Load() - before; n != 1 {
			t.Errorf("signing in as %q computed %d hashes", c.name, n)
		}
		if want := accounts.PasswordWrong.Refuse("").Error(); err.Error() != want {
			t.Errorf("signing in as %q was answered with %q", c.name, err)
		}
	}
}

func TestHashIsRenewed(t *testing.T) {
	s := newSite(t)
	_, access := s.account(t, "Anna")
	dearer := s.service(accounts.Cost{Memory: 16, Passes: 2, Lanes: 1})
	for _, want := range []int32{2, 1} { // It is renewed once.
		before := s.derived.Load()
		if _, _, err := dearer.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "here"}); err != nil {
			t.Fatal(err)
		}
		if n := s.derived.Load() - before; n != want {
			t.Errorf("signing in computed %d hashes, want %d", n, want)
		}
		account, err := s.store.Account(t.Context(), access.Player)
		if err != nil || !strings.Contains(account.Password, "m=16,t=2,p=1") {
			t.Errorf("after signing in the hash is %s, %v", account.Password, err)
		}
	}
	if _, _, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "here"}); err != nil {
		t.Error(err)
	}
}

func TestNewPasswordEndsSessions(t *testing.T) {
	s := newSite(t)
	token, access := s.account(t, "Anna")
	sign := func() play.Token {
		t.Helper()
		_, other, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "here"})
		if err != nil {
			t.Fatal(err)
		}
		return other
	}
	_, robot, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Label: "robot", Proof: accounts.Proof{Password: "key of Anna"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, everywhere := range []bool{false, true} {
		other := sign()
		s.wantPlayer(t, other, "Anna", true)
		err := s.SetPassword(t.Context(), access, accounts.NewPassword{Current: accounts.Proof{Password: "key of Anna"}, Password: "key of Anna", Everywhere: everywhere})
		if err != nil {
			t.Fatal(err)
		}
		s.wantNobody(t, "another session", other)
		s.wantPlayer(t, token, "Anna", true)
		if !everywhere {
			s.wantPlayer(t, robot, "Anna", true)
		}
	}
	s.wantNobody(t, "a robot's token", robot)
	last := sign()
	if err := s.SignOutEverywhere(t.Context(), access.Player); err != nil {
		t.Fatal(err)
	}
	s.wantNobody(t, "a session", last)
}

// tryOften guesses until it has to wait, and returns the guesses that were
// looked at and the seconds to wait.
func (s *site) tryOften(t *testing.T, name, address string) (guesses int, seconds string) {
	t.Helper()
	for guesses = 0; ; guesses++ {
		_, _, err := s.SignIn(t.Context(), name, accounts.Proof{Password: "wrong", Address: address})
		if refusal, ok := errors.AsType[*game.Refusal](err); ok && refusal.Code == accounts.SignInSlow.Code {
			return guesses, refusal.Params[0].Value
		}
		wantCode(t, "a guess", err, accounts.PasswordWrong)
		if guesses > 1000 {
			t.Fatal("guessing is free")
		}
	}
}

func TestGuessingIsSlow(t *testing.T) {
	s := newSite(t)
	s.account(t, "Anna")
	for _, name := range []string{"Anna", "nobody"} {
		// Five count for the name, and one for the network.
		if n, wait := s.tryOften(t, name, name+" 1"); n != 6 || wait != "1" {
			t.Errorf("%s: %d guesses at first, then a wait of %s s", name, n, wait)
		}
		for _, want := range []string{"2", "4", "8", "16", "32", "60", "60"} {
			s.wait(time.Minute)
			if n, wait := s.tryOften(t, name, name+" 1"); n != 2 || wait != want {
				t.Errorf("%s: %d guesses, then a wait of %s s, want %s", name, n, wait, want)
			}
		}
	}
	s.tryOften(t, "anna", "elsewhere")
	before := s.derived.Load()
	_, _, err := s.SignIn(t.Context(), "ÁNNA", accounts.Proof{Password: "key of Anna", Address: "elsewhere"})
	wantCode(t, "the right password too early", err, accounts.SignInSlow)
	if s.derived.Load() != before {
		t.Error("a guess that has to wait was looked at")
	}
	s.wait(time.Minute)
	if _, _, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "elsewhere"}); err != nil {
		t.Errorf("the right password: %v", err)
	}
	if n, _ := s.tryOften(t, "Anna", "another place"); n != 6 {
		t.Errorf("%d guesses after the right password, want 6", n)
	}
	s.wait(time.Hour)
	if n, _ := s.tryOften(t, "Anna", "another place"); n != 6 {
		t.Errorf("%d guesses an hour later, want 6", n)
	}
}

// TestOwnersGetIntoNewDevices while others guess all the time, from a thousand networks.
func TestOwnersGetIntoNewDevices(t *testing.T) {
	s := newSite(t)
	s.account(t, "Anna")
	guessed := 0
	for i := range 2000 {
		_, _, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "wrong", Address: fmt.Sprintf("10.%d.%d.1/32", i%1000/100, i%100)})
		if code(err) == accounts.PasswordWrong.Code {
			guessed++
		}
		if i%100 == 99 {
			owner := accounts.Proof{Password: "key of Anna", Address: fmt.Sprintf("192.0.%d.1/32", i/100)}
			if _, _, err := s.SignIn(t.Context(), "Anna", owner); err != nil {
				t.Errorf("after %d guesses of others: %v", i+1, err)
			}
		}
		s.wait(50 * time.Millisecond)
	}
	// The second time, each network has one more, and the name has a few.
	if guessed > 2020 {
		t.Errorf("%d guesses were looked at", guessed)
	}
	// Neighbours of the owner can keep them waiting, and who has many addresses in one
	// network has no more guesses.
	for _, network := range [][2]string{{"198.51.100.1/32", "198.51.100.200/32"}, {"2001:db8:1:2::/64", "2001:db8:1:ff00::/64"}} {
		s.tryOften(t, "Anna", network[0])
		if n, _ := s.tryOften(t, "Anna", network[1]); n != 0 {
			t.Errorf("%s has %d guesses more than %s", network[1], n, network[0])
		}
	}
	if n, _ := s.tryOften(t, "Anna", "2001:db8:2::/64"); n != 1 {
		t.Errorf("another network has %d guesses", n)
	}
}

// TestGuessingManyNames is slowed down by the address.
func TestGuessingManyNames(t *testing.T) {
	s := newSite(t)
	token, access := s.account(t, "Anna")
	for i := range 20 {
		_, _, err := s.SignIn(t.Context(), strings.Repeat("z", i+1), accounts.Proof{Password: "wrong", Address: "there"})
		wantCode(t, "a guess", err, accounts.PasswordWrong)
	}
	_, _, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "there"})
	wantCode(t, "the 21st name", err, accounts.SignInSlow)
	if _, _, err := s.SignIn(t.Context(), "Anna", accounts.Proof{Password: "key of Anna", Address: "elsewhere"}); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
	// The password that confirms something grave is guessed no faster.
	for range 5 {
		wantCode(t, "a guess", s.SetPassword(t.Context(), access, accounts.NewPassword{Current: accounts.Proof{Password: "wrong"}, Password: "something else"}), accounts.PasswordWrong)
	}
	wantCode(t, "a further one", s.SetPassword(t.Context(), access, accounts.NewPassword{Current: accounts.Proof{Password: "key of Anna"}, Password: "something else"}), accounts.SignInSlow)
	s.wantPlayer(t, token, "Anna", true)
}

// slow is a service whose hashes say when they are begun, and end when the test says so.
func (s *site) slow() (service *accounts.Service, begun, end chan struct{}) {
	begun, end = make(chan struct{}), make(chan struct{})
	return accounts.New(accounts.Config{
		Games: games.All().Games(), Store: s.store, Now: time.Now, Random: rand.Reader, Cost: cheap,
		Derive: func(_, _ []byte, _ accounts.Cost, length uint32) []byte {
			begun <- struct{}{}
			<-end
			return make([]byte, length)
		},
	}), begun, end
}

// TestManyNewAccountsAtOnce from one address keep nobody else out: neither those who sign
// in from elsewhere, nor those whom the server knows.
func TestManyNewAccountsAtOnce(t *testing.T) {
	s := newSite(t)
	_, owner := s.account(t, "Olga")
	slow, begun, end := s.slow()
	var all sync.WaitGroup
	register := func(access accounts.Access) error {
		return slow.SetPassword(t.Context(), access, accounts.NewPassword{Password: "a long one", Current: accounts.Proof{Address: "school"}})
	}
	begin := func(n int) {
		_, access := s.guest(t, fmt.Sprint("Guest ", n))
		all.Go(func() {
			if err := register(access); err != nil {
				t.Errorf("guest %d: %v", n, err)
			}
		})
	}
	signIn := func(do func(proof accounts.Proof) error) {
		all.Go(func() {
			wantCode(t, "a sign-in", do(accounts.Proof{Password: "wrong one", Address: "home"}), accounts.PasswordWrong)
		})
	}
	for n := range slow.Slots() {
		begin(n)
		<-begun
	}
	for n := range accounts.MaxFrom {
		begin(100 + n)
	}
	for slow.Waiting() < accounts.MaxFrom {
		runtime.Gosched()
	}
	_, tooMany := s.guest(t, "Guest 200")
	wantCode(t, "one more from there", register(tooMany), accounts.SignInBusy)
	signIn(func(proof accounts.Proof) error {
		_, _, err := slow.SignIn(t.Context(), "Olga", proof)
		return err
	})
	for slow.Waiting() == accounts.MaxFrom {
		runtime.Gosched()
	}
	signIn(func(proof accounts.Proof) error {
		_, _, err := slow.AddToken(t.Context(), owner.Player, accounts.NewToken{Proof: proof})
		return err
	})
	<-begun // It does not wait for the others.
	close(end)
	for range accounts.MaxFrom + 1 {
		<-begun
	}
	all.Wait()
}

// TestManySignInsAtOnce lets some wait and sends the others away. A hash takes
// until the test says so.
func TestManySignInsAtOnce(t *testing.T) {
	s := newSite(t)
	slow, begun, end := s.slow()
	var all sync.WaitGroup
	try := func(ctx context.Context, i int, want game.Ground) {
		_, _, err := slow.SignIn(ctx, strings.Repeat("z", i), accounts.Proof{Password: "wrong", Address: strings.Repeat("a", i)})
		if ctx.Err() == nil {
			wantCode(t, "a sign-in", err, want)
		} else if !errors.Is(err, context.Canceled) {
			t.Errorf("somebody who left was answered with %v", err)
		}
	}
	for i := range slow.Slots() {
		all.Go(func() { try(t.Context(), i, accounts.PasswordWrong) })
		<-begun
	}
	impatient, leave := context.WithCancel(t.Context())
	for i := range accounts.MaxWaiting {
		ctx := t.Context()
		if i == 0 {
			ctx = impatient
		}
		all.Go(func() { try(ctx, 100+i, accounts.PasswordWrong) })
	}
	for slow.Waiting() < accounts.MaxWaiting {
		runtime.Gosched()
	}
	try(t.Context(), 1000, accounts.SignInBusy)
	try(t.Context(), 1000, accounts.SignInBusy) // It did not count as a guess, or as waiting.
	leave()
	for slow.Waiting() == accounts.MaxWaiting {
		runtime.Gosched()
	}
	close(end)
	for range accounts.MaxWaiting - 1 {
		<-begun
	}
	all.Wait()
	if n := slow.Waiting(); n != 0 {
		t.Errorf("%d still wait", n)
	}
}

// TestLastingWaysInNeedThePassword keeps somebody who found a browser open from
// staying.
func TestLastingWaysInNeedThePassword(t *testing.T) {
	s := newSite(t)
	_, access := s.guest(t, "Anna")
	phone := newDevice()
	s.addPasskey(t, access.Player, phone) // There is no password yet.
	if err := s.SetPassword(t.Context(), access, accounts.NewPassword{
		Current: s.prove(t, access.Player, phone), Password: "key of Anna",
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		password string
		want     game.Ground
	}{{"", accounts.PasswordNeeded}, {"wrong one", accounts.PasswordWrong}} {
		proof := accounts.Proof{Password: c.password, Address: "here"}
		_, _, err := s.AddToken(t.Context(), access.Player, accounts.NewToken{Proof: proof})
		wantCode(t, "a token", err, c.want)
		_, err = s.BeginPasskey(t.Context(), access.Player, origin, proof)
		wantCode(t, "a passkey", err, c.want)
	}
	right := accounts.Proof{Password: "key of Anna", Address: "here"}
	if _, err := s.BeginPasskey(t.Context(), access.Player, origin, right); err != nil {
		t.Error(err)
	}
	for _, everywhere := range []bool{false, true} {
		change := accounts.NewPassword{Current: right, Password: "key of Anna", Everywhere: everywhere}
		if err := s.SetPassword(t.Context(), access, change); err != nil {
			t.Fatal(err)
		}
		facts, err := s.Facts(t.Context(), access.Player)
		if err != nil || (len(facts.Passkeys) == 0) != everywhere {
			t.Errorf("with everywhere %v the passkeys are %v, %v", everywhere, facts.Passkeys, err)
		}
	}
}

// TestOwnersAreNotLockedOut by the guesses of others, however many these make and
// from wherever: neither at a device that has signed in before, nor where they are
// signed in.
func TestOwnersAreNotLockedOut(t *testing.T) {
	s := newSite(t)
	_, access := s.account(t, "Anna")
	right := accounts.Proof{Password: "key of Anna", Address: "school"}
	device, err := s.SignedIn(t.Context(), "", access.Player)
	if err != nil {
		t.Fatal(err)
	}
	attack := func() {
		t.Helper()
		for _, address := range []string{"far away", "school"} {
			s.tryOften(t, "Anna", address)
		}
		_, _, err := s.SignIn(t.Context(), "Anna", right)
		wantCode(t, "a device that nobody knows", err, accounts.SignInSlow)
	}
	for range 3 {
		attack()
		known := right
		known.Device = device
		if _, _, err := s.SignIn(t.Context(), "Anna", known); err != nil {
			t.Errorf("at a known device: %v", err)
		}
		attack()
		owner := right
		owner.Session = "mine"
		if err := s.SetPassword(t.Context(), access, accounts.NewPassword{Current: owner, Password: "key of Anna"}); err != nil {
			t.Errorf("a new password: %v", err)
		}
	}
	// Another network has one guess more, and strangers do not have those of a device.
	if n, _ := s.tryOften(t, "Anna", "another address"); n != 1 {
		t.Errorf("from another address there were %d more guesses", n)
	}
	for _, forged := range []string{
		"~", "a.b", string(access.Player) + "..", string(access.Player) + ".nonce.mac", strings.Replace(device, ".", ".x", 1),
		strings.Repeat("a.b.c~", 10) + device,
	} {
		proof := right
		proof.Device = forged
		_, _, err := s.SignIn(t.Context(), "Anna", proof)
		wantCode(t, forged, err, accounts.SignInSlow)
	}
	// A known device has an end of its patience, too, but only for itself.
	stolen := accounts.Proof{Password: "wrong", Address: "thief", Device: device}
	for range 10 {
		_, _, err := s.SignIn(t.Context(), "Anna", stolen)
		wantCode(t, "a guess at the device", err, accounts.PasswordWrong)
	}
	_, _, err = s.SignIn(t.Context(), "Anna", stolen)
	wantCode(t, "one guess more", err, accounts.SignInSlow)
	owner := accounts.Proof{Password: "key of Anna", Session: "mine"}
	if err := s.Delete(t.Context(), access, owner, noTables{}); err != nil {
		t.Errorf("deletion: %v", err)
	}
}

// TestDevicesRememberSeveralAccounts, the last ones, as in a family.
func TestDevicesRememberSeveralAccounts(t *testing.T) {
	s := newSite(t)
	device := "what~somebody.else.wrote"
	var players []play.PlayerID
	for _, name := range []string{"Anna", "Bert", "Cleo", "Dora", "Emil", "Fred"} {
		_, access := s.account(t, name)
		var err error
		if device, err = s.SignedIn(t.Context(), device, access.Player); err != nil {
			t.Fatal(err)
		}
		again, err := s.SignedIn(t.Context(), device, access.Player)
		if err != nil || again != device {
			t.Errorf("signing in again changes the device from %q to %q, %v", device, again, err)
		}
		players = append(players, access.Player)
	}
	for i, player := range players {
		if got := strings.Contains(device, string(player)); got != (i > 0) {
			t.Errorf("the device remembers player %d: %v", i, got)
		}
	}
	if strings.Contains(device, "somebody") {
		t.Errorf("the device has %q", device)
	}
}
