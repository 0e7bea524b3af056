package tournaments_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/bus/memory"
	"plateau/internal/groups"
	"plateau/internal/play"
	"plateau/internal/play/live"
	"plateau/internal/store/sqlite"
	"plateau/internal/store/sqlstore"
	"plateau/internal/testaid"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// noTables is a house without online boards, and anyNames refuses no name.
type (
	noTables struct{}
	anyNames struct{}
)

func (noTables) RefuseGame(context.Context) error { return nil }

func (noTables) OpenFor(context.Context, play.TableID, play.Terms, ...play.Player) (live.Answer, error) {
	return live.Answer{}, errors.New("there are no tables")
}
func (noTables) Dissolve(context.Context, play.TableID) error { return nil }
func (noTables) Connected(play.PlayerID) bool                 { return true }
func (anyNames) CheckWords(string) error                      { return nil }

// newService is one of several servers with a store.
func newService(t *testing.T, s *sqlstore.Store, now func() time.Time) *tournaments.Service {
	t.Helper()
	service := tournaments.New(tournaments.Config{
		Games: games.All().Games(), Store: s, Tables: noTables{}, Presence: noTables{}, Bus: new(memory.Bus), Names: anyNames{}, Now: now, Random: rand.Reader,
		Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(service.Close)
	return service
}

func openStore(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

var ann = groups.Actor{Player: play.Player{ID: "ann", Name: "Ann", Registered: true}}

// Two servers that know nothing of each other change the same tournaments at random,
// at the same time: what was acknowledged is there, once, and both see the same.
func TestServersShareTournaments(t *testing.T) {
	seed := testaid.Seed(t, mathrand.Uint64())
	store := openStore(t)
	for _, form := range tournament.Forms() {
		servers := []*tournaments.Service{newService(t, store.Store, time.Now), newService(t, store.Store, time.Now)}
		id, err := servers[0].Create(t.Context(), ann, tournaments.Plan{Settings: tournament.Settings{Game: "quixo", Form: form, LateUntil: 5 * boolInt(form == tournament.Swiss)}})
		if err != nil {
			t.Fatal(err)
		}
		var added, paired atomic.Int64
		var all sync.WaitGroup
		for i := range 4 {
			rng := mathrand.New(mathrand.NewPCG(seed, uint64(i)))
			all.Go(func() {
				for n := range 40 {
					o := randomOrder(rng, fmt.Sprint("Player ", i, "-", n))
					_, err := servers[i%2].Order(t.Context(), ann, tournaments.Request{ID: id, Request: fmt.Sprint(form, i, "-", n)}, []tournament.Order{o})
					if _, refused := errors.AsType[*game.Refusal](err); err != nil && !refused {
						t.Errorf("%+v: %v", o, err)
					}
					if err == nil && o.Do == "add" {
						added.Add(1)
					}
					if err == nil && o.Do == "pair" {
						paired.Add(1)
					}
				}
			})
		}
		all.Wait()
		checkShared(t, store.Store, servers, id, added.Load(), paired.Load())
	}
}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

// randomOrder is mostly one that can be carried out.
func randomOrder(rng *mathrand.Rand, name string) tournament.Order {
	number := 1 + rng.IntN(6)
	switch rng.IntN(8) {
	case 0, 1:
		return tournament.Order{Do: "add", Entrant: &tournament.Entrant{Name: name, Rating: rng.IntN(2000)}}
	case 2:
		return tournament.Order{Do: "pair"}
	case 3:
		return tournament.Order{Do: "withdraw", Number: number}
	case 4:
		return tournament.Order{Do: "return", Number: number}
	case 5:
		return tournament.Order{Do: "forbid", First: number, Second: 1 + rng.IntN(6)}
	}
	return tournament.Order{Do: "result", Board: 1 + rng.IntN(4), Result: []tournament.Result{tournament.FirstWon, tournament.SecondWon}[rng.IntN(2)]}
}

func checkShared(t *testing.T, store *sqlstore.Store, servers []*tournaments.Service, id play.TournamentID, added, paired int64) {
	t.Helper()
	// The replay fails if somebody is paired twice in a round.
	replayed, err := tournaments.Load(t.Context(), store, id, &tournament.Tournament{})
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(replayed.Entrants)) != added || int64(len(replayed.Played)) != paired {
		t.Errorf("%s: %d entrants and %d rounds are stored, %d and %d were acknowledged", replayed.Form, len(replayed.Entrants), len(replayed.Played), added, paired)
	}
	for i, s := range servers {
		s.Tick(t.Context())
		if v, err := s.Look(t.Context(), id); err != nil || !reflect.DeepEqual(v.Tournament, replayed) {
			t.Errorf("%s: server %d sees event %d, and %d are stored, %v", replayed.Form, i, v.Seq, replayed.Seq, err)
		}
	}
}

// Rounds start by themselves when it is time, and only once.
func TestSchedule(t *testing.T) {
	store := openStore(t)
	now := time.Date(2026, 11, 16, 18, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	s, other := newService(t, store.Store, clock), newService(t, store.Store, clock)
	id, err := s.Create(t.Context(), ann, tournaments.Plan{Settings: tournament.Settings{
		Game: "quixo", Rounds: 2, Start: now.Add(time.Hour), Advance: tournament.ByDays, DaysPerRound: 7,
	}})
	if err != nil {
		t.Fatal(err)
	}
	var orders []tournament.Order
	for _, name := range []string{"Ann", "Ben", "Cleo", "Dan"} {
		orders = append(orders, tournament.Order{Do: "add", Entrant: &tournament.Entrant{Name: name}})
	}
	if _, err := s.Order(t.Context(), ann, tournaments.Request{ID: id}, orders); err != nil {
		t.Fatal(err)
	}
	rounds := func(at time.Duration, want int, finished bool) {
		t.Helper()
		now = time.Date(2026, 11, 16, 18, 0, 0, 0, time.UTC).Add(at)
		s.Tick(t.Context())
		other.Tick(t.Context())
		v, err := s.Look(t.Context(), id)
		if err != nil || len(v.Played) != want || v.Finished != finished {
			t.Errorf("after %v there are %d rounds, finished %v, %v; want %d, %v", at, len(v.Played), v.Finished, err, want, finished)
		}
	}
	rounds(59*time.Minute, 0, false)
	rounds(time.Hour, 1, false)
	if _, err := s.Order(t.Context(), ann, tournaments.Request{ID: id}, []tournament.Order{{Do: "result", Board: 1, Result: tournament.FirstWon}}); err != nil {
		t.Fatal(err)
	}
	rounds(7*24*time.Hour, 1, false)
	rounds(7*24*time.Hour+time.Hour, 2, false) // What nobody has reported was not played.
	rounds(14*24*time.Hour+2*time.Hour, 2, true)
	v, err := s.Look(t.Context(), id)
	if err != nil || v.Played[0].Games[1].Result != tournament.NobodyCame {
		t.Errorf("the rounds are %+v, %v", v.Played, err)
	}
}
