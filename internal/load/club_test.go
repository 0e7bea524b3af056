package load_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"

	"plateau/game"
	"plateau/games"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// clubs is how many tables are played at, at once.
const clubs = 60

// person is a player with what speaks for them.
type person struct {
	*client.Client
	id play.PlayerID
	// asked counts requests, for their ids.
	asked int
}

// club are people who play one game after the other.
type club struct {
	*crash
	number  int
	rng     *rand.Rand
	game    game.Game
	terms   play.Terms
	chairs  []api.Chair
	persons []*person
	table   *crashTable
	// moves are those that were answered; the crash's mutex guards it.
	moves int
}

// crashTable is a table, and how much of it is known to be right.
type crashTable struct {
	id play.TableID
	// viewer sits at the table.
	viewer *person
	// over is set when it has been checked from beginning to end.
	over bool
}

func (c *crash) newClub(number int) *club {
	c.t.Helper()
	ids := []string{"quantik", "pivot", "quixo", "quixo4p", "quixo3"}
	clocks := []play.Time{{Main: 600_000, Increment: 1000}, {}, {Days: 2}, {Main: 300_000}}
	g, err := games.All().Games().Find(ids[number%len(ids)])
	if err != nil {
		c.t.Fatal(err)
	}
	b := &club{
		crash: c, number: number, game: g, rng: rand.New(rand.NewPCG(c.rng.Uint64(), 0)),
		terms: play.Terms{Game: g.ID(), Chat: true, Listed: number%2 == 0, Spectators: number%3 == 0, Time: clocks[number%len(clocks)]},
	}
	for seat := range g.Seats() {
		switch {
		case seat == 0:
			b.chairs = append(b.chairs, api.Chair{Me: true})
		case number%4 == 1:
			b.chairs = append(b.chairs, api.Chair{Level: "1"})
			continue
		default:
			b.chairs = append(b.chairs, api.Chair{})
		}
		guest, player, err := client.New("http://"+c.address).Guest(c.t.Context(), fmt.Sprintf("Player %d %d", number, seat))
		if err != nil {
			c.t.Fatal(err)
		}
		b.persons = append(b.persons, &person{Client: guest, id: player.ID})
	}
	return b
}

// play plays one game after the other until the context ends.
func (b *club) play(ctx context.Context) {
	for ctx.Err() == nil {
		if !b.open(ctx) {
			return
		}
		acted, last := uint64(0), uint64(0)
		err := b.persons[0].Follow(ctx, "/tables/"+string(b.table.id)+"/events", func(m client.Message) error {
			if m.Event != "table" {
				return nil
			}
			news, err := client.Read[api.TableNews](m)
			if err != nil {
				return err
			}
			if last, err = following(last, news); err != nil || news.Table.Seq < acted {
				return err
			}
			acted, err = b.answer(ctx, &news.Table)
			return err
		})
		if ctx.Err() == nil && !errors.Is(err, errGameOver) {
			b.t.Errorf("table %s: %v", b.table.id, err)
			return
		}
	}
}

// following checks that what a stream delivers follows what it delivered before.
func following(last uint64, news api.TableNews) (uint64, error) {
	for _, e := range news.Events {
		if e.Seq != last+1 {
			return last, fmt.Errorf("event %d follows event %d", e.Seq, last)
		}
		last = e.Seq
	}
	return last, nil
}

// open opens the next table, and everybody sits down.
func (b *club) open(ctx context.Context) bool {
	host := b.persons[0]
	answer, ok := b.ask(ctx, host, "/tables", map[string]any{"terms": b.terms, "chairs": b.chairs})
	if !ok {
		return false
	}
	table := &crashTable{id: answer.Table, viewer: host}
	b.mu.Lock()
	b.table = table
	b.tables = append(b.tables, table)
	b.mu.Unlock()
	for _, p := range b.persons[1:] {
		if _, ok := b.ask(ctx, p, "/tables/"+string(table.id)+"/sit", map[string]any{}); !ok {
			return false
		}
	}
	return true
}

var errGameOver = errors.New("the game is over")

// answer does what is to be done at a table, and gives the event by which it
// happened.
func (b *club) answer(ctx context.Context, t *api.Table) (seq uint64, err error) {
	if t.Phase == "over" {
		return 0, errGameOver
	}
	if t.ToMove == nil {
		return 0, nil
	}
	index := slices.IndexFunc(b.persons, func(p *person) bool { return p.id == t.Sitters[*t.ToMove].Player })
	if index < 0 {
		return 0, nil // a computer player
	}
	p, path := b.persons[index], "/tables/"+string(t.ID)
	if b.rng.IntN(4) == 0 {
		b.ask(ctx, b.persons[b.rng.IntN(len(b.persons))], path+"/say", map[string]any{"channel": "table", "text": fmt.Sprint("at ply ", len(t.Moves))})
	}
	move, err := b.choose(t)
	if err != nil {
		return 0, err
	}
	fields := map[string]any{"ply": len(t.Moves), "move": move}
	answer, ok := b.ask(ctx, p, path+"/move", fields)
	if ok {
		b.mu.Lock()
		b.moves++
		b.mu.Unlock()
	}
	return answer.Seq, nil
}

// choose picks a move, and one that wins if there is one, because games that
// are random can be long.
func (b *club) choose(t *api.Table) (string, error) {
	m, err := matchOf(b.game, t)
	if err != nil {
		return "", err
	}
	now := m.Position()
	moves := now.Moves()
	choice := moves[b.rng.IntN(len(moves))]
	for _, move := range moves {
		if next, err := now.Play(move); err == nil && next.Outcome() == game.Won(now.Game().Seats()[now.ToMove()].Team) {
			choice = move
		}
	}
	return now.MoveText(choice), nil
}

func matchOf(g game.Game, t *api.Table) (*game.Match, error) {
	start, err := g.Parse(t.Start)
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

// ask asks until there is an answer, however often the server dies. One in
// eight requests is sent twice at once.
func (b *club) ask(ctx context.Context, p *person, path string, fields map[string]any) (api.Answer, bool) {
	p.asked++
	request := fmt.Sprintf("r-%d", p.asked)
	fields["request"] = request
	var twin sync.WaitGroup
	var other api.Answer
	twice := b.rng.IntN(8) == 0
	if twice {
		twin.Go(func() { other, _ = b.insist(ctx, p, path, fields) })
	}
	answer, ok := b.insist(ctx, p, path, fields)
	twin.Wait()
	if !ok {
		return answer, false
	}
	if twice && ctx.Err() == nil && other != answer {
		b.t.Errorf("%s was answered by %v and by %v", path, answer, other)
	}
	b.keep(answered{by: p, table: answer.Table, path: path, fields: fields, request: request, seq: answer.Seq})
	return answer, true
}

// insist asks again whenever there was no answer. It is not ok when the
// context ends, or the server refuses what it must not.
func (c *crash) insist(ctx context.Context, p *person, path string, fields map[string]any) (api.Answer, bool) {
	for {
		if !c.await(ctx, func() bool { return c.up }) {
			return api.Answer{}, false
		}
		var answer api.Answer
		err := p.Call(ctx, http.MethodPost, path, fields, &answer)
		var problem *client.Problem
		switch {
		case err == nil:
			return answer, true
		case ctx.Err() != nil:
			return api.Answer{}, false
		case errors.As(err, &problem) && problem.Status != http.StatusServiceUnavailable:
			c.t.Errorf("%s: %v", path, err)
			return api.Answer{}, false
		}
		c.mu.Lock()
		c.repeated++
		c.mu.Unlock()
	}
}

// keep notes what the server will have to know for ever.
func (c *crash) keep(a answered) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answers = append(c.answers, a)
	c.changed.Broadcast()
}
