// Package routes has the routes by which players meet.
package routes

import (
	"cmp"
	"context"

	"plateau/game"
	"plateau/internal/accounts"
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/meeting"
	"plateau/internal/play"
)

type (
	challengeInput struct {
		ID   string `path:"id" maxLength:"64" doc:"The id of the other player"`
		Body api.NewChallenge
	}
	challengeIDInput struct {
		ID string `path:"id" maxLength:"64" doc:"The id of the challenge"`
	}
	challengeAnswer struct {
		ID   string `path:"id" maxLength:"64" doc:"The id of the challenge"`
		Body *api.IgnoredRequestID
	}
)

// Config is what the routes need besides the router.
type Config struct {
	Meeting *meeting.Service
	Store   Store
	Games   game.List
}

// Store is what the routes ask themselves.
type Store interface {
	play.PlayerStore
	meeting.FriendStore
	meeting.ChallengeStore
	play.MemberStore
}

type routes struct {
	*route.Router
	Config
}

// Register adds what players have to do with each other, and the bots of the server.
func Register(r *route.Router, c Config) {
	s := &routes{r, c}
	s.registerBots()
	route.Add(s.Router, route.ForAccount("getFriends", "GET /me/friends", "My friends, and requests"), route.Body(s.getFriends))
	route.Add(s.Router, route.ForAccount("askFriend", "PUT /me/friends/{id}", "Ask a player to become my friend, or agree to it"), route.Body(route.InSession(s.askFriend)))
	route.Add(s.Router, route.ForAccount("removeFriend", "DELETE /me/friends/{id}",
		"Remove a friend, or a request by either of us").NoContent(), route.InSession(s.removeFriend))
	route.Add(s.Router, route.ForAccount("getChallenges", "GET /me/challenges", "Challenges by and to me"), route.Body(s.getChallenges))
	route.Add(s.Router, route.ForPlayers("players", "challenge", "POST /players/{id}/challenge", "Challenge a player to a game").Created(), route.Body(s.challenge))
	route.Add(s.Router, route.ForAccount("acceptChallenge", "POST /me/challenges/{id}/accept", "Accept a challenge; the game begins"), route.Body(s.acceptChallenge))
	route.Add(s.Router, route.ForAccount("declineChallenge", "POST /me/challenges/{id}/decline", "Decline a challenge").NoContent(), s.declineChallenge)
	route.Add(s.Router, route.ForAccount("withdrawChallenge", "DELETE /me/challenges/{id}", "Take a challenge back").NoContent(), s.withdrawChallenge)
	route.Add(s.Router, route.ForAccount("getPreferences", "GET /me/preferences", "Who may challenge me, and ask me to become friends"), route.Body(s.getPreferences))
	route.Add(s.Router, route.ForAccount("setPreferences", "PUT /me/preferences", "Change who may challenge me, or ask me to become friends"), route.Body(route.InSession(s.setPreferences)))
}

func (s *routes) getFriends(ctx context.Context, _ *struct{}) (api.Friends, error) {
	list, err := s.Store.FriendsOf(ctx, route.PlayerOf(ctx).ID)
	view := api.Friends{Friends: make([]api.Friend, len(list))}
	if err != nil {
		return view, err
	}
	strangers, err := s.strangersTo(ctx, list)
	for i, f := range list {
		// Only friends know who is here, as long as they may reach each other.
		here := f.State == meeting.Friends && !strangers[f.Player] && s.House.Presence.Present(f.Player)
		view.Friends[i] = api.Friend{Player: f.Player, Name: f.Name, State: f.State, Since: api.Millis(f.Since), Online: here}
	}
	return view, err
}

// strangersTo are those in a player's list whom the player may not reach any more.
func (s *routes) strangersTo(ctx context.Context, list []meeting.Friend) (map[play.PlayerID]bool, error) {
	player := route.PlayerOf(ctx).ID
	others := make(map[play.PlayerID]bool)
	players := []play.PlayerID{player}
	for _, f := range list {
		players = append(players, f.Player)
	}
	pairs, err := s.Store.StrangersAmong(ctx, players...)
	for _, pair := range pairs {
		switch player {
		case pair.Member:
			others[pair.Stranger] = true
		case pair.Stranger:
			others[pair.Member] = true
		}
	}
	return others, err
}

// limitAsking counts what a player asks of others.
func (s *routes) limitAsking(player play.PlayerID) error {
	if p := s.Limiters.Asks.Take(string(player), 1); p != nil {
		return p
	}
	return nil
}

func (s *routes) askFriend(ctx context.Context, access accounts.Access, in *route.PlayerInput) (api.FriendState, error) {
	if err := s.limitAsking(access.Player); err != nil {
		return api.FriendState{}, err
	}
	state, err := s.Meeting.AskFriend(ctx, route.PlayerOf(ctx), play.PlayerID(in.ID))
	return api.FriendState{State: state}, route.OrNoPlayer(err)
}

func (s *routes) removeFriend(ctx context.Context, access accounts.Access, in *route.PlayerInput) (*struct{}, error) {
	return nil, s.Store.RemoveFriend(ctx, access.Player, play.PlayerID(in.ID))
}

func viewChallenge(c meeting.Challenge, rating float64) api.Challenge {
	return api.Challenge{
		ID: c.ID, By: api.Person{ID: c.By, Name: c.ByName}, To: api.Person{ID: c.To, Name: c.ToName}, Terms: c.Terms,
		Sent: api.Millis(c.Sent), Until: api.Millis(c.Until), State: c.State, Table: c.Table, Rating: rating,
	}
}

func (s *routes) getChallenges(ctx context.Context, _ *struct{}) (api.Challenges, error) {
	view := api.Challenges{Challenges: []api.Challenge{}}
	player := route.PlayerOf(ctx)
	list, err := s.Store.ChallengesOf(ctx, player.ID, s.Now())
	if err != nil {
		return view, err
	}
	ranks := make([]play.Rank, len(list))
	for i, c := range list {
		ranks[i] = play.Rank{Game: c.Terms.Game, Player: c.By}
	}
	standings, err := s.Store.Standings(ctx, ranks...)
	if err != nil {
		return view, err
	}
	for i, c := range list {
		rating := 0.0
		if standings[i].Games > 0 {
			rating = api.Tenths(standings[i].Rating.Value)
		}
		view.Challenges = append(view.Challenges, viewChallenge(c, rating))
	}
	friends, err := s.Store.FriendsOf(ctx, player.ID)
	for _, f := range friends {
		if f.State == meeting.FriendAsks {
			view.Asks++
		}
	}
	return view, err
}

func (s *routes) challenge(ctx context.Context, in *challengeInput) (api.Challenge, error) {
	by := route.PlayerOf(ctx)
	if err := s.limitAsking(by.ID); err != nil {
		return api.Challenge{}, err
	}
	c, err := s.Meeting.Challenge(ctx, by, play.PlayerID(in.ID), in.Body.Terms)
	return viewChallenge(c, 0), route.OrNoPlayer(err)
}

func (s *routes) acceptChallenge(ctx context.Context, in *challengeAnswer) (api.Answer, error) {
	game, err := s.Meeting.Accept(ctx, route.PlayerOf(ctx), play.ChallengeID(in.ID))
	return api.Answer{Table: game.Table, Seq: game.Seq}, err
}

func (s *routes) declineChallenge(ctx context.Context, in *challengeAnswer) (*struct{}, error) {
	return nil, s.Meeting.Decline(ctx, route.PlayerOf(ctx).ID, play.ChallengeID(in.ID))
}

func (s *routes) withdrawChallenge(ctx context.Context, in *challengeIDInput) (*struct{}, error) {
	return nil, s.Meeting.Withdraw(ctx, route.PlayerOf(ctx).ID, play.ChallengeID(in.ID))
}

func (s *routes) getPreferences(ctx context.Context, _ *struct{}) (api.Preferences, error) {
	return viewPreferences(s.Store.Preferences(ctx, route.PlayerOf(ctx).ID))
}

func (s *routes) setPreferences(ctx context.Context, access accounts.Access, in *route.BodyInput[api.NewPreferences]) (api.Preferences, error) {
	p, err := s.Store.Preferences(ctx, access.Player)
	if err != nil {
		return api.Preferences{}, err
	}
	p.Challenges = cmp.Or(in.Body.Challenges, p.Challenges)
	p.Friends = cmp.Or(in.Body.Friends, p.Friends)
	return viewPreferences(p, s.Store.SetPreferences(ctx, access.Player, p))
}

func viewPreferences(p meeting.Preferences, err error) (api.Preferences, error) {
	return api.Preferences{Challenges: p.Challenges, Friends: p.Friends}, err
}
