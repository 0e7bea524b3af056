package house

import (
	"cmp"
	"context"
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
	tables map[play.TableID]*play.Summary
	// hidden are the tables that are not shown because their hosts have gone.
	hidden map[play.TableID]*play.Summary
	// buried are tables that have left the lobby, until late notices about them
	// are over.
	buried map[play.TableID]time.Time
	// openers are who opened tables at this server, and from where. A table is
	// there as soon as it is about to be opened. They are nowhere else, and not
	// stored.
	openers map[play.TableID]opener
	// changes are the last ones; version counts all of them. It starts at random,
	// so that versions of an earlier house, or of another one, are not known here.
	changes []LobbyChange
	version uint64
	// order is the list of this version, once somebody has asked for it.
	order []*play.Summary
	// changed is closed and replaced with every change.
	changed chan struct{}
}

// opener is who opened a table, and the network address, which is empty if it is
// not known.
type opener struct {
	host play.PlayerID
	from string
}

// LobbyChange is a table that appeared, changed or left.
type LobbyChange struct {
	Table play.TableID
	// Summary is nil if the table has left the lobby.
	Summary *play.Summary
	// members is set if only members of a group see the table, also when it leaves.
	members bool
	// after are the tables that follow it in the list; none in a whole list.
	after []*play.Summary
}

// Before is the table that follows it in the list; empty if it is the last, and in a
// whole list.
func (c LobbyChange) Before() play.TableID {
	if len(c.after) == 0 {
		return ""
	}
	return c.after[0].ID
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
		tables: make(map[play.TableID]*play.Summary), hidden: make(map[play.TableID]*play.Summary), buried: make(map[play.TableID]time.Time),
		openers: make(map[play.TableID]opener), version: 1 + random>>12, changed: make(chan struct{}),
	}
}

// known are the tables in the lobby, also those that are not shown.
func (l *lobby) known() map[play.TableID]struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	known := make(map[play.TableID]struct{}, len(l.tables))
	for _, tables := range []map[play.TableID]*play.Summary{l.tables, l.hidden} {
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
	delete(l.openers, table)
	delete(l.hidden, table)
	if s, there := l.tables[table]; there {
		delete(l.tables, table)
		l.announce(LobbyChange{Table: table, members: s.Terms.Members})
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
		delete(l.openers, s.ID)
	}
	if known, is := l.hidden[s.ID]; is {
		switch {
		case !s.InLobby():
			delete(l.hidden, s.ID)
		case known.Seq < s.Seq:
			l.hidden[s.ID] = &s
		}
		return
	}
	known, there := l.tables[s.ID]
	change := LobbyChange{Table: s.ID, members: s.Terms.Members}
	switch {
	case s.InLobby() && (!there || known.Seq < s.Seq):
		l.tables[s.ID], change.Summary = &s, &s
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
			l.announce(LobbyChange{Table: id, members: s.Terms.Members})
		}
	}
	for id, s := range l.hidden {
		if present(s.Host) {
			delete(l.hidden, id)
			l.tables[id] = s
			l.announce(LobbyChange{Table: id, Summary: s, members: s.Terms.Members})
		}
	}
}

// repeat announces tables again, for those to whom they look different now.
func (l *lobby) repeat(which func(s *play.Summary) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, s := range l.tables {
		if which(s) {
			l.announce(LobbyChange{Table: id, Summary: s, members: s.Terms.Members})
		}
	}
}

// announce tells those who follow the lobby of a change.
func (l *lobby) announce(change LobbyChange) {
	l.version++
	l.order = nil
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
		news.Changes = l.placed(l.changes[version-oldest:])
		return news, l.changed
	}
	news.Whole = true
	order := l.inOrder()
	for _, s := range order[:min(len(order), mostListed)] {
		news.Changes = append(news.Changes, LobbyChange{Table: s.ID, Summary: s})
	}
	return news, l.changed
}

// placed are the last changes of each table, with its place in the list: first those
// that have left, then the others from the end of the list, so that a client that follows
// the changes knows the table before which one comes.
func (l *lobby) placed(changes []LobbyChange) []LobbyChange {
	last := make(map[play.TableID]LobbyChange, len(changes))
	for _, change := range changes {
		last[change.Table] = change
	}
	placed := make([]LobbyChange, 0, len(last))
	for _, change := range last {
		if change.Summary == nil {
			placed = append(placed, change)
		}
	}
	if len(placed) == len(last) {
		return placed
	}
	order := l.inOrder()
	for i, s := range slices.Backward(order) {
		if change, changed := last[s.ID]; changed {
			change.after = order[i+1:]
			placed = append(placed, change)
		}
	}
	return placed
}

// inOrder lists the tables so that all addresses are shown before any is shown twice,
// and within an address all hosts, the newest first. So nobody is hidden by somebody
// with many tables, nor by somebody with many guests at one address.
func (l *lobby) inOrder() []*play.Summary {
	if l.order != nil {
		return l.order
	}
	newest := slices.SortedFunc(maps.Values(l.tables), func(a, b *play.Summary) int {
		return cmp.Or(b.Entered.Compare(a.Entered), cmp.Compare(a.ID, b.ID))
	})
	ofHosts := dealt(newest, func(s *play.Summary) string { return string(s.Host) })
	l.order = dealt(ofHosts, func(s *play.Summary) string { return cmp.Or(l.openers[s.ID].from, string(s.Host)) })
	return l.order
}

// dealt moves the first of every group to the front, then the second of every
// group, and so on. Otherwise the order stays.
func dealt[T any](list []T, groupOf func(T) string) []T {
	type numbered struct {
		one     T
		inGroup int
	}
	sizes := make(map[string]int)
	all := make([]numbered, len(list))
	for i, one := range list {
		group := groupOf(one)
		all[i] = numbered{one, sizes[group]}
		sizes[group]++
	}
	slices.SortStableFunc(all, func(a, b numbered) int { return cmp.Compare(a.inGroup, b.inGroup) })
	for i, n := range all {
		list[i] = n.one
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

// list notes who is about to open a table, and from where, unless the lobby shows too
// many of them or from there. Tables that are about to be opened count as well, or many
// at once would get around the limit; and so do those of the host that are not shown
// while the host is away.
func (l *lobby) list(table play.TableID, host play.Player, from string, most Listing) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ofHost, fromThere := 0, 0
	for _, tables := range []map[play.TableID]*play.Summary{l.tables, l.hidden} {
		for _, s := range tables {
			if s.Host == host.ID {
				ofHost++
			}
		}
	}
	for id, o := range l.openers {
		_, shown := l.tables[id]
		_, hidden := l.hidden[id]
		if !shown && !hidden && o.host == host.ID {
			ofHost++
		}
		if !hidden && from != "" && o.from == from {
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
	}
	l.openers[table] = opener{host.ID, from}
	return nil
}

// unlist takes back [lobby.list] for a table that was not opened.
func (l *lobby) unlist(table play.TableID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.openers, table)
}

// LobbySince is what has changed in the lobby since a version, and a channel that
// is closed with the next change. If the version is 0 or too old, it is the whole
// list: the newest tables, up to a limit.
func (h *House) LobbySince(version uint64) (LobbyNews, <-chan struct{}) {
	return h.lobby.since(version)
}

// LobbyFor is what a player sees of the lobby; own tells whether it differs from what
// others see. Tables where the player could not sit down, because of a block between them
// and somebody there, are not in it: a seat that is refused would tell of the block. Nor
// are the tables of those whom the player may not reach.
//
// Where it is their own, changes without a summary are passed on: only who sends them knows
// whether the player has seen the table.
func (h *House) LobbyFor(ctx context.Context, player play.Player, news LobbyNews) (seen LobbyNews, own bool, err error) {
	apart, mates, err := h.Blocks.Around(ctx, player)
	if err != nil {
		return news, false, err
	}
	own = len(apart)+len(mates) > 0
	hides := func(s *play.Summary) bool {
		switch {
		case player.ID != "" && s.Involves(player.ID):
			return false
		case slices.ContainsFunc(apart, s.Involves):
			return true
		case slices.Contains(mates, s.Host):
			return false
		}
		return s.Terms.Members || player.Managed() && len(mates) > 0
	}
	seen = LobbyNews{Whole: news.Whole, Version: news.Version}
	for _, change := range news.Changes {
		if change.Summary != nil && hides(change.Summary) {
			change = LobbyChange{Table: change.Table, members: change.members}
		}
		for len(change.after) > 0 && hides(change.after[0]) {
			change.after = change.after[1:] // The player knows no such table to put it before.
		}
		if change.Summary != nil || !news.Whole && (own || !change.members) {
			seen.Changes = append(seen.Changes, change)
		}
	}
	return seen, own, nil
}
