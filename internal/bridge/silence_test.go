package bridge

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"plateau/exact"
	"plateau/game"
)

// silent is a tablebase on a host that does not answer.
type silent struct{ exact.Tablebase }

var errSilent = errors.New("the host does not answer")

func (silent) Fetch([]uint64) error {
	time.Sleep(4 * time.Second)
	return errSilent
}

func (silent) ValueOf(uint64) (game.Value, error) { return game.Unknown, errSilent }

// ticking is a context for searches in a test with a clock of its own, which
// stands still while they compute.
type ticking struct{ context.Context }

func (c ticking) Err() error {
	time.Sleep(time.Millisecond)
	return c.Context.Err()
}

// Waiting for a tablebase in vain takes nothing of the time for the search that
// stands in for it.
func TestSearchAfterSilence(t *testing.T) {
	const start, milliseconds = "X2/1O1/O1X X", 1000
	// The others lose in two turns.
	winning := []string{"b3-b1", "c2-a2"}
	match := MatchText{Game: "quixo3", Start: start, Moves: []string{}}
	synctest.Test(t, func(t *testing.T) {
		ctx, b := ticking{t.Context()}, bridgeWith(silent{})
		won, lost := Worth{Outcome: "win", Turns: turns(5)}, Worth{Outcome: "loss", Turns: turns(2)}

		played := match
		played.Moves = []string{"a2-a1"}
		plies, err := b.Review(ctx, ReviewRequest{Match: played, Milliseconds: milliseconds}, nil)
		if err != nil || len(plies) != 1 || !reflect.DeepEqual(plies[0].Before, won) || !reflect.DeepEqual(plies[0].After, lost) ||
			plies[0].Fault != "blunder" || !slices.Contains(winning, plies[0].Best) {
			t.Errorf("reviewed: %+v, %v", plies, err)
		}
		found, err := b.Analyse(ctx, AnalyseRequest{Game: "quixo3", Position: start, Milliseconds: milliseconds}, nil)
		if err != nil || !reflect.DeepEqual(found.Worth, won) {
			t.Errorf("analysed: %+v, %v", found, err)
		}
		move, err := b.Choose(ctx, ChooseRequest{Match: match, Level: "perfect", Milliseconds: milliseconds})
		if err != nil || !slices.Contains(winning, move) {
			t.Errorf("chosen: %s, %v", move, err)
		}
		if accepts, err := b.AcceptsDraw(ctx, DrawRequest{Match: match, Seat: 0}); err != nil || accepts {
			t.Errorf("accepts a draw: %t, %v", accepts, err)
		}
	})
}
