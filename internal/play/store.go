package play

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"plateau/game"
)

// TableStore stores the events of tables.
type TableStore interface {
	EventReader
	TableLister
	// Append adds all batches or none. It fails with [ErrConflict] if a table
	// does not have just the events before a batch, or a player has another
	// standing, and with [*Repeated] if a request was answered before.
	Append(ctx context.Context, batches ...Batch) error
	// Answered finds the event that answered a player's request; nil if there
	// was no such request.
	Answered(ctx context.Context, by PlayerID, request string) (*Repeated, error)
	// CountTables counts tables; the limit of the query is ignored.
	CountTables(ctx context.Context, q TableQuery) (int, error)
	// Due lists tables that a server has to look at by a time, the earliest
	// first. Some may not need it yet.
	Due(ctx context.Context, by time.Time, limit int) ([]Due, error)
	// Postpone sets when to look at tables again; a zero time is never. A
	// table that has other events by now is left alone.
	Postpone(ctx context.Context, list []Due) error
}

// EventReader reads the events of tables.
type EventReader interface {
	// Events are those of a table after a sequence number, in order, up to a
	// limit; none if there is no such table.
	Events(ctx context.Context, table TableID, after uint64, limit int) ([]Event, error)
}

// TableLister lists tables.
type TableLister interface {
	// Tables lists tables, the last to enter their phase first.
	Tables(ctx context.Context, q TableQuery) ([]Summary, error)
}

// AllTables reads a whole list, page by page.
func AllTables(ctx context.Context, s TableLister, q TableQuery) ([]Summary, error) {
	var all []Summary
	q.Limit = loadPage
	for {
		list, err := s.Tables(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
		if len(list) < loadPage {
			return all, nil
		}
		q.After = &list[len(list)-1]
	}
}

// Due is when a server has to look at a table with so many events.
type Due struct {
	Table TableID
	Seq   uint64
	At    time.Time
}

// PlayerStore stores players and their ratings.
type PlayerStore interface {
	// Player finds one by id, with [ErrNoPlayer] if there is none.
	Player(ctx context.Context, id PlayerID) (Player, error)
	// Standings are ratings of players in games, in the given order; those
	// who have none get that of a new player. It is one question to the
	// store, however many there are.
	Standings(ctx context.Context, of ...Rank) ([]Standing, error)
	// Best lists the highest ratings of a game, without provisional ones.
	Best(ctx context.Context, q BestQuery) ([]Standing, error)
	// Bots lists the accounts that were declared bots and are not suspended, by
	// name.
	Bots(ctx context.Context, now time.Time, most int) ([]Player, error)
}

// BestQuery selects the best players of a game at a time, skipping the first ones:
// people, or bots, which have a list of their own.
type BestQuery struct {
	Game        string
	Bots        bool
	Now         time.Time
	Skip, Limit int
}

// StandingsOf are the standings of a player by the ids of the games, without those
// in which no game was rated.
func StandingsOf(ctx context.Context, s PlayerStore, games game.List, player PlayerID) (map[string]Standing, error) {
	var ranks []Rank
	for _, g := range games {
		ranks = append(ranks, Rank{Game: g.ID(), Player: player})
	}
	list, err := s.Standings(ctx, ranks...)
	standings := make(map[string]Standing)
	for i, standing := range list {
		if standing.Games > 0 {
			standings[ranks[i].Game] = standing
		}
	}
	return standings, err
}

// Batch is what one decision adds to a table.
type Batch struct {
	// Events are consecutive, and follow the last one of the table.
	Events []Event
	// Summary is that of the table after them.
	Summary Summary
	// Due is when a server has to look at the table, see [Table.Due]; zero if
	// it need not.
	Due time.Time
	// Shared changes with the table: if one of these changes cannot be made,
	// that is a conflict, too.
	Shared []SharedChange
}

// Ratings are the rating changes among the events. A store applies them only if
// the number of games is one more than what it has.
func (b Batch) Ratings() []RatingChange {
	for _, e := range b.Events {
		if rated, ok := e.Body.(Rated); ok {
			return rated.Changes
		}
	}
	return nil
}

// BatchOf is what a decision adds.
func BatchOf(d *Decision) Batch {
	due, _ := d.Table.Due()
	return Batch{Events: d.Events, Summary: d.Table.Summary(), Due: due, Shared: d.Shared}
}

// TableQuery selects tables. Zero fields match all.
type TableQuery struct {
	Phase Phase
	Game  string
	// Table is a single table, and Tables are several.
	Table  TableID
	Tables []TableID
	// Player sits at the tables, and Host opened them.
	Player, Host PlayerID
	// HostIn is a group to which those who opened them belong.
	HostIn GroupID
	// Unfinished tables are not over.
	Unfinished bool
	// Listed tables are shown to everybody.
	Listed bool
	// Public tables have public terms, see [Terms.Public].
	Public bool
	// Played tables had a game that was not aborted.
	Played bool
	// Prefix is the beginning of the id.
	Prefix string
	// After continues a list after the last table that it had.
	After *Summary
	Limit int
}

// ErrConflict means that something else was decided in the meantime.
var ErrConflict = errors.New("the table has changed in the meantime")

// ErrUnavailable means that the store does not work now, for a reason that is not
// in what it was asked for: its disk is full, say. The same may succeed later.
var ErrUnavailable = errors.New("the store is not available")

// Refused reports whether an error is a refusal, after which nothing has changed, and not a
// failure.
func Refused(err error) bool {
	_, is := errors.AsType[*game.Refusal](err)
	return is
}

// ErrTooMany means that one more would be too many.
var ErrTooMany = errors.New("there are as many as allowed")

// RefuseTooMany makes a refusal of [ErrTooMany] that says how many are allowed.
func RefuseTooMany(err error, g game.Ground, most int) error {
	if errors.Is(err, ErrTooMany) {
		return g.Refuse("", "most", strconv.Itoa(most))
	}
	return err
}

// ErrNoPlayer means that nobody has the id or the token.
var ErrNoPlayer = errors.New("there is no such player")

// Repeated says where a request was answered before.
type Repeated struct {
	Table TableID
	Seq   uint64
}

func (r *Repeated) Error() string {
	return fmt.Sprintf("the request was answered by event %d of table %s", r.Seq, r.Table.Short())
}

// loadPage is how many events are read at once.
const loadPage = 256

// Load replays a table from a store, of one of the games. Each page of events is passed to the given
// functions, with the table after it.
func Load(ctx context.Context, s EventReader, games game.List, id TableID, each ...func([]Event, *Table)) (*Table, error) {
	t, err := CatchUp(ctx, s, NewTable(games, id), each...)
	if err == nil && t.Phase == Unopened {
		err = NoSuchTable.Refuse("")
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// CatchUp replays what a store has after a known table.
func CatchUp(ctx context.Context, s EventReader, t *Table, each ...func([]Event, *Table)) (*Table, error) {
	for {
		events, err := s.Events(ctx, t.ID, t.Seq, loadPage)
		if err != nil {
			return nil, err
		}
		if t, err = Replay(t, events); err != nil {
			return nil, err
		}
		for _, use := range each {
			if len(events) > 0 {
				use(events, t)
			}
		}
		if len(events) < loadPage {
			return t, nil
		}
	}
}

// Bus connects the servers that share a store: each publishes what it has
// committed. Notices may be lost, doubled, late or out of order. That delays
// others, but does no other harm: the store refuses what was decided on a stale
// table, and servers compare what they know with it now and then.
type Bus interface {
	// Publish sends a notice to all, including the publisher. It must not wait
	// for them.
	Publish(n Notice)
	// Subscribe calls the function for every notice from now on, until cancel
	// is called.
	Subscribe(receive func(n Notice)) (cancel func())
}

// Notice is what a server tells the others.
type Notice struct {
	// Origin is the server that publishes it.
	Origin string `json:"origin"`
	// Summary is that of a table after a change; without an id if the notice
	// is about something else.
	Summary Summary `json:"summary,omitzero"`
	// Tournament is one that has changed.
	Tournament TournamentID `json:"tournament,omitempty"`
	// Here says that a player came to a table or left it.
	Here *HereNotice `json:"here,omitempty"`
	// Forgotten is a player who was erased.
	Forgotten PlayerID `json:"forgotten,omitempty"`
	// Block says that a player blocks or mutes another one, or does so no more.
	Block *BlockNotice `json:"block,omitempty"`
	// Taken is what clients have taken from their budgets.
	Taken []TakenNotice `json:"taken,omitempty"`
	// Trip is how long messages to a player take.
	Trip *TripNotice `json:"trip,omitempty"`
	// Missed means that notices may have been lost. A bus says it to its own
	// receivers; it is not sent.
	Missed bool `json:"-"`
}

// HereNotice says whether a player is at a table, on one server.
type HereNotice struct {
	Table  TableID  `json:"table"`
	Player PlayerID `json:"player"`
	Here   bool     `json:"here"`
}

// BlockNotice says who blocks or mutes whom, or does so no more.
type BlockNotice struct {
	By     PlayerID `json:"by"`
	Player PlayerID `json:"player"`
}

// TakenNotice says what a client has taken from a budget at a server.
type TakenNotice struct {
	Purpose string `json:"purpose"`
	// Client is hidden by a key that servers share.
	Client string `json:"client"`
	Cost   int    `json:"cost"`
	// PerSecond and AtOnce are the rate of the budget.
	PerSecond float64 `json:"per_second"`
	AtOnce    int     `json:"at_once"`
}

// TripNotice says how long a message to a player at a table and back took.
type TripNotice struct {
	Table  TableID  `json:"table"`
	Player PlayerID `json:"player"`
	Took   Millis   `json:"took_ms"`
	// At is when it was measured, in milliseconds since 1970.
	At int64 `json:"at"`
}
