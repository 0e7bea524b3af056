package push

import (
	"context"
	"time"

	"plateau/internal/play"
)

// Device is a browser that a player wants to be notified at (a push
// subscription). Its tags are for the player's export.
type Device struct {
	// ID identifies it among those of the player. It is no secret.
	ID     string        `json:"id"`
	Player play.PlayerID `json:"-"`
	// Session is the id of the session in which it was added, see [accounts.Access].
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

// Store stores the devices that players are notified at.
type Store interface {
	// SavePushDevice adds a device. If there is one with the same endpoint, it
	// takes its place, and if it is the same player's, id and since stay. The
	// devices of the player that were not used for the longest time are
	// removed beyond the limit. It fails with [play.ErrNoPlayer] if the player does
	// not have the session.
	SavePushDevice(ctx context.Context, d Device, most int) (Device, error)
	// PushDevices lists those of a player, the oldest first.
	PushDevices(ctx context.Context, player play.PlayerID) ([]Device, error)
	// RemovePushDevice removes one, and reports whether it was there.
	RemovePushDevice(ctx context.Context, player play.PlayerID, id string) (removed bool, err error)
	// ExpirePushDevices removes those that were last used before a time, and
	// returns how many.
	ExpirePushDevices(ctx context.Context, before time.Time) (int, error)
	// PushKey is the private key by which push services recognise this server.
	// If there is none yet, it becomes the fresh one.
	PushKey(ctx context.Context, fresh []byte) ([]byte, error)
}
