package load

import (
	"math/rand/v2"
	"slices"

	"plateau/game"
	"plateau/internal/api"
	"plateau/internal/play"
)

// script is a random game, made in advance so that nobody has to think while the
// server is measured.
type script struct {
	game  string
	moves []string
}

// scriptsPerGame is the number of scripts per game; tables share them.
const scriptsPerGame = 100

// randomScripts plays complete games at random, of the first three games for
// two, in turn.
func randomScripts(games game.List, rng *rand.Rand) []script {
	forTwo := slices.DeleteFunc(slices.Clone(games), func(g game.Game) bool { return len(g.Seats()) != 2 })
	var scripts []script
	for range scriptsPerGame {
		for _, g := range forTwo[:min(len(forTwo), 3)] {
			scripts = append(scripts, randomScript(g, rng))
		}
	}
	return scripts
}

func randomScript(g game.Game, rng *rand.Rand) script {
	m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
	for !m.Verdict().Outcome.Over() {
		moves := m.Position().Moves()
		if err := m.PlayMove(moves[rng.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
	s := script{game: g.ID()}
	for ply := range m.Plies() {
		s.moves = append(s.moves, m.MoveText(ply))
	}
	return s
}

// terms are those of a table for the script: with a clock, as most games have one,
// and nothing decided at random, so that chair and seat are the same.
func (s script) terms() play.Terms {
	return play.Terms{
		Game: s.game, FirstSide: play.FirstParty, Begins: play.FirstParty,
		Time: play.Time{Main: 3_600_000, Increment: 5_000}, Spectators: true, Chat: true,
	}
}

// chairs are for the host and for somebody else.
func chairs() []api.Chair { return []api.Chair{{Me: true}, {}} }
