// Package maintenance lets no game begin while an administrator maintains the server:
// games that are running go on to their end.
//
// The mode is one shared value without an end, so it outlives a restart, and all servers
// with one store have it at once. It is read when a game would begin, never for a move.
package maintenance

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"plateau/game"
	"plateau/internal/admin"
	"plateau/internal/play"
)

// Mode is what everybody learns of the maintenance; nothing is maintained if it is zero.
type Mode struct {
	Since time.Time `json:"since"`
	// Notice is what the administrator adds, such as how long it will take.
	Notice string `json:"notice,omitempty"`
}

// On reports whether no game may begin.
func (m Mode) On() bool { return !m.Since.IsZero() }

// Store is where servers share the mode, see [play.SharedStore].
type Store interface {
	Shared(ctx context.Context, now time.Time, prefixes ...string) ([]play.SharedValue, error)
	Share(ctx context.Context, now time.Time, changes ...play.SharedChange) error
}

// Service switches maintenance on and off. It is safe for concurrent use.
type Service struct {
	Store Store
	Admin *admin.Service
	Now   func() time.Time
}

// MaxNotice is the maximum length of a notice, in characters.
const MaxNotice = 500

// Refusals. The codes are part of the API.
var (
	// NoGames is a conflict, and not "busy": nobody knows when to try again.
	NoGames    = game.Conflict("maintenance.on", "no games can begin while the server is being maintained; games that are running go on")
	LongNotice = game.Invalid("maintenance.long", "a notice has at most {most} characters")
)

// The actions in the audit log. They are stable: pages translate them.
const (
	ActionOn  = "maintenance-on"
	ActionOff = "maintenance-off"
)

// key is that of the shared value. Servers of earlier versions never ask for it.
const key = "maintenance"

// Mode is the present one.
func (s *Service) Mode(ctx context.Context) (m Mode, err error) {
	list, err := s.Store.Shared(ctx, s.Now(), key)
	if err != nil || len(list) == 0 {
		return m, err
	}
	if err := json.Unmarshal(list[0].Value, &m); err != nil {
		return m, fmt.Errorf("cannot read the maintenance mode: %w", err)
	}
	return m, nil
}

// MayBegin refuses a game that would begin now, if none may.
func (s *Service) MayBegin(ctx context.Context) error {
	m, err := s.Mode(ctx)
	if err == nil && m.On() {
		err = NoGames.Refuse("")
	}
	return err
}

// Begin switches maintenance on, or gives it another notice.
func (s *Service) Begin(ctx context.Context, a admin.Actor, notice string) error {
	m, err := s.Mode(ctx)
	if err != nil {
		return err
	}
	m.Notice = strings.Join(strings.Fields(strings.ToValidUTF8(notice, "")), " ")
	if utf8.RuneCountInString(m.Notice) > MaxNotice {
		return LongNotice.Refuse("", "most", strconv.Itoa(MaxNotice))
	}
	if !m.On() {
		m.Since = s.Now()
	}
	value, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return s.share(ctx, a, admin.AuditEntry{Action: ActionOn, Detail: m.Notice}, value)
}

// End switches maintenance off.
func (s *Service) End(ctx context.Context, a admin.Actor) error {
	return s.share(ctx, a, admin.AuditEntry{Action: ActionOff}, nil)
}

func (s *Service) share(ctx context.Context, a admin.Actor, e admin.AuditEntry, value []byte) error {
	return s.Admin.Perform(ctx, a, e, func(ctx context.Context) error {
		return s.Store.Share(ctx, s.Now(), play.SharedChange{SharedValue: play.SharedValue{Key: key, Value: value}, Anyway: true})
	})
}
