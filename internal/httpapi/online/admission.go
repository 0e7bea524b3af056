package online

import (
	"net/http"
	"slices"

	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// Who may come in is decided here, for every request and before its handler: a
// route that is not named below is closed to those who are not admitted.

// forEverybody are the routes that a server for members answers without a session:
// what is needed to sign in, what the operator has to tell everybody, what those with a
// result slip do, and which games are solved here, which pages ask for before they know
// who is there.
var forEverybody = []string{
	http.MethodGet + " " + Path + "/tablebases",
	http.MethodGet + " " + Path + "/server",
	http.MethodGet + " " + Path + "/privacy",
	http.MethodGet + " " + Path + "/openapi.json",
	http.MethodPost + " " + Path + "/sessions",
	http.MethodPost + " " + Path + "/sessions/link",
	http.MethodPost + " " + Path + "/sessions/recovery",
	http.MethodPost + " " + Path + "/sessions/passkey",
	http.MethodPost + " " + Path + "/sessions/passkey/options",
	http.MethodPost + " " + Path + "/invitations/look",
	http.MethodPost + " " + Path + "/invitations/accept",
	http.MethodPost + " " + Path + "/tournaments/slip",
	http.MethodPost + " " + Path + "/tournaments/slip/report",
}

// forLeavers are the routes that guests may still use where guests do not play any
// more: what is stored about them is theirs.
var forLeavers = []string{
	http.MethodGet + " " + Path + "/me",
	http.MethodGet + " " + Path + "/me/export",
	http.MethodDelete + " " + Path + "/me",
	http.MethodDelete + " " + Path + "/sessions",
	http.MethodDelete + " " + Path + "/sessions/current",
}

// admitsGuests reports whether people play without an account.
func (s *server) admitsGuests() bool {
	switch s.Admission {
	case play.AdmitInvited:
		return s.Guests
	case play.AdmitMembers:
		return false
	}
	return true
}

// formerGuest reports whether a player is a guest whom the server does not admit
// any more. Such a session is as good as none.
func (s *server) formerGuest(player play.Player, pattern string) bool {
	return !player.Registered && !s.admitsGuests() && !slices.Contains(forLeavers, pattern)
}

// refuseStranger refuses what a server for members shows to nobody else.
func (s *server) refuseStranger(r *http.Request, c *caller, pattern string) *problem.Problem {
	switch {
	case s.Admission != play.AdmitMembers || c.player.ID != "" || isOperator(r.Context()) || slices.Contains(forEverybody, pattern):
		return nil
	case c.err != nil:
		return s.problemOf(r, c.err)
	}
	return signInFirst
}

// sessionMissing is the answer to requests that need a session.
func (s *server) sessionMissing() *problem.Problem {
	if s.admitsGuests() {
		return noSession
	}
	return signInFirst
}
