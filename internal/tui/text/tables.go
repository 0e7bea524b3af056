package text

import (
	"errors"
	"strconv"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/rulebook/words"
)

// Tables are the words about the tables of a server, which may have games that this
// program has not.
type Tables struct {
	Texts

	Games game.List
}

// Problem is why a server refused or could not be asked.
func (t Tables) Problem(err error) string {
	var problem *client.Problem
	if !errors.As(err, &problem) {
		return t.Text("online.unreachable")
	}
	if !t.Has("phrase." + problem.Code) {
		return problem.Detail
	}
	var params []game.Param
	for name, value := range problem.Params {
		params = append(params, game.Param{Name: name, Value: value})
	}
	return t.Phrase(game.Phrase{Code: problem.Code, English: problem.Detail}, params...)
}

// Game is the name of a game, which a newer server may have and this program not.
func (t Tables) Game(id string) string {
	if g, err := t.Games.Find(id); err == nil {
		return t.Texts.Game(g)
	}
	return id
}

// Time is the clock of a table.
func (t Tables) Time(limit play.Time) string {
	switch {
	case limit.Days > 0:
		return t.Text("online.time.days", "n", limit.Days)
	case limit.Main == 0:
		return t.Text("online.time.none")
	}
	seconds := inUnits(limit.Increment, time.Second)
	switch short := limit.Main.Duration() < time.Minute; {
	case short && limit.Increment > 0:
		return t.Text("online.time.secondsPlus", "start", inUnits(limit.Main, time.Second), "seconds", seconds)
	case short:
		return t.Text("online.time.seconds", "start", inUnits(limit.Main, time.Second))
	case limit.Increment > 0:
		return t.Text("online.time.plus", "minutes", inUnits(limit.Main, time.Minute), "seconds", seconds)
	}
	return t.Text("online.time.minutes", "minutes", inUnits(limit.Main, time.Minute))
}

// inUnits is a time in minutes or seconds, with a fraction if there is one.
func inUnits(m play.Millis, unit time.Duration) string {
	return strconv.FormatFloat(float64(m.Duration())/float64(unit), 'f', -1, 64)
}

// Sitter is who sits at a chair.
func (t Tables) Sitter(s play.Sitter) string {
	switch {
	case s.Level != "":
		return t.Text("play.computerAt", "level", s.Level)
	case s == (play.Sitter{}):
		return t.Text("online.freeSeat")
	case s.Name == "":
		return t.Text("online.deleted")
	case s.Bot:
		return t.Written(s.Name) + " (" + t.Text("online.bot") + ")"
	case s.Guest:
		return t.Text("online.guestName", "name", t.Written(s.Name))
	}
	return t.Written(s.Name)
}

// Names are the players of a table by seat.
func (t Tables) Names(sitters []play.Sitter) []string { return Each(sitters, t.Sitter) }

// Match is the game of a table; nil before it has started.
func (t Tables) Match(table *api.Table) (*game.Match, error) {
	if table.Start == "" {
		return nil, nil //nolint:nilnil // It has not started.
	}
	g, err := t.Games.Find(table.Terms.Game)
	if err != nil {
		return nil, err
	}
	if table.Swapped {
		g = g.Swapped()
	}
	start, err := g.Parse(table.Start)
	if err != nil {
		return nil, err
	}
	m := game.MatchFrom(start, t.Names(table.Sitters))
	for _, move := range table.Moves {
		if err := m.Play(move); err != nil {
			return nil, err
		}
	}
	if outcome := table.Result.Outcome(); table.Phase == client.Over && outcome.Over() && !m.Verdict().Outcome.Over() {
		err = m.Rule(game.Verdict{Outcome: outcome, Reason: game.Phrase{Code: table.Reason, English: table.Reason}})
	}
	return m, err
}

// Offer is what the other side offers somebody with a seat, draw or takeback, and the
// question whether they accept it; both are empty if there is nothing.
func (t Tables) Offer(table *api.Table, m *game.Match, own int) (offer, question string) {
	if own < 0 || table.Phase != client.Running || m == nil {
		return "", ""
	}
	seats := m.Game().Seats()
	for _, one := range []struct {
		name, key string
		by        *int
	}{{"draw", "table.draw.asked", table.DrawBy}, {"takeback", "table.takeBack.asked", table.TakeBackBy}} {
		if one.by != nil && seats[*one.by].Team != seats[own].Team {
			return one.name, t.Text(one.key, "name", words.Name(t.Sitter(table.Sitters[*one.by])))
		}
	}
	return "", ""
}

// Said is what somebody said at a table, after their name; empty if the event is
// something else.
func (t Tables) Said(table *api.Table, e *play.Event) string {
	said, ok := e.Body.(play.Said)
	if !ok {
		return ""
	}
	text := said.Text
	if said.Phrase != "" {
		text = t.Text("table.phrase." + said.Phrase)
	}
	name := t.Text("online.deleted")
	for _, s := range table.Sitters {
		if s.Player == e.By {
			name = s.Name
		}
	}
	return t.Written(name + ": " + text)
}

// Each is what becomes of each of a list; nil if there is none.
func Each[T, R any](list []T, becomes func(one T) R) []R {
	var all []R
	for _, one := range list {
		all = append(all, becomes(one))
	}
	return all
}
