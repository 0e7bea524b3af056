package accounts

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"plateau/internal/play"
)

// ceremony is what servers have to remember between the halves.
type ceremony struct {
	Origin  string                `json:"origin"`
	Session *webauthn.SessionData `json:"session"`
	party   *webauthn.WebAuthn
}

// begin remembers a ceremony under an unguessable state.
func (s *Service) begin(ctx context.Context, origin string, session *webauthn.SessionData, options any) (Ceremony, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return Ceremony{}, err
	}
	state, now := string(play.NewToken(s.Random)), s.Now()
	c := ceremony{Origin: origin, Session: session}
	if !s.Cluster {
		s.ceremonies.add(begun{c, state, now.Add(ceremonyTime)}, now)
		return Ceremony{Options: text, State: state}, nil
	}
	value, err := json.Marshal(c)
	if err != nil {
		return Ceremony{}, err
	}
	// Another server may have to finish it.
	shared := play.SharedValue{Key: ceremonyKey(state), Value: value, Until: now.Add(ceremonyTime)}
	if err := s.Store.Share(ctx, now, play.SharedChange{SharedValue: shared}); err != nil {
		return Ceremony{}, err
	}
	return Ceremony{Options: text, State: state}, nil
}

// ceremonyKey hides the state, which is as good as the ceremony.
func ceremonyKey(state string) string {
	hash := play.Token(state).Hash()
	return "ceremony/" + hex.EncodeToString(hash[:])
}

// take ends a ceremony: each can be finished once.
func (s *Service) take(ctx context.Context, state string) (c ceremony, err error) {
	if s.Cluster {
		c, err = s.takeShared(ctx, state)
	} else {
		c, err = s.ceremonies.take(state, s.Now())
	}
	if err != nil {
		return ceremony{}, err
	}
	c.party, err = s.relyingParty(c.Origin)
	return c, err
}

func (s *Service) takeShared(ctx context.Context, state string) (c ceremony, err error) {
	now, key := s.Now(), ceremonyKey(state)
	list, err := s.Store.Shared(ctx, now, key)
	if err != nil {
		return c, err
	}
	if len(list) == 0 {
		return c, PasskeyLate.Refuse("")
	}
	err = s.Store.Share(ctx, now, play.SharedChange{SharedValue: play.SharedValue{Key: key}, Old: list[0].Value})
	switch {
	case errors.Is(err, play.ErrConflict):
		return c, PasskeyLate.Refuse("") // It was finished at the same time.
	case err != nil:
		return c, err
	}
	return c, json.Unmarshal(list[0].Value, &c)
}

// begun is a ceremony of a single server.
type begun struct {
	ceremony
	state string
	until time.Time
}

// ceremonies are those in progress, the oldest first.
type ceremonies struct {
	mu  sync.Mutex
	all []begun
}

// add stores one. Those that took too long are removed, and if there are still too
// many the oldest: its owner has to start again.
func (c *ceremonies) add(b begun, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = slices.DeleteFunc(c.all, func(other begun) bool { return !now.Before(other.until) })
	if len(c.all) == maxCeremonies {
		c.all = slices.Delete(c.all, 0, 1)
	}
	c.all = append(c.all, b)
}

func (c *ceremonies) take(state string, now time.Time) (ceremony, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.all, func(other begun) bool { return other.state == state })
	if i < 0 {
		return ceremony{}, PasskeyLate.Refuse("")
	}
	taken := c.all[i]
	c.all = slices.Delete(c.all, i, i+1)
	if !now.Before(taken.until) {
		return ceremony{}, PasskeyLate.Refuse("")
	}
	return taken.ceremony, nil
}
