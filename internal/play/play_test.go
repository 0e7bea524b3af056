package play_test

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"plateau/game"
	"plateau/games"
	"plateau/internal/play"
	"plateau/internal/testseed"
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
func (s *sheet) refuse(by play.PlayerID, c play.Command, want game.Phrase) {
	s.Helper()
	seq := s.table.Seq
	err := s.try(by, c)
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Phrase != want {
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

func TestSeating(t *testing.T) {
	s := newSheet(t)
	open := play.OpenTable{ID: "t", Terms: play.Terms{Game: "quixo4p"}, Host: ann}
	s.refuse(ben.ID, play.Sit{Player: ben}, play.NoSuchTable)
	s.refuse(ben.ID, open, play.NotForOthers)
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ann"}, {Player: "ann"}, {}, {}}
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ben"}, {}, {}, {}}
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ann", Level: "3"}, {}, {}, {}}
	s.refuse(ann.ID, open, play.BadChair)
	open.Chairs = []play.Sitter{{Player: "ann"}, {Level: "9"}, {}, {}}
	s.refuse(ann.ID, open, play.BadLevel)
	open.Chairs = []play.Sitter{{Level: "1"}, {Level: "2"}, {Level: "3"}, {Level: "perfect"}}
	s.refuse(ann.ID, open, play.NoPeople)
	open.Chairs = []play.Sitter{{Player: "ann"}, {Level: "2"}, {}, {}}
	s.do(ann.ID, open)
	s.refuse(ann.ID, play.Sit{Player: ann, Chair: 2}, play.Seated)
	s.refuse(dan.ID, play.Sit{Player: ben, Chair: 2}, play.NotForOthers)
	s.refuse("", play.Sit{Chair: 2}, play.NotForOthers)
	s.refuse(ben.ID, play.Sit{Player: ben, Chair: 1}, play.ChairTaken)
	s.refuse(ben.ID, play.Sit{Player: ben, Chair: 4}, game.NoSuchSeat)
	s.refuse(ben.ID, play.Leave{}, play.NotSeated)
	s.do(ben.ID, play.Sit{Player: ben, Chair: 3})
	s.refuse(ben.ID, play.Resign{}, play.NotRunning)
	s.do(ben.ID, play.Leave{})
	s.do(cleo.ID, play.Sit{Player: cleo, Chair: play.AnyChair})
	s.want(play.Open, "", "")
	s.do(ben.ID, play.Sit{Player: ben, Chair: play.AnyChair})
	s.want(play.Running, "", "")
	s.refuse(dan.ID, play.Sit{Player: dan, Chair: play.AnyChair}, play.NotOpen)
	s.refuse(ann.ID, play.Leave{}, play.NotOpen)
	if a, c := s.table.SeatOf(ann.ID), s.table.SeatOf(cleo.ID); a^c != 2 {
		t.Errorf("Ann and Cleo, who are partners, have the seats %d and %d", a, c)
	}
	s.replays()
}

func TestHostClosesTable(t *testing.T) {
	s := newSheet(t)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "pivot"}, Chairs: make([]play.Sitter, 2), Host: ann})
	s.do(ben.ID, play.Sit{Player: ben, Chair: 1})
	s.do(ann.ID, play.Leave{})
	s.want(play.Over, play.Void, "closed")
	s.refuse(cleo.ID, play.Sit{Player: cleo}, play.NotOpen)
	s.refuse(ben.ID, play.AskRematch{}, play.NotOver)
	s.replays()
}

func TestTermsThatContradict(t *testing.T) {
	two := []play.Sitter{{Player: "ann"}, {}}
	for _, c := range []struct {
		terms  play.Terms
		chairs []play.Sitter
		want   game.Phrase
	}{
		{play.Terms{Game: "chess"}, two, game.UnknownGame},
		{play.Terms{Game: "pivot", FirstSide: "first", Begins: "second"}, two, game.SideBegins},
		{play.Terms{Game: "quixo", FirstSide: "third"}, two, play.BadChoice},
		{play.Terms{Game: "quixo", Begins: "third"}, two, play.BadChoice},
		{play.Terms{Game: "quixo", Advice: true}, two, play.NoPartners},
		{play.Terms{Game: "quixo", Time: play.Time{Main: 9999}}, two, play.BadClock},
		{play.Terms{Game: "quixo", Time: play.Time{Increment: 1000}}, two, play.BadClock},
		{play.Terms{Game: "quixo", Time: play.Time{Main: 10000, Increment: -1}}, two, play.BadClock},
		{play.Terms{Game: "quixo", Time: play.Time{Main: 10000, Days: 1}}, two, play.BadDays},
		{play.Terms{Game: "quixo", Time: play.Time{Days: 15}}, two, play.BadDays},
		{play.Terms{Game: "quixo", Rated: true}, []play.Sitter{{Player: "ann"}, {Level: "1"}}, play.RatedComputer},
		{play.Terms{Game: "quixo-announced", Rated: true}, two, play.RatedCasual},
	} {
		newSheet(t).refuse(ann.ID, play.OpenTable{ID: "t", Terms: c.terms, Chairs: c.chairs, Host: ann}, c.want)
	}
	s := newSheet(t)
	s.refuse(eve.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "quixo", Rated: true}, Chairs: make([]play.Sitter, 2), Host: eve}, play.RatedGuest)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "quixo", Rated: true}, Chairs: two, Host: ann})
	s.refuse(eve.ID, play.Sit{Player: eve, Chair: 1}, play.RatedGuest)
}

// TestRandomSides sees every distribution of the sides that a game allows.
func TestRandomSides(t *testing.T) {
	seed := rand.New(rand.NewPCG(testseed.Of(t, rand.Uint64()), 0))
	for id, want := range map[string]int{"quantik": 2, "pivot": 2, "quixo": 4, "quixo4p": 4} {
		seen := map[[2]game.Seat]bool{}
		colours := map[bool]bool{}
		for range 64 {
			s := newSheet(t)
			s.moment.Random = rand.New(rand.NewPCG(seed.Uint64(), 0))
			chairs := []play.Sitter{{Player: "ann"}, {Level: "1"}}
			if id == "quixo4p" {
				chairs = append(chairs, chairs[1], chairs[1])
			}
			s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: id}, Chairs: chairs, Host: ann})
			seen[[2]game.Seat{s.table.SeatOf(ann.ID), s.table.ToMove()}] = true
			colours[s.table.Start().Game().IsSwapped()] = true
			s.replays()
		}
		if free := id == "quantik"; free != (len(colours) == 2) {
			t.Errorf("%s: swapped colours: %v", id, colours)
		}
		if len(seen) != want {
			t.Errorf("%s: the start gave %v, want %d ways", id, seen, want)
		}
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

func TestDrawOffers(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p"})
	s.refuse(ann.ID, play.AnswerDraw{Accept: true}, game.NoOffer)
	s.do(ann.ID, play.OfferDraw{})
	s.refuse(cleo.ID, play.AnswerDraw{Accept: true}, game.OwnOffer)
	s.refuse(ben.ID, play.OfferDraw{}, game.OfferTwice)
	s.do(dan.ID, play.AnswerDraw{})
	s.do(ben.ID, play.OfferDraw{})
	s.do(ann.ID, play.AnswerDraw{Accept: true})
	s.want(play.Over, play.DrawnGame, "agreement")

	s = started(t, play.Terms{Game: "quixo4p"})
	s.do(ann.ID, play.OfferDraw{})
	s.move("a1-a5.1")
	if s.table.DrawBy() != 0 {
		t.Error("the offer lapsed with the move of who made it")
	}
	s.move("a2-a1.1")
	if s.table.DrawBy() != game.NoSeat {
		t.Error("the offer did not lapse with the other side's move")
	}
	s.do(dan.ID, play.OfferDraw{})
	s.do(ann.ID, play.AnswerDraw{Accept: true})
	s.want(play.Over, play.DrawnGame, "agreement")
	s.replays()

	started(t, play.Terms{Game: "quantik"}).refuse(ann.ID, play.OfferDraw{}, game.NoDraws)
}

// TestDrawOffersAgain are not made at once: neither after a decline, nor after the
// other side has moved without an answer, nor by the partner.
func TestDrawOffersAgain(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p"})
	rng := rand.New(rand.NewPCG(3, 4))
	s.do(ann.ID, play.OfferDraw{})
	s.do(ben.ID, play.AnswerDraw{})
	for range 10 {
		s.refuse(ann.ID, play.OfferDraw{}, play.DrawAgain)
		s.refuse(cleo.ID, play.OfferDraw{}, play.DrawAgain)
		s.move(s.quiet(rng))
	}
	s.do(cleo.ID, play.OfferDraw{})
	s.refuse(ann.ID, play.OfferDraw{}, game.OfferTwice)
	s.move(s.quiet(rng), s.quiet(rng))
	s.refuse(ann.ID, play.OfferDraw{}, play.DrawAgain)
	s.do(dan.ID, play.OfferDraw{})
	s.replays()
}

func TestTakeBack(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.refuse(ann.ID, play.AskTakeBack{}, play.NoTakeBack)
	s.move("a1-a5", "b1-b5", "c1-c5", "d1-d5")
	s.refuse(ben.ID, play.AnswerTakeBack{Accept: true}, play.NoTakeBackAsk)
	s.do(ann.ID, play.AskTakeBack{})
	s.refuse(ann.ID, play.AnswerTakeBack{Accept: true}, play.OwnTakeBack)
	s.refuse(ben.ID, play.AskTakeBack{}, play.TakeBackTwice)
	s.do(ben.ID, play.AnswerTakeBack{})
	s.refuse(ann.ID, play.AskTakeBack{}, play.TakeBackAgain)
	s.move("e1-e5")
	s.do(ann.ID, play.AskTakeBack{})
	s.do(ben.ID, play.AnswerTakeBack{})
	s.refuse(ann.ID, play.AskTakeBack{}, play.TakeBackAgain)
	s.do(ben.ID, play.AskTakeBack{})
	s.do(ann.ID, play.AnswerTakeBack{Accept: true})
	if s.table.Plies() != 3 || s.table.ToMove() != 1 {
		t.Errorf("%d moves are left, want 3", s.table.Plies())
	}
	s.do(ann.ID, play.AskTakeBack{})
	s.do(ben.ID, play.AnswerTakeBack{Accept: true})
	if s.table.Plies() != 2 || s.table.ToMove() != 0 {
		t.Errorf("%d moves are left, want 2", s.table.Plies())
	}
	s.move("e1-e5")
	s.do(ann.ID, play.AskTakeBack{})
	s.do(ben.ID, play.AnswerTakeBack{Accept: true})
	if s.table.Plies() != 2 {
		t.Errorf("%d moves are left, want 2", s.table.Plies())
	}
	s.replays()
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
// opponent can neither abort the game nor wait until it is called off.
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
	if err != nil || d.Table.Result != play.FirstWon || !d.NeedsRating() {
		t.Errorf("who never answered the first move: %v, %q", err, d.Table.Result)
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

func TestTalk(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p", Chat: true, Advice: true})
	s.refuse(eve.ID, play.Say{Channel: play.ToTable, Text: "hello"}, play.NotSeated)
	s.refuse(ann.ID, play.Say{Channel: "world", Text: "hello"}, play.NoChat)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: " \n"}, play.ChatEmpty)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: "a\u202eb"}, play.ChatLetters)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: string(make([]rune, 501))}, play.ChatLong)
	s.do(ann.ID, play.Say{Channel: play.ToPartners, Text: "take <b>a1</b>"})
	whisper := &s.events[len(s.events)-1]
	for id, hears := range map[play.PlayerID]bool{"ann": true, "cleo": true, "ben": false, "dan": false, "eve": false, "": false} {
		if s.table.MaySee(id, whisper) != hears {
			t.Errorf("that %q hears partners is not %v", id, hears)
		}
	}
	s.do(ann.ID, play.Say{Channel: play.ToTable, Text: "hello"})
	said := &s.events[len(s.events)-1]
	for id, hears := range map[play.PlayerID]bool{"ann": true, "ben": true, "eve": false, "": false} {
		if s.table.MaySee(id, said) != hears {
			t.Errorf("that %q hears the table is not %v", id, hears)
		}
	}
	for s.table.Messages < 1000 {
		s.do(ann.ID, play.Say{Channel: play.ToTable, Text: "…"})
	}
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Text: "…"}, play.ChatFull)
	started(t, play.Terms{Game: "quixo4p"}).refuse(ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"}, play.NoChat)
}

// Spectators follow the chat of a game while it lasts, where the table has any; later
// it is for those who sat there.
func TestWhoReadsTheChat(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo", Chat: true, Spectators: true})
	s.do(ann.ID, play.Say{Channel: play.ToTable, Text: "hello"})
	said := &s.events[len(s.events)-1]
	reads := func(want map[play.PlayerID]bool) {
		t.Helper()
		for id, may := range want {
			if s.table.MaySee(id, said) != may {
				t.Errorf("that %q reads it is not %v", id, may)
			}
		}
	}
	reads(map[play.PlayerID]bool{"ann": true, "ben": true, "eve": true, "": true})
	s.do(ann.ID, play.Resign{})
	reads(map[play.PlayerID]bool{"ann": true, "ben": true, "eve": false, "": false})
}

// A server may allow preset phrases only, or nothing; partners keep the phrases.
func TestPresetPhrases(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo4p", Chat: true, Advice: true})
	text := play.Say{Channel: play.ToTable, Text: "hello"}
	phrase := play.Say{Channel: play.ToTable, Phrase: "hello"}
	advice := play.Say{Channel: play.ToPartners, Phrase: "defend"}
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Phrase: "insult"}, play.NoSuchPhrase)
	s.refuse(ann.ID, play.Say{Channel: play.ToTable, Phrase: "hello", Text: "and more"}, play.NoSuchPhrase)
	s.do(ann.ID, phrase)
	s.moment.Talk = play.TalkPhrases
	s.refuse(ann.ID, text, play.OnlyPhrases)
	s.do(ann.ID, phrase)
	s.do(ann.ID, advice)
	s.moment.Talk = play.TalkOff
	s.refuse(ann.ID, text, play.NoChat)
	s.refuse(ann.ID, phrase, play.NoChat)
	s.refuse(ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"}, play.OnlyPhrases)
	s.do(ann.ID, advice)
	s.replays()
	said := s.events[len(s.events)-1]
	if forgotten, changed := said.Forget("ann"); !changed || forgotten.Body != (play.Said{Channel: play.ToPartners}) {
		t.Errorf("the phrase of a deleted player is %+v", forgotten.Body)
	}
	quiet := started(t, play.Terms{Game: "quixo4p", Advice: true})
	quiet.refuse(ann.ID, phrase, play.NoChat)
	quiet.refuse(ann.ID, play.Say{Channel: play.ToPartners, Text: "psst"}, play.OnlyPhrases)
	quiet.do(ann.ID, advice)
}

func TestRematchChangesSides(t *testing.T) {
	for _, id := range []string{"quantik", "quixo", "quixo4p"} {
		s := started(t, play.Terms{Game: id})
		s.refuse(ann.ID, play.AskRematch{}, play.NotOver)
		s.do(ann.ID, play.Resign{})
		s.moment.NextTable = "next"
		s.refuse(eve.ID, play.AskRematch{}, play.NotSeated)
		for _, p := range s.table.Sitters {
			s.do(p.Player, play.AskRematch{})
			if s.table.Next == "" {
				s.refuse(p.Player, play.AskRematch{}, play.RematchTwice)
			}
		}
		s.refuse(ann.ID, play.AskRematch{}, play.RematchMade)
		s.replays()

		next := newSheet(t)
		next.do(ann.ID, play.OpenRematch{Old: s.table})
		next.want(play.Running, "", "")
		if next.table.ID != "next" || next.table.Previous != "t" {
			t.Errorf("the tables are not linked: %s, %s", next.table.ID, next.table.Previous)
		}
		for _, sitter := range s.table.Sitters {
			if before, after := s.table.SeatOf(sitter.Player), next.table.SeatOf(sitter.Player); after != before^1 {
				t.Errorf("%s: %s had seat %d and has seat %d", id, sitter.Name, before, after)
			}
		}
		if beginner := next.table.Sitters[next.table.ToMove()].Name; beginner != "Ben" {
			t.Errorf("%s: %s begins, want Ben", id, beginner)
		}
		next.replays()
	}
}

// TestColoursInARematch: who had light has dark in the next game, no matter who begins.
func TestColoursInARematch(t *testing.T) {
	for _, begins := range []play.Choice{play.FirstParty, play.SecondParty} {
		s := started(t, play.Terms{Game: "quantik", FirstSide: play.FirstParty, Begins: begins})
		before := colourOf(s.table, ann.ID)
		s.do(ann.ID, play.Resign{})
		s.moment.NextTable = "next"
		for _, p := range s.table.Sitters {
			s.do(p.Player, play.AskRematch{})
		}
		next := newSheet(t)
		next.do(ann.ID, play.OpenRematch{Old: s.table})
		if after := colourOf(next.table, ann.ID); before != "light" || after != "dark" {
			t.Errorf("%s begins: Ann has %s and then %s", begins, before, after)
		}
		next.replays()
	}
}

func colourOf(table *play.Table, player play.PlayerID) string {
	return table.Start().Game().Seats()[table.SeatOf(player)].Colour
}

// TestRematchRequestExpires when nobody has answered it for a while.
func TestRematchRequestExpires(t *testing.T) {
	s := started(t, play.Terms{Game: "quixo"})
	s.do(ann.ID, play.Resign{})
	s.moment.NextTable = "next"
	s.do(ann.ID, play.AskRematch{})
	s.wait(5*time.Minute - time.Millisecond)
	s.refuse(ann.ID, play.AskRematch{}, play.RematchTwice)
	s.wait(time.Millisecond)
	s.do(ben.ID, play.AskRematch{})
	if s.table.Next != "" || !slices.Equal(s.table.RematchBy, []game.Seat{1}) {
		t.Errorf("%v want another game, and the next one is %q", s.table.RematchBy, s.table.Next)
	}
	s.do(ann.ID, play.AskRematch{})
	if s.table.Next != "next" {
		t.Error("both have asked, and there is no next game")
	}
	s.replays()
}

func TestWhoMayWatch(t *testing.T) {
	s := newSheet(t)
	s.do(ann.ID, play.OpenTable{ID: "t", Terms: play.Terms{Game: "pivot"}, Chairs: []play.Sitter{{Player: "ann"}, {}}, Host: ann})
	if !s.table.MayWatch(eve.ID) {
		t.Error("somebody who might sit down may not look")
	}
	s.do(ben.ID, play.Sit{Player: ben, Chair: 1})
	if s.table.MayWatch(eve.ID) || s.table.MayWatch("") || !s.table.MayWatch(ben.ID) {
		t.Error("others than the players watch")
	}
	if !started(t, play.Terms{Game: "pivot", Spectators: true}).table.MayWatch("") {
		t.Error("spectators may not watch where they are allowed")
	}
}

func TestPhrasesHaveCodesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range play.Phrases() {
		if p.Code == "" || p.English == "" || seen[p.Code] {
			t.Errorf("the phrase %+v is not one of its own", p)
		}
		seen[p.Code] = true
	}
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
