package routes

import (
	"plateau/internal/api"
	"plateau/internal/httpapi/route"
)

func (s *routes) followMyTables(out *route.Stream) {
	sub, tables, err := s.House.PlayerWatches.Watch(out.Request.Context(), out.Viewer.ID)
	if err != nil {
		out.Refuse(err)
		return
	}
	defer sub.Close()
	news := api.MyTablesNews{Whole: true, Tables: api.ViewSummaries(tables)}
	out.Run(route.Source{Heartbeat: out.Heartbeat, Look: func() (<-chan struct{}, error) {
		if !news.Whole {
			news.Tables = api.ViewSummaries(sub.Look())
		}
		if !news.Whole && len(news.Tables) == 0 {
			return sub.Bell(), nil
		}
		err := out.Send("mine", news)
		news.Whole = false
		return sub.Bell(), err
	}})
}
