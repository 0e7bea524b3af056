package online

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// The cookie with the token of a browser. Where connections are encrypted it has a
// name that browsers accept from this very host only.
const (
	sessionCookie = "plateau_session"
	secureCookie  = "__Host-" + sessionCookie
)

// answerTime limits every request. Only a disk that does not respond takes so
// long.
const answerTime = 30 * time.Second

// exportTime is for the one answer whose size grows with the number of games
// played.
const exportTime = 5 * time.Minute

// The security requirements of operations. With anybody, signing in is optional.
var (
	signedIn = []map[string][]string{{"session": {}}, {"token": {}}}
	anybody  = []map[string][]string{{}, {"session": {}}, {"token": {}}}
)

// tokenOf is the token of a request, or empty.
func tokenOf(r *http.Request) play.Token {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return play.Token(strings.TrimSpace(token))
	}
	return sessionOf(r)
}

// sessionOf is the token in the cookie of a browser, or empty.
func sessionOf(r *http.Request) play.Token {
	for _, name := range []string{secureCookie, sessionCookie} {
		if cookie, err := r.Cookie(name); err == nil {
			return play.Token(cookie.Value)
		}
	}
	return ""
}

// onlySecure ignores the cookie of plain connections where they are encrypted:
// other hosts of the domain could have set it.
func (s *server) onlySecure(r *http.Request) {
	if _, err := r.Cookie(sessionCookie); err != nil || s.Secure == nil || !s.Secure(r) {
		return
	}
	cookies := r.Cookies()
	r.Header.Del("Cookie")
	for _, cookie := range cookies {
		if cookie.Name != sessionCookie {
			r.AddCookie(cookie)
		}
	}
}

// authenticate finds the player who sent a request. The player has no id if the
// request has no valid token.
func (s *server) authenticate(r *http.Request) (play.Player, error) { return playerOf(s.accessNow(r)) }

// playerOf is the player of an access, without an id if nobody has it.
func playerOf(player play.Player, _ play.Access, err error) (play.Player, error) {
	if errors.Is(err, play.ErrNoPlayer) {
		return play.Player{}, nil
	}
	return player, err
}

// accessOf is how a request is authenticated: by a token, or by an SSH key;
// [play.ErrNoPlayer] if it is not.
func (s *server) accessOf(r *http.Request) (play.Player, play.Access, error) {
	token := tokenOf(r)
	if key, _ := overSSH(r.Context()); key != nil && token == "" {
		return s.Accounts.AccessBySSHKey(r.Context(), *key)
	}
	if token == "" {
		return play.Player{}, play.Access{}, play.ErrNoPlayer
	}
	return s.Accounts.Access(r.Context(), token)
}

// accessNow is accessOf, even if another server has just changed it, for requests of
// players about themselves.
func (s *server) accessNow(r *http.Request) (play.Player, play.Access, error) {
	if token := tokenOf(r); token != "" && strings.HasPrefix(r.URL.Path, Path+"/me") {
		return s.Accounts.AccessNow(r.Context(), token)
	}
	return s.accessOf(r)
}

type playerKey struct{}

// playerFrom is the player who sent the request, if there is one.
func playerFrom(ctx context.Context) play.Player {
	player, _ := ctx.Value(playerKey{}).(play.Player)
	return player
}

// requestKey is for handlers that need the whole request.
type requestKey struct{}

func requestFrom(ctx context.Context) *http.Request { return ctx.Value(requestKey{}).(*http.Request) }

// identify authenticates the player if the operation needs one, and applies the
// limits of that player.
func (s *server) identify(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	operation, limit := ctx.Operation(), answerTime
	if operation.OperationID == exportOperation {
		limit = exportTime
	}
	limited, cancel := context.WithTimeout(context.WithValue(r.Context(), requestKey{}, r), limit)
	defer cancel()
	ctx = huma.WithContext(ctx, limited)
	if len(operation.Security) == 0 {
		next(ctx)
		return
	}
	required := len(operation.Security[0]) > 0
	player, p := s.admit(r, required, costOf(operation.Method+" "+operation.Path))
	changes := operation.Method != http.MethodGet
	if p == nil && player.ID != "" && (required || changes) && !slices.Contains(forSuspended, operation.OperationID) {
		p = s.refuseSuspended(player)
	}
	if p != nil {
		p.Write(w)
		return
	}
	next(huma.WithValue(ctx, playerKey{}, player))
}

// admit is the player who sent a request, after applying their limits.
func (s *server) admit(r *http.Request, required bool, cost int) (play.Player, *problem.Problem) {
	c := callerOf(r)
	switch {
	case c.err != nil:
		return c.player, s.problemOf(r, c.err)
	case c.player.ID != "":
		s.House.Presence.Seen(c.player.ID, c.address)
		p := s.limitPlayer(c, cost)
		s.noteRefusal(r, p)
		return c.player, p
	case isOperator(r.Context()) && forOperator(r.URL.Path):
		return c.player, nil
	case required:
		return c.player, s.sessionMissing()
	}
	return c.player, nil
}

// forOperator reports whether the operator may use a path without being a player.
func forOperator(path string) bool {
	for _, part := range []string{"/admin/", "/groups", "/invitations"} {
		if strings.HasPrefix(path, Path+part) {
			return true
		}
	}
	return false
}

// deviceCookie is the cookie with what a browser remembers of earlier sign-ins. It
// lets nobody in.
const deviceCookie = "plateau_device"

// deviceOf is what the device of a request remembers.
func deviceOf(r *http.Request) string {
	cookie, err := r.Cookie(deviceCookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// rememberDevice is the cookie of a device that has signed in as a player.
func (s *server) rememberDevice(ctx context.Context, player play.PlayerID) (string, error) {
	r := requestFrom(ctx)
	device, err := s.Accounts.SignedIn(ctx, deviceOf(r), player)
	cookie := http.Cookie{
		Name: deviceCookie, Value: device, Path: Path, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(accounts.SessionTime.Seconds()), Secure: s.Secure != nil && s.Secure(r),
	}
	return cookie.String(), err
}

// forSuspended are the operations that suspended players may still use: what is
// stored about them is theirs.
var forSuspended = []string{"getMe", exportOperation, "deleteMe", "signOut", "signOutEverywhere"}

// refuseSuspended refuses a player who may not play now.
func (s *server) refuseSuspended(player play.Player) *problem.Problem {
	if refusal := accounts.RefuseSuspended(player, s.Now()); refusal != nil {
		return refusalProblem(refusal)
	}
	return nil
}

// setSession is the cookie that signs a browser in with a token; an empty token
// signs it out.
func (s *server) setSession(r *http.Request, token play.Token) string {
	cookie := http.Cookie{
		Name: sessionCookie, Value: string(token), Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(accounts.SessionTime.Seconds()), Secure: s.Secure != nil && s.Secure(r),
	}
	if cookie.Secure {
		cookie.Name = secureCookie
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	return cookie.String()
}
