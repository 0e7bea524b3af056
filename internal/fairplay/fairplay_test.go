package fairplay_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"plateau/engine"
	"plateau/game"
	"plateau/games"
	"plateau/internal/computers"
	"plateau/internal/fairplay"
	"plateau/internal/knowledge"
	"plateau/internal/play"
	"plateau/internal/store/sqlite"
)

// TestFigures are about a game of Quantik in which Ann finds one only move quickly,
// and Ben misses one after a long time.
func TestFigures(t *testing.T) {
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "online.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	known := knowledge.New(knowledge.Config{Games: games.All()})
	judge := computers.NewJudge(func(id string) (engine.Engine, error) {
		g, err := games.All().Games().Find(id)
		if err != nil {
			return nil, err
		}
		return known.NewEngine(g, engine.Options{TranspositionBytes: 1 << 20})
	})
	ann, ben := play.Player{ID: "ann", Name: "Ann", Registered: true}, play.Player{ID: "ben", Name: "Ben", Registered: true}
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	table := play.NewTable(games.All().Games(), "")
	do := func(by play.Player, after time.Duration, c play.Command) {
		t.Helper()
		now = now.Add(after)
		d, err := play.Decide(table, c, play.Moment{Now: now, By: by.ID})
		if err != nil {
			t.Fatal(err)
		}
		if d.NeedsRating() {
			standings, err := store.Standings(t.Context(), play.Rank{Game: "quantik", Player: "ann"}, play.Rank{Game: "quantik", Player: "ben"})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Rate(standings); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Append(t.Context(), play.BatchOf(d)); err != nil {
			t.Fatal(err)
		}
		table = d.Table
	}
	do(ann, 0, play.OpenTable{
		ID: "t", Host: ann, Chairs: []play.Sitter{{Player: "ann"}, {}},
		Terms: play.Terms{Game: "quantik", Rated: true, FirstSide: play.FirstParty, Begins: play.FirstParty},
	})
	do(ben, time.Minute, play.Sit{Player: ben, Chair: play.AnyChair})
	// Both play the only move wherever there is one, but Ben spoils his first.
	players, spoiled := []play.Player{ann, ben}, false
	had := map[play.PlayerID]int{}
	for ply := 0; table.Phase == play.Running; ply++ {
		position := table.Position()
		by, after, move := players[ply%2], 7*time.Second, position.Moves()[len(position.Moves())-1]
		if only, ok := judge.OnlyMove(t.Context(), position); ok {
			had[by.ID]++
			after, move = 2*time.Second, only
			if by.ID == "ben" && !spoiled {
				spoiled, after = true, 40*time.Second
				for _, other := range position.Moves() {
					if other != only {
						move = other
					}
				}
			}
		}
		do(by, after, play.Play{Ply: ply, Move: position.MoveText(move)})
	}
	for _, p := range players {
		list, err := fairplay.Games(t.Context(), store, p.ID, 10)
		if err != nil || len(list) != 1 || list[0].ID != "t" {
			t.Fatalf("%s has played %+v, %v", p.Name, list, err)
		}
		figures, complete, err := fairplay.Of(t.Context(), store, games.All().Games(), "t", p.ID, judge)
		if err != nil || !complete {
			t.Fatal(complete, err)
		}
		only, found := figures.OnlyMoves()
		want := had[p.ID]
		if p.ID == "ben" && spoiled {
			want--
		}
		if only != had[p.ID] || found != want {
			t.Errorf("%s: %d only moves, of which %d were found; want %d and %d", p.Name, only, found, had[p.ID], want)
		}
		if other := figures.MedianTime(func(turn fairplay.Turn) bool { return !turn.Only }); other != 7000 {
			t.Errorf("%s took %d ms for other moves, want 7000", p.Name, other)
		}
		if quick := figures.MedianTime(func(turn fairplay.Turn) bool { return turn.Found }); want > 0 && quick != 2000 {
			t.Errorf("%s took %d ms for only moves, want 2000", p.Name, quick)
		}
	}
	if had["ann"]+had["ben"] == 0 {
		t.Error("the game had no only move")
	}
	if list, err := fairplay.Games(t.Context(), store, "nobody", 10); err != nil || len(list) != 0 {
		t.Errorf("somebody without games has %+v, %v", list, err)
	}
	// An ended context stops the judging, not the reading.
	reading, stop := context.WithCancel(t.Context())
	figures, complete, err := fairplay.Of(reading, store, games.All().Games(), "t", "ann", stopper{stop})
	if had, _ := figures.OnlyMoves(); err != nil || complete || len(figures) == 0 || had != 0 {
		t.Errorf("after the end there are %+v, %v, %v", figures, complete, err)
	}
}

// stopper knows no position, and ends the judging.
type stopper struct{ stop func() }

func (s stopper) OnlyMove(context.Context, game.Position) (game.Move, bool) {
	s.stop()
	return 0, false
}
