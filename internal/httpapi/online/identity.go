package online

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"plateau/internal/play"
	"plateau/internal/play/accounts"
)

// sessionCookie has the token of whoever uses a browser.
const sessionCookie = "plateau_session"

// answerTime is how long a request may take to be answered. Nothing does unless
// the disk does not answer.
const answerTime = 30 * time.Second

// exportTime is for the one answer whose length depends on how much somebody
// has played.
const exportTime = 5 * time.Minute

// The ways to say who asks, as the description names them. An operation lists
// those that it takes; open adds that nobody has to say.
var (
	signedIn = []map[string][]string{{"session": {}}, {"token": {}}}
	open     = []map[string][]string{{}, {"session": {}}, {"token": {}}}
)

// tokenOf is the token that a request carries, or none.
func tokenOf(r *http.Request) play.Token {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return play.Token(strings.TrimSpace(token))
	}
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return ""
	}
	return play.Token(cookie.Value)
}

// who is the player who asks, or one without an id if that is nobody.
func (s *server) who(r *http.Request) (play.Player, error) {
	token := tokenOf(r)
	if token == "" {
		return play.Player{}, nil
	}
	player, err := s.Accounts.PlayerByToken(r.Context(), token)
	if errors.Is(err, play.ErrNoPlayer) {
		return play.Player{}, nil
	}
	return player, err
}

type playerKey struct{}

// playerFrom is who asks: nobody where the operation does not care.
func playerFrom(ctx context.Context) play.Player {
	player, _ := ctx.Value(playerKey{}).(play.Player)
	return player
}

// requestKey is for handlers that need more of the request than its fields.
type requestKey struct{}

func requestFrom(ctx context.Context) *http.Request { return ctx.Value(requestKey{}).(*http.Request) }

// identify finds out who asks where the operation wants to know, and counts
// the request for them.
func (s *server) identify(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	operation, limit := ctx.Operation(), answerTime
	if operation.OperationID == exportOperation {
		limit = exportTime
	}
	limited, cancel := context.WithTimeout(context.WithValue(r.Context(), requestKey{}, r), limit)
	defer cancel()
	ctx = huma.WithContext(ctx, limited)
	needs := operation.Security
	if len(needs) == 0 {
		next(ctx)
		return
	}
	player, err := s.who(r)
	switch {
	case err != nil:
		s.problemOf(err).Write(w)
		return
	case player.ID == "" && len(needs[0]) > 0:
		noSession.Write(w)
		return
	case player.ID != "":
		if wait := s.players.Wait(player.ID, costOf(operation.Method+" "+operation.Path)); wait > 0 {
			tooOftenByPlayer.After(wait).Write(w)
			return
		}
	}
	next(huma.WithValue(ctx, playerKey{}, player))
}

// setSession lets a browser be recognised by a token from now on; an empty
// one ends that.
func (s *server) setSession(r *http.Request, token play.Token) string {
	cookie := http.Cookie{
		Name: sessionCookie, Value: string(token), Path: "/", HttpOnly: true,
		SameSite: http.SameSiteLaxMode, MaxAge: int(accounts.SessionTime.Seconds()), Secure: s.Secure != nil && s.Secure(r),
	}
	if token == "" {
		cookie.MaxAge = -1
	}
	return cookie.String()
}
