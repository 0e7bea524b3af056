package accounts

import (
	"math"
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
// All unknown devices share one budget per name, so that many addresses do not get
// more guesses than one.
//
// Recovery codes are counted apart from passwords, and not for the name: nobody can
// guess one, and somebody who tries must keep the owner neither from signing in nor
// from recovering the account.
var (
	patienceWithSession = budget.Patience{Free: 5, Most: time.Minute}
	patienceWithDevice  = budget.Patience{Free: 10, Most: 15 * time.Minute}
	// An owner with a new device waits for a minute at most.
	patienceWithName = budget.Patience{Free: 5, Most: time.Minute}
	// A whole school may share one address; also for recovery codes.
	patienceWithAddress = budget.Patience{Free: 20, Most: time.Minute}
)

// guesser is who presents a password.
type guesser struct {
	// own is what attempts like this one count for.
	own budget.Counted
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
		address: budget.Counted{Key: "from " + proof.Address, Patience: patienceWithAddress},
	}
}

// recovering is somebody with a recovery code.
func recovering(address string) guesser {
	return guesser{own: budget.Counted{Key: "codes from " + address, Patience: patienceWithAddress}}
}

// beginGuess counts an attempt, or refuses it: then it does not count.
func (s *Service) beginGuess(g guesser) error {
	if wait := s.Guesses.Begin(g.counted()...); wait > 0 {
		return SignInSlow.Refuse("", "seconds", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return nil
}

// right takes an attempt back, and all earlier ones of the guesser. Those from the
// address stay, because others may be guessing from there.
func (s *Service) right(g guesser) {
	s.Guesses.Cancel(g.counted()...)
	s.Guesses.Forget(g.own.Key)
}
