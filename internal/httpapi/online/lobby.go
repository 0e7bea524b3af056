package online

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"

	"plateau/internal/play"
	"plateau/internal/play/house"
)

type (
	lobbyOutput struct {
		Body struct {
			Version uint64        `json:"version"`
			Tables  []summaryView `json:"tables"`
		} `nameHint:"Lobby"`
	}
	lobbyChangeView struct {
		Table   string       `json:"table"`
		Summary *summaryView `json:"summary" doc:"null if the table has left the lobby"`
	}
	lobbyNews struct {
		Whole   bool              `json:"whole" doc:"The changes are the whole list and replace everything sent before"`
		Changes []lobbyChangeView `json:"changes"`
		Version uint64            `json:"version"`
	}
)

func (s *server) getLobby(ctx context.Context, _ *struct{}) (*lobbyOutput, error) {
	news, _ := s.House.LobbySince(0)
	view, err := s.viewLobby(ctx, news)
	if err != nil {
		return nil, err
	}
	out := new(lobbyOutput)
	out.Body.Version, out.Body.Tables = view.Version, []summaryView{}
	for _, change := range view.Changes {
		out.Body.Tables = append(out.Body.Tables, *change.Summary)
	}
	return out, nil
}

func (s *server) viewLobby(ctx context.Context, news house.LobbyNews) (lobbyNews, error) {
	view := lobbyNews{Whole: news.Whole, Changes: []lobbyChangeView{}, Version: news.Version}
	for _, change := range news.Changes {
		c := lobbyChangeView{Table: string(change.Table)}
		if change.Summary != nil {
			summary := viewSummary(*change.Summary)
			var err error
			if summary.Ratings, err = s.ratingsAt(ctx, *change.Summary); err != nil {
				return view, err
			}
			c.Summary = &summary
		}
		view.Changes = append(view.Changes, c)
	}
	return view, nil
}

// ratingsAt are the ratings of the players at a table, in its game.
func (s *server) ratingsAt(ctx context.Context, sum play.Summary) (map[string]float64, error) {
	var players []play.PlayerID
	for _, sitter := range sum.Sitters {
		if sitter.Player != "" {
			players = append(players, sitter.Player)
		}
	}
	standings, err := s.Store.Standings(ctx, sum.Terms.Game, players)
	ratings := make(map[string]float64)
	for _, standing := range standings {
		if standing.Games > 0 {
			ratings[string(standing.Player)] = tenths(standing.Rating.Value)
		}
	}
	return ratings, err
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
func (c *lobbyCache) encode(since uint64, news house.LobbyNews, view func() (lobbyNews, error)) ([]byte, error) {
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

func (c *lobbyCache) find(since uint64, news house.LobbyNews) []byte {
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
	out.run(source{heartbeat: out.heartbeat, look: func() (<-chan struct{}, error) {
		news, changed := s.House.LobbySince(version)
		if !news.Whole && len(news.Changes) == 0 {
			return changed, nil
		}
		text, err := s.lobby.encode(version, news, func() (lobbyNews, error) { return s.viewLobby(out.request.Context(), news) })
		if err != nil {
			return nil, err
		}
		version = news.Version
		return changed, out.write(appendEvent(nil, "lobby", strconv.FormatUint(version, 10)), text, endOfEvent)
	}})
}
