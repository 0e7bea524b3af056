package online

import (
	"plateau/internal/httpapi/problem"
	"plateau/internal/play"
)

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
func (s *server) formerGuest(player play.Player, p *policy) bool {
	return !player.Registered && !s.admitsGuests() && !p.leaving
}

// sessionMissing is the answer to requests that need a session.
func (s *server) sessionMissing() *problem.Problem {
	if s.admitsGuests() {
		return noSession
	}
	return signInFirst
}
