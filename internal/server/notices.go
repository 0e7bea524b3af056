package server

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"plateau/internal/api"
	"plateau/internal/httpapi/online"
)

// maxNotice is how many bytes the text of an operator may have.
const maxNotice = 64 << 10

// policy is what the server does with what it knows about people.
func (c *Config) policy() (p online.Policy, err error) {
	p = online.Policy{GuestDays: c.Retention.Guests, GuestGameDays: c.Retention.Games, AddressesLogged: c.SecurityLog != ""}
	if p.Imprint, err = readNotice("imprint", c.Notices.Imprint); err != nil {
		return p, err
	}
	if p.Terms, err = readNotice("terms", c.Notices.Terms); err != nil {
		return p, err
	}
	p.Contact = contactNotice(c.Notices.Contact)
	return p, nil
}

// readNotice reads the file of a notice, unless it is the address of a page.
func readNotice(what, place string) (*api.Notice, error) {
	if place == "" {
		return nil, nil //nolint:nilnil // Most servers have none.
	}
	if isAddress(place) {
		return &api.Notice{Link: place}, nil
	}
	text, err := os.ReadFile(place)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the %s cannot be read: %w; name a file with plain text, or an address with https://", what, err)
	case len(text) > maxNotice:
		return nil, fmt.Errorf("the %s in %s has %d bytes; at most %d are shown", what, place, len(text), maxNotice)
	case !utf8.Valid(text):
		return nil, fmt.Errorf("the %s in %s is not plain text in UTF-8", what, place)
	}
	notice := &api.Notice{Text: strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))}
	if notice.Text == "" {
		return nil, fmt.Errorf("the %s in %s is empty", what, place)
	}
	return notice, nil
}

// contactNotice is how to reach the operator: an address of a page or of mail, or any
// text.
func contactNotice(text string) *api.Notice {
	switch {
	case text == "":
		return nil
	case isAddress(text):
		return &api.Notice{Link: text}
	case strings.Contains(text, "@") && !strings.ContainsAny(text, " \t<>"):
		return &api.Notice{Text: text, Link: "mailto:" + text}
	}
	return &api.Notice{Text: text}
}

func isAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}
