package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"plateau/internal/play"
	"plateau/tournament"
)

// Phase is how far a tournament has come.
type Phase uint8

// The phases.
const (
	NotStarted Phase = iota // nobody is paired yet
	InProgress
	Completed
)

// String is the phase's stable name.
func (p Phase) String() string {
	return [...]string{"open", "running", "over"}[p]
}

// Head is what lists show of a tournament, and what is no event of it.
type Head struct {
	ID play.TournamentID
	// Owner created it; empty for players who were deleted. Group is the class
	// or club it belongs to, if it does.
	Owner play.PlayerID `json:"-"`
	Group play.GroupID  `json:"-"`
	// Key is a secret from which the ids of its tables and its codes are made.
	Key []byte `json:"-"`
	// The rest follows from the events.
	Seq            uint64
	Phase          Phase
	Name           string
	Game           string
	Form           tournament.Form
	Place          tournament.Place
	Listed         bool
	Start          time.Time
	Zone           string
	Round, Rounds  int
	Entrants       int
	Minutes        int
	Began, Changed time.Time
}

// HeadOf is the head of a tournament that has changed.
func (h Head) HeadOf(t *tournament.Tournament) Head {
	h.Seq, h.Name, h.Game, h.Form, h.Place = t.Seq, t.Settings.Name, t.Game, t.Form, t.Place
	h.Listed, h.Start, h.Zone = t.Listed, t.Start, t.Zone
	h.Round, h.Rounds, h.Entrants, h.Minutes = len(t.Played), t.TotalRounds(), len(t.Entrants), t.Minutes
	h.Phase, h.Began, h.Changed = NotStarted, time.Time{}, t.Changed
	if len(t.Played) > 0 {
		h.Phase, h.Began = InProgress, t.Played[0].At
	}
	if t.Finished {
		h.Phase = Completed
	}
	return h
}

// Batch is what one decision adds to a tournament.
type Batch struct {
	// Events are consecutive, and follow the last one of the tournament.
	Events []tournament.Event
	// Request is the id that the player chose for the request; it may be empty.
	Request string
	// Head is the one after the events.
	Head Head
	// Due is when a server has to look at the tournament; zero if it need not.
	Due time.Time
}

// Accounts are those of entrants whom the events add or change.
func (b Batch) Accounts() []play.PlayerID {
	var all []play.PlayerID
	for _, e := range b.Events {
		var entrant tournament.Entrant
		switch body := e.Body.(type) {
		case tournament.Added:
			entrant = body.Entrant
		case tournament.Edited:
			entrant = body.Entrant
		}
		for _, account := range append([]string{entrant.Account}, entrant.Accounts...) {
			if account != "" && !slices.Contains(all, play.PlayerID(account)) {
				all = append(all, play.PlayerID(account))
			}
		}
	}
	return all
}

// Query selects tournaments. Zero fields match all.
type Query struct {
	// Owner created them, Player takes part, and Group is theirs.
	Owner, Player play.PlayerID
	Group         play.GroupID
	// Listed tournaments are shown to everybody.
	Listed bool
	Game   string
	// Unfinished tournaments are not over, and Finished ones are.
	Unfinished, Finished bool
	// After continues a list after the last tournament that it had.
	After *Head
	Limit int
}

// Due is when a server has to look at a tournament with so many events.
type Due struct {
	ID  play.TournamentID
	Seq uint64
	At  time.Time
}

// EventStore stores the events of tournaments.
type EventStore interface {
	EventReader
	// AppendTournament adds all events or none. It fails with [play.ErrConflict] if
	// the tournament does not have just the events before, and with a
	// [*Repeated] if the request was answered before.
	AppendTournament(ctx context.Context, b Batch) error
	// AnsweredTournament finds the event that answered a player's request; nil
	// if there was no such request.
	AnsweredTournament(ctx context.Context, by play.PlayerID, request string) (*Repeated, error)
	// Tournament finds a head, with [ErrNoTournament] if there is none.
	Tournament(ctx context.Context, id play.TournamentID) (Head, error)
	// Tournaments lists heads, the last to change first; CountTournaments
	// ignores the limit.
	Tournaments(ctx context.Context, q Query) ([]Head, error)
	CountTournaments(ctx context.Context, q Query) (int, error)
	// RemoveTournament removes one with its events.
	RemoveTournament(ctx context.Context, id play.TournamentID) (removed bool, err error)
}

// BoardStore stores when to look at tournaments, and which tables are theirs.
type BoardStore interface {
	// DueTournaments lists those that a server has to look at by a time, the
	// earliest first.
	DueTournaments(ctx context.Context, by time.Time, limit int) ([]Due, error)
	// PostponeTournament sets when to look at one again; a zero time is never.
	// One that has other events by now is left alone.
	PostponeTournament(ctx context.Context, d Due) error
	// KeepTableOf remembers that a table belongs to a tournament.
	KeepTableOf(ctx context.Context, id play.TournamentID, table play.TableID) error
	// TablesOf are the tables that belong to a tournament.
	TablesOf(ctx context.Context, id play.TournamentID) ([]play.TableID, error)
	// TournamentOf is the tournament of a table, with [ErrNoTournament] if it
	// belongs to none.
	TournamentOf(ctx context.Context, table play.TableID) (play.TournamentID, error)
	// ForgottenTournaments are finished ones that have changed before a time, and
	// that belong to nobody any more: neither an account nor a group has made
	// them, and no registered player took part.
	ForgottenTournaments(ctx context.Context, before time.Time, limit int) ([]play.TournamentID, error)
}

// EventReader reads the events of tournaments.
type EventReader interface {
	// TournamentEvents are those after a sequence number, in order, up to a limit.
	TournamentEvents(ctx context.Context, id play.TournamentID, after uint64, limit int) ([]tournament.Event, error)
}

// ErrNoTournament means that there is no such tournament.
var ErrNoTournament = errors.New("there is no such tournament")

// Repeated says by which event a request was answered before.
type Repeated struct {
	ID  play.TournamentID
	Seq uint64
}

func (r *Repeated) Error() string {
	return fmt.Sprintf("the request was answered by event %d of tournament %s", r.Seq, r.ID.Short())
}

// loadPage is how many events are read at once.
const loadPage = 256

// Load replays what a store has of a tournament after t.
func Load(ctx context.Context, s EventReader, id play.TournamentID, t *tournament.Tournament, each ...func(tournament.Event, *tournament.Tournament)) (*tournament.Tournament, error) {
	for {
		events, err := s.TournamentEvents(ctx, id, t.Seq, loadPage)
		if err != nil {
			return nil, err
		}
		for i := range events {
			next, err := tournament.Replay(t, events[i:i+1])
			if err != nil {
				return nil, err
			}
			for _, use := range each {
				use(events[i], t)
			}
			t = next
		}
		if len(events) < loadPage {
			return t, nil
		}
	}
}

// ForgetEntrant is an event of a tournament without the name of a player; changed
// reports whether it had it. Numbers and results stay, so a replay gives the same
// standings.
func ForgetEntrant(e tournament.Event, p play.PlayerID) (forgotten tournament.Event, changed bool) {
	forget := func(entrant *tournament.Entrant) {
		entrant.Accounts, entrant.Members = slices.Clone(entrant.Accounts), slices.Clone(entrant.Members)
		if entrant.Account == string(p) {
			entrant.Name, entrant.Account, changed = "", "", true
		}
		for i, account := range entrant.Accounts {
			if account != string(p) {
				continue
			}
			entrant.Accounts[i], changed = "", true
			if i < len(entrant.Members) {
				entrant.Members[i] = ""
			}
		}
	}
	switch b := e.Body.(type) {
	case tournament.Added:
		forget(&b.Entrant)
		e.Body = b
	case tournament.Edited:
		forget(&b.Entrant)
		e.Body = b
	}
	if e.By == string(p) {
		e.By, changed = "", true
	}
	return e, changed
}

// Body is the body of an event as it is stored.
func Body(e *tournament.Event) (string, error) {
	text, err := json.Marshal(e.Body)
	return string(text), err
}
