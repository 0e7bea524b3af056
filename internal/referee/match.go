package referee

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/elo"
)

// Match is a contest whose score is counted. It may be ended by a sequential test, and
// its games written to a file, from which it can be resumed.
type Match struct {
	Contest
	Began time.Time
	// Test ends the match when it has decided; nil if there is none.
	Test *elo.Test
	// Counted is called after every game with the score, which others wait for; its
	// error ends the match. It may be nil.
	Counted func(s *Score) error

	// describes is what records say about the match, and what must be the same to
	// resume it.
	describes string
	records   *Records

	mu    sync.Mutex
	score Score
	// failure is why the score or the records could not be written.
	failure error
}

// Score is the state of a match.
type Score struct {
	*Standing
	// Decision is that of the test, if there is one.
	Decision elo.Decision
	// Total is the number of all games, those to come included.
	Total int
}

// Prepare plans the games. If there is a path, they are recorded in that new file. If
// the match is resumed, those in the file count, and their seed is used unless the seed
// was chosen.
func (m *Match) Prepare(path string, resume, seeded bool, known game.List) error {
	schedule := m.Schedule()
	m.describes, m.Finished = m.description(), m.finished
	m.score = Score{Standing: NewStanding(len(m.Entrants)), Decision: elo.Undecided, Total: len(schedule)}
	if path == "" {
		return nil
	}
	played := map[int]bool{}
	var err error
	if _, missing := os.Stat(path); resume && missing == nil {
		if played, err = m.resume(path, schedule, seeded, known); err != nil {
			return err
		}
	} else if m.records, err = CreateRecords(path); err != nil {
		return err
	}
	var toCome []int
	for _, p := range schedule {
		if !played[p.Number] {
			toCome = append(toCome, p.Number)
		}
	}
	m.records.Expect(toCome)
	m.decide()
	decided := m.score.Decision != elo.Undecided
	m.Skip = func(number int) bool { return decided || played[number] }
	return nil
}

// resume counts the games in a file.
func (m *Match) resume(path string, schedule []Pairing, seeded bool, known game.List) (played map[int]bool, err error) {
	records, err := ReadRecords(path, known)
	if err != nil {
		return nil, err
	}
	played = map[int]bool{}
	for i, rec := range records {
		seed := m.Seed
		for _, tag := range rec.Tags {
			if tag.Name == "Seed" {
				seed, _ = strconv.ParseUint(tag.Value, 10, 64)
			}
		}
		if !seeded {
			m.Seed, seeded = seed, true
		}
		number, err := NumberOf(rec, m.describes, len(schedule))
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: game %d: %w", path, i+1, err)
		case seed != m.Seed:
			return nil, fmt.Errorf("%s: game %d has the seed %d, not %d", path, i+1, seed, m.Seed)
		case played[number]:
			return nil, fmt.Errorf("%s: game %d has been played twice", path, number+1)
		}
		played[number] = true
		m.score.Add(schedule[number], rec.Outcome, rec.Reason)
	}
	m.records, err = ResumeRecords(path, records)
	return played, err
}

// Play plays the games, and closes the file. An interruption is no error of its own.
func (m *Match) Play(ctx context.Context) error {
	err := m.Run(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	var closed error
	if m.records != nil {
		closed = m.records.Close()
	}
	return cmp.Or(m.failure, err, closed)
}

// Look shows the score so far.
func (m *Match) Look(at func(s *Score)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at(&m.score)
}

// finished counts a game. Games that end after an interruption do not count.
func (m *Match) finished(r Result) (more bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failure != nil {
		return false
	}
	v := r.Match.Verdict()
	m.score.Add(r.Pairing, v.Outcome, v.Reason.Code)
	if m.records != nil {
		m.failure = m.records.Add(r.Number, m.recordOf(r))
	}
	m.decide()
	if m.Counted != nil {
		m.failure = cmp.Or(m.failure, m.Counted(&m.score))
	}
	return m.failure == nil && m.score.Decision == elo.Undecided
}

func (m *Match) decide() {
	if m.Test != nil {
		m.score.Decision, _ = m.Test.Decide(m.score.Pairs)
	}
}

// description is what must be the same in a match that is resumed.
func (m *Match) description() string {
	var names []string
	for _, e := range m.Entrants {
		names = append(names, e.Name)
	}
	openings := fmt.Sprintf("openings of %d", m.RandomPlies)
	if n := len(m.Openings); n > 0 {
		openings = fmt.Sprintf("%d openings", n)
	}
	limit := fmt.Sprintf("time %v", m.Control.MoveTime)
	switch control := m.Control; {
	case control.Main > 0:
		limit = fmt.Sprintf("clock %v+%v", control.Main, control.Increment)
	case control.Depth > 0:
		limit = fmt.Sprintf("depth %d", control.Depth)
	case control.Nodes > 0:
		limit = fmt.Sprintf("nodes %d", control.Nodes)
	}
	return fmt.Sprintf("%s, %s, %d games each, %s, %s", strings.Join(names, " - "), m.Format, m.Games, openings, limit)
}

// recordOf is the record of a game of the match.
func (m *Match) recordOf(r Result) *game.Record {
	rec := game.RecordOf(r.Match)
	rec.Tags = []game.Tag{
		{Name: "Date", Value: m.Began.Format("2006.01.02")},
		{Name: RoundTag, Value: strconv.Itoa(r.Number + 1)},
		{Name: "Opening", Value: strconv.Itoa(min(m.openingPlies(r), r.Match.Plies()))},
		{Name: "Seed", Value: strconv.FormatUint(m.Seed, 10)},
		{Name: ContestTag, Value: m.describes},
	}
	if r.Failure != "" {
		rec.Tags = append(rec.Tags, game.Tag{Name: "Failure", Value: shortened(r.Failure)})
	}
	return rec
}

// openingPlies is how many moves of a game were its opening.
func (m *Match) openingPlies(r Result) int {
	if n := len(m.Openings); n > 0 {
		return m.Openings[r.Round%n].Plies()
	}
	return m.RandomPlies
}

// maxFailure is how much of what went wrong is recorded, in characters.
const maxFailure = 500

func shortened(text string) string {
	if runes := []rune(text); len(runes) > maxFailure {
		return string(runes[:maxFailure])
	}
	return text
}
