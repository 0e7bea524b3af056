// Package local is a game on one device without its screen: who plays, what the
// computer plays, the clocks, taking back, and where the game is saved. Line mode
// and the terminal app show it, each in its own way.
package local

import (
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/internal/tui/text"
	"plateau/rulebook/words"
)

// Play is a game that is being played.
type Play struct {
	// Saved is what the game was started with.
	Saved Saved
	Match *game.Match
	Store *Store
	Watch Watch
	// clock is nil without a time control.
	clock *clock
	// saveError is why the game could not be saved.
	saveError error
}

// Start begins or continues a game.
func Start(saved Saved, store *Store, watch Watch) *Play {
	p := &Play{Saved: saved, Match: saved.Record.Match(), Store: store, Watch: watch}
	if control := saved.Control; control != (TimeControl{}) {
		p.clock = newClock(watch, control, len(p.Match.Players()), p.Match.Plies(), saved.Left)
	}
	return p
}

// Over reports whether the game has ended.
func (p *Play) Over() bool { return p.Match.Verdict().Outcome.Over() }

// Active is the seat whose player acts. An offer of a draw is answered by the next
// player in turn order, who is always on the other side.
func (p *Play) Active() game.Seat {
	if offer := p.Match.Offer(); offer != game.NoSeat {
		return (offer + 1) % game.Seat(len(p.Match.Players()))
	}
	return p.Match.Position().ToMove()
}

// Names are the players' names by seat; those of computers in the reader's
// language.
func (p *Play) Names(texts text.Texts) []string {
	return p.Saved.DisplayNames(p.Match.Players(), texts)
}

// Who is a player in a sentence.
func (p *Play) Who(seat game.Seat, texts text.Texts) words.Who {
	return words.Name(texts.Player(p.Match.Game(), p.Names(texts), seat))
}

// HasClock reports whether the players' time is limited.
func (p *Play) HasClock() bool { return p.clock != nil }

// Left is what a seat has left on its clock.
func (p *Play) Left(seat game.Seat) time.Duration {
	return p.clock.left(seat, p.Match.Position().ToMove())
}

// RunOutOfTime ends the game if the player to move has no time left, and reports
// whether it did.
func (p *Play) RunOutOfTime() bool {
	toMove := p.Match.Position().ToMove()
	if p.clock == nil || p.Over() || p.Left(toMove) > 0 {
		return false
	}
	return p.Match.RunOutOfTime(toMove) == nil
}

// Moved charges the clock for the last move.
func (p *Play) Moved() {
	if p.clock != nil {
		p.clock.moved(p.Match.PositionAfter(p.Match.Plies() - 1).ToMove())
	}
}

// spareMoves is how many moves the computer's remaining time has to last for.
const spareMoves = 20

// ThinkingTime is how long the computer may think about a move: the limit, or less
// if its clock says so.
func (p *Play) ThinkingTime(limit time.Duration) time.Duration {
	if p.clock == nil {
		return limit
	}
	return min(limit, p.Left(p.Match.Position().ToMove())/spareMoves+p.clock.control.Increment/2)
}

// SaveNews is what is worth telling about a save.
type SaveNews struct {
	// Taken is the file of this game that another session uses, and Path where
	// the game is saved now; both are empty unless that happened.
	Taken, Path string
	// Moved is where an unfinished game is now that was in the way.
	Moved string
	// Err is why the game could not be saved, if that was not so before.
	Err error
}

// Save saves the game.
func (p *Play) Save() SaveNews {
	if p.clock != nil {
		p.Saved.Left = p.clock.now(p.Match.Position().ToMove())
	}
	before := p.Store.Path()
	moved, err := p.Store.Save(p.Saved.Snapshot(p.Match))
	news := SaveNews{Moved: moved}
	if after := p.Store.Path(); before != "" && after != before {
		news.Taken, news.Path = before, after
	}
	if p.saveError == nil {
		news.Err = err
	}
	p.saveError = err
	return news
}

// Leave saves what the last save does not have, such as the time that the last turn
// has taken so far. The error is why the game is not saved.
func (p *Play) Leave() (SaveNews, error) {
	var news SaveNews
	timed := p.clock != nil && p.Match.Plies() > 0 && !p.Over() && p.saveError == nil
	if p.Store.Overwritten() || timed {
		news = p.Save()
	}
	return news, p.saveError
}

// Again is another game between the same players from the same position, with
// their sides changed if swap is set.
func (p *Play) Again(swap bool) Saved {
	seats := len(p.Match.Players())
	players := make([]string, seats)
	next := Saved{
		Random: map[game.Seat]bool{}, Computer: map[game.Seat]engine.Level{},
		// The same seed would repeat the moves of the computer.
		Seed: p.Saved.Seed + 1, Control: p.Saved.Control, Advice: p.Saved.Advice,
	}
	for seat := range seats {
		source := game.Seat(seat)
		if swap {
			source = game.Seat((seat + 1) % seats)
		}
		players[seat] = p.Match.Players()[source]
		if p.Saved.Random[source] {
			next.Random[game.Seat(seat)] = true
		}
		if level := p.Saved.Computer[source]; level != 0 {
			next.Computer[game.Seat(seat)] = level
		}
	}
	next.Record = game.RecordOf(game.MatchFrom(p.Match.Start(), players))
	next.Record.Tags = []game.Tag{{Name: "Date", Value: p.Watch.Now().Format(DateLayout)}}
	return next
}

// DateLayout is how records write a day.
const DateLayout = "2006.01.02"
