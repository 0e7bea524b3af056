package play

import (
	"slices"
	"strconv"

	"plateau/game"
)

// Play makes a move.
type Play struct {
	// Ply is the number of moves before this one, as the player knows it.
	Ply  int
	Move string
	// RoundTrip is how long a message to the player and back takes, as the
	// server measured it.
	RoundTrip Millis
	// For is the position for which the move was chosen, if it is known. After
	// a take-back, another position may have the same ply.
	For game.Position
}

// maxPlies is the length at which a game is drawn. Only games of Quixo can be
// as long, and only if nobody tries to win.
const maxPlies = 1000

func (c Play) decide(d *draft) error {
	if err := c.refuseTurn(d); err != nil {
		return err
	}
	match := d.match.Clone()
	if err := match.Play(c.Move); err != nil {
		return err
	}
	spent, lag, inTime := d.price(d.Now, c.RoundTrip)
	if !inTime {
		return TimeIsUp.Refuse(c.Move)
	}
	if err := d.addTo(match, Moved{Ply: c.Ply, Move: match.MoveText(c.Ply), Spent: spent, Lag: lag}); err != nil {
		return err
	}
	if v := match.Verdict(); v.Outcome.Over() {
		return d.end(resultOf(v.Outcome), v.Reason.Code)
	}
	if d.Plies() >= maxPlies {
		return d.end(DrawnGame, LongGame.Code)
	}
	return nil
}

// refuseTurn says why the player may not move now. The server itself moves for
// computer players.
func (c Play) refuseTurn(d *draft) error {
	seat, err := d.seat, d.refusePlayer()
	if d.By == "" && d.ComputerToMove() {
		seat, err = d.ToMove(), nil
	}
	switch {
	case err != nil:
		return err
	case c.Ply != d.Plies() || c.For != nil && c.For.Key() != d.Position().Key():
		return StalePly.Refuse(c.Move, "ply", strconv.Itoa(d.Plies()))
	case seat != d.ToMove():
		return NotYourTurn.Refuse(c.Move)
	}
	return nil
}

// lose ends the game as lost for a seat's team.
func (d *draft) lose(seat game.Seat, reason game.Phrase) error {
	return d.end(resultOf(game.Won(d.team(seat).Other())), reason.Code)
}

// Resign resigns the game for the whole team.
type Resign struct{}

func (Resign) decide(d *draft) error { return d.lose(d.seat, game.Resignation) }

// OfferDraw offers a draw to the other side.
type OfferDraw struct{}

// movesBetweenOffers is how many moves must be played after a draw offer that
// was not accepted before the same side may make another.
const movesBetweenOffers = 10

func (OfferDraw) decide(d *draft) error {
	last := d.offeredAt[d.team(d.seat)]
	tooSoon := last > 0 && d.Plies() < last-1+movesBetweenOffers
	if err := d.add(DrawOffered{Seat: d.seat}); err != nil {
		return err
	}
	switch {
	case d.againstComputers(d.seat):
		return ComputerDraws.Refuse("")
	case tooSoon:
		return DrawAgain.Refuse("", "moves", strconv.Itoa(movesBetweenOffers))
	}
	return nil
}

// AnswerDraw accepts or declines the other side's draw offer.
type AnswerDraw struct{ Accept bool }

func (c AnswerDraw) decide(d *draft) error {
	if !c.Accept {
		return d.add(DrawDeclined{Seat: d.seat})
	}
	if err := d.match.Clone().AcceptDraw(d.seat); err != nil {
		return err
	}
	return d.end(DrawnGame, game.Agreement.Code)
}

// AskTakeBack asks to take back the player's last move and everything after it.
// Computer players agree at once.
type AskTakeBack struct{}

func (AskTakeBack) decide(d *draft) error {
	switch {
	case d.Terms.Rated:
		return RatedTakeBack.Refuse("")
	case d.Terms.Tournament:
		return CupTakeBack.Refuse("")
	case d.TakeBackBy != game.NoSeat:
		return TakeBackTwice.Refuse("")
	case d.lastTurn(d.seat) < 0:
		return NoTakeBack.Refuse("")
	case d.lastTurn(d.seat) < d.refusedAt[d.team(d.seat)]-1:
		return TakeBackAgain.Refuse("")
	}
	if err := d.add(TakeBackAsked{Seat: d.seat}); err != nil {
		return err
	}
	if d.againstComputers(d.seat) {
		return d.add(TakenBack{Ply: d.lastTurn(d.seat)})
	}
	return nil
}

// lastTurn is the ply at which a seat moved last, or -1.
func (t *Table) lastTurn(seat game.Seat) int {
	for ply := t.match.Plies() - 1; ply >= 0; ply-- {
		if t.match.PositionAfter(ply).ToMove() == seat {
			return ply
		}
	}
	return -1
}

// AnswerTakeBack accepts or declines a take-back.
type AnswerTakeBack struct{ Accept bool }

func (c AnswerTakeBack) decide(d *draft) error {
	switch {
	case d.TakeBackBy == game.NoSeat:
		return NoTakeBackAsk.Refuse("")
	case d.team(d.TakeBackBy) == d.team(d.seat):
		return OwnTakeBack.Refuse("")
	case c.Accept:
		return d.add(TakenBack{Ply: d.lastTurn(d.TakeBackBy)})
	}
	return d.add(TakeBackDeclined{Seat: d.seat})
}

// Abort calls the game off before its second move. A rated game counts as soon
// as an opponent has moved: otherwise nobody would have to play on against a
// strong one.
type Abort struct{}

func (Abort) decide(d *draft) error {
	switch {
	case d.Plies() >= 2:
		return TooLate.Refuse("")
	case d.Terms.Tournament:
		return CupAbort.Refuse("")
	case d.Terms.Rated && d.facedMove(d.seat):
		return RatedAbort.Refuse("")
	}
	return d.end(Void, Aborted.Code)
}

// facedMove reports whether an opponent of a seat has moved.
func (t *Table) facedMove(seat game.Seat) bool {
	return slices.ContainsFunc(t.opponents(seat), func(opponent game.Seat) bool { return t.lastTurn(opponent) >= 0 })
}

// CallOff ends a game whose computer player cannot move. It is the server's
// own command. Such games are not rated, so nobody loses by it.
type CallOff struct{}

func (CallOff) decide(d *draft) error {
	switch {
	case d.By != "":
		return NotForPlayers.Refuse("")
	case !d.ComputerToMove():
		return NotYourTurn.Refuse("")
	}
	return d.end(Void, Failed.Code)
}

// Dissolve closes a table for an administrator, whatever happens there. It is the
// server's own command. There is no result, so nobody gains or loses by it.
type Dissolve struct{}

func (Dissolve) decide(d *draft) error {
	switch {
	case d.By != "":
		return NotForPlayers.Refuse("")
	case d.Phase == Over:
		return game.GameOver.Refuse("")
	}
	return d.end(Void, Dissolved.Code)
}

// Flag does what is due at the table's deadline: it ends a game in which time
// has run out, and closes a table that nobody joined. The server does it by
// itself; players may ask for it.
type Flag struct{}

func (Flag) decide(d *draft) error {
	deadline, exists := d.Deadline()
	switch {
	case d.By != "" && d.seat == game.NoSeat:
		return NotSeated.Refuse("")
	case d.Phase == Over:
		return game.GameOver.Refuse("")
	case !exists:
		return NoClock.Refuse("")
	case d.Now.Before(deadline):
		return TimeIsLeft.Refuse("")
	case d.Phase == Open:
		return d.end(Void, Closed.Code)
	case d.Counts() || d.Terms.Tournament || d.Terms.Rated && d.facedMove(d.ToMove()):
		return d.lose(d.ToMove(), game.Timeout)
	}
	return d.end(Void, Aborted.Code)
}

// Claim ends a game that an opponent has left: as won, or as drawn if the
// claimant prefers that. Where the value of the position is proved, it decides
// instead, also against the claimant.
type Claim struct{ Draw bool }

// awayFor is how long an opponent must be away before the game can be claimed.
const awayFor = minute

func (c Claim) decide(d *draft) error {
	switch {
	case d.Terms.Time.Days > 0:
		return ClaimByDays.Refuse("")
	case !d.left(d.seat):
		return NobodyLeft.Refuse("")
	case c.Draw && d.Game.Decisive():
		return game.NoDraws.Refuse("", "game", d.Game.Name())
	case d.Value != game.Unknown:
		return d.end(d.provedResult(), ProvedValue.Code)
	case c.Draw:
		return d.end(DrawnGame, Abandoned.Code)
	}
	return d.end(resultOf(game.Won(d.team(d.seat))), Abandoned.Code)
}

// left reports whether a human opponent of a seat has been away long enough.
func (d *draft) left(seat game.Seat) bool {
	return slices.ContainsFunc(d.opponents(seat), func(other game.Seat) bool {
		return d.Sitters[other].Player != "" && int(other) < len(d.Away) && d.Away[other] >= awayFor
	})
}

func (d *draft) provedResult() Result {
	toMove := d.team(d.ToMove())
	switch {
	case d.Value.IsWin():
		return resultOf(game.Won(toMove))
	case d.Value.IsLoss():
		return resultOf(game.Won(toMove.Other()))
	}
	return DrawnGame
}

// Resume gives back the time in which no server ran. It is the server's own
// command, when it loads a table.
type Resume struct{ Downtimes []Downtime }

func (c Resume) decide(d *draft) error {
	switch {
	case d.By != "":
		return NotForPlayers.Refuse("")
	case d.Phase == Over:
		return game.GameOver.Refuse("")
	}
	pause := d.Paused(c.Downtimes)
	// It happens at the end of the last downtime. Now may be before that, if the
	// machine's clock was set back, and the same would be given back again; or after it,
	// and if the store was away once more meanwhile, that would never be given back.
	for _, down := range c.Downtimes {
		if pause > 0 && down.Ended.After(d.Changed) {
			d.Now = down.Ended
		}
	}
	return d.add(Resumed{Pause: pause})
}
