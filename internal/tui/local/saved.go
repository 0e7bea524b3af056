package local

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/text"
)

// Saved is a game with what a session adds to it; all of it is in the record
// that is written.
type Saved struct {
	// Record is the game that the session starts from; its tags and comments
	// are preserved.
	Record *game.Record
	// Random are the seats that play at random.
	Random map[game.Seat]bool
	// Computer are the seats that the computer plays, with its level.
	Computer map[game.Seat]engine.Level
	// Seed makes their moves repeatable.
	Seed uint64
	// Control is the players' time.
	Control TimeControl
	// Left is what each seat has left of it; nil at the start.
	Left []time.Duration
	// Advice is whether partners may advise each other.
	Advice bool
}

// The tags for automatic seats.
const (
	randomTag   = "RandomSeats"
	computerTag = "ComputerSeats" // such as "O1=3 O2=perfect"
	seedTag     = "Seed"
	adviceTag   = "Advice" // "yes" or "no"
)

// ownTags are all tags that a session writes.
var ownTags = []string{randomTag, computerTag, seedTag, adviceTag, controlTag, leftTag}

// SavedFrom reads from a record's tags what an earlier session added, and
// ignores invalid ones.
func SavedFrom(rec *game.Record) Saved {
	saved := Saved{Record: rec, Random: map[game.Seat]bool{}, Computer: map[game.Seat]engine.Level{}}
	for _, tag := range rec.Tags {
		switch tag.Name {
		case seedTag:
			saved.Seed, _ = strconv.ParseUint(tag.Value, 10, 64)
		case randomTag:
			ids := strings.Fields(tag.Value)
			for i, seat := range rec.Game.Seats() {
				if slices.Contains(ids, seat.ID) {
					saved.Random[game.Seat(i)] = true
				}
			}
		case computerTag:
			saved.readComputers(tag.Value)
		case adviceTag:
			saved.Advice = tag.Value == "yes"
		case controlTag:
			saved.Control = readControl(tag.Value)
		case leftTag:
			saved.Left = readLeft(rec.Game, tag.Value)
		}
	}
	return saved
}

func (v Saved) readComputers(text string) {
	for _, word := range strings.Fields(text) {
		id, name, _ := strings.Cut(word, "=")
		level, err := engine.ParseLevel(name)
		for i, seat := range v.Record.Game.Seats() {
			if seat.ID == id && err == nil {
				v.Computer[game.Seat(i)] = level
			}
		}
	}
}

// Snapshot is the record of the match so far, with the comments of the moves
// that have not changed.
func (v Saved) Snapshot(m *game.Match) *game.Record {
	rec := game.RecordOf(m)
	rec.Intro = v.Record.Intro
	for i := range min(len(rec.Plies), len(v.Record.Plies)) {
		if rec.Plies[i].Move != v.Record.Plies[i].Move {
			break
		}
		rec.Plies[i].Comments = v.Record.Plies[i].Comments
	}
	for _, tag := range v.Record.Tags {
		if !slices.Contains(ownTags, tag.Name) {
			rec.Tags = append(rec.Tags, tag)
		}
	}
	rec.Tags = append(rec.Tags, v.tags()...)
	return rec
}

// tags describe the automatic seats, if there are any, and what was agreed.
func (v Saved) tags() []game.Tag {
	var random, computer []string
	for i, seat := range v.Record.Game.Seats() {
		if v.Random[game.Seat(i)] {
			random = append(random, seat.ID)
		}
		if level := v.Computer[game.Seat(i)]; level != 0 {
			computer = append(computer, seat.ID+"="+level.String())
		}
	}
	var tags []game.Tag
	if len(random) > 0 {
		tags = append(tags, game.Tag{Name: randomTag, Value: strings.Join(random, " ")})
	}
	if len(computer) > 0 {
		tags = append(tags, game.Tag{Name: computerTag, Value: strings.Join(computer, " ")})
	}
	if len(tags) > 0 {
		tags = append(tags, game.Tag{Name: seedTag, Value: strconv.FormatUint(v.Seed, 10)})
	}
	if v.HasPartners() {
		advice := map[bool]string{true: "yes", false: "no"}
		tags = append(tags, game.Tag{Name: adviceTag, Value: advice[v.Advice]})
	}
	if v.Control != (TimeControl{}) {
		tags = append(tags, game.Tag{Name: controlTag, Value: v.Control.tag()})
		if v.Left != nil {
			tags = append(tags, game.Tag{Name: leftTag, Value: leftText(v.Record.Game, v.Left)})
		}
	}
	return tags
}

// People are the seats at which nobody plays by itself.
func (v Saved) People() []game.Seat {
	var people []game.Seat
	for i := range v.Record.Game.Seats() {
		if seat := game.Seat(i); !v.Random[seat] && v.Computer[seat] == 0 {
			people = append(people, seat)
		}
	}
	return people
}

// HasPartners reports whether two people play on one side, who may want to talk.
func (v Saved) HasPartners() bool {
	people := map[game.Team]int{}
	for _, seat := range v.People() {
		people[v.Record.Game.Seats()[seat].Team]++
	}
	return max(people[0], people[1]) > 1
}

// AdviceKey is the message that says whether partners may advise each other.
func (v Saved) AdviceKey() string {
	if v.Advice {
		return "play.adviceYes"
	}
	return "play.adviceNo"
}

// ComputerName begins the names of seats that the computer plays, in records.
const ComputerName = "Computer "

// DisplayNames are the names of the players by seat, where that of a computer is
// in the language of the reader.
func (v Saved) DisplayNames(players []string, texts text.Texts) []string {
	names := slices.Clone(players)
	for seat := range v.Computer {
		switch kind, ok := strings.CutPrefix(names[seat], ComputerName); {
		case !ok:
		case kind == "perfect":
			names[seat] = texts.Text("terminal.computerPerfect")
		case kind == Strongest:
			names[seat] = texts.Text("terminal.computerStrongest")
		default:
			names[seat] = texts.Text("play.computer") + " " + kind
		}
	}
	return names
}
