package figures

import (
	"context"
	"fmt"
	"math/rand/v2"

	"plateau/game"
)

// Players says how both sides choose their moves.
type Players string

// Random players make any legal move. Best players make any of those that keep
// the result; they win as fast and lose as slowly as possible where distances
// are known.
const (
	Random Players = "random"
	Best   Players = "best"
)

// Rules is what games need to be played and counted.
type Rules[S any] struct {
	Start func() S
	// Value is that of any position, also of finished games.
	Value func(s *S) (game.Value, error)
	// Ending names how a finished game ended.
	Ending func(before, after *S) string
}

// Turn is what was counted after a number of turns, over all games.
type Turn struct {
	// Running games are not over yet, and these are their values for the
	// player to move.
	Running, Won, Drawn, Lost int
	// Thrown adds up the share of the moves that make the result worse.
	Thrown float64
	// Ended are the games that ended with this turn.
	Ended map[string]int
}

// Sample is how many games are played, and how.
type Sample struct {
	Games int
	Seed  uint64
	// Turns is the most that are played of a game.
	Turns int
	Players
}

// Play plays games from the start. Each game has random choices of its own, so
// a seed always gives the same games.
func Play[S any, P game.State[S]](ctx context.Context, rules Rules[S], sample Sample, report func(string)) ([]Turn, error) {
	turns := make([]Turn, sample.Turns+1)
	for i := range turns {
		turns[i].Ended = map[string]int{}
	}
	for number := range sample.Games {
		if number%1000 == 0 {
			report(fmt.Sprintf("%d of %d games of %s players", number, sample.Games, sample.Players))
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		rng := rand.New(rand.NewPCG(sample.Seed, uint64(number)))
		if err := playOne[S, P](rules, sample.Players, rng, turns); err != nil {
			return nil, err
		}
	}
	return turns, nil
}

func playOne[S any, P game.State[S]](rules Rules[S], players Players, rng *rand.Rand, turns []Turn) error {
	s := rules.Start()
	var moves []game.Move
	var values []game.Value
	for turn := range turns {
		value, err := rules.Value(&s)
		if err != nil {
			return err
		}
		t := &turns[turn]
		t.Running++
		switch {
		case value.IsWin():
			t.Won++
		case value.IsLoss():
			t.Lost++
		default:
			t.Drawn++
		}
		moves, values = P(&s).AppendMoves(moves[:0]), values[:0]
		worse := 0
		for _, m := range moves {
			after := s
			P(&after).Play(m)
			next, err := rules.Value(&after)
			if err != nil {
				return err
			}
			values = append(values, next.Before())
			if next.Before().Result() < value.Result() {
				worse++
			}
		}
		t.Thrown += float64(worse) / float64(len(moves))
		if players == Best {
			moves = best(moves, values)
		}
		before := s
		P(&s).Play(moves[rng.IntN(len(moves))])
		if P(&s).Outcome().Over() {
			if turn+1 < len(turns) {
				turns[turn+1].Ended[rules.Ending(&before, &s)]++
			}
			return nil
		}
	}
	return nil
}

// best keeps the moves with the greatest value.
func best(moves []game.Move, values []game.Value) []game.Move {
	greatest := game.Unknown
	for _, v := range values {
		greatest = max(greatest, v)
	}
	greatestMoves := moves[:0]
	for i, m := range moves {
		if values[i] == greatest {
			greatestMoves = append(greatestMoves, m)
		}
	}
	return greatestMoves
}

// Line is a game of best players who take the first of equally good moves, in
// the order of their texts: how the game may go on.
func Line[S any, P game.State[S]](rules Rules[S], s S, text func(s *S, m game.Move) string) ([]string, error) {
	var line []string
	for !P(&s).Outcome().Over() {
		greatest, first := game.Unknown, game.NoMove
		for _, m := range P(&s).AppendMoves(nil) {
			after := s
			P(&after).Play(m)
			next, err := rules.Value(&after)
			if err != nil {
				return nil, err
			}
			if v := next.Before(); v > greatest {
				greatest, first = v, m
			}
		}
		line = append(line, text(&s, first))
		P(&s).Play(first)
	}
	return line, nil
}

// AddTurns adds a row for every number of turns after which something was still
// to be counted.
func AddTurns(sheet *Sheet, sample Sample, turns []Turn, endings []string) {
	for n, t := range turns {
		cells := []any{string(sample.Players), n, t.Running, t.Won, t.Drawn, t.Lost, t.Thrown / float64(max(t.Running, 1))}
		ended := 0
		for _, name := range endings {
			cells = append(cells, t.Ended[name])
			ended += t.Ended[name]
		}
		if t.Running+ended > 0 {
			sheet.Add(cells...)
		}
	}
}

// TurnColumns are those of [AddTurns].
func TurnColumns(endings []string) []string {
	return append([]string{"players", "turns", "running", "won", "drawn", "lost", "thrown"}, endings...)
}
