package online

import (
	"cmp"
	"context"
	"errors"

	"plateau/internal/accounts"
	"plateau/internal/api"
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
	findInput struct {
		Name string `query:"name" required:"true" minLength:"1" maxLength:"200" doc:"The name of an account"`
	}
)

// registerMeeting adds what players have to do with each other.
func (s *server) registerMeeting() {
	register(s, open("lobby", "getLive", "GET /lobby/live",
		"How many players are online, what they look for, and the games that can be watched"), body(s.getLive))
	register(s, signedIn("players", "findPlayer", "GET /players", "Find an account by its name"), body(s.findPlayer))
	register(s, forPlayers("getFriends", "GET /me/friends", "My friends, and requests"), body(s.getFriends))
	register(s, forPlayers("askFriend", "PUT /me/friends/{id}", "Ask a player to become my friend, or agree to it"), body(inSession(s.askFriend)))
	register(s, noContent(forPlayers("removeFriend", "DELETE /me/friends/{id}",
		"Remove a friend, or a request by either of us")), inSession(s.removeFriend))
	register(s, forPlayers("getChallenges", "GET /me/challenges", "Challenges by and to me"), body(s.getChallenges))
	register(s, created(signedIn("players", "challenge", "POST /players/{id}/challenge", "Challenge a player to a game")), body(s.challenge))
	register(s, forPlayers("acceptChallenge", "POST /me/challenges/{id}/accept", "Accept a challenge; the game begins"), s.acceptChallenge)
	register(s, noContent(forPlayers("declineChallenge", "POST /me/challenges/{id}/decline", "Decline a challenge")), s.declineChallenge)
	register(s, noContent(forPlayers("withdrawChallenge", "DELETE /me/challenges/{id}", "Take a challenge back")), s.withdrawChallenge)
	register(s, forPlayers("getPreferences", "GET /me/preferences", "Who may challenge me, and ask me to become friends"), body(s.getPreferences))
	register(s, forPlayers("setPreferences", "PUT /me/preferences", "Change who may challenge me, or ask me to become friends"), body(inSession(s.setPreferences)))
}

func (s *server) getLive(_ context.Context, _ *struct{}) (api.Live, error) {
	live := s.House.Overview.Live()
	view := api.Live{Online: live.Online, Seeking: []api.Seeking{}, Games: []api.LiveGame{}}
	for _, wish := range live.Seeking {
		view.Seeking = append(view.Seeking, api.Seeking{Game: wish.Game, Time: wish.Time, Rated: wish.Rated, Players: wish.Players})
	}
	for _, g := range live.Games {
		view.Games = append(view.Games, api.LiveGame{Table: viewSummary(g.Summary), Spectators: g.Spectators})
	}
	return view, nil
}

// findPlayer finds accounts only: the names of guests are nobody's.
func (s *server) findPlayer(ctx context.Context, in *findInput) (api.PlayerPage, error) {
	player, err := s.Accounts.ByName(ctx, in.Name)
	if errors.Is(err, accounts.ErrNoAccount) || errors.Is(err, play.ErrNoPlayer) {
		return api.PlayerPage{}, noSuchPlayer
	}
	if err != nil {
		return api.PlayerPage{}, err
	}
	// Those whom only their own group may reach are not found by others.
	strangers, err := s.Store.StrangersAmong(ctx, playerFrom(ctx).ID, player.ID)
	if err != nil {
		return api.PlayerPage{}, err
	}
	if len(strangers) > 0 {
		return api.PlayerPage{}, noSuchPlayer
	}
	return s.getPlayer(ctx, &playerInput{ID: string(player.ID)})
}

func (s *server) getFriends(ctx context.Context, _ *struct{}) (api.Friends, error) {
	list, err := s.Store.FriendsOf(ctx, playerFrom(ctx).ID)
	view := api.Friends{Friends: make([]api.Friend, len(list))}
	if err != nil {
		return view, err
	}
	strangers, err := s.strangersTo(ctx, list)
	for i, f := range list {
		// Only friends know who is here, as long as they may reach each other.
		here := f.State == play.Friends && !strangers[f.Player] && s.House.Presence.Present(f.Player)
		view.Friends[i] = api.Friend{Player: f.Player, Name: f.Name, State: f.State, Since: millis(f.Since), Online: here}
	}
	return view, err
}

// strangersTo are those in a player's list whom the player may not reach any more.
func (s *server) strangersTo(ctx context.Context, list []play.Friend) (map[play.PlayerID]bool, error) {
	player := playerFrom(ctx).ID
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

// orNoPlayer says that there is no such player.
func orNoPlayer(err error) error {
	if errors.Is(err, play.ErrNoPlayer) {
		return noSuchPlayer
	}
	return err
}

// limitAsking counts what a player asks of others.
func (s *server) limitAsking(player play.PlayerID) error {
	if p := s.limits.asks.take(string(player), 1); p != nil {
		return p
	}
	return nil
}

func (s *server) askFriend(ctx context.Context, access accounts.Access, in *playerInput) (api.FriendState, error) {
	if err := s.limitAsking(access.Player); err != nil {
		return api.FriendState{}, err
	}
	state, err := s.Meeting.AskFriend(ctx, playerFrom(ctx), play.PlayerID(in.ID))
	return api.FriendState{State: state}, orNoPlayer(err)
}

func (s *server) removeFriend(ctx context.Context, access accounts.Access, in *playerInput) (*struct{}, error) {
	return nil, s.Store.RemoveFriend(ctx, access.Player, play.PlayerID(in.ID))
}

func viewChallenge(c play.Challenge, rating float64) api.Challenge {
	return api.Challenge{
		ID: c.ID, By: api.Person{ID: c.By, Name: c.ByName}, To: api.Person{ID: c.To, Name: c.ToName}, Terms: c.Terms,
		Sent: millis(c.Sent), Until: millis(c.Until), State: c.State, Table: c.Table, Rating: rating,
	}
}

func (s *server) getChallenges(ctx context.Context, _ *struct{}) (api.Challenges, error) {
	view := api.Challenges{Challenges: []api.Challenge{}}
	player := playerFrom(ctx)
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
			rating = tenths(standings[i].Rating.Value)
		}
		view.Challenges = append(view.Challenges, viewChallenge(c, rating))
	}
	friends, err := s.Store.FriendsOf(ctx, player.ID)
	for _, f := range friends {
		if f.State == play.FriendAsks {
			view.Asks++
		}
	}
	return view, err
}

func (s *server) challenge(ctx context.Context, in *challengeInput) (api.Challenge, error) {
	by := playerFrom(ctx)
	if err := s.limitAsking(by.ID); err != nil {
		return api.Challenge{}, err
	}
	c, err := s.Meeting.Challenge(ctx, by, play.PlayerID(in.ID), in.Body.Terms)
	return viewChallenge(c, 0), orNoPlayer(err)
}

func (s *server) acceptChallenge(ctx context.Context, in *challengeAnswer) (*answerOutput, error) {
	return answer(s.Meeting.Accept(ctx, playerFrom(ctx), play.ChallengeID(in.ID)))
}

func (s *server) declineChallenge(ctx context.Context, in *challengeAnswer) (*struct{}, error) {
	return nil, s.Meeting.Decline(ctx, playerFrom(ctx).ID, play.ChallengeID(in.ID))
}

func (s *server) withdrawChallenge(ctx context.Context, in *challengeIDInput) (*struct{}, error) {
	return nil, s.Meeting.Withdraw(ctx, playerFrom(ctx).ID, play.ChallengeID(in.ID))
}

func (s *server) getPreferences(ctx context.Context, _ *struct{}) (api.Preferences, error) {
	return viewPreferences(s.Store.Preferences(ctx, playerFrom(ctx).ID))
}

func (s *server) setPreferences(ctx context.Context, access accounts.Access, in *bodyInput[api.NewPreferences]) (api.Preferences, error) {
	p, err := s.Store.Preferences(ctx, access.Player)
	if err != nil {
		return api.Preferences{}, err
	}
	p.Challenges = cmp.Or(in.Body.Challenges, p.Challenges)
	p.Friends = cmp.Or(in.Body.Friends, p.Friends)
	return viewPreferences(p, s.Store.SetPreferences(ctx, access.Player, p))
}

func viewPreferences(p play.Preferences, err error) (api.Preferences, error) {
	return api.Preferences{Challenges: p.Challenges, Friends: p.Friends}, err
}

// checkTableName cleans the name of a table, which strangers will read: it is for
// those who may also write to them.
func (s *server) checkTableName(ctx context.Context, terms *play.Terms, host play.Player) error {
	name, err := play.CleanTableName(terms.Name)
	if err != nil {
		return err
	}
	terms.Name = name
	if name == "" {
		return nil
	}
	if cmp.Or(s.House.Tables.Chat, play.TalkFree) != play.TalkFree || !host.Registered && !s.House.Tables.GuestChat {
		return play.NameNeedsChat.Refuse("")
	}
	if among, err := s.Store.TalkAmong(ctx, host.ID); err != nil {
		return err
	} else if among != play.TalkFree {
		return play.NameNeedsChat.Refuse("")
	}
	return s.Accounts.CheckWords(name)
}
