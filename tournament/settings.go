package tournament

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Form is how opponents are found.
type Form string

// The forms.
const (
	Swiss      Form = "swiss"
	RoundRobin Form = "roundrobin"
	Knockout   Form = "knockout"
	Arena      Form = "arena"
)

// Forms lists the forms.
func Forms() []Form { return []Form{Swiss, RoundRobin, Knockout, Arena} }

// Begins is who has the first side.
type Begins string

// The ways to decide it. In a mini-match both have the first side once, and the
// two games count as one result.
const (
	Alternating Begins = "alternating"
	AtRandom    Begins = "drawn"
	BothSides   Begins = "both"
)

// Advance is when the next round starts.
type Advance string

// The ways to start a round. By days, everybody arranges a game within the days
// of a round.
const (
	ByHand     Advance = "hand"
	WhenDone   Advance = "done"
	OnSchedule Advance = "schedule"
	ByDays     Advance = "days"
)

// Entry is who may join.
type Entry string

// The ways to join.
const (
	ByOrganiser Entry = "organiser"
	ByLink      Entry = "link"
	ByMembers   Entry = "members"
	ByAnybody   Entry = "anybody"
)

// Place is where the games are played.
type Place string

// The places. In a mixed tournament, those who have accounts meet online, unless
// one of them is at a real board.
const (
	AtBoards Place = "boards"
	Online   Place = "online"
	Mixed    Place = "mixed"
)

// Reporting is how the results of real boards get in.
type Reporting string

// The ways to report results: only the organiser enters them; what both sides
// report counts; or the organiser confirms what players report.
const (
	OnlyOrganiser Reporting = "organiser"
	BothAgree     Reporting = "players"
	Confirmed     Reporting = "confirmed"
)

// TieBreak orders those with equal points.
type TieBreak string

// The tie-breaks.
const (
	BuchholzCut1    TieBreak = "buchholz1"
	Buchholz        TieBreak = "buchholz"
	DirectEncounter TieBreak = "direct"
	SonnebornBerger TieBreak = "sonneborn"
	Wins            TieBreak = "wins"
)

// TieBreaks lists the tie-breaks in their usual order.
func TieBreaks() []TieBreak {
	return []TieBreak{BuchholzCut1, Buchholz, DirectEncounter, SonnebornBerger, Wins}
}

// Millis is a time span in milliseconds.
type Millis int64

// Clock is the time control of the games. The zero Clock is none.
type Clock struct {
	Main      Millis `json:"main_ms,omitempty" minimum:"0" maximum:"86400000" doc:"The time of each player for the game"`
	Increment Millis `json:"increment_ms,omitempty" minimum:"0" maximum:"3600000" doc:"The time added after each move"`
	Days      int    `json:"days,omitempty" minimum:"0" maximum:"365" doc:"Days per move, instead of a clock"`
}

// Settings are what an organiser decides before a tournament. Their tags say what each
// is.
type Settings struct {
	Name string `json:"name" required:"false" maxLength:"200" doc:"1 to 60 characters; by default the name of the game"`
	Form Form   `json:"form" required:"false" enum:"swiss,roundrobin,knockout,arena" doc:"swiss by default"`
	// Game is the id of the game.
	Game         string    `json:"game" maxLength:"32" doc:"The id of the game"`
	Rounds       int       `json:"rounds,omitempty" minimum:"0" maximum:"30" doc:"The number of Swiss rounds; 5 by default. Elsewhere it follows from the entrants"`
	Double       bool      `json:"double,omitempty" doc:"Round robin: everybody meets everybody twice"`
	ThirdPlace   bool      `json:"third_place,omitempty" doc:"Knockout: the losers of the semi-finals meet"`
	Minutes      int       `json:"minutes,omitempty" minimum:"0" maximum:"1440" doc:"Arena: how long it lasts; 0 until it is finished by hand"`
	NoStreaks    bool      `json:"no_streaks,omitempty" doc:"Arena: points are not doubled after two wins in a row"`
	Begins       Begins    `json:"begins" required:"false" enum:"alternating,drawn,both" doc:"Who has the first side; both is a mini-match of two games with one result, and the default for games that one side is known to win"`
	Clock        Clock     `json:"clock,omitzero" doc:"The time control of each game"`
	Rated        bool      `json:"rated,omitempty"`
	Start        time.Time `json:"start,omitzero" doc:"When the first round starts by itself; without it, by hand"`
	Zone         string    `json:"zone,omitempty" maxLength:"60" doc:"The time zone in which the start is shown, such as Europe/Lisbon or +01:00"`
	Advance      Advance   `json:"advance" required:"false" enum:"hand,done,schedule,days" doc:"When the next round starts: by hand, as soon as all are done, on schedule, or after some days"`
	Every        Millis    `json:"every_ms,omitempty" minimum:"0" maximum:"31536000000" doc:"On schedule: the time from round to round, at least a minute"`
	DaysPerRound int       `json:"days_per_round,omitempty" minimum:"0" maximum:"365" doc:"By days: the days to play a game"`
	Entry        Entry     `json:"entry" required:"false" enum:"organiser,link,members,anybody" doc:"Who may join: those whom the organiser enters, those with the link, members of the group, or anybody"`
	// With LateUntil 0, nobody may join after the first pairing.
	LateUntil  int        `json:"late_until,omitempty" minimum:"0" maximum:"30" doc:"The last round in which somebody may start"`
	HalfByes   int        `json:"half_byes,omitempty" minimum:"0" maximum:"30" doc:"How many half-point byes each player may request"`
	Categories []string   `json:"categories,omitempty" maxItems:"20"`
	TieBreaks  []TieBreak `json:"tie_breaks,omitempty" enum:"buchholz1,buchholz,direct,sonneborn,wins" doc:"The tie-breaks in their order; the usual ones of the form by default"`
	Grace      Millis     `json:"grace_ms,omitempty" minimum:"0" maximum:"86400000" doc:"After how much time those who are absent lose"`
	Place      Place      `json:"place,omitempty" enum:"boards,online,mixed" doc:"Where games are played: at real boards (by default), on this server, or both: in a mixed tournament those with accounts meet online"`
	Reports    Reporting  `json:"reports,omitempty" enum:"organiser,players,confirmed" doc:"Who reports results of real boards: the organiser (by default), players, whose result counts when both report the same, or players with the organiser's confirmation"`
	Listed     bool       `json:"listed,omitempty" doc:"Shown to everybody; otherwise it is found by its link alone"`
	Bots       bool       `json:"bots,omitempty" doc:"Accounts of programs may join"`
	TeamSize   int        `json:"team_size" required:"false" minimum:"0" doc:"How many players an entrant is; it follows from the game"`
}

// Standard fills in what was left open.
func (s Settings) Standard() Settings {
	s.Form = cmp.Or(s.Form, Swiss)
	s.Begins = cmp.Or(s.Begins, Alternating)
	s.Advance = cmp.Or(s.Advance, ByHand)
	s.Entry = cmp.Or(s.Entry, ByOrganiser)
	s.TeamSize = max(s.TeamSize, 1)
	if s.Form == Swiss && s.Rounds == 0 {
		s.Rounds = 5
	}
	if s.TieBreaks == nil {
		s.TieBreaks = standardTieBreaks[s.Form]
	}
	return s
}

var standardTieBreaks = map[Form][]TieBreak{
	Swiss: TieBreaks(), RoundRobin: {DirectEncounter, SonnebornBerger, Wins}, Arena: {Wins, DirectEncounter},
}

// MiniMatch reports whether a result is that of two games with both sides.
func (s Settings) MiniMatch() bool { return s.Begins == BothSides }

// check refuses contradictory settings.
func (s Settings) check() error {
	if err := checkName(s.Name); err != nil {
		return err
	}
	switch {
	case !slices.Contains(Forms(), s.Form):
		return BadForm.Refuse(string(s.Form))
	case s.Game == "":
		return NoGame.Refuse("")
	case s.Form == Swiss && (s.Rounds < 1 || s.Rounds > MaxRounds):
		return BadRounds.Refuse("", "most", strconv.Itoa(MaxRounds))
	case s.Form != Swiss && s.Rounds != 0:
		return RoundsFollow.Refuse("")
	case s.Double && s.Form != RoundRobin, s.ThirdPlace && s.Form != Knockout, (s.Minutes != 0 || s.NoStreaks) && s.Form != Arena:
		return OtherForm.Refuse("", "form", string(s.Form))
	case s.Minutes < 0 || s.Minutes > MaxMinutes:
		return BadMinutes.Refuse("")
	case !slices.Contains([]Begins{Alternating, AtRandom, BothSides}, s.Begins):
		return BadBegins.Refuse(string(s.Begins))
	case !slices.Contains([]Advance{ByHand, WhenDone, OnSchedule, ByDays}, s.Advance),
		s.Advance == OnSchedule && s.Every <= 0, s.Advance == ByDays && s.DaysPerRound <= 0:
		return BadAdvance.Refuse(string(s.Advance))
	case !slices.Contains([]Entry{ByOrganiser, ByLink, ByMembers, ByAnybody}, s.Entry):
		return BadEntry.Refuse(string(s.Entry))
	case !slices.Contains([]Place{"", AtBoards, Online, Mixed}, s.Place):
		return BadPlace.Refuse(string(s.Place))
	case !slices.Contains([]Reporting{"", OnlyOrganiser, BothAgree, Confirmed}, s.Reports):
		return BadReports.Refuse(string(s.Reports))
	}
	return cmp.Or(s.checkTimes(), checkOrder(s.TieBreaks, s.Categories))
}

// checkOrder refuses tie-breaks and categories that cannot be used.
func checkOrder(tieBreaks []TieBreak, categories []string) error {
	for i, b := range tieBreaks {
		if !slices.Contains(TieBreaks(), b) || slices.Contains(tieBreaks[:i], b) {
			return BadTieBreak.Refuse(string(b))
		}
	}
	if len(categories) > MaxCategories {
		return BadCategory.Refuse("")
	}
	for i, c := range categories {
		if checkName(c) != nil || slices.Contains(categories[:i], c) {
			return BadCategory.Refuse(c)
		}
	}
	return nil
}

// checkName refuses names that cannot be printed.
func checkName(name string) error {
	switch {
	case strings.TrimSpace(name) == "" || name != strings.TrimSpace(name):
		return NameMissing.Refuse(name)
	case utf8.RuneCountInString(name) > MaxName:
		return NameLong.Refuse(name, "most", strconv.Itoa(MaxName))
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return NameLetters.Refuse("")
	}
	return nil
}
