package tournament

import (
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

// Settings are what an organiser decides before a tournament.
type Settings struct {
	Name string `json:"name"`
	Form Form   `json:"form"`
	// Game is the id of the game.
	Game string `json:"game"`
	// Rounds is for Swiss tournaments; the other forms follow from the number
	// of entrants.
	Rounds int `json:"rounds,omitempty"`
	// Double makes a round robin with two games against everybody.
	Double bool `json:"double,omitempty"`
	// ThirdPlace makes the losers of a knockout's semi-finals meet.
	ThirdPlace bool `json:"third_place,omitempty"`
	// Minutes is how long an arena lasts; 0 until it is finished by hand.
	Minutes int `json:"minutes,omitempty"`
	// NoStreaks switches off that two wins in a row of an arena double the
	// points of the games after them.
	NoStreaks bool   `json:"no_streaks,omitempty"`
	Begins    Begins `json:"begins"`
	Clock     Clock  `json:"clock,omitzero"`
	Rated     bool   `json:"rated,omitempty"`
	// Start is when the first round starts, with Zone as the name of the time
	// zone in which it is shown. The zero Start is by hand.
	Start   time.Time `json:"start,omitzero"`
	Zone    string    `json:"zone,omitempty"`
	Advance Advance   `json:"advance"`
	// Every is the time from round to round on schedule, and DaysPerRound the
	// days to arrange a game.
	Every        Millis `json:"every_ms,omitempty"`
	DaysPerRound int    `json:"days_per_round,omitempty"`
	Entry        Entry  `json:"entry"`
	// LateUntil is the last round in which somebody may start; 0 allows nobody
	// to join after the first pairing.
	LateUntil int `json:"late_until,omitempty"`
	// HalfByes is how many half-point byes one may request.
	HalfByes   int        `json:"half_byes,omitempty"`
	Categories []string   `json:"categories,omitempty"`
	TieBreaks  []TieBreak `json:"tie_breaks,omitempty"`
	// Grace is after how much time of a round those who are absent lose.
	Grace Millis `json:"grace_ms,omitempty"`
	// Place is where games are played; empty is at real boards.
	Place Place `json:"place,omitempty"`
	// Reports is how results of real boards get in; empty is by the organiser.
	Reports Reporting `json:"reports,omitempty"`
	// Listed tournaments are shown to everybody; others need the link.
	Listed bool `json:"listed,omitempty"`
	// Bots lets accounts of programs join.
	Bots bool `json:"bots,omitempty"`
	// TeamSize is the number of members of an entrant: 1 for single players.
	TeamSize int `json:"team_size"`
}

// Standard fills in what was left open.
func (s Settings) Standard() Settings {
	if s.Form == "" {
		s.Form = Swiss
	}
	if s.Begins == "" {
		s.Begins = Alternating
	}
	if s.Advance == "" {
		s.Advance = ByHand
	}
	if s.Entry == "" {
		s.Entry = ByOrganiser
	}
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
	if err := s.checkTimes(); err != nil {
		return err
	}
	return checkOrder(s.TieBreaks, s.Categories)
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
