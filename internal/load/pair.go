package load

import (
	"context"
	"fmt"
	"sync"
	"time"

	"plateau/internal/client"
	"plateau/internal/play"
)

// pair are two players who play one game after another, with their watchers.
type pair struct {
	number  int
	run     *Run
	players [2]*client.Client

	mu sync.Mutex
	// games is how many the pair has started.
	games int
	script
	table play.TableID
	// ply is the number of moves sent, and seq the number of events at the table
	// with them.
	ply int
	seq uint64
	// due is when the last move was due; awaited counts its acknowledgement and
	// its arrival while they are still missing.
	due     time.Time
	awaited int
	arrived bool
	// watchers are all who watch; seen counts those who have received anything of
	// the current game.
	watchers []*watcher
	seen     int
}

// nextGame opens the table of the next game, and both sit down.
func (p *pair) nextGame(ctx context.Context) error {
	// Pairs begin with different scripts, so that their games end at different
	// times.
	s := p.run.scripts[(p.number+p.games)%len(p.run.scripts)]
	answer, err := p.players[0].Open(ctx, s.terms(), chairs(), "")
	if err != nil {
		return err
	}
	if _, err := p.players[1].Sit(ctx, answer.Table, ""); err != nil {
		return err
	}
	p.run.opened.Add(1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games++
	// Events so far: opened, sat, started.
	p.script, p.table, p.ply, p.seq, p.seen = s, answer.Table, 0, 3, 0
	for _, w := range p.watchers {
		w.leave()
	}
	return nil
}

// move is the request for the next move, which is due at a time.
func (p *pair) move(due time.Time) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	body := fmt.Sprintf(`{"ply":%d,"move":%q,"request":"%s-%d"}`, p.ply, p.moves[p.ply], p.table, p.ply)
	request := post(p.players[p.ply%2].Token, "/tables/"+string(p.table)+"/move", body)
	p.due, p.awaited, p.arrived = due, 2, false
	p.seq++
	p.ply++
	return request
}

// acknowledged notes that the server has accepted the move.
func (p *pair) acknowledged(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.run.acknowledged.add(now.Sub(p.due))
	p.progress()
}

// received notes what a stream has delivered: the game up to an event.
func (p *pair) received(side int, table play.TableID, seq uint64, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	// The opponent of the player who has moved is next to move.
	if table != p.table || side != p.ply%2 || p.awaited == 0 || p.arrived || seq < p.seq {
		return
	}
	p.arrived = true
	p.run.arrived.add(now.Sub(p.due))
	p.progress()
}

// progress continues when the last move was acknowledged and has arrived.
func (p *pair) progress() {
	if p.awaited--; p.awaited > 0 {
		return
	}
	if p.ply < len(p.moves) {
		p.run.ready <- p
	} else {
		p.run.over <- p
	}
}

// came notes that somebody watches the current game. When all do, the pair can
// start.
func (p *pair) came(table play.TableID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if table != p.table {
		return
	}
	if p.seen++; p.seen == len(p.watchers) {
		p.run.ready <- p
	}
}

func (p *pair) watched() play.TableID {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.table
}
