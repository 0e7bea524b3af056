package online

import (
	"context"
	"slices"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/privacy"
)

// Policy is what the server does with what it knows about people, as its operator has
// set it up.
type Policy struct {
	// GuestDays and GuestGameDays are after how many days guests who do not come
	// back, and finished games of guests, are removed; zero for never.
	GuestDays, GuestGameDays int
	// AddressesLogged means that there is a security log.
	AddressesLogged bool
	// Imprint, Terms and Contact are the operator's own texts; nil for none.
	Imprint, Terms, Contact *api.Notice
}

// notices are the names of the operator's own texts.
func (p Policy) notices() []string {
	names := []string{}
	for _, one := range []struct {
		name   string
		notice *api.Notice
	}{{"imprint", p.Imprint}, {"terms", p.Terms}, {"contact", p.Contact}} {
		if one.notice != nil {
			names = append(names, one.name)
		}
	}
	return names
}

func (s *server) registerPrivacy() {
	route.Add(s.router, route.ForAnybody("server", "getPrivacy", "GET /privacy",
		"What the server stores about people, and what its operator tells them").ForStrangers(), route.Body(s.getPrivacy))
}

// getPrivacy names nothing that is stored if there is no online play.
func (s *server) getPrivacy(context.Context, *struct{}) (api.Privacy, error) {
	p := s.Policy
	view := api.Privacy{Items: []string{}, AddressesLogged: p.AddressesLogged, Imprint: p.Imprint, Terms: p.Terms, Contact: p.Contact}
	if s.House == nil {
		return view, nil
	}
	view.Items, view.GuestDays, view.GuestGameDays = privacy.Codes(), p.GuestDays, p.GuestGameDays
	if s.Push == nil {
		view.Items = slices.DeleteFunc(view.Items, func(code string) bool { return code == "devices" })
	}
	return view, nil
}
