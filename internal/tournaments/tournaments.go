// Package tournaments runs the tournaments of package tournament on a server: it
// stores their events, lets organisers and players act, opens the tables of online
// boards, takes their results, and starts rounds when it is time. It knows no
// transport.
//
// # Consistency
//
// A decision is committed only if the tournament in the store still has exactly the
// events that it was based on, as with tables. So nobody is paired twice in a round,
// on one server or on several.
//
// The id of the table of an online board follows from a secret of the tournament and
// from round, board and game. So nothing has to be noted about it: after a crash at
// any moment, the table is either there, with this id, or it is opened. And what
// is due is in the store, so whichever server looks next goes on:
//
//	pairing ─► table of board 1 ─► over ─► result ─┐
//	   ▲       table of board 2 ─► over ─► result ─┤
//	   └────────────── next round ◄────────────────┘
package tournaments

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/budget"
	"plateau/internal/play"
	"plateau/internal/play/blocks"
	"plateau/internal/play/live"
	"plateau/tournament"
)

// Tables is what a house does for tournaments.
type Tables interface {
	// RefuseGame refuses a game that would begin now, if none may.
	RefuseGame(ctx context.Context) error
	// OpenFor opens a table with an id for players, and begins the game.
	OpenFor(ctx context.Context, id play.TableID, terms play.Terms, players ...play.Player) (live.Answer, error)
	// Dissolve closes a table.
	Dissolve(ctx context.Context, table play.TableID) error
}

// Presence knows who is here.
type Presence interface {
	// Connected reports whether a player follows anything.
	Connected(player play.PlayerID) bool
}

// Names refuses names with words that nobody may have.
type Names interface{ CheckWords(text string) error }

// Store is what tournaments need of a store.
type Store interface {
	EventStore
	BoardStore
	play.TableLister
	play.ContactStore
	blocks.AmongReader
	Player(ctx context.Context, id play.PlayerID) (play.Player, error)
	Standings(ctx context.Context, of ...play.Rank) ([]play.Standing, error)
	GroupsOf(ctx context.Context, player play.PlayerID) ([]play.Membership, error)
	AreFriends(ctx context.Context, a, b play.PlayerID) (bool, error)
}

// Config is what the service needs.
type Config struct {
	Games    game.List
	Store    Store
	Tables   Tables
	Presence Presence
	Bus      play.Bus
	Names    Names
	// OneSided reports whether one side is known to win a game with best play:
	// then both sides are played in every round, unless the organiser decides
	// otherwise. It may be nil.
	OneSided func(game string) bool
	Now      func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	Log    *slog.Logger
}

// mostOwn is how many unfinished tournaments an account may have, and mostHere how many
// there may be on the server.
const (
	mostOwn  = 20
	mostHere = 1000
)

var _ Names = (*accounts.Service)(nil)

// Service runs tournaments. It is safe for concurrent use.
type Service struct {
	Config
	origin string
	leave  func()
	// wake is rung when a tournament in todo waits for attention.
	wake play.Bell

	// pairing lets one large tournament be paired at a time.
	pairing *budget.Gate

	mu    sync.Mutex
	rooms map[play.TournamentID]*room
	todo  map[play.TournamentID]struct{}
	// attended are those that somebody looks at now.
	attended map[play.TournamentID]struct{}
	// boards are the tables of open boards, by which ends of games are noticed.
	boards map[play.TableID]play.TournamentID
}

// New makes a service. [Service.Run] does what depends on time.
func New(c Config) *Service {
	s := &Service{
		Config: c, origin: string(play.NewPlayerID(c.Random)), wake: play.NewBell(), rooms: make(map[play.TournamentID]*room),
		todo: make(map[play.TournamentID]struct{}), boards: make(map[play.TableID]play.TournamentID),
		attended: make(map[play.TournamentID]struct{}), pairing: budget.NewGate(1, maxPairings, 1),
	}
	s.leave = c.Bus.Subscribe(s.receive)
	return s
}

// Close ends listening to the tables.
func (s *Service) Close() { s.leave() }

// receive notices that a game has ended, or that another server has changed a
// tournament.
func (s *Service) receive(n play.Notice) {
	if n.Tournament != "" && n.Origin != s.origin {
		s.mu.Lock()
		known := s.rooms[n.Tournament]
		s.mu.Unlock()
		if known != nil {
			s.attendSoon(n.Tournament)
		}
		return
	}
	if n.Summary.Phase != play.Over {
		return
	}
	s.mu.Lock()
	id, ours := s.boards[n.Summary.ID]
	r := s.rooms[id]
	delete(s.boards, n.Summary.ID)
	s.mu.Unlock()
	if ours && r != nil {
		r.noteEnd(n.Summary.ID)
	}
	if ours {
		s.attendSoon(id)
	}
}

// attendSoon lets [Service.Run] look at a tournament.
func (s *Service) attendSoon(id play.TournamentID) {
	s.mu.Lock()
	s.todo[id] = struct{}{}
	s.mu.Unlock()
	s.wake.Ring()
}

// commitTime limits how long a commit may take.
const commitTime = 30 * time.Second

// Request is who changes a tournament.
type Request struct {
	ID play.TournamentID
	// By is empty for the server itself.
	By play.PlayerID
	// Request is chosen by the player; a repeat has no other effect. It may be
	// empty.
	Request string
	// Expected is the sequence number that the player has seen; 0 expects
	// nothing.
	Expected uint64
}

// change gives commands to a tournament: all of them are carried out, or none.
// Commands are made anew if something else was decided meanwhile; none of them
// changes nothing.
func (s *Service) change(ctx context.Context, q Request, commands func(r *room, t *tournament.Tournament) ([]tournament.Command, error)) error {
	for {
		r, err := s.load(ctx, q.ID)
		if err != nil {
			return err
		}
		err = s.attempt(ctx, r, r.now(), q, commands)
		var repeated *Repeated
		switch {
		case err == nil:
			return nil
		case errors.As(err, &repeated):
			_, err = s.catchUp(ctx, r)
			return err
		case errors.Is(err, play.ErrConflict):
			if _, err := s.catchUp(ctx, r); err != nil {
				return err
			}
		default:
			if id, failure := s.answeredBefore(ctx, q.By, q.Request, err); failure != nil || id == q.ID {
				return failure
			}
			return err
		}
	}
}

// changed is [Service.change] for players, who see the tournament after it.
func (s *Service) changed(ctx context.Context, r *room, q Request, commands func(r *room, t *tournament.Tournament) ([]tournament.Command, error)) (View, error) {
	if err := s.change(ctx, q, commands); err != nil {
		return View{}, err
	}
	return s.view(r), nil
}

// answeredBefore is the tournament with the answer to a request that would be refused
// now; the refusal if there was none.
func (s *Service) answeredBefore(ctx context.Context, by play.PlayerID, request string, refusal error) (play.TournamentID, error) {
	if request == "" || by == "" {
		return "", refusal
	}
	repeated, err := s.Store.AnsweredTournament(ctx, by, request)
	switch {
	case err != nil:
		return "", err
	case repeated == nil:
		return "", refusal
	}
	return repeated.ID, nil
}

// attempt decides and commits once.
func (s *Service) attempt(ctx context.Context, r *room, t *tournament.Tournament, q Request, commands func(r *room, t *tournament.Tournament) ([]tournament.Command, error)) error {
	list, err := commands(r, t)
	if err != nil || len(list) == 0 {
		return err
	}
	all := &tournament.Decision{Tournament: t}
	moment := tournament.Moment{
		Now: s.Now(), By: string(q.By), Random: play.NewRand(s.Random), Expected: q.Expected, Stop: func() bool { return ctx.Err() != nil },
	}
	for _, c := range list {
		d, err := s.decide(ctx, q, all.Tournament, c, moment)
		if err != nil {
			return err
		}
		moment.Expected = 0
		all.Events, all.Tournament = append(all.Events, d.Events...), d.Tournament
	}
	if err := s.commit(ctx, r.head, all, q.Request); err != nil {
		return err
	}
	r.advance(t, all.Tournament)
	s.attendSoon(q.ID)
	return nil
}

const (
	// atOnce is how many entrants are paired in no time.
	atOnce = 200
	// maxPairings is how many large tournaments may wait until they are paired; of one
	// player a single one.
	maxPairings = 50
)

// decide decides on a command. Large tournaments are paired one after the other, and as
// long as somebody waits for it.
func (s *Service) decide(ctx context.Context, q Request, t *tournament.Tournament, c tournament.Command, m tournament.Moment) (*tournament.Decision, error) {
	if _, pairs := c.(tournament.Pair); pairs && len(t.Entrants) > atOnce {
		if err := s.pairing.Enter(ctx, cmp.Or(string(q.By), string(q.ID))); err != nil {
			return nil, refuseBusy(err)
		}
		defer s.pairing.Leave()
	}
	d, err := tournament.Decide(t, c, m)
	if errors.Is(err, tournament.ErrStopped) {
		err = refuseBusy(ctx.Err())
	}
	return d, err
}

// refuseBusy refuses what would have to wait for too long.
func refuseBusy(err error) error {
	if errors.Is(err, budget.ErrBusy) || errors.Is(err, context.DeadlineExceeded) {
		return PairingBusy.Refuse("")
	}
	return err
}

// commit stores what was decided, and tells other servers.
func (s *Service) commit(ctx context.Context, head Head, d *tournament.Decision, request string) error {
	// The result must be known even if the client has gone.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTime)
	defer cancel()
	batch := Batch{Events: d.Events, Request: request, Head: head.HeadOf(d.Tournament), Due: s.Now()}
	if d.Tournament.Finished {
		batch.Due = time.Time{}
	}
	if err := s.Store.AppendTournament(limited, batch); err != nil {
		return err
	}
	s.Bus.Publish(play.Notice{Origin: s.origin, Tournament: head.ID})
	return nil
}
