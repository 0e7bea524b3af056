package tournament

import (
	"math"
	"time"
)

// Bounds of a tournament. They are far beyond what people organise, and keep a
// tournament from becoming so much work that others have to wait for it. What was
// stored before there was a bound stays as it is.
const (
	// MaxEntrants is for all forms but round robins, where everybody meets everybody.
	MaxEntrants   = 2000
	MaxRoundRobin = 100
	// MaxRounds is for Swiss tournaments, and for what refers to their rounds.
	MaxRounds     = 30
	MaxName       = 60
	MaxCategories = 20
	MaxForbidden  = 1000
	// MaxEvents is how much may happen in a tournament. After that, only what brings it
	// to its end: results, withdrawals and the end itself.
	MaxEvents = 50_000
	// MaxOwnChanges is how often entrants may change their own part: return, request a
	// bye or replace what they have reported.
	MaxOwnChanges = 200

	// MaxMinutes is how long an arena may last.
	MaxMinutes = 24 * 60
	// MinEvery and MaxEvery are for rounds on schedule, MaxDays for the days of a round
	// and of a move.
	MinEvery = minute
	MaxEvery = 365 * day
	MaxDays  = 365
	MaxGrace = day
	// MaxMain and MaxIncrement are for clocks.
	MaxMain      = day
	MaxIncrement = hour
)

const (
	minute = Millis(60 * 1000)
	hour   = 60 * minute
	day    = 24 * hour
)

// Duration is the time span. Those that are too long for one are as long as can be.
func (m Millis) Duration() time.Duration {
	return time.Duration(min(m, math.MaxInt64/Millis(time.Millisecond))) * time.Millisecond
}

// mostEntrants is how many entrants a tournament of a form may have.
func (f Form) mostEntrants() int {
	if f == RoundRobin {
		return MaxRoundRobin
	}
	return MaxEntrants
}

// Pace is the time from round to round where rounds start by themselves; 0 elsewhere.
func (s Settings) Pace() time.Duration {
	switch s.Advance {
	case OnSchedule:
		return max(s.Every, MinEvery).Duration()
	case ByDays:
		return (Millis(min(s.DaysPerRound, MaxDays)) * day).Duration()
	}
	return 0
}

// checkTimes refuses times that are too short or too long.
func (s Settings) checkTimes() error {
	c := s.Clock
	switch {
	case s.LateUntil < 0 || s.HalfByes < 0 || s.Grace < 0 || s.TeamSize < 1 || s.Every < 0 || s.DaysPerRound < 0,
		c.Main < 0 || c.Increment < 0 || c.Days < 0:
		return Negative.Refuse("")
	case s.Advance == OnSchedule && s.Every < MinEvery, s.Every > MaxEvery, s.DaysPerRound > MaxDays, s.Grace > MaxGrace,
		c.Main > MaxMain, c.Increment > MaxIncrement, c.Days > MaxDays:
		return BadTimes.Refuse("")
	case s.LateUntil > MaxRounds || s.HalfByes > MaxRounds:
		return BadRounds.Refuse("", "most", number(MaxRounds))
	}
	return nil
}

// eventful refuses what would make a tournament go on for ever.
func (t *Tournament) eventful(c Command) error {
	if t.Seq < MaxEvents {
		return nil
	}
	switch c.(type) {
	case Enter, NoShow, Withdraw, Finish:
		return nil
	}
	return TooEventful.Refuse("")
}
