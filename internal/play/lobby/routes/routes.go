// Package routes has the routes of the lobby.
package routes

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/play/lobby"
)

type lobbyOutput struct{ Body api.Lobby }

type routes struct {
	*route.Router
	store play.PlayerStore
	cache cache
}

// Register adds the lobby and its stream.
func Register(r *route.Router, store play.PlayerStore) {
	s := &routes{Router: r, store: store}
	route.Add(r, route.ForVisitors("lobby", "getLobby", "GET /lobby", "The listed tables that wait for players").Costs(3), s.getLobby)
	route.Add(r, route.ForVisitors("lobby", "getLive", "GET /lobby/live",
		"How many players are online, what they look for, and the games that can be watched"), route.Body(s.getLive))
	r.Stream(route.ForVisitors("streams", "followLobby", "GET /lobby/events", "Follow the lobby"), []*huma.Param{route.AfterParam}, []route.Event{
		route.EventOf[api.LobbyNews](r, "lobby", "Tables that appeared, changed or disappeared. Its id is the version"),
	}, s.follow)
}

func (s *routes) getLive(_ context.Context, _ *struct{}) (api.Live, error) {
	live := s.House.Overview.Live()
	view := api.Live{Online: live.Online, Seeking: []api.Seeking{}, Games: []api.LiveGame{}}
	for _, wish := range live.Seeking {
		view.Seeking = append(view.Seeking, api.Seeking{Game: wish.Game, Time: wish.Time, Rated: wish.Rated, Players: wish.Players})
	}
	for _, g := range live.Games {
		view.Games = append(view.Games, api.LiveGame{Table: api.ViewSummary(g.Summary), Spectators: g.Spectators})
	}
	return view, nil
}

func (s *routes) getLobby(ctx context.Context, _ *struct{}) (*lobbyOutput, error) {
	all, _ := s.House.Lobby.Since(0)
	news, _, err := s.House.Lobby.For(ctx, route.CallerOf(ctx).Player, all)
	if err != nil {
		return nil, err
	}
	view, err := s.viewLobby(ctx, news)
	if err != nil {
		return nil, err
	}
	out := new(lobbyOutput)
	out.Body.Version, out.Body.Tables = view.Version, []api.Summary{}
	for _, change := range view.Changes {
		out.Body.Tables = append(out.Body.Tables, *change.Summary)
	}
	return out, nil
}

// viewLobby asks the store once for the ratings of all who sit in the lobby.
func (s *routes) viewLobby(ctx context.Context, news lobby.News) (api.LobbyNews, error) {
	view := api.LobbyNews{Whole: news.Whole, Changes: []api.LobbyChange{}, Version: news.Version}
	var ranks []play.Rank
	for _, change := range news.Changes {
		if change.Summary == nil {
			continue
		}
		for _, sitter := range change.Summary.Sitters {
			if sitter.Player != "" {
				ranks = append(ranks, play.Rank{Game: change.Summary.Terms.Game, Player: sitter.Player})
			}
		}
	}
	standings, err := s.store.Standings(ctx, ranks...)
	if err != nil {
		return view, err
	}
	ratings := make(map[play.Rank]float64, len(ranks))
	for i, standing := range standings {
		if standing.Games > 0 {
			ratings[ranks[i]] = api.Tenths(standing.Rating.Value)
		}
	}
	for _, change := range news.Changes {
		c := api.LobbyChange{Table: change.Table}
		if change.Summary != nil {
			summary := api.ViewSummary(*change.Summary)
			summary.Ratings = ratingsAt(change.Summary, ratings)
			c.Summary, c.Before = &summary, change.Before()
		}
		view.Changes = append(view.Changes, c)
	}
	return view, nil
}

// ratingsAt are the ratings of the players at a table, in its game.
func ratingsAt(sum *play.Summary, known map[play.Rank]float64) map[string]float64 {
	ratings := make(map[string]float64)
	for _, sitter := range sum.Sitters {
		if rating, rated := known[play.Rank{Game: sum.Terms.Game, Player: sitter.Player}]; rated {
			ratings[string(sitter.Player)] = rating
		}
	}
	return ratings
}

// cache keeps the last message about the lobby, which is the same for most
// of those who follow it.
type cache struct {
	mu       sync.Mutex
	from, to uint64
	whole    bool
	text     []byte
}

// encode is the message with the changes since a version.
func (c *cache) encode(since uint64, news lobby.News, view func() (api.LobbyNews, error)) ([]byte, error) {
	if text := c.find(since, news); text != nil {
		return text, nil
	}
	// Ratings come from the store, so no lock is held; at worst two streams
	// encode the same message.
	made, err := view()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.from, c.to, c.whole, c.text = since, news.Version, news.Whole, text
	return text, nil
}

func (c *cache) find(since uint64, news lobby.News) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.to == news.Version && c.whole == news.Whole && (news.Whole || c.from == since) {
		return c.text
	}
	return nil
}

func (s *routes) follow(out *route.Stream) {
	version, err := route.LastEvent(out.Request)
	if err != nil {
		out.Refuse(err)
		return
	}
	var seen tablesSeen
	out.Run(route.Source{Heartbeat: out.Heartbeat, Look: func() (<-chan struct{}, error) {
		news, changed := s.House.Lobby.Since(version)
		if !news.Whole && len(news.Changes) == 0 {
			return changed, nil
		}
		text, err := s.lobbyText(out.Caller, version, news, &seen)
		if err != nil {
			return nil, err
		}
		version = news.Version
		if text == nil {
			return changed, nil
		}
		return changed, out.Write(route.AppendEvent(nil, "lobby", strconv.FormatUint(version, 10)), text, route.EndOfEvent)
	}})
}

// tablesSeen are the tables in the lobby of a player who sees others than most do: that
// one which they do not see is gone would tell of it. It is nil for most.
type tablesSeen map[play.TableID]bool

// only are the changes of tables that the player has seen, or sees now.
func (seen *tablesSeen) only(news lobby.News) lobby.News {
	if news.Whole {
		*seen = make(tablesSeen)
	}
	news.Changes = slices.DeleteFunc(slices.Clone(news.Changes), func(change lobby.Change) bool {
		known := (*seen)[change.Table]
		if change.Summary == nil {
			delete(*seen, change.Table)
			return !known
		}
		(*seen)[change.Table] = true
		return false
	})
	return news
}

// lobbyText is the message with the changes since a version, as a player sees them; nil
// if there are none for this player.
func (s *routes) lobbyText(c *route.Caller, since uint64, all lobby.News, seen *tablesSeen) ([]byte, error) {
	player, ctx := c.Player, c.Request.Context()
	news, own, err := s.House.Lobby.For(ctx, player, all)
	if err == nil && own && *seen == nil && !all.Whole {
		// Nobody knows what the player has seen so far.
		whole, _ := s.House.Lobby.Since(0)
		news, own, err = s.House.Lobby.For(ctx, player, whole)
	}
	if err != nil {
		return nil, err
	}
	view := func() (api.LobbyNews, error) { return s.viewLobby(ctx, news) }
	if own {
		news = seen.only(news)
	} else {
		*seen = nil
	}
	if !news.Whole && len(news.Changes) == 0 {
		return nil, nil
	}
	if !own {
		return s.cache.encode(since, news, view)
	}
	made, err := view()
	if err != nil {
		return nil, err
	}
	return json.Marshal(made)
}
