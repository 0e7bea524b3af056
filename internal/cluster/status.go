package cluster

import (
	"encoding/json"
	"strings"
	"time"

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

// Ids are base32, so they contain no separator.
const (
	serverPrefix = "server/"
	tablePrefix  = "here/"
	playerPrefix = "player/"
)

// Patience is for how long a player who has gone is remembered. A page that is
// reloaded, or a phone in a tunnel, is back by then.
const Patience = 5 * time.Minute

const (
	// statusTime is when a status that does not change ends; half of it later
	// it is written again.
	statusTime = time.Hour
	// seenGrain is the resolution of when players without a stream were here.
	seenGrain = time.Minute
)

// status is the value of a player at a server.
type status struct {
	Here bool `json:"here"`
	// At is since when, in milliseconds since 1970.
	At int64 `json:"at"`
}

func (s status) at() time.Time { return time.UnixMilli(s.At).UTC() }

// change is how others learn of a status.
func (s status) change(key string, now time.Time) (change play.SharedChange, until time.Time) {
	until = now.Add(statusTime)
	if !s.Here {
		until = now.Add(Patience)
	}
	value, err := json.Marshal(s)
	if err != nil {
		panic("cluster: a status as JSON: " + err.Error()) // Neither field can fail.
	}
	return play.SharedChange{SharedValue: play.SharedValue{Key: key, Value: value, Until: until}, Anyway: true}, until
}

// TableKey is the key of a player at a table, at a server.
func TableKey(table play.TableID, player play.PlayerID, server string) string {
	return tablePrefix + string(table) + "/" + string(player) + "/" + server
}

// PlayerKey is the key of a player at a server.
func PlayerKey(player play.PlayerID, server string) string {
	return playerPrefix + string(player) + "/" + server
}

// Reported is what this server has reported to others of players: of those at a table, or
// of all. The lock of its owner guards it.
type Reported map[play.PlayerID]reported

// reported is a status, and until when it counts.
type reported struct {
	status
	until time.Time
}

// Knows reports whether others have learned anything of a player.
func (r Reported) Knows(player play.PlayerID) bool {
	_, known := r[player]
	return known
}

// Report is how others learn whether a player is here, and since when; nothing if they
// know that.
func (r Reported) Report(player play.PlayerID, here bool, at, now time.Time, keyOf func(play.PlayerID) string) []play.SharedChange {
	s := status{here, at.UnixMilli()}
	if before, known := r[player]; known && !before.outdated(s, now) {
		return nil
	}
	change, until := s.change(keyOf(player), now)
	r[player] = reported{s, until}
	return []play.SharedChange{change}
}

// outdated reports whether others have to learn of a status.
func (r reported) outdated(s status, now time.Time) bool {
	if r.Here != s.Here || s.Here && r.until.Sub(now) < statusTime/2 {
		return true
	}
	return !s.Here && s.at().Sub(r.at()) >= seenGrain
}

// Leave is how others learn that nobody is here any more.
func (r Reported) Leave(now time.Time, keyOf func(play.PlayerID) string) (changes []play.SharedChange) {
	for player, before := range r {
		if before.Here {
			change, _ := status{At: now.UnixMilli()}.change(keyOf(player), now)
			changes = append(changes, change)
		}
	}
	return changes
}

// remote is what another server says of a player.
type remote struct {
	status
	server string
	// table is empty if it is about the player at any table, or none.
	table  play.TableID
	player play.PlayerID
}

// readStatuses reads what other servers say of players, and their heartbeats.
func readStatuses(list []play.SharedValue, own string) (statuses []remote, servers map[string]time.Time) {
	servers = make(map[string]time.Time)
	for _, v := range list {
		parts := strings.Split(v.Key, "/")
		r := remote{server: parts[len(parts)-1]}
		switch {
		case r.server == own:
			continue
		case strings.HasPrefix(v.Key, serverPrefix):
			if at, err := time.Parse(time.RFC3339Nano, string(v.Value)); err == nil {
				servers[r.server] = at
			}
			continue
		case strings.HasPrefix(v.Key, tablePrefix):
			r.table = play.TableID(parts[1])
		}
		r.player = play.PlayerID(parts[len(parts)-2])
		if err := json.Unmarshal(v.Value, &r.status); err == nil {
			statuses = append(statuses, r)
		}
	}
	return statuses, servers
}

// Elsewhere is who is at other servers.
type Elsewhere struct {
	// Players are when each was last seen there.
	Players map[play.PlayerID]time.Time
	// Tables are at which servers players are at tables.
	Tables map[play.TableID]map[play.PlayerID][]string
}

func elsewhere(list []play.SharedValue, own string, now time.Time) Elsewhere {
	e := Elsewhere{make(map[play.PlayerID]time.Time), make(map[play.TableID]map[play.PlayerID][]string)}
	statuses, servers := readStatuses(list, own)
	for _, r := range statuses {
		here := r.Here && now.Sub(servers[r.server]) < freshTime
		switch {
		case r.table == "":
			seen := r.at()
			if here {
				seen = now
			}
			if seen.After(e.Players[r.player]) {
				e.Players[r.player] = seen
			}
		case here:
			if e.Tables[r.table] == nil {
				e.Tables[r.table] = make(map[play.PlayerID][]string)
			}
			e.Tables[r.table][r.player] = append(e.Tables[r.table][r.player], r.server)
		}
	}
	return e
}
