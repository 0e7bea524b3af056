package play

import (
	"context"
	"time"

	"plateau/game"
)

// PushDevice is a browser that a player wants to be notified at (a push
// subscription). Its tags are for the player's export.
type PushDevice struct {
	// ID identifies it among those of the player. It is no secret.
	ID     string   `json:"id"`
	Player PlayerID `json:"-"`
	// Session is the id of the session in which it was added, see [Access].
	// The device is removed with it: who is signed out gets no more notices.
	Session string `json:"-"`
	// Endpoint is the address at the push service of the browser. Key and
	// Secret are what messages are encrypted with (p256dh and auth).
	Endpoint string    `json:"endpoint"`
	Key      []byte    `json:"-"`
	Secret   []byte    `json:"-"`
	Label    string    `json:"label"`
	Since    time.Time `json:"since"`
	// Used is when the browser last confirmed it.
	Used time.Time `json:"used"`
}

// PushStore stores the devices that players are notified at.
type PushStore interface {
	// SavePushDevice adds a device. If there is one with the same endpoint, it
	// takes its place, and if it is the same player's, id and since stay. The
	// devices of the player that were not used for the longest time are
	// removed beyond the limit. It fails with [ErrNoPlayer] if the player does
	// not have the session.
	SavePushDevice(ctx context.Context, d PushDevice, most int) (PushDevice, error)
	// PushDevices lists those of a player, the oldest first.
	PushDevices(ctx context.Context, player PlayerID) ([]PushDevice, error)
	// RemovePushDevice removes one, and reports whether it was there.
	RemovePushDevice(ctx context.Context, player PlayerID, id string) (removed bool, err error)
	// ExpirePushDevices removes those that were last used before a time, and
	// returns how many.
	ExpirePushDevices(ctx context.Context, before time.Time) (int, error)
	// PushKey is the private key by which push services recognise this server.
	// If there is none yet, it becomes the fresh one.
	PushKey(ctx context.Context, fresh []byte) ([]byte, error)
}

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
