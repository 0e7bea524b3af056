package route

import (
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

// AdmitsGuests reports whether people play without an account.
func (s *Router) AdmitsGuests() bool {
	switch s.Admission.Who {
	case play.AdmitInvited:
		return s.Admission.Guests
	case play.AdmitMembers:
		return false
	}
	return true
}

// formerGuest reports whether a player is a guest whom the server does not admit
// any more. Such a session is as good as none.
func (s *Router) formerGuest(player play.Player, p *policy) bool {
	return !player.Registered && !s.AdmitsGuests() && !p.leaving
}

// SessionMissing is the answer to requests that need a session.
func (s *Router) SessionMissing() *problem.Problem {
	if s.AdmitsGuests() {
		return noSession
	}
	return signInFirst
}
