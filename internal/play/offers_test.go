package play_test

import (
	"math/rand/v2"
	"testing"

	"plateau/game"
	"plateau/internal/play"
)

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
