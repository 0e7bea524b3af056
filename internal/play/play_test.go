package play_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/play"
)

var (
	start = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	ann   = play.Player{ID: "ann", Name: "Ann", Registered: true}
	ben   = play.Player{ID: "ben", Name: "Ben", Registered: true}
	cleo  = play.Player{ID: "cleo", Name: "Cleo", Registered: true}
	dan   = play.Player{ID: "dan", Name: "Dan", Registered: true}
	eve   = play.Player{ID: "eve", Name: "Eve"}
)

// sheet is a table with all its events, at which time goes as the test says.
type sheet struct {
	*testing.T
	table  *play.Table
	events []play.Event
	moment play.Moment
}

func newSheet(t *testing.T) *sheet {
	t.Helper()
	return &sheet{T: t, table: play.NewTable(games.All().Games(), ""), moment: play.Moment{Now: start, Random: rand.New(rand.NewPCG(1, 2))}}
}

// try gives a command and keeps what it leads to.
func (s *sheet) try(by play.PlayerID, c play.Command) error {
	s.Helper()
	s.moment.By = by
	d, err := play.Decide(s.table, c, s.moment)
	if err != nil {
		return err
	}
	if d.NeedsRating() {
		s.Fatal("the game was to be rated, which this test does not do")
	}
	s.table, s.events = d.Table, append(s.events, d.Events...)
	return nil
}

// do gives a command that must be accepted.
func (s *sheet) do(by play.PlayerID, c play.Command) {
	s.Helper()
	if err := s.try(by, c); err != nil {
		s.Fatalf("%s: %T: %v", by, c, err)
	}
}

// refuse gives a command that must be refused.
func (s *sheet) refuse(by play.PlayerID, c play.Command, want game.Ground) {
	s.Helper()
	seq := s.table.Seq
	err := s.try(by, c)
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Ground != want {
		s.Errorf("%s: %T: got %v, want the refusal %s", by, c, err, want.Code)
	}
	if s.table.Seq != seq {
		s.Errorf("%s: %T: what was refused has changed the table", by, c)
	}
}

func (s *sheet) wait(d time.Duration) { s.moment.Now = s.moment.Now.Add(d) }

// move plays for the player to move.
func (s *sheet) move(texts ...string) {
	s.Helper()
	for _, text := range texts {
		by := s.table.Sitters[s.table.ToMove()].Player
		s.do(by, play.Play{Ply: s.table.Plies(), Move: text})
	}
}

func (s *sheet) want(phase play.Phase, result play.Result, reason string) {
	s.Helper()
	if s.table.Phase != phase || s.table.Result != result || s.table.Reason != reason {
		s.Errorf("the table is %s with result %q by %q; want %s, %q by %q",
			s.table.Phase, s.table.Result, s.table.Reason, phase, result, reason)
	}
}

// replays checks that the events give the same table again.
func (s *sheet) replays() {
	s.Helper()
	t, err := play.Replay(play.NewTable(games.All().Games(), ""), s.events)
	if err != nil {
		s.Fatal(err)
	}
	if !reflect.DeepEqual(t, s.table) {
		s.Errorf("the replay differs from the table:\n%+v\n%+v", t, s.table)
	}
}

// started is a table at which Ann, on the first side, plays Ben, or in games
// for four Ann and Cleo play Ben and Dan.
func started(t *testing.T, terms play.Terms) *sheet {
	t.Helper()
	s := newSheet(t)
	terms.FirstSide = play.FirstParty
	terms.Begins = cmp.Or(terms.Begins, play.FirstParty)
	others := []play.Player{ben}
	if terms.Game == "quixo4p" {
		others = []play.Player{ben, cleo, dan}
	}
	chairs := make([]play.Sitter, len(others)+1)
	chairs[0].Player = ann.ID
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: terms, Chairs: chairs, Host: ann})
	for _, p := range others {
		s.do(p.ID, play.Sit{Player: p, Chair: play.AnyChair})
	}
	s.want(play.Running, "", "")
	return s
}

func TestWholeGame(t *testing.T) {
	s := started(t, play.Terms{Game: "quantik"})
	s.move("S@a1", "Y@b1", "C@c1", "N@d1")
	s.want(play.Over, play.SecondWon, "four-shapes")
	s.refuse(ann.ID, play.Play{Ply: 4, Move: "S@a4"}, game.GameOver)
	s.replays()
	if r := s.table.Record(); r.Outcome != game.WonBySecond || r.Reason != "four-shapes" || len(r.Plies) != 4 {
		t.Errorf("the record is %+v", r)
	}
}

func TestWhoMayMove(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.refuse(ben.ID, play.Play{Move: "a1-a5"}, play.NotYourTurn)
	s.refuse(eve.ID, play.Play{Move: "a1-a5"}, play.NotSeated)
	s.refuse("", play.Play{Move: "a1-a5"}, play.NotSeated)
	s.refuse(ann.ID, play.Play{Ply: 1, Move: "a1-a5"}, play.StalePly)
	s.move("a1-a5")
	s.refuse(ann.ID, play.Play{Move: "a1-a5"}, play.StalePly)
	s.refuse(ann.ID, play.Play{Ply: 1, Move: "a1-a5"}, play.NotYourTurn)
	s.moment.Request = "with spaces"
	s.refuse(ben.ID, play.Play{Ply: 1, Move: "a1-a5"}, play.BadRequest)
}

// TestMoveForAnotherPosition comes as many moves after the start as it should.
func TestMoveForAnotherPosition(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.move("a1-a5")
	thought := s.table.Position()
	s.do(ann.ID, play.AskTakeBack{})
	s.do(ben.ID, play.AnswerTakeBack{Accept: true})
	s.move("e1-e5")
	s.refuse(ben.ID, play.Play{Ply: 1, Move: "b1-b5", For: thought}, play.StalePly)
	s.do(ben.ID, play.Play{Ply: 1, Move: "b1-b5", For: s.table.Position()})
}

// TestLongGame plays without repetition up to the limit.
func TestLongGame(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Chat: true})
	rng := rand.New(rand.NewPCG(3, 4))
	for s.table.Phase == play.Running {
		s.move(s.quiet(rng))
	}
	s.want(play.Over, play.DrawnGame, "long")
	if s.table.Plies() != 1000 {
		t.Errorf("the game ended after %d moves, want 1000", s.table.Plies())
	}
	r := s.table.Record()
	if r.Outcome != game.Drawn || r.Reason != "" || r.Tags[len(r.Tags)-1] != (game.Tag{Name: "Termination", Value: "long"}) {
		t.Errorf("the record ends %v by %q with %v", r.Outcome, r.Reason, r.Tags)
	}
	s.replays()
}

// quiet is a move that does not end the game, nor leads to where it has been.
func (s *sheet) quiet(rng *rand.Rand) string {
	s.Helper()
	p := s.table.Position()
	m := s.table.Match()
	moves := p.Moves()
	for _, i := range rng.Perm(len(moves)) {
		next, err := p.Play(moves[i])
		if err != nil || next.Outcome().Over() || m.Occurrences(next) > 0 {
			continue
		}
		return p.MoveText(moves[i])
	}
	s.Fatal("there is no quiet move")
	return ""
}

// TestEventfulTable is only played to its end.
func TestEventfulTable(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Chat: true})
	s.move("a1-a5")
	for s.table.Seq < 4000 {
		// A chat is full long before, but nothing else can be repeated so often.
		s.do("", play.Resume{})
	}
	s.refuse(ann.ID, play.AskTakeBack{}, play.TooEventful)
	s.refuse(ann.ID, play.OfferDraw{}, play.TooEventful)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: "hello"}, play.TooEventful)
	s.move("b1-b5")
	s.do(ann.ID, play.Resign{})
	s.refuse(ann.ID, play.AskRematch{}, play.TooEventful)
	s.replays()
}

// TestReplayLeavesTheTableAlone, though it changes its own copy in place.
func TestReplayLeavesTheTableAlone(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.move("a1-a5", "b1-b5")
	before, plies := s.table, s.table.Plies()
	known := len(s.events)
	s.move("c1-c5", "d1-d5")
	s.do(ann.ID, play.AskTakeBack{})
	s.do(ben.ID, play.AnswerTakeBack{Accept: true})
	s.move("e1-e5")
	after, err := play.Replay(before, s.events[known:])
	if err != nil || !reflect.DeepEqual(after, s.table) {
		t.Errorf("the replay gives %+v (%v), want %+v", after, err, s.table)
	}
	if before.Plies() != plies {
		t.Errorf("the replay has changed the table that it began with: %d moves", before.Plies())
	}
}

func TestComputerOpponents(t *testing.T) {
	s := newSheet(t)
	s.do(ann.ID, play.OpenTable{
		ID: "t", Terms: play.Terms{Game: "quixo", FirstSide: play.FirstParty, Begins: play.FirstParty},
		Chairs: []play.Sitter{{Player: "ann"}, {Level: "perfect"}}, Host: ann,
	})
	s.refuse("", play.Play{Move: "a1-a5"}, play.NotSeated)
	s.move("a1-a5")
	s.refuse(ann.ID, play.Play{Ply: 1, Move: "b1-b5"}, play.NotYourTurn)
	s.do("", play.Play{Ply: 1, Move: "b1-b5"})
	s.refuse("", play.Play{Ply: 1, Move: "c1-c5"}, play.NotSeated)
	s.refuse(ann.ID, play.OfferDraw{}, play.ComputerDraws)
	s.do(ann.ID, play.AskTakeBack{})
	if s.table.Plies() != 0 {
		t.Errorf("%d moves are left, want none", s.table.Plies())
	}
	s.do(ann.ID, play.Resign{})
	s.want(play.Over, play.SecondWon, "resignation")
	s.do(ann.ID, play.AskRematch{})
	if s.table.Next != "" {
		t.Error("the next table has an id that nobody gave")
	}
	s.replays()
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		" Ann\t Lee ": "Ann Lee", "Ōtani": "Ōtani", "": "", "  ": "", "a\u200bb": "", "a\x00": "", "\xff": "",
		"abcdefghijklmnopqrstuvwxy": "",
	} {
		got, err := play.CleanName(name)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("the name %q became %q (%v), want %q", name, got, err, want)
		}
	}
}
