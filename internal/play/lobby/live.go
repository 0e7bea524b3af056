package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/pairing"
	"plateau/internal/play/presence"
)

// Game is a game that anybody may watch now.
type Game struct {
	play.Summary
	// Spectators are those who watch and do not play.
	Spectators int
}

// Seeking is how many players look for the same in quick pairing.
type Seeking struct {
	pairing.Terms
	Players int
	// Turn is how much else the same address looks for that comes first. Other servers
	// learn it instead of the address.
	Turn int
}

// Live is what goes on now.
type Live struct {
	// Online is how many players were heard of lately.
	Online  int
	Seeking []Seeking
	// Games are the public ones, those with most spectators first.
	Games []Game
	// Bots are those of them in which a bot plays, also where there are many
	// others.
	Bots []Game
}

const (
	// mostLive is how many games and wishes are shown, and mostOfBots how many games of
	// bots.
	mostLive   = 50
	mostOfBots = 200
	// liveTime is how long a view is kept: looking through all tables for
	// everybody who asks would be too much.
	liveTime = 2 * time.Second
)

// livePrefix begins the keys of what goes on at a server.
const livePrefix = "live/"

// Overview knows what goes on. It is safe for concurrent use.
type Overview struct {
	cluster *cluster.Member
	// games are the public ones at this server.
	games    func() []Game
	pairing  *pairing.Pairing
	presence *presence.Presence

	mu sync.Mutex
	// live is the last view.
	live Live
	at   time.Time
	// elsewhere is what goes on at other servers.
	elsewhere []Live
}

// NewOverview looks for the first time when it is asked. Games are the public ones at
// this server.
func NewOverview(c *cluster.Member, games func() []Game, seekers *pairing.Pairing, present *presence.Presence) *Overview {
	return &Overview{cluster: c, games: games, pairing: seekers, presence: present}
}

// Live is what goes on now, or went on a moment ago.
func (o *Overview) Live() Live {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.cluster.Now()
	if age := now.Sub(o.at); age < 0 || age >= liveTime {
		live := o.here()
		live.Online = o.presence.Online()
		o.live, o.at = o.alsoElsewhere(live), now
	}
	return o.live
}

// here is what goes on at this server. Its games are those in memory: where
// nobody is, nothing is live.
func (o *Overview) here() Live {
	games := o.games()
	withBots := slices.DeleteFunc(slices.Clone(games), func(g Game) bool {
		return !slices.ContainsFunc(g.Sitters, func(s play.Sitter) bool { return s.Bot })
	})
	return Live{Seeking: o.seeking(), Games: o.sortGames(games, mostLive), Bots: o.sortGames(withBots, mostOfBots)}
}

// sortGames has those with most spectators first, up to a limit. As in the lobby, all
// addresses are shown before any is shown twice: somebody who plays many games against
// themselves, with many spectators, hides nobody.
func (o *Overview) sortGames(games []Game, most int) []Game {
	slices.SortFunc(games, func(a, b Game) int {
		return cmp.Or(cmp.Compare(b.Spectators, a.Spectators), b.Entered.Compare(a.Entered), cmp.Compare(a.ID, b.ID))
	})
	games = inTurns(games, func(g Game) string { return o.presence.Source(playerOf(g.Summary)) })
	return games[:min(len(games), most)]
}

// playerOf is whose game it is: that of the host, or of the first player if the server
// has opened it.
func playerOf(s play.Summary) play.PlayerID {
	if s.Host != "" {
		return s.Host
	}
	for _, sitter := range s.Sitters {
		if sitter.Player != "" {
			return sitter.Player
		}
	}
	return ""
}

// seeking is what players look for at this server, up to a limit. All addresses are
// shown before any is shown twice.
func (o *Overview) seeking() []Seeking {
	players, first := o.pairing.Waiting()
	list := make([]Seeking, 0, len(players))
	for terms, n := range players {
		list = append(list, Seeking{Terms: terms, Players: n})
	}
	sortSeeking(list)
	turns := make(map[string]int)
	for i := range list {
		source := o.presence.Source(first[list[i].Terms])
		list[i].Turn = turns[source]
		turns[source]++
	}
	return firstSeeking(list)
}

// firstSeeking is what is shown of a list.
func firstSeeking(list []Seeking) []Seeking {
	sortSeeking(list)
	return list[:min(len(list), mostLive)]
}

// sortSeeking has the first turns first, and of these what most players look for.
func sortSeeking(list []Seeking) {
	slices.SortFunc(list, func(a, b Seeking) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(b.Players, a.Players), cmp.Compare(a.Game, b.Game),
			cmp.Compare(a.Time.Main, b.Time.Main), cmp.Compare(a.Time.Increment, b.Time.Increment), cmp.Compare(a.Time.Days, b.Time.Days))
	})
}

// alsoElsewhere adds what goes on at other servers.
func (o *Overview) alsoElsewhere(live Live) Live {
	if len(o.elsewhere) == 0 {
		return live
	}
	for _, other := range o.elsewhere {
		live.Games, live.Bots = addGames(live.Games, other.Games), addGames(live.Bots, other.Bots)
		live.Seeking = addSeeking(live.Seeking, other.Seeking)
	}
	live.Games, live.Bots, live.Seeking = o.sortGames(live.Games, mostLive), o.sortGames(live.Bots, mostOfBots), firstSeeking(live.Seeking)
	return live
}

// addSeeking adds what players look for at another server.
func addSeeking(list, others []Seeking) []Seeking {
	for _, other := range others {
		i := slices.IndexFunc(list, func(s Seeking) bool { return s.Terms == other.Terms })
		if i < 0 {
			list = append(list, other)
			continue
		}
		list[i].Players += other.Players
		list[i].Turn = min(list[i].Turn, other.Turn)
	}
	return list
}

// addGames adds those of another server. A game that both know is watched at both.
func addGames(games, others []Game) []Game {
	shown := make(map[play.TableID]int)
	for i, g := range games {
		shown[g.ID] = i
	}
	for _, g := range others {
		if i, both := shown[g.ID]; both {
			games[i].Spectators += g.Spectators
			continue
		}
		games = append(games, g)
	}
	return games
}

// Compare shows other servers what goes on here, and reads what goes on there.
func (o *Overview) Compare(ctx context.Context) error {
	now := o.cluster.Now()
	own := o.here()
	change := play.SharedChange{SharedValue: play.SharedValue{Key: livePrefix + o.cluster.ID(), Until: now.Add(2 * cluster.ListsEvery)}, Anyway: true}
	if len(own.Seeking)+len(own.Games) > 0 {
		text, err := json.Marshal(own)
		if err != nil {
			return err
		}
		change.Value = text
	}
	if err := o.cluster.Store.Share(ctx, now, change); err != nil {
		return err
	}
	list, err := o.cluster.Store.Shared(ctx, now, livePrefix)
	if err != nil {
		return err
	}
	var live []Live
	for _, v := range list {
		var other Live
		if v.Key != change.Key && json.Unmarshal(v.Value, &other) == nil {
			live = append(live, other)
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.elsewhere = live
	return nil
}
