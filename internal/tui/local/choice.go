package local

import (
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// Choice is what somebody wants to do.
type Choice struct {
	// Resume is the name of a saved game to continue, or empty.
	Resume string
	// Puzzles is set for puzzles of the game.
	Puzzles bool
	// Game is the game of a new game or of puzzles.
	Game game.Game
	// Level is how strong the computer is; 0 if people play among
	// themselves.
	Level engine.Level
	// Side is the side of the person: who sits at the first seat, at the
	// second, or either at random.
	Side game.Party
	// Names are the players' by seat.
	Names   []string
	Control TimeControl
	Advice  bool
}

// Sides are what a person against the computer can choose from.
func Sides() []game.Party { return []game.Party{game.FirstParty, game.SecondParty, game.AtRandom} }

// SideText is one of the [Sides] as an option, which says whether it always begins.
func SideText(texts text.Texts, g game.Game, side game.Party) string {
	if side == game.AtRandom {
		return texts.Text("play.new.lot")
	}
	seat := game.Seat(side - game.FirstParty)
	name := words.Name(texts.Sentence(texts.Colour(g, seat)))
	if openers := g.Openers(); len(openers) == 1 && openers[0] == seat && !g.FreeColours() {
		return texts.Text("play.new.sideFirst", "side", name)
	}
	return texts.Text("terminal.choose.side", "side", name)
}

// Strongest is how the level perfect is called where values are not known.
const Strongest = "strongest"

// LevelName is the name of a level, with which its messages end: perfect is strongest
// unless the values of the game are known.
func LevelName(level engine.Level, exact bool) string {
	if level == engine.Perfect && !exact {
		return Strongest
	}
	return level.String()
}

// UsualControl is a time control that is offered.
type UsualControl struct {
	TimeControl
	// Key is that of its text.
	Key string
}

// UsualControls are the time controls that are offered, the first without a limit.
func UsualControls() []UsualControl {
	return []UsualControl{
		{TimeControl{}, "play.new.clock.none"},
		{TimeControl{Main: time.Minute}, "play.new.clock.1+0"},
		{TimeControl{Main: 5 * time.Minute, Increment: 5 * time.Second}, "play.new.clock.5+5"},
		{TimeControl{Main: 10 * time.Minute, Increment: 10 * time.Second}, "play.new.clock.10+10"},
	}
}

// mostUnfinished is how many saved games are offered.
const mostUnfinished = 3

// Unfinished are the saved games that somebody may want to continue.
func Unfinished(saves []Save) []Save {
	var found []Save
	for _, save := range saves {
		if save.Record != nil && unfinished(save.Record) && len(found) < mostUnfinished {
			found = append(found, save)
		}
	}
	return found
}
