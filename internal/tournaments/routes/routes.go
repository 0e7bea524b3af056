// Package routes has the routes of tournaments.
package routes

import (
	"context"
	"slices"
	"strings"

	grouproutes "plateau/internal/groups/routes"

	"github.com/danielgtaylor/huma/v2"

	"plateau/internal/api"
	"plateau/internal/httpapi/route"
	"plateau/internal/play"
	"plateau/internal/tournaments"
	"plateau/tournament"
)

// Tournaments. Anybody who knows the id of one may look at it; organisers give orders,
// and players act for themselves. Those at real boards may report results with the
// code of their result slip, without an account.

type (
	tournamentInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	tournamentBody[B any] struct {
		ID   string `path:"id" maxLength:"64"`
		Body B
	}
	optionalTournamentBody[B any] struct {
		ID   string `path:"id" maxLength:"64"`
		Body *B
	}
	tournamentsInput struct {
		route.PageInput
		Game     string `query:"game" maxLength:"32"`
		Group    string `query:"group" maxLength:"64" doc:"Those of a class or club, for its members"`
		Own      bool   `query:"own" doc:"Those that I organise or take part in, instead of those that everybody may see"`
		Finished bool   `query:"finished" doc:"Those that are over, instead of the others"`
	}
)

const tournamentsTag = "tournaments"

// maxOrders bounds the body of orders and of reports.
const maxOrders = 2 << 20

func forTournaments(id, pattern, summary string) route.Route {
	return route.ForPlayers(tournamentsTag, id, pattern, summary)
}

type routes struct {
	*route.Router
	Tournaments *tournaments.Service
	Store       tournaments.EventStore
}

// Register adds tournaments.
func Register(r *route.Router, service *tournaments.Service, store tournaments.EventStore) {
	s := &routes{r, service, store}
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "listTournaments", "GET /tournaments", "Tournaments that everybody may see, of a group, or mine"),
		route.Body(s.listTournaments))
	route.Add(s.Router, forTournaments("createTournament", "POST /tournaments", "Create a tournament").Costs(10).WithBody(maxOrders).Created(),
		route.Body(s.createTournament))
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "getTournament", "GET /tournaments/{id}",
		"A tournament: settings, entrants, rounds, standings, bracket").Costs(3), route.Body(s.getTournament))
	route.Add(s.Router, forTournaments("deleteTournament", "DELETE /tournaments/{id}", "Delete a tournament; games stay").NoContent(), s.deleteTournament)
	// What organisers do adds to the cost, see [ordersCost].
	route.Add(s.Router, forTournaments("orderTournament", "POST /tournaments/{id}/orders",
		"Everything that organisers do").Costs(3).WithBody(maxOrders), route.Body(s.orderTournament))
	route.Add(s.Router, forTournaments("joinTournament", "POST /tournaments/{id}/join", "Take part"), route.Body(s.joinTournament))
	route.Add(s.Router, forTournaments("leaveTournament", "POST /tournaments/{id}/withdraw", "Withdraw; in an arena, pause"), route.Body(s.actIn(tournaments.Withdraw)))
	route.Add(s.Router, forTournaments("returnToTournament", "POST /tournaments/{id}/return", "Play again after a withdrawal"), route.Body(s.actIn(tournaments.Return)))
	route.Add(s.Router, forTournaments("requestBye", "POST /tournaments/{id}/bye", "Request a half-point bye"), route.Body(s.requestBye))
	route.Add(s.Router, forTournaments("reportResult", "POST /tournaments/{id}/report", "Report the result of my game at a real board"), route.Body(s.reportResult))
	route.Add(s.Router, route.ForAnybody(tournamentsTag, "lookAtSlip", "POST /tournaments/slip",
		"A tournament as an entrant sees it, with the code of a result slip").Costs(5).ForStrangers(), route.Body(s.lookAtSlip))
	route.Add(s.Router, route.ForAnybody(tournamentsTag, "reportBySlip", "POST /tournaments/slip/report",
		"Report the result of a game at a real board, with the code of a result slip").ForStrangers(), route.Body(s.reportBySlip))
	route.Add(s.Router, forTournaments("getTournamentLinks", "GET /tournaments/{id}/links",
		"Links and QR codes to follow, to join and to report results, for organisers").Costs(20), route.Body(s.tournamentLinks))
	route.Add(s.Router, route.ForVisitors(tournamentsTag, "getTournamentOfTable", "GET /tables/{id}/tournament",
		"The tournament of a table, for those who take part or organise it, and for everybody if it is listed"), route.Body(s.tournamentOfTable))
	s.registerFiles()
	r.Stream(route.ForVisitors("streams", "followTournament", "GET /tournaments/{id}/events", "Follow a tournament; its players count as present"),
		[]*huma.Param{route.PathParam("id", "The id of the tournament")}, []route.Event{
			route.EventOf[api.TournamentNews](r, "tournament", "How far it is: at the start, after every change, and when a table was opened. Its id is the number of the last event"),
		}, s.follow)
}

func (s *routes) listTournaments(ctx context.Context, in *tournamentsInput) (api.Tournaments, error) {
	view := api.Tournaments{Tournaments: []api.TournamentSummary{}}
	player := route.PlayerOf(ctx)
	q := tournaments.Query{Game: in.Game, Finished: in.Finished, Unfinished: !in.Finished, Limit: in.Limit}
	switch {
	case in.Own && player.ID == "":
		return view, s.SessionMissing()
	case in.Own:
		return s.listMyTournaments(ctx, player, q)
	case in.Group != "":
		if err := s.Tournaments.RefuseStranger(ctx, grouproutes.MemberOf(route.CallerOf(ctx)), play.GroupID(in.Group)); err != nil {
			return view, err
		}
		q.Group = play.GroupID(in.Group)
	default:
		q.Listed = true
	}
	if in.Cursor != "" {
		id, changed, err := route.ReadCursor(in.Cursor)
		if err != nil {
			return view, err
		}
		q.After = &tournaments.Head{ID: play.TournamentID(id), Changed: changed}
	}
	list, err := s.Store.Tournaments(ctx, q)
	if err == nil && len(list) == in.Limit {
		last := list[len(list)-1]
		view.Next = route.CursorAfter(string(last.ID), last.Changed)
	}
	for _, head := range list {
		view.Tournaments = append(view.Tournaments, viewTournamentSummary(head))
	}
	return view, err
}

// listMyTournaments lists those that a player organises or takes part in, on a single
// page.
func (s *routes) listMyTournaments(ctx context.Context, player play.Player, q tournaments.Query) (api.Tournaments, error) {
	view := api.Tournaments{Tournaments: []api.TournamentSummary{}}
	own, taking := q, q
	own.Owner, taking.Player = player.ID, player.ID
	first, err := s.Store.Tournaments(ctx, own)
	if err != nil {
		return view, err
	}
	second, err := s.Store.Tournaments(ctx, taking)
	all := slices.Concat(first, second)
	slices.SortStableFunc(all, func(a, b tournaments.Head) int { return b.Changed.Compare(a.Changed) })
	seen := make(map[play.TournamentID]bool)
	for _, head := range all {
		if !seen[head.ID] && len(view.Tournaments) < q.Limit {
			view.Tournaments = append(view.Tournaments, viewTournamentSummary(head))
		}
		seen[head.ID] = true
	}
	return view, err
}

func (s *routes) createTournament(ctx context.Context, in *route.BodyInput[api.NewTournament]) (api.Tournament, error) {
	by := grouproutes.MemberOf(route.CallerOf(ctx))
	if p := s.Limiters.Tables.Take(string(by.Player.ID), 1); p != nil {
		return api.Tournament{}, p
	}
	plan := tournaments.Plan{Settings: in.Body.Settings, Group: in.Body.Group, Request: in.Body.Request}
	if in.Body.TRF != "" {
		plan.Report = strings.NewReader(in.Body.TRF)
	}
	id, err := s.Tournaments.Create(ctx, by, plan)
	if err != nil {
		return api.Tournament{}, err
	}
	return s.getTournament(ctx, &tournamentInput{ID: string(id)})
}

// shown is a view with what concerns the viewer.
func (s *routes) shown(ctx context.Context, v tournaments.View, err error) (api.Tournament, error) {
	if err != nil {
		return api.Tournament{}, err
	}
	view := viewTournament(v)
	view.Now = api.Millis(s.Now())
	actor := grouproutes.MemberOf(route.CallerOf(ctx))
	player := actor.Player
	if view.Me.Organiser, err = s.Tournaments.Organises(ctx, actor, v.Head); err != nil {
		return view, err
	}
	if v.Head.Group != "" && player.ID != "" {
		view.Me.Member = s.Tournaments.RefuseStranger(ctx, actor, v.Head.Group) == nil
	}
	if e := v.ByAccount(string(player.ID)); e != nil && player.ID != "" {
		addOpenGame(&view.Me, v, e.Number)
	}
	return view, nil
}

// addOpenGame adds who the viewer is, and where they play.
func addOpenGame(me *api.TournamentMe, v tournaments.View, number int) {
	me.Number = number
	for i := len(v.Played) - 1; i >= 0; i-- {
		for j := range v.Played[i].Games {
			g := &v.Played[i].Games[j]
			if !g.Has(number) || g.Result.Known() {
				continue
			}
			me.Round, me.Board, me.Opponent = i+1, g.Board, g.Opponent(number)
			if tables := v.Tables(i+1, g); len(tables) > 0 {
				me.Table = tables[len(tables)-1]
			}
			return
		}
	}
}

func (s *routes) getTournament(ctx context.Context, in *tournamentInput) (api.Tournament, error) {
	v, err := s.Tournaments.Look(ctx, play.TournamentID(in.ID))
	return s.shown(ctx, v, err)
}

func (s *routes) tournamentOfTable(ctx context.Context, in *tournamentInput) (api.TournamentSummary, error) {
	actor := grouproutes.MemberOf(route.CallerOf(ctx))
	v, err := s.Tournaments.OfTable(ctx, actor, play.TableID(in.ID))
	if err != nil {
		return api.TournamentSummary{}, err
	}
	return viewTournamentSummary(v.Head), nil
}

func (s *routes) deleteTournament(ctx context.Context, in *tournamentInput) (*struct{}, error) {
	return nil, s.Tournaments.Delete(ctx, grouproutes.MemberOf(route.CallerOf(ctx)), play.TournamentID(in.ID))
}

func (s *routes) orderTournament(ctx context.Context, in *tournamentBody[api.Orders]) (api.Tournament, error) {
	orders := in.Body.Orders
	q := tournaments.Request{ID: play.TournamentID(in.ID), Request: in.Body.Request, Expected: in.Body.Expected}
	actor := grouproutes.MemberOf(route.CallerOf(ctx))
	cost, err := s.ordersCost(ctx, q.ID, orders)
	if err == nil && cost > 0 {
		err = s.Charge(ctx, cost)
	}
	if err != nil {
		return api.Tournament{}, err
	}
	v, err := s.Tournaments.Order(ctx, actor, q, orders)
	return s.shown(ctx, v, err)
}

// So many orders, entrants to be paired or events to be read again before one is undone
// cost as much as a request.
const (
	ordersPerRequest   = 50
	entrantsPerRequest = 40
	eventsPerRequest   = 1000
)

// ordersCost is what orders cost beyond the request itself.
func (s *routes) ordersCost(ctx context.Context, id play.TournamentID, orders []tournament.Order) (int, error) {
	v, err := s.Tournaments.Look(ctx, id)
	if err != nil {
		return 0, err
	}
	cost := len(orders) / ordersPerRequest
	for _, o := range orders {
		switch o.Do {
		case "pair":
			cost += len(v.Entrants) / entrantsPerRequest
		case tournament.UndoOrder:
			cost += int(v.Seq) / eventsPerRequest
		}
	}
	return cost, nil
}

func (s *routes) joinTournament(ctx context.Context, in *optionalTournamentBody[api.Joining]) (api.Tournament, error) {
	j := api.Joining{}
	if in.Body != nil {
		j = *in.Body
	}
	actor := grouproutes.MemberOf(route.CallerOf(ctx))
	v, err := s.Tournaments.Join(ctx, actor, tournaments.Request{ID: play.TournamentID(in.ID), Request: j.Request},
		tournaments.Joining{Code: j.Code, Team: j.Team, Partner: j.Partner, Category: j.Category})
	return s.shown(ctx, v, err)
}

// act is something that a player does for themselves.
type act = func(t *tournament.Tournament, e *tournament.Entrant) (tournament.Command, error)

func (s *routes) actIn(do act) func(ctx context.Context, in *optionalTournamentBody[api.RequestID]) (api.Tournament, error) {
	return func(ctx context.Context, in *optionalTournamentBody[api.RequestID]) (api.Tournament, error) {
		request := ""
		if in.Body != nil {
			request = in.Body.Request
		}
		return s.act(ctx, in.ID, request, do)
	}
}

func (s *routes) act(ctx context.Context, id, request string, do act) (api.Tournament, error) {
	v, err := s.Tournaments.Act(ctx, route.PlayerOf(ctx), tournaments.Request{ID: play.TournamentID(id), Request: request}, do)
	return s.shown(ctx, v, err)
}

func (s *routes) requestBye(ctx context.Context, in *tournamentBody[api.ByeRequest]) (api.Tournament, error) {
	return s.act(ctx, in.ID, in.Body.Request, tournaments.Bye(in.Body.Round, in.Body.Cancel))
}

func (s *routes) reportResult(ctx context.Context, in *tournamentBody[api.ReportedResult]) (api.Tournament, error) {
	return s.act(ctx, in.ID, in.Body.Request, tournaments.Report(in.Body.Round, in.Body.Board, in.Body.Result))
}

func (s *routes) lookAtSlip(ctx context.Context, in *route.BodyInput[api.Slip]) (api.Tournament, error) {
	v, e, err := s.Tournaments.LookByCode(ctx, in.Body.Tournament, in.Body.Code)
	if err != nil {
		return api.Tournament{}, err
	}
	view := viewTournament(v)
	view.Now = api.Millis(s.Now())
	addOpenGame(&view.Me, v, e.Number)
	return view, nil
}

func (s *routes) reportBySlip(ctx context.Context, in *route.BodyInput[api.SlipReport]) (api.Tournament, error) {
	b := in.Body
	_, err := s.Tournaments.ActByCode(ctx, tournaments.Request{ID: b.Tournament}, b.Code,
		tournaments.Report(b.Round, b.Board, b.Result))
	if err != nil {
		return api.Tournament{}, err
	}
	return s.lookAtSlip(ctx, &route.BodyInput[api.Slip]{Body: api.Slip{Tournament: b.Tournament, Code: b.Code}})
}

func (s *routes) tournamentLinks(ctx context.Context, in *tournamentInput) (api.TournamentLinks, error) {
	view := api.TournamentLinks{Slips: []api.CodeLink{}}
	actor := grouproutes.MemberOf(route.CallerOf(ctx))
	v, codes, err := s.Tournaments.Codes(ctx, actor, play.TournamentID(in.ID))
	if err != nil {
		return view, err
	}
	id := string(v.Head.ID)
	link := func(what, code string, number int) (api.CodeLink, error) {
		address := s.PageLink(route.CallerOf(ctx), "tournament", play.Token(strings.TrimSuffix(id+"/"+what+"/"+code, "//")))
		qr, err := route.ViewCode(address)
		return api.CodeLink{Number: number, Code: code, Link: address, QR: qr}, err
	}
	if view.Watch, err = link("", "", 0); err != nil {
		return view, err
	}
	if view.Join, err = link("join", codes.Join, 0); err != nil {
		return view, err
	}
	for i, code := range codes.Slips {
		slip, err := link("slip", code, i+1)
		if err != nil {
			return view, err
		}
		view.Slips = append(view.Slips, slip)
	}
	return view, nil
}
