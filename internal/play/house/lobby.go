package house

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
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
	// buried are tables that have left the lobby, until late notices about them
	// are over.
	buried map[play.TableID]time.Time
	// sources are the addresses from which tables were opened, where this
	// server knows it. They are nowhere else, and not stored.
	sources map[play.TableID]string
	// changes are the last ones; version counts all of them. It starts at random,
	// so that versions of an earlier house, or of another one, are not known here.
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

// buriedFor is how late a notice may be.
const buriedFor = 10 * time.Minute

// newLobby makes an empty lobby. Programs in other languages have 53 bits for a
// number; the first version leaves room for more changes than there will be.
func newLobby(random uint64) *lobby {
	return &lobby{
		tables: make(map[play.TableID]play.Summary), hidden: make(map[play.TableID]play.Summary), buried: make(map[play.TableID]time.Time),
		sources: make(map[play.TableID]string), version: 1 + random>>12, changed: make(chan struct{}),
	}
}

// known are the tables in the lobby, also those that are not shown.
func (l *lobby) known() map[play.TableID]struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := make(map[play.TableID]struct{}, len(l.tables))
	for _, tables := range []map[play.TableID]play.Summary{l.tables, l.hidden} {
		for id := range tables {
			known[id] = struct{}{}
		}
	}
	return known
}

// bury removes a table that has left the lobby for ever. What comes after that about
// it is older.
func (l *lobby) bury(table play.TableID, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buried[table] = now.Add(buriedFor)
	delete(l.sources, table)
	delete(l.hidden, table)
	if _, there := l.tables[table]; there {
		delete(l.tables, table)
		l.announce(LobbyChange{Table: table})
	}
}

// forgetBuried forgets tables of which nobody will say anything any more.
func (l *lobby) forgetBuried(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.buried, func(_ play.TableID, until time.Time) bool { return now.After(until) })
}

// update takes the latest state of a table.
func (l *lobby) update(s play.Summary) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, gone := l.buried[s.ID]; gone {
		return
	}
	if !s.InLobby() {
		delete(l.sources, s.ID)
	}
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

// repeat announces tables again, for those to whom they look different now.
func (l *lobby) repeat(which func(s *play.Summary) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, s := range l.tables {
		if which(&s) {
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
	news.Changes = l.inTurns(news.Changes)
	news.Changes = news.Changes[:min(len(news.Changes), mostListed)]
	return news, l.changed
}

// inTurns orders tables so that all sources are shown before any is shown twice,
// and within a source all hosts. So nobody is hidden by somebody with many tables,
// nor by somebody with many guests at one address.
func (l *lobby) inTurns(newest []LobbyChange) []LobbyChange {
	ofHost := dealt(newest, func(c LobbyChange) string { return string(c.Summary.Host) })
	return dealt(ofHost, func(c LobbyChange) string { return cmp.Or(l.sources[c.Table], string(c.Summary.Host)) })
}

// dealt moves the first of every group to the front, then the second of every
// group, and so on. Otherwise the order stays.
func dealt(list []LobbyChange, groupOf func(LobbyChange) string) []LobbyChange {
	type numbered struct {
		LobbyChange
		inGroup int
	}
	sizes := make(map[string]int)
	all := make([]numbered, len(list))
	for i, change := range list {
		group := groupOf(change)
		all[i] = numbered{change, sizes[group]}
		sizes[group]++
	}
	slices.SortStableFunc(all, func(a, b numbered) int { return cmp.Compare(a.inGroup, b.inGroup) })
	for i, n := range all {
		list[i] = n.LobbyChange
	}
	return list
}

// Listing is how many tables the lobby shows: those that a guest, a registered
// player or all players at one address have opened.
type Listing struct{ Guest, Registered, Address int }

// StandardListing leaves room for a class that shares an address.
var StandardListing = Listing{Guest: 3, Registered: 10, Address: 40}

// UnlimitedListing is a listing without limits, for measurements.
var UnlimitedListing = Listing{Guest: 1 << 30, Registered: 1 << 30, Address: 1 << 30}

// list notes from where a table is about to be opened, unless the lobby shows too
// many of its host or from there.
func (l *lobby) list(table play.TableID, host play.Player, source string, most Listing) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ofHost, fromThere := 0, 0
	for id, s := range l.tables {
		if s.Host == host.ID {
			ofHost++
		}
		if source != "" && l.sources[id] == source {
			fromThere++
		}
	}
	mostOfHost := most.Guest
	if host.Registered {
		mostOfHost = most.Registered
	}
	switch {
	case ofHost >= mostOfHost:
		return play.LobbyPlayer.Refuse("", "most", strconv.Itoa(mostOfHost))
	case fromThere >= most.Address:
		return play.LobbyAddress.Refuse("", "most", strconv.Itoa(most.Address))
	case source != "":
		l.sources[table] = source
	}
	return nil
}

// unlist takes back [lobby.list] for a table that was not opened.
func (l *lobby) unlist(table play.TableID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.sources, table)
}

// LobbySince is what has changed in the lobby since a version, and a channel that
// is closed with the next change. If the version is 0 or too old, it is the whole
// list: the newest tables, up to a limit.
func (h *House) LobbySince(version uint64) (LobbyNews, <-chan struct{}) {
	return h.lobby.since(version)
}
