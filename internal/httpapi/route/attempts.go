package route

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/peer"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/tournaments"
)

// Attempt is a request that was refused and may be part of an attack.
type Attempt struct {
	At   time.Time
	Kind AttemptKind
	// Address is whom the request came from; it is invalid where a proxy at a
	// unix socket did not say.
	Address netip.Addr
	// Player is whose account it was about, if there is such an account.
	Player play.PlayerID
}

// AttemptKind is what was attempted. The kinds are stable: they are in logs and
// metrics.
type AttemptKind string

// The kinds of attempts.
const (
	// SignInFailed is a wrong password at sign-in, ConfirmFailed one of somebody
	// who is signed in.
	SignInFailed  AttemptKind = "signin-failed"
	ConfirmFailed AttemptKind = "confirm-failed"
	// PasskeyFailed, LinkFailed and RecoveryFailed are wrong keys, links and codes.
	PasskeyFailed  AttemptKind = "passkey-failed"
	LinkFailed     AttemptKind = "link-failed"
	RecoveryFailed AttemptKind = "recovery-failed"
	// SignInSlowed is a guess that was not even looked at, after too many others.
	SignInSlowed AttemptKind = "signin-slowed"
	// TokenRefused is an API token that nobody has.
	TokenRefused AttemptKind = "token-refused"
	// Limited is a request beyond a limit.
	Limited AttemptKind = "limited"
)

// AttemptKinds lists all kinds.
func AttemptKinds() []AttemptKind {
	return []AttemptKind{SignInFailed, ConfirmFailed, PasskeyFailed, LinkFailed, RecoveryFailed, SignInSlowed, TokenRefused, Limited}
}

// attemptKinds are the kinds by the codes of refusals.
var attemptKinds = map[string]AttemptKind{
	accounts.PasswordWrong.Code: SignInFailed,
	accounts.PasskeyFailed.Code: PasskeyFailed,
	accounts.LinkUnknown.Code:   LinkFailed,
	accounts.CardUnknown.Code:   LinkFailed,
	accounts.RecoveryWrong.Code: RecoveryFailed,
	accounts.SignInSlow.Code:    SignInSlowed,
}

// busyCodes are refusals that say nothing about who asks: everybody asks at once.
var busyCodes = []string{problem.TooBusy.Code, tooManyStreams.Code, accounts.SignInBusy.Code, tournaments.PairingBusy.Code}

// noteRefusal notes a refused request, if it may be part of an attack.
func (s *Router) noteRefusal(c *Caller, p *problem.Problem) {
	if s.Attempted == nil {
		return
	}
	kind, known := attemptKinds[p.Code]
	switch {
	case slices.Contains(busyCodes, p.Code):
		return
	case !known && p.Status == http.StatusTooManyRequests:
		kind = Limited
	case !known:
		return
	}
	r, player := c.Request, c.Player.ID
	if kind == SignInFailed && player != "" && !strings.HasPrefix(r.URL.Path, Path+"/sessions") {
		kind = ConfirmFailed
	} else if c.claimed != "" {
		player = s.accountOf(r.Context(), c.claimed)
	}
	s.attempted(r, kind, player)
}

func (s *Router) attempted(r *http.Request, kind AttemptKind, player play.PlayerID) {
	if s.Attempted != nil {
		s.Attempted(Attempt{At: s.Now(), Kind: kind, Address: peer.Node(r), Player: player})
	}
}

// accountOf is the player whose account has a name. What was typed is not noted:
// it may be somebody's password.
func (s *Router) accountOf(ctx context.Context, name string) play.PlayerID {
	player, err := s.Accounts.ByName(ctx, name)
	if err != nil {
		return ""
	}
	return player.ID
}

// Claim notes as whom somebody tries to sign in.
func Claim(ctx context.Context, name string) { CallerOf(ctx).claimed = name }
