// Package lobby has the listed tables that wait for players.
package lobby

import (
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"plateau/internal/play"
	"plateau/internal/play/blocks"
)

// Config is what a lobby needs.
type Config struct {
	Store  play.TableLister
	Blocks *blocks.Lists
	Now    func() time.Time
	// Random must be cryptographically secure, and safe for concurrent use.
	Random io.Reader
	// Listing is how many tables the lobby shows of one source; [StandardListing] if zero.
	Listing Listing
}

// Lobby has the listed tables that wait for players, and their last changes.
// Clients say which version they know. Those whose version is too old get the
// whole list again. It is safe for concurrent use.
type Lobby struct {
	Config

	mu     sync.Mutex
	tables map[play.TableID]*listed
	// removed are tables that have left the lobby, until late notices about them
	// are over.
	removed map[play.TableID]time.Time
	// openers are who opened tables at this server, and from where. A table is
	// there as soon as it is about to be opened. They are nowhere else, and not
	// stored.
	openers map[play.TableID]opener
	// changes are the last ones; version counts all of them. It starts at random,
	// so that versions of an earlier server, or of another one, are not known here.
	changes []Change
	version uint64
	// order is the list of this version, once somebody has asked for it.
	order []*play.Summary
	// changed is closed and replaced with every change.
	changed chan struct{}
}

// listed is a table in the lobby, which is hidden while its host has gone.
type listed struct {
	*play.Summary
	hidden bool
}

// opener is who opened a table, and the network address, which is empty if it is
// not known.
type opener struct {
	host play.PlayerID
	from string
}

// Change is a table that appeared, changed or left.
type Change struct {
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
func (c Change) Before() play.TableID {
	if len(c.after) == 0 {
		return ""
	}
	return c.after[0].ID
}

// News is what has changed in the lobby.
type News struct {
	// Whole means that the changes are the whole list and replace the known one.
	Whole   bool
	Changes []Change
	// Version is what to ask with next.
	Version uint64
}

const (
	// remembered is how many changes of the lobby are stored.
	remembered = 256
	// mostListed is the maximum length of the whole list.
	mostListed = 500
)

// removedFor is how late a notice may be.
const removedFor = 10 * time.Minute

// New makes an empty lobby. Programs in other languages have 53 bits for a
// number; the first version leaves room for more changes than there will be.
func New(c Config) *Lobby {
	c.Listing = cmp.Or(c.Listing, StandardListing)
	return &Lobby{
		Config: c,
		tables: make(map[play.TableID]*listed), removed: make(map[play.TableID]time.Time),
		openers: make(map[play.TableID]opener), version: 1 + binary.BigEndian.Uint64(play.RandomBytes(c.Random, 8))>>12, changed: make(chan struct{}),
	}
}

// Load fills the lobby with the tables that are open in the store.
func (l *Lobby) Load(ctx context.Context) error {
	_, err := l.load(ctx)
	return err
}

func (l *Lobby) load(ctx context.Context) (open []play.Summary, err error) {
	open, err = play.AllTables(ctx, l.Store, play.TableQuery{Phase: play.Open, Listed: true})
	for _, s := range open {
		l.Update(s)
	}
	return open, err
}

// Compare lists the tables that are open in the store, and no others.
func (l *Lobby) Compare(ctx context.Context) error {
	gone := l.known()
	open, err := l.load(ctx)
	if err != nil {
		return err
	}
	for _, s := range open {
		delete(gone, s.ID)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range gone {
		l.remove(id)
	}
	return nil
}

// known are the tables in the lobby, also those that are not shown.
func (l *Lobby) known() map[play.TableID]*listed {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.tables)
}

// remove removes a table that has left the lobby for ever. What comes after that about
// it is older. The mutex is held.
func (l *Lobby) remove(table play.TableID) {
	l.removed[table] = l.Now().Add(removedFor)
	delete(l.openers, table)
	if s := l.tables[table]; s != nil {
		delete(l.tables, table)
		if !s.hidden {
			l.announce(Change{Table: table, members: s.Terms.Members})
		}
	}
}

// Update takes the latest state of a table.
func (l *Lobby) Update(s play.Summary) {
	if !s.Terms.Listed {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, gone := l.removed[s.ID]; gone {
		return
	}
	if !s.InLobby() {
		l.remove(s.ID)
		return
	}
	known := l.tables[s.ID]
	if known == nil {
		known = new(listed)
		l.tables[s.ID] = known
	} else if known.Seq >= s.Seq {
		return
	}
	known.Summary = &s
	if !known.hidden {
		l.announce(Change{Table: s.ID, Summary: &s, members: s.Terms.Members})
	}
}

// ShowPresent shows only the tables whose hosts are present. With days per move a
// host need not be: the server notifies them when a game begins.
func (l *Lobby) ShowPresent(present func(host play.PlayerID) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, s := range l.tables {
		hidden := s.Terms.Time.Days == 0 && !present(s.Host)
		if hidden == s.hidden {
			continue
		}
		s.hidden = hidden
		change := Change{Table: id, members: s.Terms.Members}
		if !hidden {
			change.Summary = s.Summary
		}
		l.announce(change)
	}
	now := l.Now()
	maps.DeleteFunc(l.removed, func(_ play.TableID, until time.Time) bool { return now.After(until) })
}

// Repeat announces tables again, for those to whom they look different now.
func (l *Lobby) Repeat(which func(s *play.Summary) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, s := range l.tables {
		if !s.hidden && which(s.Summary) {
			l.announce(Change{Table: id, Summary: s.Summary, members: s.Terms.Members})
		}
	}
}

// announce notifies those who follow the lobby of a change.
func (l *Lobby) announce(change Change) {
	l.version++
	l.order = nil
	l.changes = append(l.changes, change)
	if excess := len(l.changes) - remembered; excess > 0 {
		l.changes = slices.Clone(l.changes[excess:])
	}
	close(l.changed)
	l.changed = make(chan struct{})
}

// Since is what has changed in the lobby since a version, and a channel that
// is closed with the next change. If the version is 0 or too old, it is the whole
// list: the newest tables, up to a limit.
func (l *Lobby) Since(version uint64) (News, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	news := News{Version: l.version}
	oldest := l.version - uint64(len(l.changes))
	if 0 < version && oldest <= version && version <= l.version {
		news.Changes = l.placed(l.changes[version-oldest:])
		return news, l.changed
	}
	news.Whole = true
	order := l.inOrder()
	for _, s := range order[:min(len(order), mostListed)] {
		news.Changes = append(news.Changes, Change{Table: s.ID, Summary: s})
	}
	return news, l.changed
}

// placed are the last changes of each table, with its place in the list: first those
// that have left, then the others from the end of the list, so that a client that follows
// the changes knows the table before which one comes.
func (l *Lobby) placed(changes []Change) []Change {
	last := make(map[play.TableID]Change, len(changes))
	for _, change := range changes {
		last[change.Table] = change
	}
	placed := make([]Change, 0, len(last))
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
func (l *Lobby) inOrder() []*play.Summary {
	if l.order != nil {
		return l.order
	}
	var newest []*play.Summary
	for _, s := range l.tables {
		if !s.hidden {
			newest = append(newest, s.Summary)
		}
	}
	slices.SortFunc(newest, func(a, b *play.Summary) int {
		return cmp.Or(b.Entered.Compare(a.Entered), cmp.Compare(a.ID, b.ID))
	})
	ofHosts := inTurns(newest, func(s *play.Summary) string { return string(s.Host) })
	l.order = inTurns(ofHosts, func(s *play.Summary) string { return cmp.Or(l.openers[s.ID].from, string(s.Host)) })
	return l.order
}

// inTurns moves the first of every group to the front, then the second of every
// group, and so on. Otherwise the order stays.
func inTurns[T any](list []T, groupOf func(T) string) []T {
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

// Reserve notes who is about to open a table, and from where, unless the lobby shows too
// many of them or from there. Tables that are about to be opened count as well, or many
// at once would get around the limit; and so do those of the host that are not shown
// while the host is away.
func (l *Lobby) Reserve(table play.TableID, host play.Player, from string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ofHost, fromThere := 0, 0
	for _, s := range l.tables {
		if s.Host == host.ID {
			ofHost++
		}
	}
	for id, o := range l.openers {
		s := l.tables[id]
		if s == nil && o.host == host.ID {
			ofHost++
		}
		if (s == nil || !s.hidden) && from != "" && o.from == from {
			fromThere++
		}
	}
	mostOfHost := l.Listing.Guest
	if host.Registered {
		mostOfHost = l.Listing.Registered
	}
	switch {
	case ofHost >= mostOfHost:
		return play.LobbyPlayer.Refuse("", "most", strconv.Itoa(mostOfHost))
	case fromThere >= l.Listing.Address:
		return play.LobbyAddress.Refuse("", "most", strconv.Itoa(l.Listing.Address))
	}
	l.openers[table] = opener{host.ID, from}
	return nil
}

// Release takes back [Lobby.Reserve] for a table that was not opened.
func (l *Lobby) Release(table play.TableID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.openers, table)
}
