package live

import (
	"context"
	"errors"
	"time"

	"plateau/internal/play"
)

// Request is a command with the player who gives it.
type Request struct {
	Table play.TableID
	By    play.PlayerID
	// ID is chosen by the player; a repeat of the request gets the same answer
	// and has no other effect. It may be empty.
	ID string
	// Program is set if a program acts for a person, with an API token.
	Program bool
	Command play.Command
	// shared changes with the table.
	shared []play.SharedChange
	// awake is set if it must not be decided later than a heartbeat allows, see
	// [cluster.Member.Awake].
	awake bool
}

// Answer says where a command took effect.
type Answer struct {
	Table play.TableID
	// Seq is the first event that it caused.
	Seq uint64
}

// Open opens a table with a new id. Those whom only members of their group may reach
// open it for these.
func (l *Tables) Open(ctx context.Context, host play.Player, terms play.Terms, chairs []play.Sitter, request string) (Answer, error) {
	l.Presence.Seen(host.ID, "")
	terms.Chat = terms.Chat && l.Chat != play.TalkOff
	group, err := play.OnlyGroup(ctx, l.Store, host)
	if err != nil {
		return Answer{}, err
	}
	if terms.Members = group != ""; terms.Members {
		terms.Group = group
	}
	c := play.OpenTable{ID: play.NewTableID(l.Random), Terms: terms, Chairs: chairs, Host: host}
	r := Request{Table: c.ID, By: host.ID, ID: request, Command: c}
	if terms.Listed {
		if err := l.Lobby.Reserve(c.ID, host, l.Presence.Address(host.ID)); err != nil {
			return l.answered(ctx, r, err)
		}
	}
	answer, err := l.perform(ctx, play.NewTable(l.Games, ""), r)
	if answer.Table != c.ID {
		l.Lobby.Release(c.ID)
	}
	return answer, err
}

// RefuseMore refuses another table to a player who has too many.
func (l *Tables) RefuseMore(ctx context.Context, player play.PlayerID) error {
	return l.refuseMany(ctx, Request{By: player, Command: play.Sit{}})
}

// OpenPaired opens a table for paired players. The shared values change with it, or neither
// does.
func (l *Tables) OpenPaired(ctx context.Context, c play.OpenPaired, shared ...play.SharedChange) error {
	_, err := l.perform(ctx, play.NewTable(l.Games, ""), Request{Table: c.ID, Command: c, shared: shared})
	return err
}

// OpenFor opens a table for players who have agreed on a game, and begins it.
func (l *Tables) OpenFor(ctx context.Context, id play.TableID, terms play.Terms, players ...play.Player) (Answer, error) {
	terms.Chat = terms.Chat && l.Chat != play.TalkOff
	for _, p := range players {
		if terms.Tournament {
			break // They have agreed to as many as it takes.
		}
		if err := l.RefuseMore(ctx, p.ID); err != nil {
			return Answer{}, err
		}
	}
	// It is for all of them, not only for the one whose request this is.
	ctx = context.WithoutCancel(ctx)
	return l.perform(ctx, play.NewTable(l.Games, ""), Request{Table: id, Command: play.OpenPaired{ID: id, Terms: terms, Players: players}})
}

// Do decides on a player's command, commits the result and applies it. Its
// errors are refusals, and failures of the store.
func (l *Tables) Do(ctx context.Context, r Request) (Answer, error) {
	if r.By == "" {
		// Without a player it would be a command of the server.
		return Answer{}, play.NotForPlayers.Refuse("")
	}
	return l.do(ctx, r)
}

// errAsleep means that so much time went by since the heartbeat before a decision that
// it may have been a downtime: a machine may be that slow.
var errAsleep = errors.New("there was no heartbeat for too long")

func (l *Tables) do(ctx context.Context, r Request) (Answer, error) {
	r.awake = true
	for refreshed := false; ; {
		if err := l.Cluster.Awake(ctx); err != nil {
			return Answer{}, err
		}
		room, err := l.room(ctx, r.Table)
		if err == nil {
			// It may have failed when the downtime was noticed.
			err = l.resume(ctx, room)
		}
		if err != nil {
			return Answer{}, err
		}
		room.touch(r.By, l.Now())
		l.Presence.Seen(r.By, "")
		t := room.now()
		answer, err := l.perform(ctx, t, r)
		if errors.Is(err, errAsleep) {
			continue
		}
		// The answer to a repeat may have been committed after this server had
		// stopped waiting for it.
		behind := err == nil && answer.Table == r.Table && room.now().Seq < answer.Seq
		stale := l.Cluster.Several() && play.Refused(err) && !refreshed
		if !behind && !stale && !errors.Is(err, play.ErrConflict) {
			return answer, err
		}
		if err := l.refresh(ctx, room); err != nil {
			return Answer{}, err
		}
		switch refreshed = true; {
		case behind:
			return answer, nil
		case stale && room.now().Seq == t.Seq:
			// It was refused on what is still the newest table. A notice may have
			// brought a newer one meanwhile.
			return answer, err
		}
	}
}

// commitTime limits how long a commit may take. A disk that hangs must not block
// requests for ever; a late commit is found when the table is looked at again.
const commitTime = 30 * time.Second

// perform decides and commits once. After [play.ErrConflict] it can be retried.
func (l *Tables) perform(ctx context.Context, t *play.Table, r Request) (Answer, error) {
	var decisions []*play.Decision
	err := l.guard(r.Table, func() (err error) {
		decisions, err = l.decide(ctx, t, r)
		return err
	})
	if err != nil {
		return l.answered(ctx, r, err)
	}
	if r.awake && !l.Cluster.IsAwake(decisions[0].Events[0].At) {
		return Answer{}, errAsleep
	}
	batches := make([]play.Batch, len(decisions))
	for i, d := range decisions {
		batches[i] = play.BatchOf(d)
	}
	batches[0].Shared = append(batches[0].Shared, r.shared...)
	// The result must be known even if the client has gone.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTime)
	defer cancel()
	err = l.Store.Append(limited, batches...)
	var repeated *play.Repeated
	switch {
	case errors.As(err, &repeated):
		return Answer(*repeated), nil
	case errors.Is(err, context.DeadlineExceeded):
		for _, b := range batches {
			l.alarms.set(b.Summary.ID, l.Now().Add(again))
		}
		l.noteUnstored(decisions)
		return Answer{}, err
	case err != nil:
		if errors.Is(err, play.ErrUnavailable) {
			l.noteUnstored(decisions)
		}
		return Answer{}, err
	}
	for i, d := range decisions {
		l.committed(d)
		l.Cluster.Publish(play.Notice{Summary: batches[i].Summary})
	}
	return Answer{Table: r.Table, Seq: decisions[0].Events[0].Seq}, nil
}

// noteUnstored notes that the store did not take what was decided: a heartbeat is
// smaller, and may succeed all the same.
func (l *Tables) noteUnstored(decisions []*play.Decision) {
	for _, d := range decisions {
		if r := l.rooms.of(d.Table.ID); r != nil {
			r.noteUnstored(d.Events[0].At)
		}
	}
}

// answered checks whether a request that is refused now was answered before: then
// it gets the same answer again.
func (l *Tables) answered(ctx context.Context, r Request, refusal error) (Answer, error) {
	if r.By == "" || r.ID == "" {
		return Answer{}, refusal
	}
	repeated, err := l.Store.Answered(ctx, r.By, r.ID)
	switch {
	case err != nil:
		return Answer{}, err
	case repeated == nil:
		return Answer{}, refusal
	}
	return Answer(*repeated), nil
}
