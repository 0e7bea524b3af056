package play_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/play/glicko"
	"plateau/internal/testaid"
)

// TestRandomTables gives random commands, sensible and not, at random times to
// tables of all games. After every command the replay of the events, read back
// from their JSON, is the table itself.
func TestRandomTables(t *testing.T) {
	ends := map[string]int{}
	first := testaid.Seed(t, 0)
	for seed := first; seed < first+150; seed++ {
		w := &wild{T: t, rng: rand.New(rand.NewPCG(seed, 7)), now: start, table: play.NewTable(games.All().Games(), "")}
		w.open()
		for range 120 {
			w.step()
		}
		ends[w.table.Phase.String()+" "+w.table.Reason]++
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
	// What never happens is not tested.
	for _, end := range []string{"over timeout", "over resignation", "over agreement", "over abandoned", "over proved", "over aborted", "over closed"} {
		if ends[end] == 0 {
			t.Errorf("no table ended as %q: %v", end, ends)
		}
	}
}

// wild is a table at which anything is tried.
type wild struct {
	*testing.T
	rng      *rand.Rand
	now      time.Time
	table    *play.Table
	replayed *play.Table
}

var people = []play.Player{ann, ben, cleo, dan, eve}

func pick[E any](rng *rand.Rand, from ...E) E { return from[rng.IntN(len(from))] }

func (w *wild) open() {
	g := pick(w.rng, games.All().Games()...)
	terms := play.Terms{
		Game: g.ID(), FirstSide: pick(w.rng, play.AtRandom, play.FirstParty), Begins: pick(w.rng, play.AtRandom, play.FirstParty),
		Rated: w.rng.IntN(3) == 0 && !g.Casual(), Chat: w.rng.IntN(2) == 0, Advice: len(g.Seats()) == 4,
		Time: pick(w.rng, play.Time{}, play.Time{Main: 20_000}, play.Time{Main: 60_000, Increment: 1000}, play.Time{Days: 1}),
	}
	chairs := make([]play.Sitter, len(g.Seats()))
	chairs[0].Player = ann.ID
	for i := 1; i < len(chairs) && !terms.Rated; i++ {
		chairs[i].Level = pick(w.rng, "", "", "1", "perfect")
	}
	w.replayed = play.NewTable(games.All().Games(), "")
	if err := w.give(ann.ID, play.OpenTable{ID: "t", Terms: terms, Chairs: chairs, Host: ann}); err != nil {
		w.Fatal(err)
	}
	for range chairs {
		p := pick(w.rng, people...)
		_ = w.give(p.ID, play.Sit{Player: p, Chair: play.AnyChair}) // Some are seated, some are guests: as it comes.
	}
}

func (w *wild) step() {
	w.now = w.now.Add(pick(w.rng, 0, time.Millisecond, 300*time.Millisecond, 2*time.Second, 2*time.Second, -time.Second))
	if w.rng.IntN(60) == 0 {
		w.now = w.now.Add(pick(w.rng, time.Minute, time.Hour, 30*time.Hour))
	}
	by := pick(w.rng, people...)
	err := w.give(pick(w.rng, by.ID, by.ID, ""), w.command(by))
	var refusal *game.Refusal
	if err != nil && !errors.As(err, &refusal) {
		w.Errorf("a failure that is no refusal: %v", err)
	}
}

// command is any command; moves are the most frequent. Draw offers do not last,
// so they are often answered at once.
func (w *wild) command(by play.Player) play.Command {
	if w.table.DrawBy() != game.NoSeat && w.rng.IntN(4) == 0 {
		return play.AnswerDraw{Accept: true}
	}
	switch w.rng.IntN(40) {
	case 0:
		return play.Resign{}
	case 1:
		return play.OfferDraw{}
	case 2:
		return play.AnswerDraw{Accept: w.rng.IntN(2) == 0}
	case 3:
		return play.AskTakeBack{}
	case 4:
		return play.AnswerTakeBack{Accept: w.rng.IntN(2) == 0}
	case 5:
		return play.Abort{}
	case 6, 7:
		return play.Flag{}
	case 8:
		return play.Claim{Draw: w.rng.IntN(2) == 0}
	case 9:
		return play.AskRematch{}
	case 10:
		return play.Say{Channel: pick(w.rng, play.ToTable, play.ToPartners, "x"), Text: pick(w.rng, "hello", "", "\x00")}
	case 11:
		return play.Resume{Downtimes: []play.Downtime{{Began: w.now.Add(-time.Minute), Ended: w.now}}}
	case 12:
		return play.Sit{Player: by, Chair: w.rng.IntN(6) - 1}
	case 13:
		return play.Leave{}
	}
	return w.move()
}

// move is a move that is legal, as a rule.
func (w *wild) move() play.Command {
	c := play.Play{Ply: w.table.Plies(), Move: "a1-a5", RoundTrip: play.Millis(w.rng.IntN(2000) - 100)}
	if p := w.table.Position(); p != nil && w.rng.IntN(10) > 0 {
		if moves := p.Moves(); len(moves) > 0 {
			c.Move = p.MoveText(pick(w.rng, moves...))
		}
	}
	if w.rng.IntN(20) == 0 {
		c.Ply--
	}
	return c
}

// give gives a command, and checks all that must hold afterwards.
func (w *wild) give(by play.PlayerID, c play.Command) error {
	w.Helper()
	if _, isMove := c.(play.Play); isMove && w.table.Phase == play.Running && w.rng.IntN(3) > 0 {
		by = w.table.Sitters[w.table.ToMove()].Player
	}
	d, err := play.Decide(w.table, c, play.Moment{
		Now: w.now, By: by, Random: w.rng, NextTable: "next", Value: pick(w.rng, game.Unknown, game.Unknown, game.Win, game.Draw, game.Loss),
		Away: []play.Millis{play.Millis(w.rng.IntN(100_000)), 0, play.Millis(w.rng.IntN(100_000)), 70_000},
	})
	if err != nil {
		return err
	}
	if d.NeedsRating() {
		w.rate(d)
	}
	if w.replayed, err = play.Replay(w.replayed, decode(w.T, encode(w.T, d.Events))); err != nil {
		w.Fatal(err)
	}
	if !reflect.DeepEqual(w.replayed, d.Table) {
		w.Fatalf("after %T%+v the replay differs:\n%+v\n%+v", c, c, w.replayed, d.Table)
	}
	w.table = d.Table
	for seat, left := range w.table.Clock.Left {
		if left < 0 || w.table.Clock.Lag[seat] < 0 {
			w.Fatalf("seat %d has %d ms and a quota of %d", seat, left, w.table.Clock.Lag[seat])
		}
	}
	if d.Events[0].At.Before(w.table.Entered) && w.table.Phase != play.Over {
		w.Errorf("an event is older than its phase")
	}
	return nil
}

// rate completes a decision, and checks what holds for equal players: what one
// side wins the other loses, and nobody but the players is rated.
func (w *wild) rate(d *play.Decision) {
	w.Helper()
	standings := make([]play.Standing, len(d.Table.Sitters))
	for i, s := range d.Table.Sitters {
		if s.Player == "" || s.Computer() {
			w.Fatal("a computer player is to be rated")
		}
		standings[i] = play.Standing{Player: s.Player, Rating: glicko.New(), Games: i}
	}
	if err := d.Rate(standings); err != nil {
		w.Fatal(err)
	}
	sum := 0.0
	for i, c := range d.Table.Ratings {
		sum += c.After.Value - c.Before.Value
		if c.Games != i+1 || c.Player != standings[i].Player {
			w.Errorf("the change of seat %d is %+v", i, c)
		}
	}
	if sum > 1e-6 || sum < -1e-6 {
		w.Errorf("equal players gained %v together", sum)
	}
}
