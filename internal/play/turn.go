package play

import (
	"time"

	"plateau/game"
)

// Turn says that a game with days per move, or a challenge, waits for a player.
type Turn struct {
	Player PlayerID
	Table  TableID
	// Challenge is set instead of a table if somebody asks for a game.
	Challenge ChallengeID
	Game      string
	// Opponents have names or levels, and no ids.
	Opponents []Sitter
	// Within is how long the move may take.
	Within time.Duration
}

// Turn is the turn that a decision begins, if the game has days per move and
// a person is to move. Who has just acted needs no notice, nor do the players of
// a pairing or a rematch, who were there a moment ago.
func (d *Decision) Turn() (turn Turn, begins bool) {
	t := d.Table
	if t.Phase != Running || t.Terms.Time.Days == 0 || !changesTurn(d.Events) {
		return Turn{}, false
	}
	seat := t.ToMove()
	player := t.Sitters[seat].Player
	if player == "" || player == d.Events[0].By {
		return Turn{}, false
	}
	turn = Turn{
		Player: player, Table: t.ID, Game: t.Game.ID(),
		Within: time.Duration(t.Terms.Time.Days) * 24 * time.Hour,
	}
	for _, other := range t.opponents(seat) {
		turn.Opponents = append(turn.Opponents, Sitter{Name: t.Sitters[other].Name, Level: t.Sitters[other].Level})
	}
	return turn, true
}

// changesTurn reports whether another player may be to move after some events,
// without having been there.
func changesTurn(events []Event) bool {
	changes := false
	for _, e := range events {
		switch e.Body.(type) {
		case Opened:
			return false
		case Started, Moved, TakenBack:
			changes = true
		}
	}
	return changes
}

// Awaits reports whether a table waits for a player's move.
func (t *Table) Awaits(player PlayerID) bool {
	seat := t.ToMove()
	return seat != game.NoSeat && player != "" && t.Sitters[seat].Player == player
}

// ChallengeID identifies a challenge. It is no secret.
type ChallengeID string
