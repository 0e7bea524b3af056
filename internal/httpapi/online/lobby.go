package online

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"plateau/internal/api"
	"plateau/internal/play"
	"plateau/internal/play/lobby"
)

type lobbyOutput struct{ Body api.Lobby }

func (s *server) getLobby(ctx context.Context, _ *struct{}) (*lobbyOutput, error) {
	all, _ := s.House.Lobby.Since(0)
	news, _, err := s.House.Lobby.For(ctx, callerFrom(ctx).player, all)
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
func (s *server) viewLobby(ctx context.Context, news lobby.News) (api.LobbyNews, error) {
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
	standings, err := s.Store.Standings(ctx, ranks...)
	if err != nil {
		return view, err
	}
	ratings := make(map[play.Rank]float64, len(ranks))
	for i, standing := range standings {
		if standing.Games > 0 {
			ratings[ranks[i]] = tenths(standing.Rating.Value)
		}
	}
	for _, change := range news.Changes {
		c := api.LobbyChange{Table: change.Table}
		if change.Summary != nil {
			summary := viewSummary(*change.Summary)
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

// lobbyCache keeps the last message about the lobby, which is the same for most
// of those who follow it.
type lobbyCache struct {
	mu       sync.Mutex
	from, to uint64
	whole    bool
	text     []byte
}

// encode is the message with the changes since a version.
func (c *lobbyCache) encode(since uint64, news lobby.News, view func() (api.LobbyNews, error)) ([]byte, error) {
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

func (c *lobbyCache) find(since uint64, news lobby.News) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.to == news.Version && c.whole == news.Whole && (news.Whole || c.from == since) {
		return c.text
	}
	return nil
}

func (s *server) streamLobby(out *stream) {
	version, err := lastEvent(out.request)
	if err != nil {
		out.refuse(err)
		return
	}
	var seen tablesSeen
	out.run(source{heartbeat: out.heartbeat, look: func() (<-chan struct{}, error) {
		news, changed := s.House.Lobby.Since(version)
		if !news.Whole && len(news.Changes) == 0 {
			return changed, nil
		}
		text, err := s.lobbyText(out.caller, version, news, &seen)
		if err != nil {
			return nil, err
		}
		version = news.Version
		if text == nil {
			return changed, nil
		}
		return changed, out.write(appendEvent(nil, "lobby", strconv.FormatUint(version, 10)), text, endOfEvent)
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
func (s *server) lobbyText(c *caller, since uint64, all lobby.News, seen *tablesSeen) ([]byte, error) {
	player, ctx := c.player, c.request.Context()
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
		return s.lobby.encode(since, news, view)
	}
	made, err := view()
	if err != nil {
		return nil, err
	}
	return json.Marshal(made)
}
