package tournaments

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"plateau/game"
	"plateau/internal/groups"
	"plateau/internal/play"
	"plateau/tournament"
)

// Joining is how a player joins.
type Joining struct {
	// Code is that of the link, where one is needed.
	Code string
	// Team and Partner are for games with teams: its name, and the other player.
	Team     string
	Partner  play.PlayerID
	Category string
}

// Join lets a player take part.
func (s *Service) Join(ctx context.Context, a groups.Actor, q Request, j Joining) (View, error) {
	by := a.Player
	r, err := s.load(ctx, q.ID)
	if err != nil {
		return View{}, err
	}
	if err := s.mayJoin(ctx, a, r, j.Code); err != nil {
		return View{}, err
	}
	q.By = by.ID
	return s.changed(ctx, r, q, func(r *room, t *tournament.Tournament) ([]tournament.Command, error) {
		e, err := s.entrant(ctx, by, r, t, j)
		return []tournament.Command{tournament.Add{Entrant: e}}, err
	})
}

// mayJoin says why a player may not join.
func (s *Service) mayJoin(ctx context.Context, a groups.Actor, r *room, code string) error {
	t, by := r.now(), a.Player
	if group, err := play.OnlyGroup(ctx, s.Store, by); err != nil {
		return err
	} else if group != "" && group != r.head.Group {
		return play.OnlyOwnGroup.Refuse("")
	}
	organises, err := s.Organises(ctx, a, r.head)
	if err != nil {
		return err
	}
	role, err := s.role(ctx, by, r.head.Group)
	if err != nil {
		return err
	}
	switch {
	case by.Bot && !t.Bots && !organises:
		return NoBots.Refuse("")
	case organises, t.Entry == tournament.ByAnybody, role != "" && t.Entry != tournament.ByOrganiser:
		return nil
	case t.Entry == tournament.ByMembers:
		return NeedsMembership.Refuse("")
	case t.Entry == tournament.ByLink && same(code, joinCode(r.head.Key, t)):
		return nil
	case t.Entry == tournament.ByLink:
		return NeedsLink.Refuse("")
	}
	return NotForYou.Refuse("")
}

// entrant is how a player takes part.
func (s *Service) entrant(ctx context.Context, by play.Player, r *room, t *tournament.Tournament, j Joining) (tournament.Entrant, error) {
	e := tournament.Entrant{Name: by.Name, Account: string(by.ID), Category: j.Category}
	players := []play.PlayerID{by.ID}
	if t.TeamSize > 1 {
		partner, err := s.partner(ctx, by, r, j.Partner)
		if err != nil {
			return e, err
		}
		e = tournament.Entrant{
			Name: cmp.Or(j.Team, by.Name+" & "+partner.Name), Category: j.Category, Members: []string{by.Name, partner.Name}, Accounts: []string{string(by.ID), string(partner.ID)},
		}
		if err := s.checkEntrantNames(&e); err != nil {
			return e, err
		}
		players = append(players, partner.ID)
	}
	for _, p := range players {
		if t.ByAccount(string(p)) != nil {
			return e, JoinedTwice.Refuse("")
		}
	}
	if err := s.refuseBlocked(ctx, t, players); err != nil {
		return e, err
	}
	if t.Rated {
		if err := s.refuseRated(ctx, t, players); err != nil {
			return e, err
		}
	}
	standings, err := s.Store.Standings(ctx, play.Rank{Game: t.Game, Player: by.ID})
	if err == nil && t.TeamSize == 1 && standings[0].Games > 0 {
		e.Rating = int(math.Round(standings[0].Rating.Value))
	}
	e.Name = freeName(t, e.Name)
	return e, err
}

// freeName is a name that no entrant has: names of guests are nobody's.
func freeName(t *tournament.Tournament, name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(t.Entrants, func(e tournament.Entrant) bool { return tournament.SameNames(e.Name, name) })
	}
	free := name
	for n := 2; taken(free); n++ {
		free = name + " (" + strconv.Itoa(n) + ")"
	}
	return free
}

// partner is somebody with whom a player may make a team: a friend, or a member of
// the tournament's group.
func (s *Service) partner(ctx context.Context, by play.Player, r *room, id play.PlayerID) (play.Player, error) {
	partner, err := s.Store.Player(ctx, id)
	if errors.Is(err, play.ErrNoPlayer) || err == nil && (partner.Name == "" || id == by.ID) {
		return partner, NeedsPartner.Refuse("")
	}
	if err != nil {
		return partner, err
	}
	friends, err := s.Store.AreFriends(ctx, by.ID, id)
	if err != nil || friends {
		return partner, err
	}
	role, err := s.role(ctx, partner, r.head.Group)
	if err == nil && role == "" {
		err = NeedsPartner.Refuse("")
	}
	return partner, err
}

// refuseBlocked refuses players who have a block between them and somebody whom
// they would have to meet: in a round robin everybody, in a knockout anybody.
func (s *Service) refuseBlocked(ctx context.Context, t *tournament.Tournament, players []play.PlayerID) error {
	if t.Form != tournament.RoundRobin && t.Form != tournament.Knockout {
		return nil
	}
	all := slices.Clone(players)
	for i := range t.Entrants {
		for _, p := range t.Entrants[i].Players() {
			all = append(all, play.PlayerID(p))
		}
	}
	if len(all) < 2 {
		return nil
	}
	blocks, err := s.Store.BlocksAmong(ctx, all...)
	for _, b := range blocks {
		switch {
		case slices.Contains(players, b.By):
			return play.OwnBlockAtTable.Refuse("")
		case slices.Contains(players, b.Player):
			return play.BlockedAtTable.Refuse("")
		}
	}
	return err
}

// refuseRated refuses players who may not play rated games.
func (s *Service) refuseRated(ctx context.Context, t *tournament.Tournament, players []play.PlayerID) error {
	g, err := s.Games.Find(t.Game)
	if err != nil {
		return err
	}
	for _, id := range players {
		p, err := s.Store.Player(ctx, id)
		if err != nil {
			return err
		}
		p.Bot = false // Bots may play rated games; whether they may join is decided elsewhere.
		if err := (play.Terms{Game: g.ID(), Rated: true}).CheckPaired(g, p); err != nil {
			return err
		}
	}
	return nil
}

// Act lets a player do something about their own part in a tournament.
func (s *Service) Act(ctx context.Context, by play.Player, q Request, act func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error)) (View, error) {
	q.By = by.ID
	return s.actAs(ctx, q, func(_ *room, t *tournament.Tournament) *tournament.Entrant { return t.ByAccount(string(by.ID)) }, NotEntered, act)
}

// ActByCode is [Service.Act] for somebody with the code of a result slip.
func (s *Service) ActByCode(ctx context.Context, q Request, code string, act func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error)) (View, error) {
	return s.actAs(ctx, q, func(r *room, t *tournament.Tournament) *tournament.Entrant { return entrantOf(r.head.Key, t, code) }, BadCode, act)
}

func (s *Service) actAs(ctx context.Context, q Request, who func(r *room, t *tournament.Tournament) *tournament.Entrant, nobody game.Ground, act func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error)) (View, error) {
	r, err := s.load(ctx, q.ID)
	if err != nil {
		return View{}, err
	}
	return s.changed(ctx, r, q, func(r *room, t *tournament.Tournament) ([]tournament.Command, error) {
		e := who(r, t)
		if e == nil {
			return nil, nobody.Refuse("")
		}
		c, err := act(t, e)
		if _, leaves := c.(tournament.Withdraw); err == nil && e.Changes >= tournament.MaxOwnChanges && !leaves && !firstReport(t, c) {
			err = TooManyChanges.Refuse("")
		}
		return []tournament.Command{c}, err
	})
}

// firstReport reports whether a side reports a result for the first time.
func firstReport(t *tournament.Tournament, c tournament.Command) bool {
	report, reports := c.(tournament.ReportResult)
	r := t.Round(report.Round)
	if !reports || r == nil || report.Board < 1 || report.Board > len(r.Games) {
		return false
	}
	g := &r.Games[report.Board-1]
	side := 0
	if g.Second == report.Number {
		side = 1
	}
	return g.Reported[side] == tournament.Claim{}
}

// Withdraw and Return are what players do about their own part.
func Withdraw(_ *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error) {
	return tournament.Withdraw{Number: e.Number}, nil
}

// Return lets a player who withdrew play again.
func Return(_ *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error) {
	return tournament.Return{Number: e.Number}, nil
}

// Bye requests a half-point bye for a round, or takes the request back.
func Bye(round int, cancel bool) func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error) {
	return func(_ *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error) {
		if cancel {
			return tournament.CancelBye{Number: e.Number, Round: round}, nil
		}
		return tournament.RequestBye{Number: e.Number, Round: round}, nil
	}
}

// Report reports the result of a board. Round and board may be 0: then it is the
// open game of the entrant.
func Report(round, board int, text string) func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error) {
	return func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error) {
		result, detail, err := tournament.ParseResult(text, t.MiniMatch())
		if err != nil {
			return nil, err
		}
		if board == 0 {
			round, board = openBoardOf(t, e.Number)
		}
		round = cmp.Or(round, len(t.Played))
		if r := t.Round(round); r != nil && board >= 1 && board <= len(r.Games) && t.IsOnline(&r.Games[board-1]) {
			return nil, OnlineResult.Refuse("", "board", strconv.Itoa(board))
		}
		return tournament.ReportResult{Round: round, Board: board, Number: e.Number, Result: result, Detail: detail}, nil
	}
}

// openBoardOf finds the last open game of an entrant, or else the last game.
func openBoardOf(t *tournament.Tournament, number int) (round, board int) {
	for i := len(t.Played) - 1; i >= 0; i-- {
		for _, g := range t.Played[i].Games {
			if !g.Has(number) {
				continue
			}
			if !g.Result.Known() {
				return i + 1, g.Board
			}
			if board == 0 {
				round, board = i+1, g.Board
			}
		}
	}
	return round, board
}
