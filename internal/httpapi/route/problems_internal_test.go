package route

import (
	"net/http"
	"testing"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/httpapi/problem"
	"plateau/internal/tournaments"
)

// Load balancers leave out servers that answer 503. Only a server that is not ready or
// is stopping does, and nobody can make it by asking for too much.
func TestABusyServerIsStillReady(t *testing.T) {
	for kind, status := range statuses {
		if status == http.StatusServiceUnavailable {
			t.Errorf("the kind %d is answered with 503", kind)
		}
	}
	signIn := ProblemOfRefusal(accounts.SignInBusy.Refuse(""))
	for _, p := range []*problem.Problem{signIn, tooManyStreams, problem.TooBusy} {
		if p.Status != http.StatusTooManyRequests || p.GetHeaders().Get("Retry-After") == "" {
			t.Errorf("%s is answered with %d, after %q", p.Code, p.Status, p.GetHeaders().Get("Retry-After"))
		}
		// It is no reason to ban an address, either.
		s := &Router{Config: Config{Attempted: func(a Attempt) { t.Errorf("%s counts as %s", p.Code, a.Kind) }}}
		s.noteRefusal(&Caller{Request: new(http.Request)}, p)
	}
	for _, p := range []*problem.Problem{stopping, storeAway, problem.TooSlow} {
		if p.Status != http.StatusServiceUnavailable || p.GetHeaders().Get("Retry-After") == "" {
			t.Errorf("%s is answered with %d", p.Code, p.Status)
		}
	}
}

func TestBusyRefusalsSayWhenToTryAgain(t *testing.T) {
	for _, test := range []struct {
		refusal *game.Refusal
		want    string
	}{
		{accounts.SignInSlow.Refuse("", "seconds", "7"), "7"},
		{accounts.SignInBusy.Refuse(""), "2"},
		{tournaments.PairingBusy.Refuse(""), "2"},
		{game.GameOver.Refuse(""), ""},
	} {
		if got := ProblemOfRefusal(test.refusal).GetHeaders().Get("Retry-After"); got != test.want {
			t.Errorf("%s may be tried again after %q, want %q", test.refusal.Code, got, test.want)
		}
	}
}
