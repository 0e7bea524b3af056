package screen

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/client"
	"plateau/internal/play"
)

// table is a table on a server: a game in which one plays or that one watches.
type table struct {
	*stage

	id     play.TableID
	stream *stream
	table  api.Table
	// known is set once the server has said what the table is like.
	known bool
	match *game.Match
	// ahead is how far the server's clock is ahead of this one.
	ahead time.Duration
	chat  []string
	// asked is the offer that the dialog is about.
	asked string
	// flagged is the ply at which the server was asked to look at the clock.
	flagged int
	ticking bool
	// sending is set while a move is on its way to the server.
	sending bool
}

func newTable(e *env, id play.TableID) *table {
	t := &table{id: id, flagged: -1}
	t.stage = newStage(e, t.choose)
	return t
}

func (t *table) start() tea.Cmd {
	if t.stream != nil {
		return nil
	}
	t.stream = t.follow("/tables/"+string(t.id)+"/events", t, t.read, func(problem string) { t.tell(warnTone, problem) })
	return t.stream.next
}

func (t *table) leave() {
	t.stream.end()
	t.work.end()
}

// seat is the player's seat, or -1.
func (t *table) seat() int { return t.table.SeatOf(t.Player.ID) }

// do sends a command to the table. While the server cannot be reached, it is sent
// again and again: the request has an id, so that it takes effect once.
func (t *table) do(action string, body any) tea.Cmd {
	c, id, ctx := t.Client, t.id, t.stream.ctx
	return func() tea.Msg {
		err := t.insist(ctx, func(ctx context.Context) error {
			_, err := c.Do(ctx, id, action, body)
			return err
		})
		return reply{t, func() tea.Cmd { return t.done(err) }}
	}
}

// done takes the answer to a command.
func (t *table) done(err error) tea.Cmd {
	t.sending = false
	if err != nil {
		t.tell(warnTone, t.tables.Problem(err))
		t.allow()
	}
	return nil
}

// quit gives up a chair. It is done even though the screen is left, and once.
func (t *table) quit() tea.Cmd {
	c, id, request := t.Client, t.id, client.NewRequest()
	return call(t, func(ctx context.Context) func() tea.Cmd {
		_, err := c.Do(ctx, id, "leave", request)
		return func() tea.Cmd { return t.done(err) }
	})
}

// choose sends a move. The board waits until the server has it.
func (t *table) choose(m game.Move) tea.Cmd {
	t.field.free, t.sending = false, true
	text := t.match.Position().MoveText(m)
	return t.do("move", api.Move{RequestID: client.NewRequest(), Ply: t.match.Plies(), Move: text})
}

func (t *table) update(msg tea.Msg) tea.Cmd {
	if t.match != nil || t.line != nil {
		return t.stage.update(msg, t.actions())
	}
	if key, ok := msg.(tea.KeyPressMsg); ok {
		cmd, _ := press(key.String(), t.actions())
		return cmd
	}
	return nil
}

// read takes a message of the stream.
func (t *table) read(m client.Message) (cmd tea.Cmd, err error) {
	switch m.Event {
	case "table":
		var news api.TableNews
		if news, err = client.Read[api.TableNews](m); err == nil {
			return t.learn(news), nil
		}
	case "beat":
		return t.beat(m), nil
	}
	return nil, err
}

// beat answers a heartbeat, so that the delay of the network is not charged.
func (t *table) beat(m client.Message) tea.Cmd {
	if t.table.Phase != client.Running || t.seat() < 0 {
		return nil
	}
	c, id := t.Client, t.id
	return func() tea.Msg {
		_ = within(context.Background(), func(ctx context.Context) error {
			c.AnswerHeartbeat(ctx, id, m)
			return nil
		})
		return nil
	}
}

// learn takes what happened at the table.
func (t *table) learn(news api.TableNews) tea.Cmd {
	for i := range news.Events {
		if said := t.tables.Said(&news.Table, &news.Events[i]); said != "" {
			t.chat = append(t.chat, said)
		}
	}
	before := 0
	if t.match != nil {
		before = t.match.Plies()
	}
	t.table, t.ahead, t.known = news.Table, time.UnixMilli(news.Now).Sub(t.Watch.Now()), true
	match, err := t.tables.Match(&t.table)
	if err != nil {
		return t.fail(err)
	}
	var shown tea.Cmd
	switch {
	case match == nil:
	case t.match != nil && match.Plies() == before && match.Position().Key() == t.match.Position().Key():
		t.match, t.field.match = match, match
	default:
		first := t.match == nil
		t.match = match
		shown = t.field.show(match, !first && match.Plies() == before+1)
		if first && t.seat() == 1 && len(t.table.Sitters) == 2 {
			t.field.turned = true
		}
		t.tell(plainTone, "")
	}
	t.allow()
	t.askOffers()
	if t.match != nil && t.match.Verdict().Outcome.Over() {
		t.tell(goodTone, t.texts.Verdict(t.match.Game(), t.names(), t.match.Verdict()))
	}
	return tea.Batch(shown, t.tick())
}

// allow lets the player move if it is their turn.
func (t *table) allow() {
	t.field.free = !t.sending && t.table.Phase == client.Running && t.table.ToMove != nil && *t.table.ToMove == t.seat()
}

// names are the players by seat.
func (t *table) names() []string { return t.tables.Names(t.table.Sitters) }

// left is what a seat has on its clock.
func (t *table) left(seat int) time.Duration {
	clock := t.table.Clock
	left := time.Duration(clock.Left[seat]) * time.Millisecond
	if clock.Counts && t.table.ToMove != nil && *t.table.ToMove == seat && t.table.Phase == client.Running {
		left -= t.Watch.Now().Add(t.ahead).Sub(time.UnixMilli(clock.Since))
	}
	return max(left, 0)
}

// hasClock reports whether there is a clock to be shown.
func (t *table) hasClock() bool { return t.table.Clock != nil && len(t.table.Clock.Left) > 0 }

// tick keeps the clocks going.
func (t *table) tick() tea.Cmd {
	if t.ticking || !t.hasClock() || t.table.Phase != client.Running {
		return nil
	}
	t.ticking = true
	return t.wait(time.Second/2, t, func() tea.Cmd {
		t.ticking = false
		return tea.Batch(t.tick(), t.flag())
	})
}

// flag asks the server to look at the clock, once, when it seems to have run out.
func (t *table) flag() tea.Cmd {
	if !t.hasClock() || t.table.Phase != client.Running || t.table.ToMove == nil || t.match == nil ||
		t.flagged == t.match.Plies() || t.left(*t.table.ToMove) > 0 {
		return nil
	}
	t.flagged = t.match.Plies()
	return t.do("flag", client.NewRequest())
}
