package play

import "slices"

// When a player is deleted, names and messages are blanked in place. No decision
// depends on them, so a replay gives the same table without the name.

// Forget is the event without a player's name and messages; changed reports
// whether it had any.
func (e Event) Forget(p PlayerID) (forgotten Event, changed bool) {
	switch b := e.Body.(type) {
	case Opened:
		b.Chairs, changed = forgetSitters(b.Chairs, p)
		if e.By == p && b.Terms.Name != "" {
			b.Terms.Name, changed = "", true
		}
		e.Body = b
	case Sat:
		changed = b.Sitter.forget(p)
		e.Body = b
	case Said:
		changed = e.By == p && (b.Text != "" || b.Phrase != "")
		if changed {
			b.Text, b.Phrase = "", ""
		}
		e.Body = b
	}
	return e, changed
}

// Forget is the summary without a player's name; changed reports whether it had
// one.
func (s Summary) Forget(p PlayerID) (forgotten Summary, changed bool) {
	s.Sitters, changed = forgetSitters(s.Sitters, p)
	if s.Host == p && s.Terms.Name != "" {
		s.Terms.Name, changed = "", true
	}
	return s, changed
}

func forgetSitters(sitters []Sitter, p PlayerID) (forgotten []Sitter, changed bool) {
	forgotten = slices.Clone(sitters)
	for i := range forgotten {
		changed = forgotten[i].forget(p) || changed
	}
	return forgotten, changed
}

func (s *Sitter) forget(p PlayerID) bool {
	if s.Player != p || s.Name == "" {
		return false
	}
	s.Name, s.Guest, s.Bot = "", false, false
	return true
}
