package routes

import (
	"encoding/json"
	"strconv"
	"time"

	grouproutes "plateau/internal/groups/routes"
	"plateau/internal/httpapi/route"

	"plateau/internal/api"
	"plateau/internal/play"
)

// follow follows a tournament; its players count as present.
func (s *routes) follow(out *route.Stream) {
	ctx := out.Request.Context()
	w, err := s.Tournaments.Watch(ctx, play.TournamentID(out.Request.PathValue("id")))
	if err != nil {
		out.Refuse(err)
		return
	}
	defer w.Close()
	if out.Viewer.ID != "" {
		defer s.House.Presence.Follow(out.Viewer.ID)()
	}
	// Roles seldom change: not every change of the tournament asks for them.
	var organises bool
	var asked time.Time
	out.Run(route.Source{Heartbeat: out.Heartbeat, Look: func() (<-chan struct{}, error) {
		v, err := w.Look(ctx)
		if err != nil {
			return nil, err
		}
		shared := viewTournament(v)
		news := api.TournamentNews{Now: api.Millis(s.Now()), Summary: shared.Summary, Open: shared.Open, Next: shared.NextRound, Ends: shared.Ends}
		if now := s.Now(); now.Sub(asked) >= route.HeartbeatEvery {
			if organises, err = s.Tournaments.Organises(ctx, grouproutes.MemberOf(out.Caller), v.Head); err != nil {
				return nil, err
			}
			asked = now
		}
		news.Me.Organiser = organises
		if e := v.ByAccount(string(out.Viewer.ID)); e != nil && out.Viewer.ID != "" {
			addOpenGame(&news.Me, v, e.Number)
		}
		text, err := json.Marshal(news)
		if err != nil {
			return nil, err
		}
		return w.Bell(), out.Write(route.AppendEvent(nil, "tournament", strconv.FormatUint(v.Seq, 10)), text, route.EndOfEvent)
	}})
}
