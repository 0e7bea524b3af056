package route

import (
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

// TokenOf is the token of a request, or empty.
func TokenOf(r *http.Request) play.Token {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return play.Token(strings.TrimSpace(token))
	}
	return SessionOf(r)
}

// SessionOf is the token in the cookie of a browser, or empty.
func SessionOf(r *http.Request) play.Token {
	for _, name := range []string{secureCookie, sessionCookie} {
		if cookie, err := r.Cookie(name); err == nil {
			return play.Token(cookie.Value)
		}
	}
	return ""
}

// onlySecure ignores the cookie of plain connections where they are encrypted:
// other hosts of the domain could have set it.
func (s *Router) onlySecure(r *http.Request) {
	if _, err := r.Cookie(sessionCookie); err != nil || !s.Encrypted(r) {
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
func (s *Router) accessOf(r *http.Request) (play.Player, accounts.Access, error) {
	token := TokenOf(r)
	if key, _ := OverSSH(r.Context()); key != nil && token == "" {
		return s.Accounts.AccessBySSHKey(r.Context(), *key)
	}
	if token == "" {
		return play.Player{}, accounts.Access{}, play.ErrNoPlayer
	}
	return s.Accounts.Access(r.Context(), token)
}

// accessNow is accessOf, even if another server has just changed it.
func (s *Router) accessNow(r *http.Request) (play.Player, accounts.Access, error) {
	if token := TokenOf(r); token != "" {
		return s.Accounts.AccessNow(r.Context(), token)
	}
	return s.accessOf(r)
}

// Encrypted reports whether cookies must be encrypted in transit.
func (s *Router) Encrypted(r *http.Request) bool {
	return s.Origins.Secure != nil && s.Origins.Secure(r)
}

// refuseSuspended refuses a player who may not play now.
func (s *Router) refuseSuspended(player play.Player) *problem.Problem {
	if refusal := accounts.RefuseSuspended(player, s.Now()); refusal != nil {
		return ProblemOfRefusal(refusal)
	}
	return nil
}

// SessionCookie is the cookie that signs a browser in with a token; an empty token
// signs it out.
func (s *Router) SessionCookie(r *http.Request, token play.Token) string {
	cookie := http.Cookie{
		Name: sessionCookie, Value: string(token), Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(accounts.SessionTime.Seconds()), Secure: s.Encrypted(r),
	}
	if cookie.Secure {
		cookie.Name = secureCookie
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	return cookie.String()
}
