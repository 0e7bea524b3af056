package online

import (
	"context"
	"slices"

	"plateau/internal/privacy"
)

// Notice is something that the operator tells people: a text, or where to find it.
type Notice struct {
	Text string `json:"text,omitempty" doc:"Plain text, with empty lines between paragraphs"`
	Link string `json:"link,omitempty" doc:"The address of a page, or of mail"`
}

// Policy is what the server does with what it knows about people, as its operator has
// set it up.
type Policy struct {
	// GuestDays and GuestGameDays are after how many days guests who do not come
	// back, and finished games of guests, are removed; zero for never.
	GuestDays, GuestGameDays int
	// AddressesLogged means that there is a security log.
	AddressesLogged bool
	// Imprint, Terms and Contact are the operator's own texts; nil for none.
	Imprint, Terms, Contact *Notice
}

// notices are the names of the operator's own texts.
func (p Policy) notices() []string {
	names := []string{}
	for _, one := range []struct {
		name   string
		notice *Notice
	}{{"imprint", p.Imprint}, {"terms", p.Terms}, {"contact", p.Contact}} {
		if one.notice != nil {
			names = append(names, one.name)
		}
	}
	return names
}

type privacyView struct {
	Items           []string `json:"items" enum:"player,account,ssh,sessions,devices,names,games,presence,ratings,learning,blocks,friends,groups,tournaments,reports,administered,removals" doc:"What is stored about people"`
	GuestDays       int      `json:"guest_days,omitempty" doc:"After how many days guests who do not come back are removed; missing if never"`
	GuestGameDays   int      `json:"guest_game_days,omitempty" doc:"After how many days finished games of guests are removed; missing if never"`
	AddressesLogged bool     `json:"addresses_logged,omitempty" doc:"Whether addresses of failed sign-ins and the like are stored for some weeks"`
	Imprint         *Notice  `json:"imprint,omitempty"`
	Terms           *Notice  `json:"terms,omitempty"`
	Contact         *Notice  `json:"contact,omitempty"`
}

func (s *server) registerPrivacy() {
	register(s, forStrangers(operation("server", "getPrivacy", "GET /privacy",
		"What the server stores about people, and what its operator tells them")), body(s.getPrivacy))
}

// getPrivacy names nothing that is stored if there is no online play.
func (s *server) getPrivacy(context.Context, *struct{}) (privacyView, error) {
	p := s.Policy
	view := privacyView{Items: []string{}, AddressesLogged: p.AddressesLogged, Imprint: p.Imprint, Terms: p.Terms, Contact: p.Contact}
	if s.House == nil {
		return view, nil
	}
	view.Items, view.GuestDays, view.GuestGameDays = privacy.Codes(), p.GuestDays, p.GuestGameDays
	if s.Push == nil {
		view.Items = slices.DeleteFunc(view.Items, func(code string) bool { return code == "devices" })
	}
	return view, nil
}
