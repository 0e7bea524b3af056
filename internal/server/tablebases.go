package server

import (
	"runtime"

	"plateau/engine"
	"plateau/internal/bridge"
	"plateau/internal/httpapi/online"
)

// lookUpBytes is the transposition table of engines that look values up and
// search nothing.
const lookUpBytes = 64 << 10

// openTablebases makes what answers browsers about solved games. Most of the
// time is spent waiting for the disk, so there are more bridges than cores.
func (s *Server) openTablebases() (online.Tablebases, error) {
	var served online.Tablebases
	for _, e := range s.config.Games {
		has, err := s.config.Knowledge.HasTablebase(e.Game)
		if err != nil {
			return served, err
		}
		if has {
			s.Solved = append(s.Solved, e.Game)
			served.Games = append(served.Games, e.ID())
		}
	}
	for range 2 * runtime.GOMAXPROCS(0) {
		served.Bridges = append(served.Bridges, bridge.New(s.config.Games, func(id string, _ bridge.Use) (engine.Engine, error) {
			return s.config.newEngine(id, lookUpBytes)
		}))
	}
	return served, nil
}

// newEngine makes an engine that searches on one thread.
func (c *Config) newEngine(id string, transpositionBytes int) (engine.Engine, error) {
	g, err := c.Games.Games().Find(id)
	if err != nil {
		return nil, err
	}
	return c.Knowledge.NewEngine(g, engine.Options{TranspositionBytes: transpositionBytes})
}
