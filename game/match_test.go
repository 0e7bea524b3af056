package game_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plateau/game"
	"plateau/games"
	"plateau/internal/testaid"
)

func find(tb testing.TB, id string) game.Game {
	tb.Helper()
	g, err := games.All().Games().Find(id)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// begun is a match from the start position with the moves played.
func begun(tb testing.TB, id string, moves ...string) *game.Match {
	tb.Helper()
	g := find(tb, id)
	m := game.MatchFrom(g.Start(g.Openers()[0]), nil)
	play(tb, m, moves...)
	return m
}

func play(tb testing.TB, m *game.Match, moves ...string) {
	tb.Helper()
	for _, move := range moves {
		if err := m.Play(move); err != nil {
			tb.Fatal(err)
		}
	}
}

func wantRefusal(t *testing.T, err error, want game.Ground) {
	t.Helper()
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Ground != want {
		t.Errorf("got %v, want the refusal %s", err, want.Code)
	}
}

func TestDrawDecidesWhoBeginsAndWhoHoldsWhat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range games.All().Games() {
		names := []string{"Ann", "Ben", "Cleo", "Dan"}[:len(g.Seats())]
		first, begins := map[string]int{}, map[string]int{}
		for range 400 {
			m, err := game.NewMatch(g, game.Setup{Players: names}, rng)
			if err != nil {
				t.Fatal(err)
			}
			first[m.Players()[0]]++
			begins[m.Players()[m.Position().ToMove()]]++
		}
		for _, counts := range []map[string]int{first, begins} {
			if len(counts) != 2 || counts["Ann"] < 140 || counts["Ben"] < 140 {
				t.Errorf("%s: the draw gave %v, want about half Ann and half Ben", g.ID(), counts)
			}
		}
	}
}

func TestSetupSeatsPlayers(t *testing.T) {
	for _, test := range []struct {
		id      string
		setup   game.Setup
		players []string
		toMove  string
	}{
		{"pivot", game.Setup{Begins: game.SecondParty}, []string{"B", "A"}, "1"},
		{"pivot", game.Setup{FirstSide: game.FirstParty}, []string{"A", "B"}, "1"},
		{"quixo", game.Setup{FirstSide: game.FirstParty, Begins: game.SecondParty}, []string{"A", "B"}, "O"},
		{"quixo", game.Setup{FirstSide: game.SecondParty, Begins: game.SecondParty}, []string{"B", "A"}, "X"},
		{"quixo4p", game.Setup{FirstSide: game.SecondParty, Begins: game.FirstParty}, []string{"B", "A", "D", "C"}, "O1"},
	} {
		g := find(t, test.id)
		test.setup.Players = []string{"A", "B", "C", "D"}[:len(g.Seats())]
		m, err := game.NewMatch(g, test.setup, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Seats()[m.Position().ToMove()].ID; got != test.toMove || !slices.Equal(m.Players(), test.players) {
			t.Errorf("%s %+v: %v with %s to move, want %v with %s", test.id, test.setup, m.Players(), got, test.players, test.toMove)
		}
	}
}

// TestColoursBelongToTheMatch: in Quantik the first seat begins, whatever its
// colour.
func TestColoursBelongToTheMatch(t *testing.T) {
	quantik := find(t, "quantik")
	for _, test := range []struct {
		setup   game.Setup
		players []string
		colours string
	}{
		{game.Setup{Begins: game.FirstParty, FirstSide: game.FirstParty}, []string{"A", "B"}, "light dark"},
		{game.Setup{Begins: game.SecondParty, FirstSide: game.SecondParty}, []string{"B", "A"}, "light dark"},
		{game.Setup{Begins: game.FirstParty, FirstSide: game.SecondParty}, []string{"A", "B"}, "dark light"},
		{game.Setup{Begins: game.SecondParty, FirstSide: game.FirstParty}, []string{"B", "A"}, "dark light"},
	} {
		test.setup.Players = []string{"A", "B"}
		m, err := game.NewMatch(quantik, test.setup, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Play("S@b3"); err != nil {
			t.Fatal(err)
		}
		seats := m.Game().Seats()
		if colours := seats[0].Colour + " " + seats[1].Colour; colours != test.colours || !slices.Equal(m.Players(), test.players) {
			t.Errorf("%+v: %v with %s, want %v with %s", test.setup, m.Players(), colours, test.players, test.colours)
		}
		if swapped := test.colours == "dark light"; m.Game().IsSwapped() != swapped || m.Position().String() != "4/1S2/4/4 2" {
			t.Errorf("%+v: swapped %t, %s", test.setup, m.Game().IsSwapped(), m.Position())
		}
		checkColoursInRecord(t, m, test.colours)
	}
	if seats := quantik.Seats(); seats[0].Colour != "light" {
		t.Errorf("the game itself has changed: %v", seats)
	}
}

func checkColoursInRecord(t *testing.T, m *game.Match, colours string) {
	t.Helper()
	var text strings.Builder
	if err := game.WriteRecord(&text, game.RecordOf(m)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Contains(text.String(), `[Colours "dark light"]`); got != m.Game().IsSwapped() {
		t.Errorf("%s: %s", colours, text.String())
	}
	rec, err := game.NewRecordReader(strings.NewReader(text.String()), games.All().Games()).Read()
	if err != nil || rec.Match().Game().IsSwapped() != m.Game().IsSwapped() || len(rec.Tags) != 0 {
		t.Errorf("%s: read back as %+v, %v", colours, rec, err)
	}
	wrong := strings.Replace(text.String(), "[Result", `[Colours "blue red"]`+"\n[Result", 1)
	if !m.Game().IsSwapped() {
		_, err = game.NewRecordReader(strings.NewReader(wrong), games.All().Games()).Read()
		wantRefusal(t, err, game.RecordExpected)
	}
}

func TestSetupRefusals(t *testing.T) {
	_, err := game.NewMatch(find(t, "quixo"), game.Setup{Players: []string{"A", "B", "C"}}, nil)
	wantRefusal(t, err, game.TooManyPlayers)
	_, err = game.NewMatch(find(t, "pivot"), game.Setup{Begins: game.FirstParty, FirstSide: game.SecondParty}, nil)
	wantRefusal(t, err, game.SideBegins)
	_, err = games.All().Games().Find("chess")
	wantRefusal(t, err, game.UnknownGame)
}

func TestMatchIsUnchangedByErrors(t *testing.T) {
	m := begun(t, "quantik", "S@b1")
	before := m.Position().String()
	if err := m.Play("S@b3"); err == nil {
		t.Fatal("S@b3 was taken")
	}
	if err := m.PlayMove(game.NoMove); err == nil {
		t.Fatal("a move of no game was taken")
	}
	if m.Position().String() != before || m.Plies() != 1 {
		t.Errorf("match changed to %v after %d plies", m.Position(), m.Plies())
	}
}

func TestUndoAndRedo(t *testing.T) {
	m := begun(t, "quixo", "a1-a5", "e1-e5", "b1-b5")
	end := m.Position().String()
	for m.Undo() {
	}
	if m.Position().String() != m.Start().String() || m.Plies() != 0 {
		t.Fatalf("undoing everything leads to %v", m.Position())
	}
	for m.Redo() {
	}
	if m.Position().String() != end || m.Plies() != 3 {
		t.Fatalf("redoing everything leads to %v", m.Position())
	}
	m.Undo()
	play(t, m, "c1-c5")
	if m.Redo() {
		t.Error("a move undone before another was played can be redone")
	}
}

func TestThirdOccurrenceDraws(t *testing.T) {
	circle := []string{"a5-a1", "e5-e1", "a1-a5", "e1-e5"}
	m := begun(t, "quixo", "a1-a5", "e1-e5")
	play(t, m, circle...)
	if n := m.Occurrences(m.Position()); n != 2 || m.Verdict().Outcome.Over() {
		t.Fatalf("after %d occurrences: %+v", n, m.Verdict())
	}
	play(t, m, circle...)
	if v := m.Verdict(); v.Outcome != game.Drawn || v.Reason != game.Repetition {
		t.Fatalf("verdict %+v after the third occurrence", v)
	}
	wantRefusal(t, m.Play("b1-b5"), game.GameOver)
	m.Undo()
	if m.Verdict().Outcome.Over() {
		t.Error("undoing the repetition does not reopen the match")
	}
	m.Redo()
	if !m.Verdict().Outcome.Over() {
		t.Error("redoing the repetition does not end the match again")
	}
}

func TestResignation(t *testing.T) {
	m := begun(t, "quixo4p", "a1-a5.1")
	wantRefusal(t, m.Resign(7), game.NoSuchSeat)
	if err := m.Resign(2); err != nil {
		t.Fatal(err)
	}
	if v := m.Verdict(); v.Outcome != game.WonBySecond || v.Reason != game.Resignation {
		t.Errorf("verdict %+v after X2 resigned", v)
	}
	wantRefusal(t, m.Resign(0), game.GameOver)
	wantRefusal(t, m.Play("e1-e5.1"), game.GameOver)
	if !m.Undo() || m.Verdict().Outcome.Over() || m.Plies() != 1 {
		t.Error("undo does not take the resignation back alone")
	}
	if err := m.RunOutOfTime(1); err != nil || m.Verdict().Outcome != game.WonByFirst {
		t.Errorf("running out of time: %v, %+v", err, m.Verdict())
	}
}

func TestQuantikKnowsNoDraw(t *testing.T) {
	m := begun(t, "quantik", "S@b1")
	wantRefusal(t, m.OfferDraw(0), game.NoDraws)
	wantRefusal(t, m.AcceptDraw(1), game.NoOffer)
}

func TestDrawOffers(t *testing.T) {
	m := begun(t, "quixo4p", "a1-a5.1")
	wantRefusal(t, m.AcceptDraw(0), game.NoOffer)
	if err := m.OfferDraw(1); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, m.OfferDraw(0), game.OfferTwice)
	wantRefusal(t, m.AcceptDraw(3), game.OwnOffer)
	if err := m.DeclineDraw(2); err != nil || m.Offer() != game.NoSeat {
		t.Errorf("declining: %v, offer %d stands", err, m.Offer())
	}
	if err := m.OfferDraw(1); err != nil {
		t.Fatal(err)
	}
	play(t, m, "e1-e5.1")
	if m.Offer() != 1 {
		t.Error("the offer lapsed when its own side moved")
	}
	play(t, m, "a1-a5.1")
	if m.Offer() != game.NoSeat {
		t.Error("the offer did not lapse when the other side moved")
	}
	if err := errors.Join(m.OfferDraw(0), m.AcceptDraw(1)); err != nil {
		t.Fatal(err)
	}
	if v := m.Verdict(); v.Outcome != game.Drawn || v.Reason != game.Agreement {
		t.Errorf("verdict %+v after agreement", v)
	}
}

func TestClonesContinueIndependently(t *testing.T) {
	m := begun(t, "quixo3", "a1-a3", "c1-c3")
	c := m.Clone()
	if !c.Undo() || c.Play("c3-c1") != nil || c.OfferDraw(0) != nil {
		t.Fatal("the clone cannot continue")
	}
	if m.Plies() != 2 || m.MoveText(1) != "c1-c3" || m.Offer() != game.NoSeat || m.Occurrences(c.Position()) != 0 {
		t.Errorf("the match has changed with its clone: %d moves, the last %s", m.Plies(), m.MoveText(1))
	}
	if !m.Undo() || !m.Redo() || m.MoveText(1) != "c1-c3" {
		t.Error("the match lost what was undone")
	}
}

// TestMatchAgainstPlainHistory compares a match that is played, undone, redone
// and cloned at random with lists of its positions and moves.
func TestMatchAgainstPlainHistory(t *testing.T) {
	first := testaid.Seed(t, 0)
	for seed := first; seed < first+60; seed++ {
		rng := rand.New(rand.NewPCG(seed, 11))
		g := games.All().Games()[rng.IntN(len(games.All().Games()))]
		h := history{match: game.MatchFrom(g.Start(g.Openers()[0]), nil)}
		h.positions = []game.Position{h.match.Start()}
		clones := []history{h}
		for range 300 {
			at := rng.IntN(len(clones))
			if clones[at].step(t, rng); rng.IntN(20) == 0 && len(clones) < 5 {
				c := clones[at]
				c.match, c.positions, c.texts = c.match.Clone(), slices.Clone(c.positions), slices.Clone(c.texts)
				clones = append(clones, c)
			}
		}
		for i := range clones {
			clones[i].check(t)
		}
		if t.Failed() {
			t.Fatalf("%s with seed %d", g.ID(), seed)
		}
	}
}

// history is a match beside what it must have in its history; both lists may
// reach beyond the present by what was undone.
type history struct {
	match     *game.Match
	positions []game.Position
	texts     []string
	plies     int
}

func (h *history) step(t *testing.T, rng *rand.Rand) {
	t.Helper()
	m := h.match
	switch rng.IntN(6) {
	case 0:
		if m.Undo() {
			h.plies--
		}
	case 1:
		if m.Redo() {
			h.plies++
		}
	default:
		moves := m.Position().Moves()
		if m.Verdict().Outcome.Over() || len(moves) == 0 {
			return
		}
		move := moves[rng.IntN(len(moves))]
		text := m.Position().MoveText(move)
		var err error
		if rng.IntN(2) == 0 {
			err = m.Play(text)
		} else {
			err = m.PlayMove(move)
		}
		if err != nil {
			t.Fatal(err)
		}
		h.texts = append(h.texts[:h.plies], text)
		h.plies++
		h.positions = append(h.positions[:h.plies], m.Position())
	}
}

func (h *history) check(t *testing.T) {
	t.Helper()
	m := h.match
	if m.Plies() != h.plies || !slices.Equal(m.MoveTexts(), h.texts[:h.plies]) || len(m.Moves()) != h.plies {
		t.Errorf("the match has %v, want %v", m.MoveTexts(), h.texts[:h.plies])
	}
	seen := map[uint64]int{}
	for i, p := range h.positions[:h.plies+1] {
		seen[p.Key()]++
		if m.PositionAfter(i).Key() != p.Key() || i > 0 && m.MoveText(i-1) != h.texts[i-1] {
			t.Errorf("after %d plies the match has %v, want %v", i, m.PositionAfter(i), p)
		}
	}
	for _, p := range h.positions {
		if n := m.Occurrences(p); n != seen[p.Key()] {
			t.Errorf("%v occurred %d times, want %d", p, n, seen[p.Key()])
		}
	}
}

// BenchmarkClonedMove plays a move on a clone of a match, which costs about the
// same however long the match is.
func BenchmarkClonedMove(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	m := begun(b, "quixo")
	for _, plies := range []int{0, 100, 900} {
		for m.Plies() < plies {
			moves := m.Position().Moves()
			if err := m.PlayMove(moves[rng.IntN(len(moves))]); err != nil {
				b.Fatal(err)
			}
			if m.Verdict().Outcome.Over() || len(m.Position().Moves()) == 0 {
				m.Undo()
			}
		}
		text := m.Position().MoveText(m.Position().Moves()[0])
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := m.Clone().Play(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What is offered is about the position in which it was offered.
func TestUndoEndsAnOffer(t *testing.T) {
	m := begun(t, "quixo", "a1-a5", "b1-b5")
	for _, change := range []func() bool{m.Undo, m.Redo} {
		if err := m.OfferDraw(0); err != nil {
			t.Fatal(err)
		}
		if !change() || m.Offer() != game.NoSeat {
			t.Errorf("after %d moves, seat %d still offers a draw", m.Plies(), m.Offer())
		}
	}
}

// Seats are numbered from zero.
func TestNoSuchSeat(t *testing.T) {
	for id, seats := range map[string]game.Seat{"quixo": 2, "quixo4p": 4} {
		for _, seat := range []game.Seat{seats, seats + 1, game.NoSeat} {
			m := begun(t, id)
			wantRefusal(t, m.Resign(seat), game.NoSuchSeat)
			wantRefusal(t, m.RunOutOfTime(seat), game.NoSuchSeat)
			wantRefusal(t, m.OfferDraw(seat), game.NoSuchSeat)
			wantRefusal(t, m.AcceptDraw(seat), game.NoSuchSeat)
		}
	}
}
