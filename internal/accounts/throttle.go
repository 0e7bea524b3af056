package accounts

import (
	"math"
	"net/netip"
	"strconv"
	"time"

	"plateau/internal/budget"
	"plateau/internal/play"
)

// Wrong passwords count for who guesses, so that nobody is locked out by the
// guesses of others:
//
//	a signed-in player        for the session
//	a device that has signed  for the device and the name
//	in to the account before
//	everybody else            for the name, and for the address
//
// All unknown devices share one budget per name, so that many addresses hardly get more
// guesses than one. When it is used up, each network has a small one of its own for the
// name: otherwise somebody who guesses all the time, from anywhere, would keep the owner
// out of a new device for as long as they like.
//
// Recovery codes are counted apart from passwords, and not for the name: nobody can
// guess one, and somebody who tries must keep the owner neither from signing in nor
// from recovering the account.
var (
	patienceWithSession = budget.Patience{Free: 5, Most: time.Minute}
	patienceWithDevice  = budget.Patience{Free: 10, Most: 15 * time.Minute}
	patienceWithName    = budget.Patience{Free: 5, Most: time.Minute}
	// An owner with a new device waits for a minute at most, whatever others do elsewhere.
	patienceWithNetwork = budget.Patience{Free: 1, Most: time.Minute}
	// A whole school may share one address; also for recovery codes.
	patienceWithAddress = budget.Patience{Free: 20, Most: time.Minute}
)

// guesser is who presents a password.
type guesser struct {
	// own is what attempts like this one count for, and aside what they count for
	// when others have used up the patience with own; its key may be empty.
	own, aside budget.Counted
	// address is what those with other names count for, too; its key is empty for
	// a guesser who is known.
	address budget.Counted
}

// known reports whether others cannot use up the patience with this guesser.
func (g guesser) known() bool { return g.address.Key == "" }

func (g guesser) counted() []budget.Counted {
	if g.known() {
		return []budget.Counted{g.own}
	}
	return []budget.Counted{g.own, g.address}
}

// signedIn is a player who confirms something in a session.
func signedIn(player play.PlayerID, proof Proof) guesser {
	return guesser{own: budget.Counted{Key: "session " + string(player) + " " + proof.Session, Patience: patienceWithSession}}
}

// atDevice is a device that has signed in to the account before.
func atDevice(player play.PlayerID, nonce string) guesser {
	return guesser{own: budget.Counted{Key: "device " + string(player) + " " + nonce, Patience: patienceWithDevice}}
}

// stranger is everybody else.
func stranger(nameKey string, proof Proof) guesser {
	return guesser{
		own:     budget.Counted{Key: "name " + nameKey, Patience: patienceWithName},
		aside:   budget.Counted{Key: "name " + nameKey + " from " + networkOf(proof.Address), Patience: patienceWithNetwork},
		address: budget.Counted{Key: "from " + proof.Address, Patience: patienceWithAddress},
	}
}

// The networks that one customer usually gets, or shares with neighbours.
const (
	networkBits4 = 24
	networkBits6 = 48
)

// networkOf is the network of an address, or of a smaller network; what it cannot read
// stays as it is.
func networkOf(address string) string {
	p, err := netip.ParsePrefix(address)
	if err != nil {
		return address
	}
	bits := networkBits6
	if p.Addr().Is4() {
		bits = networkBits4
	}
	return netip.PrefixFrom(p.Addr(), min(bits, p.Bits())).Masked().String()
}

// recovering is somebody with a recovery code.
func recovering(address string) guesser {
	return guesser{own: budget.Counted{Key: "codes from " + address, Patience: patienceWithAddress}}
}

// beginGuess counts an attempt, or refuses it: then it does not count. It returns the
// guesser with what the attempt counts for.
func (s *Service) beginGuess(g guesser) (guesser, error) {
	wait := s.Guesses.Begin(g.counted()...)
	if wait > 0 && g.aside.Key != "" {
		g.own = g.aside
		wait = min(wait, s.Guesses.Begin(g.counted()...))
	}
	if wait > 0 {
		return g, SignInSlow.Refuse("", "seconds", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return g, nil
}

// right takes an attempt back, and all earlier ones of the guesser. Those from the
// address stay, because others may be guessing from there.
func (s *Service) right(g guesser) {
	s.Guesses.Cancel(g.counted()...)
	s.Guesses.Forget(g.own.Key)
}
