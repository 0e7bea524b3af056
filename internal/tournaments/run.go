package tournaments

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"plateau/internal/play"
	"plateau/tournament"
)

const (
	// tickEvery is how often the store is asked what is due.
	tickEvery = time.Second
	// again is when to retry what has failed, or what was refused.
	again = time.Minute
	// overtime is how long games of an arena that has ended may go on.
	overtime = 10 * time.Minute
	// duePage is how many tournaments are looked at together.
	duePage = 100
)

// Run does everything that depends on time and on the ends of games, until the
// context ends.
func (s *Service) Run(ctx context.Context) {
	timer := time.NewTicker(tickEvery)
	defer timer.Stop()
	var all sync.WaitGroup
	defer all.Wait()
	for ctx.Err() == nil {
		s.begin(ctx, &all)
		select {
		case <-timer.C:
		case <-s.wake:
		case <-ctx.Done():
		}
	}
}

// Tick does what is due now.
func (s *Service) Tick(ctx context.Context) {
	var all sync.WaitGroup
	s.begin(ctx, &all)
	all.Wait()
}

// begin does what is due now, each tournament by itself: none waits for others.
func (s *Service) begin(ctx context.Context, all *sync.WaitGroup) {
	now := s.Now()
	s.mu.Lock()
	busy := len(s.attended)
	s.mu.Unlock()
	// Those that somebody looks at already may still be due.
	due, err := s.Store.DueTournaments(ctx, now, duePage+busy)
	if err != nil {
		if ctx.Err() == nil {
			s.Log.Error("cannot find the tournaments that are due", "error", err)
		}
		return
	}
	for _, id := range s.take(due) {
		all.Go(func() {
			if err := s.attend(ctx, id); err != nil && ctx.Err() == nil {
				s.Log.Error("cannot run a tournament", "tournament", id.Short(), "error", err)
			}
			s.attendedTo(id)
		})
	}
	s.evict(now)
}

// take are the tournaments to look at: those that are due, and those in todo. Nobody else
// looks at them already.
func (s *Service) take(due []Due) []play.TournamentID {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []play.TournamentID
	add := func(id play.TournamentID) {
		if _, busy := s.attended[id]; !busy {
			s.attended[id] = struct{}{}
			delete(s.todo, id)
			ids = append(ids, id)
		}
	}
	for _, d := range due {
		add(d.ID)
	}
	for id := range s.todo {
		add(id)
	}
	return ids
}

// attendedTo notes that nobody looks at a tournament any more. If somebody rang meanwhile,
// it is looked at again.
func (s *Service) attendedTo(id play.TournamentID) {
	s.mu.Lock()
	delete(s.attended, id)
	_, again := s.todo[id]
	s.mu.Unlock()
	if again {
		s.wake.Ring()
	}
}

// attend does what is to be done for a tournament, and notes when to look again.
func (s *Service) attend(ctx context.Context, id play.TournamentID) error {
	r, err := s.load(ctx, id)
	if play.Refused(err) {
		return nil // It was removed.
	}
	if err != nil {
		return err
	}
	for {
		before, err := s.catchUp(ctx, r)
		if err != nil {
			return err
		}
		if err := s.tendBoards(ctx, r); err != nil {
			return s.postpone(ctx, r, s.Now().Add(again), err)
		}
		at, err := s.goOn(ctx, r)
		if err != nil {
			return s.postpone(ctx, r, s.Now().Add(again), err)
		}
		if r.now().Seq == before.Seq {
			return s.postpone(ctx, r, at, nil)
		}
	}
}

// postpone notes when to look at a tournament again, and passes on an error.
func (s *Service) postpone(ctx context.Context, r *room, at time.Time, err error) error {
	failure := s.Store.PostponeTournament(ctx, Due{ID: r.head.ID, Seq: r.now().Seq, At: at})
	return errors.Join(err, failure)
}

// goOn starts the next round or ends the tournament, if it is time, and returns when
// to look again; zero if nothing happens by itself.
func (s *Service) goOn(ctx context.Context, r *room) (time.Time, error) {
	t, now := r.now(), s.Now()
	step := nextStep(t, now)
	if step.commands == nil {
		return step.at, nil
	}
	err := s.change(ctx, Request{ID: r.head.ID}, func(_ *room, t *tournament.Tournament) ([]tournament.Command, error) {
		step = nextStep(t, s.Now())
		for i, c := range step.commands {
			pair, pairs := c.(tournament.Pair)
			if !pairs {
				continue
			}
			if t.Place != "" && t.Place != tournament.AtBoards {
				if err := s.Tables.RefuseGame(ctx); err != nil {
					return nil, err
				}
			}
			var err error
			if step.commands[i], err = s.withWhom(ctx, t, pair); err != nil {
				return nil, err
			}
		}
		return step.commands, nil
	})
	if play.Refused(err) {
		// Too few may be here, nobody waits, or no game may begin now.
		return now.Add(step.retry), nil
	}
	return step.at, err
}

// step is what a tournament does by itself.
type step struct {
	commands []tournament.Command
	// at is when to look again, retry after how much time if the commands are
	// refused.
	at    time.Time
	retry time.Duration
}

// nextStep is what a tournament does by itself at a time.
func nextStep(t *tournament.Tournament, now time.Time) step {
	switch {
	case t.Finished || t.Newer || t.Seq == 0:
		return step{}
	case len(t.Played) == 0:
		if t.Start.IsZero() || now.Before(t.Start) {
			return step{at: t.Start}
		}
		return step{commands: []tournament.Command{tournament.Pair{}}, retry: again}
	case t.Form == tournament.Arena:
		return arenaStep(t, now)
	}
	s := roundStep(t, now)
	if isOpen(t, t.IsOnline) {
		s.at = earliest(s.at, now.Add(pollEvery))
	}
	return s
}

// earliest is the earlier of two times, of which either may be none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// isOpen reports whether there is an open game of a kind.
func isOpen(t *tournament.Tournament, which func(g *tournament.Game) bool) bool {
	for _, g := range t.OpenGames() {
		if which(g) {
			return true
		}
	}
	return false
}

func anyGame(*tournament.Game) bool { return true }

// roundStep starts the next round, or ends the tournament after the last one.
func roundStep(t *tournament.Tournament, now time.Time) step {
	done, left := !isOpen(t, anyGame), t.TotalRounds()-len(t.Played)
	last := t.Last()
	pair := step{commands: []tournament.Command{tournament.Pair{}}, retry: again}
	switch t.Advance {
	case tournament.ByHand:
		return step{}
	case tournament.WhenDone:
		if !done {
			return step{}
		}
	case tournament.OnSchedule, tournament.ByDays:
		next := last.At.Add(t.Pace())
		ends := left <= 0 && done
		if now.Before(next) && !ends {
			return step{at: next}
		}
		if t.Advance == tournament.ByDays && !done {
			// Games that are being played online are waited for.
			return giveUp(t, func(g *tournament.Game) bool { return !t.IsOnline(g) && g.Reported == [2]tournament.Claim{} })
		}
		if !done && t.Form != tournament.RoundRobin {
			return step{}
		}
	}
	switch {
	case left > 0:
		return pair
	case done:
		return step{commands: []tournament.Command{tournament.Finish{}}, retry: again}
	}
	return step{}
}

// giveUp gives up open games: those of real boards that nobody has reported when the
// days of a round are over, and those online of an arena that has ended long ago.
func giveUp(t *tournament.Tournament, which func(g *tournament.Game) bool) step {
	var commands []tournament.Command
	for round, g := range t.OpenGames() {
		if which(g) {
			commands = append(commands, tournament.Enter{Round: round, Board: g.Board, Result: tournament.NobodyCame})
		}
	}
	return step{commands: commands, retry: again}
}

// arenaStep pairs those who wait, and ends an arena whose time is up once its games
// are over.
func arenaStep(t *tournament.Tournament, now time.Time) step {
	interval := tournament.ArenaInterval()
	ends := t.ArenaEnds()
	online := t.Place == tournament.Online || t.Place == tournament.Mixed
	switch {
	case !ends.IsZero() && !now.Before(ends):
		if !isOpen(t, anyGame) {
			return step{commands: []tournament.Command{tournament.Finish{}}, retry: again}
		}
		if now.Before(ends.Add(overtime)) || !online {
			return step{at: now.Add(interval)}
		}
		return giveUp(t, t.IsOnline)
	case !online && t.Advance == tournament.ByHand:
		return step{at: ends}
	}
	next := t.Last().At.Add(interval)
	if now.Before(next) {
		return step{at: next}
	}
	return step{commands: []tournament.Command{tournament.Pair{}}, retry: interval}
}

// withWhom keeps players apart who have blocked each other, as far as the form
// allows it, and leaves out those who are not here, in an arena.
func (s *Service) withWhom(ctx context.Context, t *tournament.Tournament, pair tournament.Pair) (tournament.Pair, error) {
	if t.Form != tournament.Swiss && t.Form != tournament.Arena {
		return pair, nil
	}
	entrants := make(map[play.PlayerID]int)
	var players []play.PlayerID
	for i := range t.Entrants {
		e := &t.Entrants[i]
		if e.Withdrawn {
			continue
		}
		for _, id := range e.Players() {
			player := play.PlayerID(id)
			entrants[player], players = e.Number, append(players, player)
			here := s.Presence.Connected(player)
			if t.Form == tournament.Arena && t.Place == tournament.Online && !here && !slices.Contains(pair.Absent, e.Number) {
				pair.Absent = append(pair.Absent, e.Number)
			}
		}
	}
	if len(players) < 2 {
		return pair, nil
	}
	blocks, err := s.Store.BlocksAmong(ctx, players...)
	for _, b := range blocks {
		if first, second := entrants[b.By], entrants[b.Player]; first != second {
			pair.Apart = append(pair.Apart, [2]int{first, second})
		}
	}
	return pair, err
}
