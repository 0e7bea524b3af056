package push

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"plateau/internal/play"
)

// notice is something to tell a device.
type notice struct {
	turn play.Turn
	// device is the id of a device; empty for all of the player's.
	device string
	// tries is how often it was sent before.
	tries int
}

// workers is how many notices are sent at once, most of the time waiting.
const workers = 16

// pauses are the times after which a notice is sent again.
var pauses = []time.Duration{30 * time.Second, 3 * time.Minute, 15 * time.Minute, time.Hour}

// maxPause limits what a push service may ask for.
const maxPause = 2 * time.Hour

// cleaning is how often unused devices are looked for.
const cleaning = 6 * time.Hour

// YourTurn tells a player of a turn, soon and in the background.
func (s *Service) YourTurn(turn play.Turn) { s.enqueue(notice{turn: turn}) }

func (s *Service) enqueue(n notice) {
	select {
	case s.queue <- n:
	default:
		s.counts.dropped.Add(1)
	}
}

// Run sends notices and removes unused devices until the context ends.
func (s *Service) Run(ctx context.Context) {
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				select {
				case n := <-s.queue:
					s.contain(func() { s.handle(ctx, n) })
				case <-ctx.Done():
					return
				}
			}
		})
	}
	clean := time.NewTicker(cleaning)
	defer clean.Stop()
	for ctx.Err() == nil {
		s.contain(func() { s.expire(ctx) })
		select {
		case <-clean.C:
		case <-ctx.Done():
		}
	}
	all.Wait()
	s.client.CloseIdleConnections()
}

// contain counts a panic and goes on.
func (s *Service) contain(do func()) {
	defer func() {
		if value := recover(); value != nil {
			s.counts.panics.Add(1)
			s.Log.Error("recovered from a panic while notifying a player", "panic", fmt.Sprint(value), "stack", string(debug.Stack()))
		}
	}()
	do()
}

func (s *Service) expire(ctx context.Context) {
	if _, err := s.Store.ExpirePushDevices(ctx, s.Now().Add(-deviceTime)); err != nil && ctx.Err() == nil {
		s.Log.Error("cannot remove unused devices", "error", err)
	}
}

// handle sends a notice to its device, which may have been removed since. One
// for all devices of a player is split, so that they do not wait for each other.
func (s *Service) handle(ctx context.Context, n notice) {
	if n.tries > 0 && s.Awaits != nil && !s.Awaits(ctx, n.turn) {
		return
	}
	devices, err := s.Store.PushDevices(ctx, n.turn.Player)
	if err != nil {
		if ctx.Err() == nil {
			s.Log.Error("cannot read the devices of a player", "error", err)
		}
		return
	}
	for _, device := range devices {
		switch n.device {
		case "":
			s.enqueue(notice{turn: n.turn, device: device.ID})
		case device.ID:
			s.send(ctx, n, device)
		}
	}
}

// send tries once, and does what follows from the answer.
func (s *Service) send(ctx context.Context, n notice, device Device) {
	status, after, err := s.post(ctx, n.turn, device)
	switch {
	case ctx.Err() != nil:
	case err == nil && status/100 == 2:
		s.counts.sent.Add(1)
	case status == http.StatusNotFound || status == http.StatusGone:
		s.remove(ctx, device)
	case errors.Is(err, errNotPublic):
		s.counts.failed.Add(1)
		s.Log.Warn("refused to call a push service at an address that is not public")
	case err != nil || status == http.StatusTooManyRequests || status/100 == 5:
		s.sendLater(n, after)
	default:
		s.counts.failed.Add(1)
		s.Log.Warn("a push service refused a notification", "status", status)
	}
}

// remove forgets a device that its push service no longer knows.
func (s *Service) remove(ctx context.Context, device Device) {
	if _, err := s.Store.RemovePushDevice(ctx, device.Player, device.ID); err != nil {
		s.Log.Error("cannot remove a device", "error", err)
		return
	}
	s.counts.removed.Add(1)
}

// sendLater sends a notice again, after growing pauses, or when the push
// service asks for it.
func (s *Service) sendLater(n notice, after time.Duration) {
	if n.tries >= len(pauses) || s.counts.later.Load() >= maxLater {
		s.counts.failed.Add(1)
		return
	}
	s.counts.later.Add(1)
	pause := max(pauses[n.tries], min(after, maxPause))
	n.tries++
	time.AfterFunc(pause, func() {
		s.counts.later.Add(-1)
		s.enqueue(n)
	})
}

// message is what the page's service worker gets. It puts it into words.
type message struct {
	Table     play.TableID     `json:"table,omitempty"`
	Challenge play.ChallengeID `json:"challenge,omitempty"`
	Game      string           `json:"game"`
	Opponents []play.Sitter    `json:"opponents"`
}

// post sends one message. It returns the status and how long to wait before the
// next attempt.
func (s *Service) post(ctx context.Context, turn play.Turn, device Device) (status int, after time.Duration, err error) {
	endpoint, ok := readEndpoint(device.Endpoint, s.Private)
	if !ok {
		// It was added when the operator allowed more.
		return 0, 0, errNotPublic
	}
	text, err := json.Marshal(message{turn.Table, turn.Challenge, turn.Game, turn.Opponents})
	if err != nil {
		return 0, 0, err
	}
	sealed, err := encrypt(device, text)
	if err != nil {
		return 0, 0, err
	}
	authorization, err := s.identity.authorization(endpoint, s.Now())
	if err != nil {
		return 0, 0, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint.String(), bytes.NewReader(sealed))
	if err != nil {
		return 0, 0, err
	}
	request.Header = http.Header{
		"Authorization":    {authorization},
		"Content-Encoding": {"aes128gcm"},
		"Content-Type":     {"application/octet-stream"},
		"Ttl":              {strconv.Itoa(int(turn.Within.Seconds()))},
		"Topic":            {topic(turn)},
		"Urgency":          {"normal"},
	}
	response, err := s.client.Do(request)
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	// An answer that is read can leave its connection to the next.
	_, _ = io.CopyN(io.Discard, response.Body, maxAnswer)
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return response.StatusCode, time.Duration(max(0, min(seconds, 86_400))) * time.Second, nil
}

// topic lets a push service replace an older notice of the same table or challenge
// that it could not deliver yet. It does not tell which.
func topic(turn play.Turn) string {
	sum := sha256.Sum256([]byte("topic " + string(turn.Table) + string(turn.Challenge)))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}
