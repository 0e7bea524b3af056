package online

import (
	"cmp"
	"context"
	"errors"

	"plateau/internal/play"
)

type (
	seekingView struct {
		Game    string    `json:"game"`
		Time    play.Time `json:"time,omitzero"`
		Rated   bool      `json:"rated,omitempty"`
		Players int       `json:"players" doc:"How many look for this"`
	}
	liveGameView struct {
		Table      summaryView `json:"table"`
		Spectators int         `json:"spectators" doc:"Those who watch and do not play"`
	}
	liveView struct {
		Online  int            `json:"online" doc:"How many players were here in the last minutes"`
		Seeking []seekingView  `json:"seeking" doc:"What players look for in quick pairing"`
		Games   []liveGameView `json:"games" doc:"Public games in progress, those with most spectators first"`
	}
	friendView struct {
		Player string `json:"player"`
		Name   string `json:"name"`
		State  string `json:"state" enum:"friends,asked,asks" doc:"friends; asked: you have asked them; asks: they ask you"`
		Since  int64  `json:"since"`
		Online bool   `json:"online,omitempty" doc:"Whether a friend was online in the last few minutes"`
	}
	friendsView struct {
		Friends []friendView `json:"friends" doc:"By name"`
	}
	friendStateView struct {
		State string `json:"state" enum:"friends,asked"`
	}
	challengeView struct {
		ID     string     `json:"id"`
		By     personView `json:"by" doc:"Who challenges"`
		To     personView `json:"to"`
		Terms  play.Terms `json:"terms"`
		Sent   int64      `json:"sent"`
		Until  int64      `json:"until" doc:"When it expires"`
		State  string     `json:"state" enum:"pending,accepted,declined"`
		Table  string     `json:"table,omitempty" doc:"The table of the game, if it was accepted"`
		Rating float64    `json:"rating,omitempty" doc:"The challenger's rating in the game, if they have one"`
	}
	personView struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	challengesView struct {
		Challenges []challengeView `json:"challenges" doc:"By and to me, the latest first"`
		Asks       int             `json:"asks" doc:"How many players ask to become my friend"`
	}
	newChallenge struct {
		IgnoredRequestID
		Terms play.Terms `json:"terms"`
	}
	challengeInput struct {
		ID   string `path:"id" maxLength:"64" doc:"The id of the other player"`
		Body newChallenge
	}
	challengeIDInput struct {
		ID string `path:"id" maxLength:"64" doc:"The id of the challenge"`
	}
	challengeAnswer struct {
		ID   string `path:"id" maxLength:"64" doc:"The id of the challenge"`
		Body *IgnoredRequestID
	}
	findInput struct {
		Name string `query:"name" required:"true" minLength:"1" maxLength:"200" doc:"The name of an account"`
	}
	preferences struct {
		Challenges string `json:"challenges" enum:"everybody,friends,nobody" doc:"Who may challenge me"`
		Friends    string `json:"friends" enum:"everybody,nobody" doc:"Who may ask me to become friends"`
	}
	newPreferences struct {
		IgnoredRequestID
		Challenges string `json:"challenges,omitempty" enum:"everybody,friends,nobody" doc:"Who may challenge me; as before if missing"`
		Friends    string `json:"friends,omitempty" enum:"everybody,nobody" doc:"Who may ask me to become friends; as before if missing"`
	}
)

// registerMeeting adds what players have to do with each other.
func (s *server) registerMeeting() {
	register(s, secured(anybody, operation("lobby", "getLive", "GET /lobby/live",
		"How many players are online, what they look for, and the games that can be watched")), body(s.getLive))
	register(s, secured(signedIn, operation("players", "findPlayer", "GET /players", "Find an account by its name")), body(s.findPlayer))
	register(s, forPlayers("getFriends", "GET /me/friends", "My friends, and requests"), body(s.getFriends))
	register(s, forPlayers("askFriend", "PUT /me/friends/{id}", "Ask a player to become my friend, or agree to it"), body(inSession(s, s.askFriend)))
	register(s, noContent(forPlayers("removeFriend", "DELETE /me/friends/{id}",
		"Remove a friend, or a request by either of us")), inSession(s, s.removeFriend))
	register(s, forPlayers("getChallenges", "GET /me/challenges", "Challenges by and to me"), body(s.getChallenges))
	register(s, created(secured(signedIn, operation("players", "challenge", "POST /players/{id}/challenge", "Challenge a player to a game"))), body(s.challenge))
	register(s, forPlayers("acceptChallenge", "POST /me/challenges/{id}/accept", "Accept a challenge; the game begins"), s.acceptChallenge)
	register(s, noContent(forPlayers("declineChallenge", "POST /me/challenges/{id}/decline", "Decline a challenge")), s.declineChallenge)
	register(s, noContent(forPlayers("withdrawChallenge", "DELETE /me/challenges/{id}", "Take a challenge back")), s.withdrawChallenge)
	register(s, forPlayers("getPreferences", "GET /me/preferences", "Who may challenge me, and ask me to become friends"), body(s.getPreferences))
	register(s, forPlayers("setPreferences", "PUT /me/preferences", "Change who may challenge me, or ask me to become friends"), body(inSession(s, s.setPreferences)))
}

func (s *server) getLive(_ context.Context, _ *struct{}) (liveView, error) {
	live := s.House.Overview.Live()
	view := liveView{Online: live.Online, Seeking: []seekingView{}, Games: []liveGameView{}}
	for _, wish := range live.Seeking {
		view.Seeking = append(view.Seeking, seekingView{wish.Game, wish.Time, wish.Rated, wish.Players})
	}
	for _, g := range live.Games {
		view.Games = append(view.Games, liveGameView{viewSummary(g.Summary), g.Spectators})
	}
	return view, nil
}

// findPlayer finds accounts only: the names of guests are nobody's.
func (s *server) findPlayer(ctx context.Context, in *findInput) (playerPageView, error) {
	player, err := s.Accounts.ByName(ctx, in.Name)
	if errors.Is(err, play.ErrNoAccount) || errors.Is(err, play.ErrNoPlayer) {
		return playerPageView{}, noSuchPlayer
	}
	if err != nil {
		return playerPageView{}, err
	}
	// Those whom only their own group may reach are not found by others.
	strangers, err := s.Store.StrangersAmong(ctx, playerFrom(ctx).ID, player.ID)
	if err != nil {
		return playerPageView{}, err
	}
	if len(strangers) > 0 {
		return playerPageView{}, noSuchPlayer
	}
	return s.getPlayer(ctx, &playerInput{ID: string(player.ID)})
}

func (s *server) getFriends(ctx context.Context, _ *struct{}) (friendsView, error) {
	list, err := s.Store.FriendsOf(ctx, playerFrom(ctx).ID)
	view := friendsView{Friends: make([]friendView, len(list))}
	if err != nil {
		return view, err
	}
	strangers, err := s.strangersTo(ctx, list)
	for i, f := range list {
		// Only friends know who is here, as long as they may reach each other.
		here := f.State == play.Friends && !strangers[f.Player] && s.House.Presence.Present(f.Player)
		view.Friends[i] = friendView{string(f.Player), f.Name, string(f.State), millis(f.Since), here}
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

func (s *server) askFriend(ctx context.Context, access play.Access, in *playerInput) (friendStateView, error) {
	if err := s.limitAsking(access.Player); err != nil {
		return friendStateView{}, err
	}
	state, err := s.Meeting.AskFriend(ctx, playerFrom(ctx), play.PlayerID(in.ID))
	return friendStateView{string(state)}, orNoPlayer(err)
}

func (s *server) removeFriend(ctx context.Context, access play.Access, in *playerInput) (*struct{}, error) {
	return nil, s.Store.RemoveFriend(ctx, access.Player, play.PlayerID(in.ID))
}

func viewChallenge(c play.Challenge, rating float64) challengeView {
	return challengeView{
		ID: string(c.ID), By: personView{string(c.By), c.ByName}, To: personView{string(c.To), c.ToName}, Terms: c.Terms,
		Sent: millis(c.Sent), Until: millis(c.Until), State: string(c.State), Table: string(c.Table), Rating: rating,
	}
}

func (s *server) getChallenges(ctx context.Context, _ *struct{}) (challengesView, error) {
	view := challengesView{Challenges: []challengeView{}}
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

func (s *server) challenge(ctx context.Context, in *challengeInput) (challengeView, error) {
	by := playerFrom(ctx)
	if err := s.limitAsking(by.ID); err != nil {
		return challengeView{}, err
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

func (s *server) getPreferences(ctx context.Context, _ *struct{}) (preferences, error) {
	return viewPreferences(s.Store.Preferences(ctx, playerFrom(ctx).ID))
}

func (s *server) setPreferences(ctx context.Context, access play.Access, in *bodyInput[newPreferences]) (preferences, error) {
	p, err := s.Store.Preferences(ctx, access.Player)
	if err != nil {
		return preferences{}, err
	}
	p.Challenges = cmp.Or(play.ChallengesFrom(in.Body.Challenges), p.Challenges)
	p.Friends = cmp.Or(play.ChallengesFrom(in.Body.Friends), p.Friends)
	return viewPreferences(p, s.Store.SetPreferences(ctx, access.Player, p))
}

func viewPreferences(p play.Preferences, err error) (preferences, error) {
	return preferences{string(p.Challenges), string(p.Friends)}, err
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
