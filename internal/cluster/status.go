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

// Status is whether a player is here, and since when: at a table, or, without one, anywhere.
type Status struct {
	Table  play.TableID
	Player play.PlayerID
	Here   bool
	Since  time.Time
}

// key is that of the shared value at a server.
func (s Status) key(server string) string {
	if s.Table == "" {
		return playerPrefix + string(s.Player) + "/" + server
	}
	return tablePrefix + string(s.Table) + "/" + string(s.Player) + "/" + server
}

// change is how others learn of a status, and until when it counts.
func (s Status) change(server string, now time.Time) (change play.SharedChange, until time.Time) {
	until = now.Add(statusTime)
	if !s.Here {
		until = now.Add(Patience)
	}
	text, err := json.Marshal(statusJSON{s.Here, s.Since.UnixMilli()})
	if err != nil {
		panic("cluster: a status as JSON: " + err.Error()) // Neither field can fail.
	}
	return play.SharedChange{SharedValue: play.SharedValue{Key: s.key(server), Value: text, Until: until}, Anyway: true}, until
}

// statusJSON is the shared value.
type statusJSON struct {
	Here bool `json:"here"`
	// At is since when, in milliseconds since 1970.
	At int64 `json:"at"`
}

// reports are the statuses that other servers have learned from this one, by place, until
// they end.
type reports map[place]report

type place struct {
	table  play.TableID
	player play.PlayerID
}

type report struct {
	Status
	until time.Time
}

// add is how others learn of a status; nothing if they know it.
func (r reports) add(s Status, server string, now time.Time) []play.SharedChange {
	at := place{s.Table, s.Player}
	before, known := r[at]
	if known && !before.outdated(s, now) || !known && !s.Here && s.Table != "" {
		return nil
	}
	change, until := s.change(server, now)
	r[at] = report{s, until}
	return []play.SharedChange{change}
}

// outdated reports whether others have to learn of a status.
func (r report) outdated(s Status, now time.Time) bool {
	if r.Here != s.Here || s.Here && r.until.Sub(now) < statusTime/2 {
		return true
	}
	return !s.Here && s.Since.Sub(r.Since) >= seenGrain
}

// readStatuses reads what other servers say of players, by server, and their heartbeats.
func readStatuses(list []play.SharedValue, own string) (statuses map[string][]Status, servers map[string]time.Time) {
	statuses, servers = make(map[string][]Status), make(map[string]time.Time)
	for _, v := range list {
		parts := strings.Split(v.Key, "/")
		server := parts[len(parts)-1]
		if server == own {
			continue
		}
		if strings.HasPrefix(v.Key, serverPrefix) {
			if at, err := time.Parse(time.RFC3339Nano, string(v.Value)); err == nil {
				servers[server] = at
			}
			continue
		}
		s := Status{Player: play.PlayerID(parts[len(parts)-2])}
		if strings.HasPrefix(v.Key, tablePrefix) {
			s.Table = play.TableID(parts[1])
		}
		var value statusJSON
		if err := json.Unmarshal(v.Value, &value); err == nil {
			s.Here, s.Since = value.Here, time.UnixMilli(value.At).UTC()
			statuses[server] = append(statuses[server], s)
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
	for server, of := range statuses {
		fresh := now.Sub(servers[server]) < freshTime
		for _, s := range of {
			e.add(s, server, s.Here && fresh, now)
		}
	}
	return e
}

func (e Elsewhere) add(s Status, server string, here bool, now time.Time) {
	switch {
	case s.Table == "":
		seen := s.Since
		if here {
			seen = now
		}
		if seen.After(e.Players[s.Player]) {
			e.Players[s.Player] = seen
		}
	case here:
		if e.Tables[s.Table] == nil {
			e.Tables[s.Table] = make(map[play.PlayerID][]string)
		}
		e.Tables[s.Table][s.Player] = append(e.Tables[s.Table][s.Player], server)
	}
}
