package tournaments_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/accounts"
	"plateau/internal/bus/memory"
	"plateau/internal/play"
	"plateau/internal/play/live"
	"plateau/internal/testaid"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// of is a tournament of Ann's with so many entrants.
func of(t *testing.T, s *tournaments.Service, entrants int, settings tournament.Settings) play.TournamentID {
	t.Helper()
	settings.Game = "quixo"
	id, err := s.Create(t.Context(), ann, tournaments.Plan{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	orders := make([]tournament.Order, entrants)
	for i := range orders {
		orders[i] = tournament.Order{Do: "add", Entrant: &tournament.Entrant{Name: fmt.Sprint("E", i+1), Rating: 1000 + i}}
	}
	if _, err := s.Order(t.Context(), ann, tournaments.Request{ID: id}, orders); err != nil {
		t.Fatal(err)
	}
	return id
}

func pair(ctx context.Context, s *tournaments.Service, id play.TournamentID) error {
	_, err := s.Order(ctx, ann, tournaments.Request{ID: id}, []tournament.Order{{Do: "pair"}})
	return err
}

func wantRefusal(t *testing.T, what string, err error, want game.Ground) {
	t.Helper()
	if r, is := errors.AsType[*game.Refusal](err); !is || r.Code != want.Code {
		t.Errorf("%s: %v, want %s", what, err, want.Code)
	}
}

// waits is until so many wait to pair a large tournament.
func waits(t *testing.T, s *tournaments.Service, number int) {
	t.Helper()
	testaid.Eventually(t, func() bool { return s.Pairing().Waiting() == number }, func() string {
		return fmt.Sprintf("%d wait, want %d", s.Pairing().Waiting(), number)
	})
}

// Large tournaments are paired one at a time, and only as long as somebody waits for it.
// Small ones do not wait for them.
func TestLargeTournamentsArePairedOneByOne(t *testing.T) {
	s := newService(t, openStore(t).Store, time.Now)
	large, other, small := of(t, s, 201, tournament.Settings{}), of(t, s, 201, tournament.Settings{}), of(t, s, 8, tournament.Settings{})
	if err := s.Pairing().Enter(t.Context(), "somebody"); err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() { answered <- pair(ctx, s, large) }()
	waits(t, s, 1)
	wantRefusal(t, "another one of the same player", pair(t.Context(), s, other), tournaments.PairingBusy)
	if err := pair(t.Context(), s, small); err != nil {
		t.Errorf("a small one: %v", err)
	}
	leave()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone is answered %v", err)
	}
	late, end := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer end()
	wantRefusal(t, "for too long", pair(late, s, large), tournaments.PairingBusy)
	s.Pairing().Leave()
	if err := pair(t.Context(), s, large); err != nil {
		t.Error(err)
	}
}

// While a tournament waits until it can be paired, the rounds of others start.
func TestTournamentsDoNotWaitForEachOther(t *testing.T) {
	now := atomic.Int64{}
	now.Store(time.Date(2026, 11, 16, 18, 0, 0, 0, time.UTC).UnixMilli())
	clock := func() time.Time { return time.UnixMilli(now.Load()).UTC() }
	s := newService(t, openStore(t).Store, clock)
	large := of(t, s, 201, tournament.Settings{Start: clock().Add(time.Hour)})
	small := of(t, s, 8, tournament.Settings{Start: clock().Add(2 * time.Hour)})
	if err := s.Pairing().Enter(t.Context(), "somebody"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx)
	}()
	begun := func(id play.TournamentID) bool {
		v, err := s.Look(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return len(v.Played) > 0
	}
	now.Add(time.Hour.Milliseconds())
	waits(t, s, 1)
	now.Add(time.Hour.Milliseconds())
	testaid.Eventually(t, func() bool { return begun(small) }, func() string { return "a small tournament waits for a large one" })
	if begun(large) {
		t.Error("the large one was paired, too")
	}
	s.Pairing().Leave()
	testaid.Eventually(t, func() bool { return begun(large) }, func() string { return "the large tournament was forgotten" })
	stop()
	<-ended
}

// slowTables has every table wait until many are opened at the same time.
type slowTables struct {
	noTables
	opening atomic.Int64
	enough  chan struct{}
}

func (s *slowTables) RefuseGame(context.Context) error { return nil }

func (s *slowTables) OpenFor(ctx context.Context, _ play.TableID, _ play.Terms, _ ...play.Player) (live.Answer, error) {
	if s.opening.Add(1) == int64(cap(s.enough)) {
		close(s.enough)
	}
	select {
	case <-s.enough:
		return live.Answer{}, nil
	case <-ctx.Done():
		return live.Answer{}, ctx.Err()
	}
}

// The tables of a round are opened together, so that they share commits.
func TestBoardsAreOpenedTogether(t *testing.T) {
	const boards = 40
	store, tables := openStore(t), &slowTables{enough: make(chan struct{}, boards)}
	s := tournaments.New(tournaments.Config{
		Games: games.All().Games(), Store: store, Tables: tables, Presence: tables, Bus: new(memory.Bus), Names: anyNames{}, Now: time.Now, Random: rand.Reader,
		Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(s.Close)
	id, err := s.Create(t.Context(), ann, tournaments.Plan{Settings: tournament.Settings{Game: "quixo", Place: tournament.Online, Entry: tournament.ByAnybody}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 * boards {
		p := play.Player{ID: play.PlayerID(fmt.Sprint("p", i)), Name: fmt.Sprint("P", i)}
		if err := store.AddPlayer(t.Context(), p, p.Name, accounts.Access{ID: string(p.ID), Hash: play.Token(p.ID).Hash(), Player: p.ID}); err != nil {
			t.Fatal(err)
		}
		actor := ann
		actor.Player = p
		if _, err := s.Join(t.Context(), actor, tournaments.Request{ID: id}, tournaments.Joining{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := pair(t.Context(), s, id); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go func() {
		defer close(ended)
		s.Tick(ctx)
	}()
	testaid.Eventually(t, func() bool {
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}, func() string { return fmt.Sprintf("%d tables are being opened", tables.opening.Load()) })
	if n := tables.opening.Load(); n != boards {
		t.Errorf("%d tables were opened, want %d", n, boards)
	}
}

// Entrants who change their part again and again have to ask the organiser, and can still
// leave. A request pairs one round.
func TestOwnChangesAreLimited(t *testing.T) {
	s := newService(t, openStore(t).Store, time.Now)
	id := of(t, s, 2, tournament.Settings{Entry: tournament.ByAnybody})
	ben := ann
	ben.Player = play.Player{ID: "ben", Name: "Ben"}
	if _, err := s.Join(t.Context(), ben, tournaments.Request{ID: id}, tournaments.Joining{}); err != nil {
		t.Fatal(err)
	}
	leave := func() error {
		_, err := s.Act(t.Context(), ben.Player, tournaments.Request{ID: id}, tournaments.Withdraw)
		return err
	}
	for range tournament.MaxOwnChanges {
		if err := leave(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Act(t.Context(), ben.Player, tournaments.Request{ID: id}, tournaments.Return); err != nil {
			t.Fatal(err)
		}
	}
	if err := leave(); err != nil {
		t.Error(err)
	}
	_, err := s.Act(t.Context(), ben.Player, tournaments.Request{ID: id}, tournaments.Return)
	wantRefusal(t, "another return", err, tournaments.TooManyChanges)
	if _, err := s.Order(t.Context(), ann, tournaments.Request{ID: id}, []tournament.Order{{Do: "return", Number: 3}}); err != nil {
		t.Errorf("the organiser cannot bring them back: %v", err)
	}
	_, err = s.Order(t.Context(), ann, tournaments.Request{ID: id}, []tournament.Order{{Do: "pair"}, {Do: "unpair"}, {Do: "pair"}})
	wantRefusal(t, "two pairings at once", err, tournaments.OneAtATime)
	_, err = s.Order(t.Context(), ann, tournaments.Request{ID: id}, []tournament.Order{{Do: "undo"}, {Do: "undo"}})
	wantRefusal(t, "two changes undone at once", err, tournaments.OneAtATime)
}
