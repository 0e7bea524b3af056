package online

import (
	"encoding/json"
	"strconv"
	"time"

	"plateau/internal/play"
)

// tournamentNews is what the stream of a tournament says. It is short: those who
// need more ask for it, and most need little of it.
type tournamentNews struct {
	Now     int64                 `json:"now"`
	Summary tournamentSummaryView `json:"summary"`
	Open    int                   `json:"open" doc:"How many results are missing in all rounds"`
	Next    int64                 `json:"next_round,omitempty" doc:"When the next round starts by itself, if that is known"`
	Ends    int64                 `json:"ends,omitempty" doc:"When the time of an arena is up"`
	Me      tournamentMeView      `json:"me" doc:"Who you are in it, and the table of your open game"`
}

// streamTournament follows a tournament; its players count as present.
func (s *server) streamTournament(out *stream) {
	ctx := out.request.Context()
	w, err := s.Tournaments.Watch(ctx, play.TournamentID(out.request.PathValue("id")))
	if err != nil {
		out.refuse(err)
		return
	}
	defer w.Close()
	viewer, err := s.memberOf(out.request, out.viewer)
	if err != nil {
		out.refuse(err)
		return
	}
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
		news := tournamentNews{Now: millis(s.Now()), Summary: shared.Summary, Open: shared.Open, Next: shared.NextRound, Ends: shared.Ends}
		if now := s.Now(); now.Sub(asked) >= heartbeatEvery {
			if organises, err = s.Tournaments.Organises(ctx, viewer, v.Head); err != nil {
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
