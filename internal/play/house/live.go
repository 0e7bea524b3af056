package house

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"plateau/game"
	"plateau/internal/cluster"
	"plateau/internal/play"
	"plateau/internal/play/pairing"
)

// LiveGame is a game that anybody may watch now.
type LiveGame struct {
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

// Live is what goes on in a house.
type Live struct {
	// Online is how many players were heard of lately.
	Online  int
	Seeking []Seeking
	// Games are the public ones, those with most spectators first.
	Games []LiveGame
	// Bots are those of them in which a bot plays, also where there are many
	// others.
	Bots []LiveGame
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

// liveView is the last view.
type liveView struct {
	mu   sync.Mutex
	live Live
	at   time.Time
	// elsewhere is what goes on at other servers.
	elsewhere []Live
}

// Live is what goes on now, or went on a moment ago.
func (h *House) Live() Live {
	h.live.mu.Lock()
	defer h.live.mu.Unlock()
	now := h.Now()
	if age := now.Sub(h.live.at); age < 0 || age >= liveTime {
		live := h.liveHere()
		live.Online = h.Presence.Online()
		h.live.live = h.alsoElsewhere(live)
		h.live.at = now
	}
	return h.live.live
}

// liveHere is what goes on at this server. Its games are those in memory: where
// nobody is, nothing is live.
func (h *House) liveHere() Live {
	h.mu.Lock()
	rooms := make([]*room, 0, len(h.rooms))
	for _, r := range h.rooms {
		rooms = append(rooms, r)
	}
	h.mu.Unlock()
	var games []LiveGame
	for _, r := range rooms {
		if g, shown := r.live(); shown {
			games = append(games, g)
		}
	}
	withBots := slices.DeleteFunc(slices.Clone(games), func(g LiveGame) bool {
		return !slices.ContainsFunc(g.Sitters, func(s play.Sitter) bool { return s.Bot })
	})
	return Live{Seeking: h.seekingHere(), Games: h.sortGames(games, mostLive), Bots: h.sortGames(withBots, mostOfBots)}
}

// sortGames has those with most spectators first, up to a limit. As in the lobby, all
// addresses are shown before any is shown twice: somebody who plays many games against
// themselves, with many spectators, hides nobody.
func (h *House) sortGames(games []LiveGame, most int) []LiveGame {
	slices.SortFunc(games, func(a, b LiveGame) int {
		return cmp.Or(cmp.Compare(b.Spectators, a.Spectators), b.Entered.Compare(a.Entered), cmp.Compare(a.ID, b.ID))
	})
	games = dealt(games, func(g LiveGame) string { return h.Presence.Source(playerOf(g.Summary)) })
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

// live is the game of a room, if it is public, and one of its players is there.
func (r *room) live() (LiveGame, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed || r.table.Phase != play.Running || !r.table.Terms.Public() || len(r.present()) == 0 {
		return LiveGame{}, false
	}
	watching, anonymous := make(map[play.PlayerID]bool), 0
	for s := range r.watchers {
		switch {
		case s.viewer == "":
			anonymous++
		case r.table.SeatOf(s.viewer) == game.NoSeat:
			watching[s.viewer] = true
		}
	}
	return LiveGame{r.table.Summary(), len(watching) + anonymous}, true
}

// seekingHere is what players look for at this server, up to a limit. All addresses are
// shown before any is shown twice.
func (h *House) seekingHere() []Seeking {
	players, first := h.Pairing.Waiting()
	list := make([]Seeking, 0, len(players))
	for terms, n := range players {
		list = append(list, Seeking{Terms: terms, Players: n})
	}
	sortSeeking(list)
	turns := make(map[string]int)
	for i := range list {
		source := h.Presence.Source(first[list[i].Terms])
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

// RefuseMore implements [pairing.Tables].
func (h *House) RefuseMore(ctx context.Context, player play.PlayerID) error {
	return h.refuseMany(ctx, Request{By: player, Command: play.Sit{}})
}

// OpenPaired implements [pairing.Tables].
func (h *House) OpenPaired(ctx context.Context, c play.OpenPaired, shared ...play.SharedChange) error {
	_, err := h.perform(ctx, play.NewTable(h.Games, ""), Request{Table: c.ID, Command: c, shared: shared})
	return err
}

// OpenFor opens a table for players who have agreed on a game, and begins it.
func (h *House) OpenFor(ctx context.Context, id play.TableID, terms play.Terms, players ...play.Player) (Answer, error) {
	terms.Chat = terms.Chat && h.Chat != play.TalkOff
	for _, p := range players {
		if terms.Tournament {
			break // They have agreed to as many as it takes.
		}
		if err := h.RefuseMore(ctx, p.ID); err != nil {
			return Answer{}, err
		}
	}
	// It is for all of them, not only for the one whose request this is.
	ctx = context.WithoutCancel(ctx)
	return h.perform(ctx, play.NewTable(h.Games, ""), Request{Table: id, Command: play.OpenPaired{ID: id, Terms: terms, Players: players}})
}

// alsoElsewhere adds what goes on at other servers.
func (h *House) alsoElsewhere(live Live) Live {
	if len(h.live.elsewhere) == 0 {
		return live
	}
	for _, other := range h.live.elsewhere {
		live.Games, live.Bots = addGames(live.Games, other.Games), addGames(live.Bots, other.Bots)
		live.Seeking = addSeeking(live.Seeking, other.Seeking)
	}
	live.Games, live.Bots, live.Seeking = h.sortGames(live.Games, mostLive), h.sortGames(live.Bots, mostOfBots), firstSeeking(live.Seeking)
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
func addGames(games, others []LiveGame) []LiveGame {
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

// compareLive tells other servers what goes on here, and reads what goes on there.
func (h *House) compareLive(ctx context.Context) error {
	now := h.Now()
	own := h.liveHere()
	change := play.SharedChange{SharedValue: play.SharedValue{Key: livePrefix + h.Cluster.ID(), Until: now.Add(2 * cluster.ListsEvery)}, Anyway: true}
	if len(own.Seeking)+len(own.Games) > 0 {
		text, err := json.Marshal(own)
		if err != nil {
			return err
		}
		change.Value = text
	}
	if err := h.Store.Share(ctx, now, change); err != nil {
		return err
	}
	list, err := h.Store.Shared(ctx, now, livePrefix)
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
	h.live.mu.Lock()
	defer h.live.mu.Unlock()
	h.live.elsewhere = live
	return nil
}
