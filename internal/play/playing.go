package play

import (
	"strconv"

	"plateau/game"
)

// Play makes a move.
type Play struct {
	// Ply is the number of moves that have been played, for whoever makes
	// this one.
	Ply  int
	Move string
	// RoundTrip is how long a message to the player and back takes, as the
	// server measured it.
	RoundTrip Millis
	// For is the position for which the move was chosen, if that is known:
	// after moves were taken back, as many may have led to another one.
	For game.Position
}

// maxPlies is where a game ends as a draw. Only in Quixo games can be as long,
// and nobody plays on for so long who still tries to win.
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

// refuseTurn says why whoever asks may not move now. The server itself moves
// for computer players.
func (c Play) refuseTurn(d *draft) error {
	seat, err := d.player()
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

// lose ends the game against a seat's team.
func (d *draft) lose(seat game.Seat, reason game.Phrase) error {
	return d.end(resultOf(game.Won(d.team(seat).Other())), reason.Code)
}

// Resign gives the game up, for the whole team.
type Resign struct{}

func (Resign) decide(d *draft) error {
	seat, err := d.player()
	if err != nil {
		return err
	}
	return d.lose(seat, game.Resignation)
}

// OfferDraw offers a draw to the other side.
type OfferDraw struct{}

func (OfferDraw) decide(d *draft) error {
	seat, err := d.player()
	if err != nil {
		return err
	}
	if err := d.add(DrawOffered{Seat: seat}); err != nil {
		return err
	}
	if d.againstComputers(seat) {
		return ComputerDraws.Refuse("")
	}
	return nil
}

// AnswerDraw accepts or declines what the other side offered.
type AnswerDraw struct{ Accept bool }

func (c AnswerDraw) decide(d *draft) error {
	seat, err := d.player()
	switch {
	case err != nil:
		return err
	case !c.Accept:
		return d.add(DrawDeclined{Seat: seat})
	}
	if err := d.match.Clone().AcceptDraw(seat); err != nil {
		return err
	}
	return d.end(DrawnGame, game.Agreement.Code)
}

// AskTakeBack asks for one's last move back, with all that was played since.
// Computer players agree at once.
type AskTakeBack struct{}

func (AskTakeBack) decide(d *draft) error {
	seat, err := d.player()
	switch {
	case err != nil:
		return err
	case d.Terms.Rated:
		return RatedTakeBack.Refuse("")
	case d.TakeBackBy != game.NoSeat:
		return TakeBackTwice.Refuse("")
	case d.lastTurn(seat) < 0:
		return NoTakeBack.Refuse("")
	}
	if err := d.add(TakeBackAsked{Seat: seat}); err != nil {
		return err
	}
	if d.againstComputers(seat) {
		return d.add(TakenBack{Ply: d.lastTurn(seat)})
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

// AnswerTakeBack agrees or does not.
type AnswerTakeBack struct{ Accept bool }

func (c AnswerTakeBack) decide(d *draft) error {
	seat, err := d.player()
	switch {
	case err != nil:
		return err
	case d.TakeBackBy == game.NoSeat:
		return NoTakeBackAsk.Refuse("")
	case d.team(d.TakeBackBy) == d.team(seat):
		return OwnTakeBack.Refuse("")
	case c.Accept:
		return d.add(TakenBack{Ply: d.lastTurn(d.TakeBackBy)})
	}
	return d.add(TakeBackDeclined{Seat: seat})
}

// Abort calls the game off before its second move.
type Abort struct{}

func (Abort) decide(d *draft) error {
	if _, err := d.player(); err != nil {
		return err
	}
	if d.Plies() >= 2 {
		return TooLate.Refuse("")
	}
	return d.end(Void, Aborted.Code)
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

// Flag does what is due at the table's deadline: it ends a game for which the
// time is up, and closes a table to which nobody came. The server does it by
// itself; players may ask for it.
type Flag struct{}

func (Flag) decide(d *draft) error {
	deadline, exists := d.Deadline()
	switch {
	case d.Phase == Unopened:
		return NoSuchTable.Refuse("")
	case d.By != "" && d.SeatOf(d.By) == game.NoSeat:
		return NotSeated.Refuse("")
	case d.Phase == Over:
		return game.GameOver.Refuse("")
	case !exists:
		return NoClock.Refuse("")
	case d.Now.Before(deadline):
		return TimeIsLeft.Refuse("")
	case d.Phase == Open:
		return d.end(Void, Closed.Code)
	case !d.Counts():
		return d.end(Void, Aborted.Code)
	}
	return d.lose(d.ToMove(), game.Timeout)
}

// Claim ends a game that somebody of the other side has left: as won, or as
// drawn if the claimant prefers that. A position whose value is proved ends by
// that value instead, whoever claims.
type Claim struct{ Draw bool }

// awayFor is how long somebody has to be away before the game can be claimed.
const awayFor = minute

func (c Claim) decide(d *draft) error {
	seat, err := d.player()
	switch {
	case err != nil:
		return err
	case d.Terms.Time.Days > 0:
		return ClaimByDays.Refuse("")
	case !d.left(seat):
		return NobodyLeft.Refuse("")
	case c.Draw && d.Game.Decisive():
		return game.NoDraws.Refuse("", "game", d.Game.Name())
	case d.Value != game.Unknown:
		return d.end(d.provedResult(), ProvedValue.Code)
	case c.Draw:
		return d.end(DrawnGame, Abandoned.Code)
	}
	return d.end(resultOf(game.Won(d.team(seat))), Abandoned.Code)
}

// left tells whether a person on the other side of a seat is away for long.
func (d *draft) left(seat game.Seat) bool {
	for _, other := range d.opponents(seat) {
		if d.Sitters[other].Player != "" && int(other) < len(d.Away) && d.Away[other] >= awayFor {
			return true
		}
	}
	return false
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
	case d.Phase == Unopened:
		return NoSuchTable.Refuse("")
	case d.Phase == Over:
		return game.GameOver.Refuse("")
	}
	return d.add(Resumed{Pause: d.Paused(c.Downtimes)})
}
