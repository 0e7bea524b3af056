// Package push tells players that it is their turn, through the push services
// of their browsers, when they are not at the table (Web Push: RFC 8030, 8291,
// 8292). What it sends only the browser can read; the push service learns that
// there is a message, and when.
//
//	house ── YourTurn ──► queue ──► workers ── encrypted ──► push service ──► browser
//	                        ▲          │
//	                        └─ later ──┘  busy or not reachable
//
// A notice is a courtesy, not part of the game: the queue is bounded, what does
// not fit is dropped and counted, and what waits when the server stops is lost.
// Nothing here can delay a move.
package push

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/play"
)

// Config is what the service needs. Subject, Private, Awaits and Transport are
// optional.
type Config struct {
	Store Store
	Now   func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	Log    *slog.Logger
	// Subject is the public address of the server, where the operators of a
	// push service find out whom to ask.
	Subject string
	// Private allows push services at any address and port, also in the
	// network of the server.
	Private bool
	// Awaits reports whether a turn has not been taken yet. It is asked before
	// something is sent again; nil means yes.
	Awaits func(ctx context.Context, turn play.Turn) bool
	// Transport makes the connections; nil for one that obeys Private.
	Transport http.RoundTripper
}

// Service knows the devices of players, and notifies them. It is safe for
// concurrent use.
type Service struct {
	Config
	identity identity
	client   *http.Client
	queue    chan notice
	counts   counts
}

const (
	// MaxDevices is how many devices a player may have.
	MaxDevices = 10
	// deviceTime is how long a device is kept that does not come back.
	deviceTime = 90 * 24 * time.Hour
	// maxQueued is how many notices may wait to be sent, and maxLater how many
	// to be sent again.
	maxQueued = 1024
	maxLater  = 1024
)

// Refusals of the service. The codes are part of the API.
var (
	BadEndpoint  = game.Invalid("push.endpoint", "this server does not send notifications to that push service")
	BadKeys      = game.Invalid("push.keys", "the keys of the subscription cannot be used")
	NoSuchDevice = game.Missing("push.unknown", "there is no such device")
)

// New makes a service; [Service.Run] has to follow. The first one makes the
// server's key, which the store keeps.
func New(ctx context.Context, c Config) (*Service, error) {
	fresh, err := newIdentity()
	if err != nil {
		return nil, err
	}
	key, err := c.Store.PushKey(ctx, fresh)
	if err != nil {
		return nil, err
	}
	if c.Transport == nil {
		c.Transport = newTransport(c.Private)
	}
	s := &Service{Config: c, client: newClient(c.Transport), queue: make(chan notice, maxQueued)}
	s.identity, err = readIdentity(key, c.Subject)
	return s, err
}

// Key is the public key of the server, for browsers.
func (s *Service) Key() string { return s.identity.public }

// Subscription is what a browser has agreed upon with its push service.
type Subscription struct{ Endpoint, Key, Secret, Label string }

// Add adds the device of a session, or confirms that it is still in use.
func (s *Service) Add(ctx context.Context, by accounts.Access, sub Subscription) (Device, error) {
	if _, ok := readEndpoint(sub.Endpoint, s.Private); !ok {
		return Device{}, BadEndpoint.Refuse("")
	}
	key, secret, ok := readKeys(sub.Key, sub.Secret)
	if !ok {
		return Device{}, BadKeys.Refuse("")
	}
	label, err := accounts.CleanLabel(sub.Label)
	if err != nil {
		return Device{}, err
	}
	now := time.UnixMilli(s.Now().UnixMilli()).UTC()
	return s.Store.SavePushDevice(ctx, Device{
		ID: string(play.NewPlayerID(s.Random)), Player: by.Player, Session: by.ID,
		Endpoint: sub.Endpoint, Key: key, Secret: secret, Label: label, Since: now, Used: now,
	}, MaxDevices)
}

// Stats are figures about a service.
type Stats struct {
	// Sent were accepted by a push service, Failed were not, Dropped did not
	// fit into the queue.
	Sent, Failed, Dropped uint64
	// Removed are devices that a push service no longer knows.
	Removed, Panics uint64
	// Waiting are notices that will be sent, now or later.
	Waiting int
}

type counts struct {
	sent, failed, dropped, removed, panics atomic.Uint64
	later                                  atomic.Int64
}

// Stats are the current figures.
func (s *Service) Stats() Stats {
	c := &s.counts
	return Stats{
		Sent: c.sent.Load(), Failed: c.failed.Load(), Dropped: c.dropped.Load(), Removed: c.removed.Load(), Panics: c.panics.Load(),
		Waiting: len(s.queue) + int(c.later.Load()),
	}
}

// Remove removes a device of a player. It needs no service, so that devices can
// be removed where none runs.
func Remove(ctx context.Context, store Store, player play.PlayerID, id string) error {
	removed, err := store.RemovePushDevice(ctx, player, id)
	if err == nil && !removed {
		err = NoSuchDevice.Refuse("")
	}
	return err
}
