package play

import (
	"plateau/engine"
	"plateau/game"
)

// Millis is a time span in milliseconds, the resolution of all clocks.
type Millis int64

// Common spans.
const (
	second Millis = 1000
	minute        = 60 * second
	hour          = 60 * minute
	day           = 24 * hour
)

// Choice says which party does something; the zero Choice leaves it to chance.
type Choice string

// The parties: chairs 1 and 3 are the first, chairs 2 and 4 the second.
const (
	AtRandom    Choice = ""
	FirstParty  Choice = "first"
	SecondParty Choice = "second"
)

// parties are the choices as the games know them.
var parties = map[Choice]game.Party{AtRandom: game.AtRandom, FirstParty: game.FirstParty, SecondParty: game.SecondParty}

// Terms are what the players of a table agree to. The tags of Terms, [Time] and
// [Sitter] describe them in the API, too.
type Terms struct {
	Game string `json:"game" doc:"The id of the game" maxLength:"32"`
	// FirstSide and Begins are as in [game.Setup].
	FirstSide Choice `json:"first_side,omitempty" enum:"first,second" doc:"The party with the first side, such as the light pieces of Quantik: chairs 0 and 2, or 1 and 3; random by default"`
	Begins    Choice `json:"begins,omitempty" enum:"first,second" doc:"The party that moves first; random by default"`
	Time      Time   `json:"time,omitzero"`
	// Name is what the host calls the table; most have none.
	Name string `json:"name,omitempty" maxLength:"200" doc:"What the host calls the table, in at most 40 characters; only for those who may chat freely"`
	// Tables that are not listed need the link.
	Listed bool `json:"listed,omitempty" doc:"Shown in the lobby"`
	// Group is the class or club on whose page members find the table.
	Group GroupID `json:"group,omitempty" maxLength:"64" doc:"The id of your class or club on whose page members find the table; for others it needs the link, unless it is listed. Answers do not have it"`
	// Members is set where only members may reach the host, see [OnlyGroup].
	Members    bool `json:"members,omitempty" doc:"Only members of the group find the table in the lobby, and sit down. The server sets it for those whom only their class may reach; answers do not have it"`
	Rated      bool `json:"rated,omitempty"`
	Spectators bool `json:"spectators,omitempty" doc:"Others may watch"`
	Chat       bool `json:"chat,omitempty"`
	Advice     bool `json:"advice,omitempty" doc:"Partners have a private channel"`
	// Games of a tournament cannot be aborted, moves cannot be taken back, and
	// a player who does not begin loses.
	Tournament bool `json:"tournament,omitempty" doc:"The game belongs to a tournament, which opened the table"`
	// Grace is for the first moves in a tournament.
	Grace Millis `json:"grace_ms,omitempty" minimum:"0" doc:"In a tournament, how long the first move of each side may take; a player who has not shown up by then loses"`
}

// Public reports whether everybody may know of a game: it was listed or rated,
// and open to spectators. The ids of other tables are secret.
func (t Terms) Public() bool { return t.Spectators && (t.Listed || t.Rated) && !t.Members }

// Shown are the terms as people see them. They do not name the group: for those outside it
// does not exist, and its tables would tell who belongs to it.
func (t Terms) Shown() Terms {
	t.Group, t.Members = "", false
	return t
}

// Time is the time control. The zero Time is no clock.
type Time struct {
	Main      Millis `json:"main_ms,omitempty" doc:"The time of each player for the game" minimum:"0"`
	Increment Millis `json:"increment_ms,omitempty" doc:"The time added after each move" minimum:"0"`
	Days      int    `json:"days,omitempty" doc:"Days per move, instead of a clock" minimum:"0"`
}

// Limits of a clock. With less time, the network would decide games.
const (
	minMain      = 10 * second
	maxMain      = 6 * hour
	maxIncrement = 5 * minute
	maxDays      = 14
)

func (t Time) check() error {
	switch {
	case t == Time{}:
		return nil
	case t.Days != 0 && (t.Main != 0 || t.Increment != 0 || t.Days < 0 || t.Days > maxDays):
		return BadDays.Refuse("")
	case t.Days == 0 && (t.Main < minMain || t.Main > maxMain || t.Increment < 0 || t.Increment > maxIncrement):
		return BadClock.Refuse("")
	}
	return nil
}

// Sitter is who holds a chair: a person, a computer player or nobody.
type Sitter struct {
	Player PlayerID `json:"player,omitempty" doc:"The id of a person"`
	Name   string   `json:"name,omitempty"`
	Level  string   `json:"level,omitempty" doc:"The level of a computer player"`
	Guest  bool     `json:"guest,omitempty" doc:"Whether the person had no account when they sat down"`
	Bot    bool     `json:"bot,omitempty" doc:"Whether the account belongs to a program"`
}

// SitterOf is a player on a chair.
func SitterOf(p Player) Sitter {
	return Sitter{Player: p.ID, Name: p.Name, Guest: !p.Registered, Bot: p.Bot}
}

// Free reports whether the chair is free.
func (s Sitter) Free() bool { return s.Player == "" && s.Level == "" }

// Computer reports whether a computer player holds the chair.
func (s Sitter) Computer() bool { return s.Level != "" }

// check refuses contradictory terms and chairs that do not fit the game.
func (t Terms) check(g game.Game, chairs []Sitter) error {
	if err := t.Time.check(); err != nil {
		return err
	}
	for _, choice := range []Choice{t.FirstSide, t.Begins} {
		if _, known := parties[choice]; !known {
			return BadChoice.Refuse("")
		}
	}
	if len(g.Openers()) == 1 && !g.FreeColours() && t.FirstSide != AtRandom && t.Begins != AtRandom && t.FirstSide != t.Begins {
		return game.SideBegins.Refuse("", "game", g.Name(), "colour", g.Seats()[0].Colour)
	}
	if t.Advice && len(g.Seats()) < 4 {
		return NoPartners.Refuse("", "game", g.Name())
	}
	if t.Rated && g.Casual() {
		return RatedCasual.Refuse("")
	}
	return t.checkChairs(g, chairs)
}

func (t Terms) checkChairs(g game.Game, chairs []Sitter) error {
	if len(chairs) != len(g.Seats()) {
		return BadChair.Refuse("")
	}
	computers := 0
	for _, s := range chairs {
		if !s.Computer() {
			continue
		}
		computers++
		if parsed, err := engine.ParseLevel(s.Level); err != nil || parsed.String() != s.Level {
			return BadLevel.Refuse(s.Level)
		}
	}
	switch {
	case computers == len(chairs):
		return NoPeople.Refuse("")
	case computers > 0 && t.Rated:
		return RatedComputer.Refuse("")
	}
	return nil
}

// CheckChallenge refuses terms under which a player cannot challenge another one.
func (t Terms) CheckChallenge(g game.Game, by Player) error {
	if len(g.Seats()) != 2 {
		return ChallengeTwo.Refuse("")
	}
	if err := by.refuseRated(); t.Rated && err != nil {
		return err
	}
	return t.check(g, make([]Sitter, len(g.Seats())))
}
