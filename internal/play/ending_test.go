package play_test

import (
	"testing"
	"time"

	"plateau/game"
	"plateau/internal/play"
)

func TestAbort(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.move("a1-a5")
	s.do(ben.ID, play.Abort{})
	s.want(play.Over, play.Void, "aborted")
	s.replays()
	s = started(t, play.Terms{Game: "quixo"})
	s.move("a1-a5", "b1-b5")
	s.refuse(ben.ID, play.Abort{}, play.TooLate)
}

// TestRatedGamesCount as soon as the opponent has moved: who does not like the
// opponent can neither abort the game nor wait until it is aborted. They change ratings
// when everybody has made some moves.
func TestRatedGamesCount(t *testing.T) {
	rated := func(moves ...string) *sheet {
		s := started(t, play.Terms{Game: "quixo", Rated: true, Time: play.Time{Main: 60_000}})
		s.move(moves...)
		return s
	}
	s := rated("a1-a5")
	s.refuse(ben.ID, play.Abort{}, play.RatedAbort)
	s.do(ann.ID, play.Abort{})
	s.want(play.Over, play.Void, "aborted")

	s = rated()
	s.do(ben.ID, play.Abort{})
	s.want(play.Over, play.Void, "aborted")

	s = rated()
	s.wait(6 * time.Minute)
	s.do("", play.Flag{})
	s.want(play.Over, play.Void, "aborted")

	s = rated("a1-a5")
	s.wait(6 * time.Minute)
	s.moment.By = ""
	d, err := play.Decide(s.table, play.Flag{}, s.moment)
	if err != nil || d.Table.Result != play.FirstWon || d.NeedsRating() || d.Table.Unrated() != play.UnratedShort {
		t.Errorf("who never answered the first move: %v, %q", err, d.Table.Result)
	}

	opening := []string{"a1-a5", "b1-b5", "a1-a5", "b1-b5", "a1-a5", "b1-b5"}
	for plies, counts := range map[int]bool{2: false, 5: false, 6: true} {
		s = rated(opening[:plies]...)
		s.moment.By = ben.ID
		d, err = play.Decide(s.table, play.Resign{}, s.moment)
		if err != nil || d.NeedsRating() != counts || (d.Table.Unrated() == play.UnratedShort) == counts {
			t.Errorf("resigned after %d moves: %v, to be rated %t, because %q", plies, err, d.NeedsRating(), d.Table.Unrated())
		}
	}
	// What happens after the end does not rate a game that was one of many.
	s = rated(opening...)
	s.moment.By = ben.ID
	if d, err = play.Decide(s.table, play.Resign{}, s.moment); err != nil {
		t.Fatal(err)
	}
	if d, err = play.Decide(d.Table, play.AskRematch{}, s.moment); err != nil || d.NeedsRating() || d.Table.Unrated() != play.UnratedOften {
		t.Errorf("a rematch: %v, to be rated %t, because %q", err, d.NeedsRating(), d.Table.Unrated())
	}

	// Without a single move there was no game that says anything.
	s = rated()
	s.do(ben.ID, play.Resign{})
	s.want(play.Over, play.FirstWon, "resignation")
}

func TestClaims(t *testing.T) {
	for _, c := range []struct {
		game   string
		draw   bool
		value  game.Value
		result play.Result
		reason string
	}{
		{"quixo", false, game.Unknown, play.FirstWon, "abandoned"},
		{"quixo", true, game.Unknown, play.DrawnGame, "abandoned"},
		{"quixo", true, game.Win, play.FirstWon, "proved"},
		{"quixo", false, game.LossIn(4), play.SecondWon, "proved"},
		{"quixo", false, game.Draw, play.DrawnGame, "proved"},
		{"quantik", false, game.Unknown, play.FirstWon, "abandoned"},
	} {
		s := started(t, play.Terms{Game: c.game})
		s.moment.Value = c.value
		s.moment.Away = []play.Millis{60_000, 59_999}
		s.refuse(ann.ID, play.Claim{Draw: c.draw}, play.NobodyLeft)
		s.moment.Away = []play.Millis{0, 60_000}
		s.refuse(eve.ID, play.Claim{Draw: c.draw}, play.NotSeated)
		s.do(ann.ID, play.Claim{Draw: c.draw})
		s.want(play.Over, c.result, c.reason)
		s.replays()
		if r := s.table.Record(); r.Outcome != c.result.Outcome() || r.Reason != "" {
			t.Errorf("the record ends %v by %q", r.Outcome, r.Reason)
		}
	}
	s := started(t, play.Terms{Game: "quantik"})
	s.moment.Away = []play.Millis{0, 60_000}
	s.refuse(ann.ID, play.Claim{Draw: true}, game.NoDraws)
	s = started(t, play.Terms{Game: "quantik", Time: play.Time{Days: 1}})
	s.moment.Away = []play.Millis{0, 60_000}
	s.refuse(ann.ID, play.Claim{}, play.ClaimByDays)
}
