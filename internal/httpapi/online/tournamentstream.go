package online

import (
	"encoding/json"
	"strconv"
	"time"

	"plateau/internal/api"
	"plateau/internal/play"
)

// streamTournament follows a tournament; its players count as present.
func (s *server) streamTournament(out *stream) {
	ctx := out.request.Context()
	w, err := s.Tournaments.Watch(ctx, play.TournamentID(out.request.PathValue("id")))
	if err != nil {
		out.refuse(err)
		return
	}
	defer w.Close()
	if out.viewer.ID != "" {
		defer s.House.Presence.Follow(out.viewer.ID)()
	}
	// Roles seldom change: not every change of the tournament asks for them.
	var organises bool
	var asked time.Time
	out.run(source{heartbeat: out.heartbeat, look: func() (<-chan struct{}, error) {
		v, err := w.Look(ctx)
		if err != nil {
			return nil, err
		}
		shared := viewTournament(v)
		news := api.TournamentNews{Now: millis(s.Now()), Summary: shared.Summary, Open: shared.Open, Next: shared.NextRound, Ends: shared.Ends}
		if now := s.Now(); now.Sub(asked) >= heartbeatEvery {
			if organises, err = s.Tournaments.Organises(ctx, out.caller.member(), v.Head); err != nil {
				return nil, err
			}
			asked = now
		}
		news.Me.Organiser = organises
		if e := v.ByAccount(string(out.viewer.ID)); e != nil && out.viewer.ID != "" {
			addOpenGame(&news.Me, v, e.Number)
		}
		text, err := json.Marshal(news)
		if err != nil {
			return nil, err
		}
		return w.Bell(), out.write(appendEvent(nil, "tournament", strconv.FormatUint(v.Seq, 10)), text, endOfEvent)
	}})
}
