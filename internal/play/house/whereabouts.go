package house

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

// Who is present is shared by the servers of a cluster:
//
//	server/SERVER             the last heartbeat
//	here/TABLE/PLAYER/SERVER  whether a player of a table is there, at this server
//	player/PLAYER/SERVER      whether a player follows anything at this server
//
// The last two are written when they change. They count while the heartbeat of
// their server is fresh. When a server falls silent, nobody knows who is still
// connected to it, for silentTime; then it counts as dead, and nobody is.

const (
	// reportEvery is how often a server says that it runs, freshTime how long
	// that counts, and silentTime how long it is remembered.
	reportEvery = 3 * time.Second
	freshTime   = 10 * time.Second
	silentTime  = 2 * time.Minute
	// whereaboutsTime is when whereabouts that do not change end; half of it
	// later they are written again.
	whereaboutsTime = time.Hour
	// seenGrain is the resolution of when players without a stream were here.
	seenGrain = time.Minute
)

// whereabouts is the value of a player at a server.
type whereabouts struct {
	Here bool `json:"here"`
	// At is since when, in milliseconds since 1970.
	At int64 `json:"at"`
}

func (w whereabouts) at() time.Time { return time.UnixMilli(w.At).UTC() }

// noted is what this server has said, and until when it counts.
type noted struct {
	whereabouts
	until time.Time
}

// change is how a server says where somebody is.
func (w whereabouts) change(key string, now time.Time) (play.SharedChange, noted) {
	until := now.Add(whereaboutsTime)
	if !w.Here {
		until = now.Add(patience)
	}
	value, err := json.Marshal(w)
	if err != nil {
		panic("house: whereabouts as JSON: " + err.Error()) // Neither field can fail.
	}
	return play.SharedChange{SharedValue: play.SharedValue{Key: key, Value: value, Until: until}, Anyway: true}, noted{w, until}
}

// outdated reports whether it has to be said again.
func (n noted) outdated(w whereabouts, now time.Time) bool {
	if n.Here != w.Here || w.Here && n.until.Sub(now) < whereaboutsTime/2 {
		return true
	}
	return !w.Here && w.at().Sub(n.at()) >= seenGrain
}

// report says that this server runs, and who is here if that has changed.
func (h *House) report(ctx context.Context, now time.Time) error {
	var changes []play.SharedChange
	if now.Sub(h.others.reported).Abs() >= reportEvery {
		h.others.reported = now
		changes = append(changes, play.SharedChange{
			SharedValue: play.SharedValue{Key: serverPrefix + h.origin, Value: []byte(now.UTC().Format(time.RFC3339Nano)), Until: now.Add(silentTime)},
			Anyway:      true,
		})
	}
	h.mu.Lock()
	rooms := make([]*room, 0, len(h.rooms))
	for _, r := range h.rooms {
		rooms = append(rooms, r)
	}
	h.mu.Unlock()
	for _, r := range rooms {
		changes = append(changes, r.report(now)...)
	}
	changes = append(changes, h.presence.report(h.origin, now)...)
	if len(changes) == 0 {
		return nil
	}
	err := h.Store.Share(ctx, now, changes...)
	if err != nil {
		h.sayAgain(rooms)
	}
	return err
}

// sayAgain forgets what was said, because it was not heard.
func (h *House) sayAgain(rooms []*room) {
	for _, r := range rooms {
		r.mu.Lock()
		clear(r.noted)
		r.mu.Unlock()
	}
	h.presence.mu.Lock()
	clear(h.presence.noted)
	h.presence.mu.Unlock()
	h.others.reported = time.Time{}
}

// report is what to say about the players of a table.
func (r *room) report(now time.Time) (changes []play.SharedChange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.table.Sitters {
		here := r.here[s.Player] > 0
		before, known := r.noted[s.Player]
		w := whereabouts{here, now.UnixMilli()}
		if left, was := r.left[s.Player]; !here && was {
			w.At = left.UnixMilli()
		}
		if s.Player == "" || !here && !known || known && !before.outdated(w, now) {
			continue
		}
		change, said := w.change(hereKey(r.table.ID, s.Player, r.house.origin), now)
		r.noted[s.Player] = said
		changes = append(changes, change)
	}
	return changes
}

func hereKey(table play.TableID, player play.PlayerID, server string) string {
	return herePrefix + string(table) + "/" + string(player) + "/" + server
}

// report is what to say about the players who are at this server.
func (p *presence) report(server string, now time.Time) (changes []play.SharedChange) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for player, seen := range p.players {
		w := whereabouts{seen.following > 0, seen.at.UnixMilli()}
		if before, known := p.noted[player]; known && !before.outdated(w, now) {
			continue
		}
		change, said := w.change(playerPrefix+string(player)+"/"+server, now)
		p.noted[player] = said
		changes = append(changes, change)
	}
	return changes
}

// leaveCluster says that this server has gone, and with it all who were here.
func (h *House) leaveCluster(ctx context.Context, now time.Time) {
	changes := []play.SharedChange{{SharedValue: play.SharedValue{Key: serverPrefix + h.origin}, Anyway: true}}
	h.mu.Lock()
	for id, r := range h.rooms {
		r.mu.Lock()
		for player, said := range r.noted {
			if said.Here {
				change, _ := whereabouts{At: now.UnixMilli()}.change(hereKey(id, player, h.origin), now)
				changes = append(changes, change)
			}
		}
		r.mu.Unlock()
	}
	h.mu.Unlock()
	h.presence.mu.Lock()
	for player, said := range h.presence.noted {
		if said.Here {
			change, _ := whereabouts{At: now.UnixMilli()}.change(playerPrefix+string(player)+"/"+h.origin, now)
			changes = append(changes, change)
		}
	}
	h.presence.mu.Unlock()
	if h.others.sweeps.Load() {
		changes = append(changes, play.SharedChange{SharedValue: play.SharedValue{Key: sweeperKey}, Anyway: true})
	}
	if err := h.Store.Share(ctx, now, changes...); err != nil {
		h.Log.Error("cannot say that this server has gone", "error", err)
	}
}

// sighting is what another server says of a player.
type sighting struct {
	whereabouts
	player play.PlayerID
	server string
}

// sightings reads whereabouts, without those of this server, and the heartbeats of
// servers. Values with other prefixes are left out.
func (h *House) sightings(list []play.SharedValue) (seen []sighting, servers map[string]time.Time) {
	servers = make(map[string]time.Time)
	for _, v := range list {
		parts := strings.Split(v.Key, "/")
		server := parts[len(parts)-1]
		if server == h.origin {
			continue
		}
		if strings.HasPrefix(v.Key, serverPrefix) {
			if at, err := time.Parse(time.RFC3339Nano, string(v.Value)); err == nil {
				servers[server] = at
			}
			continue
		}
		s := sighting{player: play.PlayerID(parts[len(parts)-2]), server: server}
		if err := json.Unmarshal(v.Value, &s.whereabouts); err == nil {
			seen = append(seen, s)
		}
	}
	return seen, servers
}

// awayFrom is how long the player of each seat has been away from a table, at all
// servers. Where that is not known, nobody has been away.
func (h *House) awayFrom(ctx context.Context, t *play.Table, now time.Time) ([]play.Millis, error) {
	r := h.inMemory(t.ID)
	if r == nil {
		return nil, nil
	}
	away := r.away(now)
	if !h.Cluster {
		return away, nil
	}
	list, err := h.Store.Shared(ctx, now, herePrefix+string(t.ID)+"/", serverPrefix)
	if err != nil {
		return nil, err
	}
	seen, servers := h.sightings(list)
	for _, s := range seen {
		seat := t.SeatOf(s.player)
		_, remembered := servers[s.server]
		switch {
		case seat == game.NoSeat:
		case s.Here && remembered:
			// The player is present, or nobody knows because the server is silent.
			away[seat] = 0
		case !s.Here:
			away[seat] = min(away[seat], play.Millis(now.Sub(s.at()).Milliseconds()))
		}
	}
	return away, nil
}

// receiveHere takes note of a player at another server.
func (h *House) receiveHere(server string, n play.HereNotice) {
	if r := h.inMemory(n.Table); r != nil {
		r.sight(server, n.Player, n.Here)
	}
}

// publishHere tells other servers that a player of a table may have come or gone.
func (h *House) publishHere(r *room, player play.PlayerID) {
	if !h.Cluster {
		return
	}
	r.mu.Lock()
	n := play.HereNotice{Table: r.table.ID, Player: player, Here: r.here[player] > 0}
	sits := r.table.SeatOf(player) != game.NoSeat
	r.mu.Unlock()
	if sits {
		h.Bus.Publish(play.Notice{Origin: h.origin, Here: &n})
	}
}

// sight notes whether a player is at another server.
func (r *room) sight(server string, player play.PlayerID, here bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := slices.Contains(r.elsewhere[player], server)
	switch {
	case here && !known:
		r.elsewhere[player] = append(r.elsewhere[player], server)
	case !here && known:
		r.elsewhere[player] = slices.DeleteFunc(r.elsewhere[player], func(other string) bool { return other == server })
	default:
		return
	}
	r.came(player)
}

// sightAll replaces what is known of other servers.
func (r *room) sightAll(elsewhere map[play.PlayerID][]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.present()
	r.elsewhere = elsewhere
	if !slices.Equal(before, r.present()) {
		r.presenceVersion++
		r.wake()
	}
}

// comparePresence reads who is at other servers.
func (h *House) comparePresence(ctx context.Context, now time.Time) error {
	h.mu.Lock()
	rooms := make(map[play.TableID]*room, len(h.rooms))
	maps.Copy(rooms, h.rooms)
	h.mu.Unlock()
	list, err := h.Store.Shared(ctx, now, serverPrefix, playerPrefix, herePrefix)
	if err != nil {
		return err
	}
	_, servers := h.sightings(list)
	fresh := func(server string) bool { return now.Sub(servers[server]) < freshTime }
	elsewhere := make(map[play.PlayerID]time.Time)
	tables := make(map[play.TableID]map[play.PlayerID][]string, len(rooms))
	for id := range rooms {
		tables[id] = make(map[play.PlayerID][]string)
	}
	for _, v := range list {
		seen, _ := h.sightings([]play.SharedValue{v})
		if len(seen) == 0 {
			continue
		}
		s := seen[0]
		if strings.HasPrefix(v.Key, playerPrefix) {
			elsewhere[s.player] = later(elsewhere[s.player], s.lastSeen(now, fresh(s.server)))
		} else if players := tables[play.TableID(strings.Split(v.Key, "/")[1])]; players != nil && s.Here && fresh(s.server) {
			players[s.player] = append(players[s.player], s.server)
		}
	}
	for id, r := range rooms {
		r.sightAll(tables[id])
	}
	h.presence.mu.Lock()
	defer h.presence.mu.Unlock()
	h.presence.elsewhere = elsewhere
	return nil
}

// lastSeen is when a player was at another server.
func (s sighting) lastSeen(now time.Time, fresh bool) time.Time {
	if s.Here && fresh {
		return now
	}
	return s.at()
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
