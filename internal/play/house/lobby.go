package house

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"plateau/internal/play"
)

// lobby has the listed tables that wait for players, and their last changes.
// Clients say which version they know. Those whose version is too old get the
// whole list again.
type lobby struct {
	mu     sync.Mutex
	tables map[play.TableID]play.Summary
	// hidden are the tables that are not shown because their hosts have gone.
	hidden map[play.TableID]play.Summary
	// changes are the last ones; version counts all of them. It starts with the
	// time, so that versions of an earlier house are too old.
	changes []LobbyChange
	version uint64
	// changed is closed and replaced with every change.
	changed chan struct{}
}

// LobbyChange is a table that appeared, changed or left.
type LobbyChange struct {
	Table play.TableID
	// Summary is nil if the table has left the lobby.
	Summary *play.Summary
}

// LobbyNews is what has changed in the lobby.
type LobbyNews struct {
	// Whole means that the changes are the whole list and replace the known one.
	Whole   bool
	Changes []LobbyChange
	// Version is what to ask with next.
	Version uint64
}

const (
	// remembered is how many changes of the lobby are stored.
	remembered = 256
	// mostListed is the maximum length of the whole list.
	mostListed = 500
)

func newLobby(now time.Time) *lobby {
	return &lobby{
		tables: make(map[play.TableID]play.Summary), hidden: make(map[play.TableID]play.Summary),
		version: uint64(now.UnixMilli()), changed: make(chan struct{}),
	}
}

// update takes the latest state of a table.
func (l *lobby) update(s play.Summary) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, is := l.hidden[s.ID]; is {
		switch {
		case !s.InLobby():
			delete(l.hidden, s.ID)
		case known.Seq < s.Seq:
			l.hidden[s.ID] = s
		}
		return
	}
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
	l.announce(change)
}

// showPresent shows only the tables whose hosts are present. With days per move a
// host need not be: the server notifies them when a game begins.
func (l *lobby) showPresent(present func(host play.PlayerID) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, s := range l.tables {
		if s.Terms.Time.Days == 0 && !present(s.Host) {
			delete(l.tables, id)
			l.hidden[id] = s
			l.announce(LobbyChange{Table: id})
		}
	}
	for id, s := range l.hidden {
		if present(s.Host) {
			delete(l.hidden, id)
			l.tables[id] = s
			l.announce(LobbyChange{Table: id, Summary: &s})
		}
	}
}

// announce tells those who follow the lobby of a change.
func (l *lobby) announce(change LobbyChange) {
	l.version++
	l.changes = append(l.changes, change)
	if excess := len(l.changes) - remembered; excess > 0 {
		l.changes = slices.Clone(l.changes[excess:])
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// since is what has changed since a version (the whole list if the version is
// not known), and a channel that is closed with the next change.
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

// LobbySince is what has changed in the lobby since a version, and a channel that
// is closed with the next change. If the version is 0 or too old, it is the whole
// list: the newest tables, up to a limit.
func (h *House) LobbySince(version uint64) (LobbyNews, <-chan struct{}) {
	return h.lobby.since(version)
}
