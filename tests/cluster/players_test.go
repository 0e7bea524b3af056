//go:build unix

package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// person is a player who goes to any server.
type person struct {
	run *run
	id  play.PlayerID
	// at speaks to each of the servers.
	at  []*client.Client
	rng *rand.Rand
	// asked counts requests, for their ids.
	asked int
}

// requestTime is how long a server may take to answer before another one is asked.
const requestTime = 15 * time.Second

// newRequest is the id of another request.
func (p *person) newRequest() string {
	p.asked++
	return "r-" + strconv.Itoa(p.asked)
}

// anywhere picks a server, and a random source for those to ask after it.
func (p *person) anywhere() *rand.Rand { return rand.New(rand.NewPCG(p.rng.Uint64(), 0)) }

// insist asks one server after the other until there is an answer or a refusal.
func (p *person) insist(ctx context.Context, rng *rand.Rand, path string, fields map[string]any) (api.Answer, error) {
	for {
		var got api.Answer
		limited, cancel := context.WithTimeout(ctx, requestTime)
		err := p.at[rng.IntN(len(p.at))].Call(limited, http.MethodPost, path, fields, &got)
		cancel()
		var problem *client.Problem
		if err == nil || ctx.Err() != nil || errors.As(err, &problem) && problem.Status < http.StatusInternalServerError {
			return got, err
		}
		p.run.repeated.Add(1)
		pause(ctx, time.Duration(rng.IntN(200))*time.Millisecond)
	}
}

// pause waits, as players do.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// seat is a person at a table.
type seat struct {
	*person
	group *group
	table *history
	// seq is the last event, and plies the number of moves, that the person knows of.
	seq   uint64
	plies int
	// last is the last event that a stream has brought.
	last string
}

func (s *seat) path() string { return "/tables/" + string(s.table.id) }

// note notes what the person knows now.
func (s *seat) note(seq uint64, plies int) {
	s.seq, s.plies = max(s.seq, seq), max(s.plies, plies)
}

// play plays a game to its end, or until the run ends.
func (s *seat) play(ctx context.Context) {
	for over := false; !over && ctx.Err() == nil; {
		var err error
		if over, err = s.follow(ctx); err != nil {
			pause(ctx, time.Duration(s.rng.IntN(200))*time.Millisecond)
		}
	}
}

// errElsewhere ends a stream because the person goes to another server.
var errElsewhere = errors.New("another server is tried")

// follow watches the table at some server, and moves when it is the person's turn. It
// returns when the game is over, when the stream breaks, or at random.
func (s *seat) follow(ctx context.Context) (over bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	slow := time.AfterFunc(requestTime, cancel)
	called, known := s.table.now(), s.plies
	stream, err := s.at[s.rng.IntN(len(s.at))].Stream(ctx, s.path()+"/events?seen="+strconv.FormatUint(s.seq, 10), s.last)
	if err != nil {
		slow.Stop()
		return false, err
	}
	defer stream.Close()
	for {
		m, err := stream.Next()
		slow.Stop()
		if err != nil {
			return false, err
		}
		if m.Event == "end" {
			return false, fmt.Errorf("the stream was ended: %s", m.Data)
		}
		if m.Event != "table" {
			continue
		}
		news, err := client.Read[api.TableNews](m)
		if err != nil {
			return false, err
		}
		if err := s.following(news); err != nil {
			s.run.fault("table %s: %v", s.table.id, err)
			return true, err
		}
		s.last = m.ID
		shown := listOf(news.Table.Moves)
		s.table.show(input{kind: lookKind, known: known}, called, shown)
		called, known = s.table.now(), shown.plies
		s.note(news.Table.Seq, shown.plies)
		if news.Table.Phase == "over" {
			return true, nil
		}
		if err := s.turn(ctx, &news.Table); err != nil {
			return false, err
		}
	}
}

// following fails unless the events of a stream follow those before.
func (s *seat) following(news api.TableNews) error {
	last, _ := strconv.ParseUint(s.last, 10, 64) // Nothing is before the first.
	for _, e := range news.Events {
		if e.Seq != last+1 {
			return fmt.Errorf("event %d follows event %d in a stream", e.Seq, last)
		}
		last = e.Seq
	}
	return nil
}

// turn moves if it is the person's turn. An error leads to another server.
func (s *seat) turn(ctx context.Context, t *api.Table) error {
	if t.ToMove == nil || t.Sitters[*t.ToMove].Player != s.id || len(t.Moves) < s.plies || s.group.deserts(s.person, t) {
		return nil
	}
	if pause(ctx, time.Duration(s.rng.IntN(int(s.run.thinking)))); ctx.Err() != nil {
		return ctx.Err()
	}
	if s.rng.IntN(4) == 0 {
		s.look(ctx)
	}
	moves, err := s.choose(t)
	if err != nil {
		return err
	}
	ply := len(t.Moves)
	// What has begun gets its answer, also when the run ends.
	asking := s.run.asking
	first := s.table.ask(s.id, s.newRequest(), ply, moves[0])
	switch s.rng.IntN(16) {
	case 0:
		// Two devices at once: one of the moves counts.
		other := s.table.ask(s.id, s.newRequest(), ply, moves[1])
		s.both(func(rng *rand.Rand) { s.send(asking, rng, other) }, func(rng *rand.Rand) { s.send(asking, rng, first) })
	case 1:
		// The same request twice at once: it counts once.
		again := func(rng *rand.Rand) { _, _ = s.insist(asking, rng, s.path()+"/move", fields(first)) }
		s.both(again, func(rng *rand.Rand) { s.send(asking, rng, first) })
	case 2:
		// Somebody gives up soon, and tries something else.
		soon, cancel := context.WithTimeout(asking, time.Duration(s.rng.IntN(10_000))*time.Microsecond)
		s.send(soon, s.anywhere(), s.table.ask(s.id, s.newRequest(), ply, moves[1]))
		cancel()
		s.send(asking, s.anywhere(), first)
	default:
		s.send(asking, s.anywhere(), first)
	}
	if seq := s.table.seqOf(first); seq > 0 {
		s.note(seq, ply+1)
	}
	if s.rng.IntN(8) == 0 {
		return errElsewhere
	}
	return nil
}

func fields(r *request) map[string]any {
	return map[string]any{"ply": r.ply, "move": r.move, "request": r.id}
}

// both does two things at once.
func (s *seat) both(one, other func(rng *rand.Rand)) {
	var all sync.WaitGroup
	rng := s.anywhere()
	all.Go(func() { one(rng) })
	other(s.anywhere())
	all.Wait()
}

// send sends a move until there is an answer.
func (s *seat) send(ctx context.Context, rng *rand.Rand, r *request) {
	got, err := s.insist(ctx, rng, s.path()+"/move", fields(r))
	var problem *client.Problem
	switch {
	case err == nil:
		s.table.answer(r, got.Seq)
		s.group.acknowledged()
	case !errors.As(err, &problem):
		// It is not known what became of it.
	case problem.Code == play.StalePly.Code:
		s.table.answer(r, 0)
		s.run.refused.Add(1)
	case problem.Code != game.GameOver.Code && problem.Code != play.TimeIsUp.Code:
		s.run.fault("table %s: move %d, %s, was refused: %v", s.table.id, r.ply, r.move, err)
	}
}

// look asks a server for the table, sometimes without saying what is known.
func (s *seat) look(ctx context.Context) {
	known, query := s.plies, "?seen="+strconv.FormatUint(s.seq, 10)
	if s.rng.IntN(3) == 0 {
		known, query = 0, ""
	}
	var got struct{ Table api.Table }
	limited, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	called := s.table.now()
	if err := s.at[s.rng.IntN(len(s.at))].Call(limited, http.MethodGet, s.path()+query, nil, &got); err != nil {
		return // It is as if nobody had looked.
	}
	s.table.show(input{kind: lookKind, known: known}, called, listOf(got.Table.Moves))
	s.run.looks.Add(1)
}

// choose picks two moves at random, the same if there is only one. One that wins is
// taken, because random games can be long.
func (s *seat) choose(t *api.Table) (choices [2]string, err error) {
	start, err := s.group.game.Parse(t.Start)
	if err != nil {
		return choices, err
	}
	m := game.MatchFrom(start, nil)
	for _, move := range t.Moves {
		if err := m.Play(move); err != nil {
			return choices, err
		}
	}
	now := m.Position()
	moves := now.Moves()
	for i := range choices {
		choice := moves[s.rng.IntN(len(moves))]
		for _, move := range moves {
			if next, err := now.Play(move); err == nil && next.Outcome() == game.Won(now.Game().Seats()[now.ToMove()].Team) {
				choice = move
			}
		}
		choices[i] = now.MoveText(choice)
	}
	return choices, nil
}
