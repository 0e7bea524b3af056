// Package local is a game on one device without its screen: who plays, what the
// computer plays, the clocks, taking back, and where the game is saved. Line mode
// and the terminal app show it, each in its own way.
package local

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
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

// Automatic reports whether the program moves for a seat.
func (p *Play) Automatic(seat game.Seat) bool {
	return p.Saved.Random[seat] || p.Saved.Computer[seat] != 0
}

// Level is the level of the computer at a seat; 0 if something else plays there.
func (p *Play) Level(seat game.Seat) engine.Level { return p.Saved.Computer[seat] }

// rng is for the next move. The ply is part of the seed, so that resuming the game
// or taking moves back does not change what is played.
func (p *Play) rng() *rand.Rand {
	return rand.New(rand.NewPCG(p.Saved.Seed, uint64(p.Match.Plies())))
}

// RandomMove is the move of a seat that plays at random.
func (p *Play) RandomMove() game.Move {
	moves := p.Match.Position().Moves()
	return moves[p.rng().IntN(len(moves))]
}

// Chooser prepares the computer's move for the seat to move, so that another
// goroutine can choose it: it does not look at the game any more.
func (p *Play) Chooser(limit time.Duration) func(ctx context.Context, e engine.Engine) game.Move {
	level, rng := p.Level(p.Active()), p.rng()
	match, limit := p.Match.Clone(), p.ThinkingTime(limit)
	return func(ctx context.Context, e engine.Engine) game.Move {
		return Choose(ctx, limit, e, match, level, rng).Move
	}
}

// offerTime limits how long the computer thinks about an offer of a draw.
const offerTime = 2 * time.Second

// Answerer prepares the computer's answer to an offer of a draw.
func (p *Play) Answerer() func(ctx context.Context, e engine.Engine) bool {
	seat, position := p.Active(), p.Match.Position()
	return func(ctx context.Context, e engine.Engine) bool {
		ctx, stop := context.WithTimeout(ctx, offerTime)
		defer stop()
		return engine.AcceptsDraw(ctx, e, position, seat)
	}
}

// HasPerfect reports whether the computer plays a seat as well as it can.
func (p *Play) HasPerfect() bool {
	return slices.Contains(slices.Collect(maps.Values(p.Saved.Computer)), engine.Perfect)
}

// Undo takes back the last move of a person, n times. The moves that the computer
// has made since then go with it: it would repeat them at once. A resignation or an
// agreed draw counts as one. It returns how many moves were taken back, and whether
// the game goes on now.
func (p *Play) Undo(n int) (taken int, goesOn bool) {
	plies, over := p.Match.Plies(), p.Over()
	for done := 0; done < n && p.undoOne(); done++ {
		continue
	}
	taken, goesOn = plies-p.Match.Plies(), over && !p.Over()
	if taken > 0 || goesOn {
		p.rewindClock()
	}
	return taken, goesOn
}

// rewindClock gives everybody the time that they had at this move.
func (p *Play) rewindClock() {
	if p.clock != nil {
		p.clock.setPlies(p.Match.Plies())
	}
}

// undoOne takes back a resignation, an agreed draw, or the last move of a
// person with all that follow it. It reports whether there was any.
func (p *Play) undoOne() bool {
	plies, back := p.Match.Plies(), p.lastPersonsPly()
	if !p.Match.Undo() {
		return false
	}
	if p.Match.Plies() == plies {
		return true
	}
	if back < 0 {
		p.Match.Redo()
		return false
	}
	for p.Match.Plies() > back {
		p.Match.Undo()
	}
	return true
}

// lastPersonsPly is the ply of the last move that a person made, or -1.
func (p *Play) lastPersonsPly() int {
	for ply := p.Match.Plies() - 1; ply >= 0; ply-- {
		if !p.Automatic(p.Match.PositionAfter(ply).ToMove()) {
			return ply
		}
	}
	return -1
}

// Redo replays moves up to the next turn of a person, n times, and returns how many
// were replayed.
func (p *Play) Redo(n int) int {
	plies := p.Match.Plies()
	for range n {
		if !p.Match.Redo() {
			break
		}
		for p.Automatic(p.Match.Position().ToMove()) && p.Match.Redo() {
			continue
		}
	}
	replayed := p.Match.Plies() - plies
	if replayed > 0 {
		p.rewindClock()
	}
	return replayed
}

// Analyse is what an engine finds out about the moves of a position within a time.
func Analyse(ctx context.Context, e engine.Engine, p game.Position, limit time.Duration) *engine.Analysis {
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	return e.Analyse(ctx, p, math.MaxInt, func(*engine.Analysis) {})
}

// Choose chooses a move at a level; the limit is for the level perfect only.
func Choose(ctx context.Context, limit time.Duration, e engine.Engine, m *game.Match, level engine.Level, rng *rand.Rand) engine.Choice {
	if level == engine.Perfect {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, limit)
		defer stop()
	}
	return e.Choose(ctx, m, level, rng)
}

// LineTexts are the moves of a line of play as they are written.
func LineTexts(p game.Position, line []game.Move) []string {
	texts := []string{}
	for _, move := range line {
		next, err := p.Play(move)
		if err != nil {
			break
		}
		texts = append(texts, p.MoveText(move))
		p = next
	}
	return texts
}
