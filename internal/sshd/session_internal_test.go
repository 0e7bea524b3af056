package sshd

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"plateau/internal/accounts"
	"plateau/internal/play"
	"plateau/internal/tui/screen"
)

// While the store does not answer about one session, another one ends as soon as its
// player may not be here any more.
func TestSessionsAreCheckedAtTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow, gone := accounts.KeyHash{1}, accounts.KeyHash{2}
		s := &Server{sessions: make(map[*session]struct{})}
		s.ByKey = func(ctx context.Context, key accounts.KeyHash) (play.Player, accounts.Access, error) {
			if key == slow {
				<-ctx.Done()
				return play.Player{}, accounts.Access{}, ctx.Err()
			}
			return play.Player{}, accounts.Access{}, play.ErrNoPlayer
		}
		begin := func(key accounts.KeyHash) context.Context {
			ctx, stop := context.WithCancel(t.Context())
			one := &session{server: s, key: &key, stop: stop, access: accounts.Access{ID: "known"}, texts: screen.TextsIn(nil, "en", false)}
			one.typed.Store(time.Now().UnixNano())
			s.add(one)
			go one.watch(ctx)
			return ctx
		}
		waiting := begin(slow)
		time.Sleep(lookEvery / 2)
		ended := begin(gone)
		time.Sleep(2 * lookEvery)
		if ended.Err() == nil || waiting.Err() != nil {
			t.Errorf("who has gone is still here: %v; who may be here has ended: %v", ended.Err() == nil, waiting.Err() != nil)
		}
	})
}
