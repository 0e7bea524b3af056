package online

import (
	"context"
	"net/http"
	"strings"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// The cookie with the token of a browser. Where connections are encrypted it has a
// name that browsers accept from this very host only.
const (
	sessionCookie = "plateau_session"
	secureCookie  = "__Host-" + sessionCookie
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

// accessOf is how a request is authenticated: by a token, or by an SSH key;
// [play.ErrNoPlayer] if it is not.
func (s *server) accessOf(r *http.Request) (play.Player, accounts.Access, error) {
	token := tokenOf(r)
	if key, _ := overSSH(r.Context()); key != nil && token == "" {
		return s.Accounts.AccessBySSHKey(r.Context(), *key)
	}
	if token == "" {
		return play.Player{}, accounts.Access{}, play.ErrNoPlayer
	}
	return s.Accounts.Access(r.Context(), token)
}

// accessNow is accessOf, even if another server has just changed it.
func (s *server) accessNow(r *http.Request) (play.Player, accounts.Access, error) {
	if token := tokenOf(r); token != "" {
		return s.Accounts.AccessNow(r.Context(), token)
	}
	return s.accessOf(r)
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
	r := callerFrom(ctx).request
	device, err := s.Accounts.SignedIn(ctx, deviceOf(r), player)
	cookie := http.Cookie{
		Name: deviceCookie, Value: device, Path: Path, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(accounts.SessionTime.Seconds()), Secure: s.Secure != nil && s.Secure(r),
	}
	return cookie.String(), err
}

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
