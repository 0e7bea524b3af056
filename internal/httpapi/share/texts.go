package share

import (
	"net/http"

	"plateau/game"
	"plateau/internal/headline"
	"plateau/internal/play"
)

// texts are the words for one request.
type texts struct{ headline.Texts }

func (s *server) textsOf(r *http.Request) texts { return texts{headline.In(language(r), s.Games)} }

// tableResult says how the game of a table ended. Tables also end in ways that
// games do not know.
func (t texts) tableResult(table *play.Table, names []string) string {
	if !table.Result.Played() {
		return t.Text("online.result.none")
	}
	result := t.Outcome(table.Game, names, table.Result.Outcome())
	if v := table.Match().Verdict(); v.Outcome.Over() {
		return result + " " + t.Reason(v)
	}
	if t.Has("phrase." + table.Reason) {
		result += " " + t.Phrase(game.Phrase{Code: table.Reason})
	}
	return result
}

// sitterName is who holds a chair; empty if nobody does.
func (t texts) sitterName(s play.Sitter) string {
	switch {
	case s.Computer():
		return t.Text("play.computerAt", "level", t.level(s.Level))
	case s.Player != "" && s.Name == "":
		return t.Text("online.deleted")
	case s.Guest:
		return t.Text("online.guestName", "name", s.Name)
	}
	return s.Name
}

// terms are the clock and whether the game is rated.
func (t texts) terms(terms play.Terms) string {
	text := t.time(terms.Time)
	if terms.Rated {
		text += ", " + t.Text("online.terms.rated")
	}
	return text
}

func (t texts) time(time play.Time) string {
	const second, minute = 1000, 60_000
	main, increment := int(time.Main), int(time.Increment)/second
	switch {
	case time.Days > 0:
		return t.Text("online.time.days", "n", time.Days)
	case main == 0:
		return t.Text("online.time.none")
	case main < minute && increment > 0:
		return t.Text("online.time.secondsPlus", "start", main/second, "seconds", increment)
	case main < minute:
		return t.Text("online.time.seconds", "start", main/second)
	case increment > 0:
		return t.Text("online.time.plus", "minutes", main/minute, "seconds", increment)
	}
	return t.Text("online.time.minutes", "minutes", main/minute)
}

// level is the name of a level.
func (t texts) level(level string) string {
	if key := "play.level." + level; t.Has(key) {
		return t.Text(key)
	}
	return level
}
