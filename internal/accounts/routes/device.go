package routes

import (
	"context"
	"net/http"

	"plateau/internal/accounts"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
)

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
func (s *routes) rememberDevice(ctx context.Context, player play.PlayerID) (string, error) {
	r := route.CallerOf(ctx).Request
	device, err := s.Accounts.SignedIn(ctx, deviceOf(r), player)
	cookie := http.Cookie{
		Name: deviceCookie, Value: device, Path: route.Path, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(accounts.SessionTime.Seconds()), Secure: s.Encrypted(r),
	}
	return cookie.String(), err
}
