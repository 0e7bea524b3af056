package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
	"plateau/internal/referee"
	"plateau/internal/ugi"
)

// errLeft ends following a table.
var errLeft = errors.New("the game is over")

// rematchTime is how long an opponent may ask to play again.
const rematchTime = time.Minute

// seat is the bot at one table.
type seat struct {
	*Bot
	id   play.TableID
	game game.Game
	// over ends the stream some time after the game, and leave makes room for another
	// game.
	over, leave func()
	// begun and ended are what was logged.
	begun, ended bool

	mu sync.Mutex
	// thinking is the ply it thinks about, or -1; stop ends that.
	thinking int
	stop     context.CancelFunc
	// player is used by one goroutine at a time.
	using    sync.Mutex
	player   referee.Player
	failures int
	turns    sync.WaitGroup
}

// playAt plays at a table until its game is over.
func (b *Bot) playAt(ctx context.Context, id play.TableID, g game.Game) {
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return
	}
	leave := sync.OnceFunc(func() { <-b.slots })
	defer leave()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &seat{Bot: b, id: id, game: g, over: cancel, leave: leave, thinking: -1}
	defer s.close()
	err := b.Client.Follow(ctx, "/tables/"+string(id)+"/events", func(m client.Message) error {
		switch m.Event {
		case "table":
			news, err := client.Read[api.TableNews](m)
			if err != nil {
				return err
			}
			return s.look(ctx, &news)
		case "beat":
			s.Client.AnswerHeartbeat(ctx, id, m)
		}
		return nil
	})
	if ctx.Err() == nil && !errors.Is(err, errLeft) {
		s.say(err.Error())
	}
}

// close waits for the last turn and ends the engine.
func (s *seat) close() {
	s.halt(-1)
	s.turns.Wait()
	s.dismiss()
}

// dismiss ends the engine.
func (s *seat) dismiss() {
	s.using.Lock()
	defer s.using.Unlock()
	if s.player != nil {
		s.player.Close(false)
		s.player = nil
	}
}

// look reacts to the current state of the table.
func (s *seat) look(ctx context.Context, news *api.TableNews) error {
	t := &news.Table
	own := t.SeatOf(s.me.ID)
	switch {
	case own < 0:
		return errLeft
	case t.Phase == client.Over:
		return s.stay(ctx, t, own)
	case t.ToMove == nil || *t.ToMove != own:
		s.halt(-1)
		return nil
	}
	m, err := s.matchOf(t)
	if err != nil {
		return err
	}
	if !s.begun {
		s.begun = true
		s.say(fmt.Sprintf("plays %s against %s", s.game.ID(), opponents(t, own)))
	}
	s.think(ctx, m, limitsOf(news, own, s.MoveTime))
	return nil
}

// stay waits for a while after the game, in case somebody wants to play again. Another
// game may begin meanwhile.
func (s *seat) stay(ctx context.Context, t *api.Table, own int) error {
	s.halt(-1)
	s.dismiss()
	s.leave()
	if !s.ended {
		s.ended = true
		s.say(fmt.Sprintf("%s: %s", t.Result, t.Reason))
	}
	if !s.Rematches || t.Next != "" {
		return errLeft
	}
	asked, answered := false, false
	for _, by := range t.RematchBy {
		asked, answered = asked || by != own, answered || by == own
	}
	if asked && !answered {
		if _, err := s.Client.Do(ctx, s.id, "rematch", nil); err != nil {
			s.say(fmt.Sprintf("no rematch: %v", err))
		}
		return errLeft
	}
	s.turns.Go(func() {
		select {
		case <-s.After(rematchTime):
			s.over()
		case <-ctx.Done():
		}
	})
	return nil
}

// halt ends thinking about any position but that at a ply, and reports whether it
// thinks about that one.
func (s *seat) halt(ply int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.thinking == ply && ply >= 0 {
		return true
	}
	if s.stop != nil {
		s.stop()
	}
	s.thinking, s.stop = -1, nil
	return false
}

// think chooses a move and sends it, unless it does so already.
func (s *seat) think(ctx context.Context, m *game.Match, limits ugi.Limits) {
	if s.halt(m.Plies()) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, stop := context.WithCancel(ctx)
	s.thinking, s.stop = m.Plies(), stop
	s.turns.Go(func() {
		defer stop()
		s.turn(ctx, m, limits)
		s.mu.Lock()
		defer s.mu.Unlock()
		// A stream that was interrupted shows the same position again.
		if s.thinking == m.Plies() {
			s.thinking = -1
		}
	})
}

// maxFailures is how often an engine may fail in one game before the bot resigns,
// so that nobody waits for it.
const maxFailures = 3

func (s *seat) turn(ctx context.Context, m *game.Match, limits ugi.Limits) {
	s.using.Lock()
	defer s.using.Unlock()
	for ctx.Err() == nil {
		move, err := s.choose(ctx, m, limits)
		if err == nil {
			s.resigned.Store(0)
			s.send(ctx, "move", api.Move{RequestID: s.request(m.Plies(), ""), Ply: m.Plies(), Move: m.Position().MoveText(move)})
			return
		}
		if s.player != nil {
			s.player.Close(true)
			s.player = nil
		}
		if ctx.Err() != nil {
			return
		}
		s.say(fmt.Sprintf("the engine failed: %v", err))
		if s.failures++; s.failures >= maxFailures {
			s.say(fmt.Sprintf("resigns, because the engine has failed %d times", s.failures))
			s.send(ctx, "resign", s.request(m.Plies(), "-resign"))
			s.gaveUp(err)
			return
		}
	}
}

// request is the id of a request, the same for the same move at the same table.
func (s *seat) request(ply int, what string) api.RequestID {
	return api.RequestID{Request: fmt.Sprintf("bot-%s-%d%s", s.id[:8], ply, what)}
}

func (s *seat) choose(ctx context.Context, m *game.Match, limits ugi.Limits) (game.Move, error) {
	if s.player == nil {
		started, err := s.Start(ctx)
		if err != nil {
			return 0, err
		}
		s.player = started
		if err := started.NewGame(ctx, s.game); err != nil {
			return 0, err
		}
	}
	reply, err := s.player.Choose(ctx, m, limits, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	return reply.Move, err
}

// send sends a command until the server has answered.
func (s *seat) send(ctx context.Context, action string, body any) {
	for pause := shortest; ; pause = min(2*pause, longest) {
		_, err := s.Client.Do(ctx, s.id, action, body)
		var problem *client.Problem
		switch {
		case err == nil || ctx.Err() != nil:
			return
		case errors.As(err, &problem) && problem.Status == http.StatusConflict:
			// The table has changed in the meantime: the stream says how.
			return
		case client.IsFinal(err):
			s.say(fmt.Sprintf("%s: %v", action, err))
			return
		}
		select {
		case <-s.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// say logs a line about the table.
func (s *seat) say(text string) { s.Log(fmt.Sprintf("table %s: %s", s.id[:4], text)) }

// opponents names the players at the other seats.
func opponents(t *api.Table, own int) string {
	var names []string
	for seat, sitter := range t.Sitters {
		if seat != own {
			names = append(names, cmp.Or(sitter.Name, "level "+sitter.Level))
		}
	}
	return strings.Join(names, ", ")
}

// matchOf replays the moves of a table.
func (s *seat) matchOf(t *api.Table) (*game.Match, error) {
	start, err := s.game.Parse(t.Start)
	if err != nil {
		return nil, err
	}
	m := game.MatchFrom(start, nil)
	for _, move := range t.Moves {
		if err := m.Play(move); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// limitsOf is the time that the bot has: what its clock shows, or its own time for
// a move.
func limitsOf(news *api.TableNews, own int, moveTime time.Duration) ugi.Limits {
	clock := news.Table.Clock
	if clock == nil || clock.Days > 0 || own >= len(clock.Left) {
		return ugi.Limits{MoveTime: moveTime}
	}
	var l ugi.Limits
	for i, left := range clock.Left {
		if i == own && clock.Counts {
			left -= play.Millis(max(news.Now-clock.Since, 0))
		}
		l.Left = append(l.Left, time.Duration(max(left, 1))*time.Millisecond)
		l.Increments = append(l.Increments, time.Duration(news.Table.Terms.Time.Increment)*time.Millisecond)
	}
	return l
}
