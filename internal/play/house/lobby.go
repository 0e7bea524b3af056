package house

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"plateau/internal/play"
)

// lobby knows the listed tables that wait for players, and the last changes
// among them. Whoever watches it says how far they have seen it; those who
// have fallen behind the changes get the whole list again.
type lobby struct {
	mu     sync.Mutex
	tables map[play.TableID]play.Summary
	// changes are the last ones; version counts all, from the time on at which
	// the house was opened, so that versions of an earlier one are too old.
	changes []LobbyChange
	version uint64
	// changed is closed and replaced with every change.
	changed chan struct{}
}

// LobbyChange is a table that appeared, changed or went.
type LobbyChange struct {
	Table play.TableID
	// Summary is nil if the table has left the lobby.
	Summary *play.Summary
}

// LobbyNews is what has changed in the lobby.
type LobbyNews struct {
	// Whole tells that the changes are the whole list and replace what was
	// known.
	Whole   bool
	Changes []LobbyChange
	// Version is what to ask with next.
	Version uint64
}

const (
	// remembered is how many changes of the lobby are kept.
	remembered = 256
	// mostListed is how many tables the whole list has at most.
	mostListed = 500
)

func newLobby(now time.Time) *lobby {
	return &lobby{
		tables: make(map[play.TableID]play.Summary), version: uint64(now.UnixMilli()), changed: make(chan struct{}),
	}
}

// update takes a table's latest state.
func (l *lobby) update(s play.Summary) {
	l.mu.Lock()
	defer l.mu.Unlock()
	known, there := l.tables[s.ID]
	change := LobbyChange{Table: s.ID}
	switch {
	case s.InLobby() && (!there || known.Seq < s.Seq):
		l.tables[s.ID], change.Summary = s, &s
	case !s.InLobby() && there:
		delete(l.tables, s.ID)
	default:
		return
	}
	l.version++
	l.changes = append(l.changes, change)
	if excess := len(l.changes) - remembered; excess > 0 {
		l.changes = slices.Clone(l.changes[excess:])
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// since is what has changed since a version, which is the whole list if that
// is not known, and a channel that is closed with the next change.
func (l *lobby) since(version uint64) (LobbyNews, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	news := LobbyNews{Version: l.version}
	oldest := l.version - uint64(len(l.changes))
	if 0 < version && oldest <= version && version <= l.version {
		news.Changes = slices.Clone(l.changes[version-oldest:])
		return news, l.changed
	}
	news.Whole = true
	for id, s := range l.tables {
		news.Changes = append(news.Changes, LobbyChange{Table: id, Summary: &s})
	}
	slices.SortFunc(news.Changes, func(a, b LobbyChange) int {
		return cmp.Or(b.Summary.Entered.Compare(a.Summary.Entered), cmp.Compare(a.Table, b.Table))
	})
	news.Changes = news.Changes[:min(len(news.Changes), mostListed)]
	return news, l.changed
}

// LobbySince is what has changed in the lobby since a version of it, which is
// the whole list, up to a number and the newest tables first, if that is 0 or
// too old, and a channel that is closed with the next change.
func (h *House) LobbySince(version uint64) (LobbyNews, <-chan struct{}) {
	return h.lobby.since(version)
}
