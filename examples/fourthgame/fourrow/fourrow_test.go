package fourrow_test

import (
	"testing"

	"plateau/catalogue"
	"plateau/engine"
	"plateau/engine/enginetest"
	"plateau/examples/fourthgame/fourrow"
	"plateau/game"
	"plateau/game/gametest"
)

var notation = gametest.Notation{
	Reference: openSlow,
	Letters:   [2]string{"X", "O"}, InTurn: true,
	Moves: func(cells []string) []string { return cells },
}

func TestConformance(t *testing.T) {
	gametest.Run[fourrow.State, *fourrow.State](t, fourrow.Spec(), notation)
}

// Nobody has four marks before the seventh turn, so the counts are products.
func TestPerft(t *testing.T) {
	gametest.CheckPerft[fourrow.State, *fourrow.State](t, fourrow.Spec(), []gametest.PerftRow{
		{Depth: 1, Leaves: 16}, {Depth: 3, Leaves: 16 * 15 * 14}, {Depth: 6, Leaves: 16 * 15 * 14 * 13 * 12 * 11},
	})
}

func TestEntryIsComplete(t *testing.T) {
	if err := (catalogue.List{fourrow.Entry()}).Check(); err != nil {
		t.Error(err)
	}
}

func ptr[T any](v T) *T { return &v }

func TestSentences(t *testing.T) {
	gametest.Sentences[fourrow.State, *fourrow.State](t, fourrow.Spec(), []gametest.Refused{
		{Ground: game.WrongRows, Position: "4/4/4 X", Want: "4/4/4 X: a board has 4 rows separated by /, but this one has 3"},
		{Ground: game.WrongRow, Position: "4/4/4/3 X", Want: "4/4/4/3 X: row 1 must have 4 cells, but it has 3"},
		{Ground: game.WrongLetter, Position: "4/4/4/Z3 X", Want: "4/4/4/Z3 X: Z in row 1 is not a piece of this game; its letters are X O"},
		{Ground: game.WrongSeat, Position: "4/4/4/4 1", Want: "4/4/4/4 1: 1 is not a player in this game; after the board and a space comes the player to move: X, O"},
		{Ground: game.TrailingText, Position: "4/4/4/4 X now", Want: "4/4/4/4 X now: nothing may follow the player to move, but now does"},
		{Ground: game.GameOver, Position: "XXXX/OOO1/4/4 O", Move: "a1", Want: "a1: the game is over"},
		{Ground: game.NotAMove, Position: "4/4/4/4 X", Number: ptr(game.Move(99)), Want: "99: no move has the number 99"},
		{Ground: game.NotAKey, Key: ptr(uint64(1 << 40)), Want: "1099511627776: no position has the key 1099511627776"},
		{Ground: game.OffBoard, Position: "4/4/4/4 X", Move: "e1", Want: "e1: e1 is not on the board, which goes from a1 to d4"},
		{Ground: fourrow.Syntax, Position: "4/4/4/4 X", Move: "middle", Want: "middle: a move is an empty cell, such as b3"},
		{Ground: fourrow.Taken, Position: "X3/4/4/4 O", Move: "a4", Want: "a4: a4 is taken"},
		{Ground: fourrow.WrongTurn, Position: "X3/4/4/4 X", Want: "X3/4/4/4 X: it is the turn of O: the number of marks on the board is 1"},
		{Ground: fourrow.WrongCount, Position: "O3/4/4/4 X", Want: "O3/4/4/4 X: there are 0 crosses and 1 circles; they mark one cell in turn, crosses first"},
	}, []gametest.Ended{
		{Reason: fourrow.FourInLine, Before: "XXX1/OOO1/4/4 X", Position: "XXXX/OOO1/4/4 O", Want: "four in row 4 (a4 b4 c4 d4)"},
		{Reason: fourrow.FullBoard, Position: "XOXO/XOXO/OXOX/OXOX X", Want: "the board is full"},
	})
}

func FuzzPosition(f *testing.F) {
	gametest.FuzzPosition(f, gametest.Fuzz[fourrow.State, *fourrow.State](fourrow.Spec(), notation))
}

func FuzzMove(f *testing.F) {
	gametest.FuzzMove(f, gametest.Fuzz[fourrow.State, *fourrow.State](fourrow.Spec(), notation))
}

func TestEngineAnswersInAnyPosition(t *testing.T) {
	entry := fourrow.Entry()
	newEngine, err := entry.Open(catalogue.Sources{})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, entry.Game, newEngine(engine.Options{TranspositionBytes: 1 << 20}))
}
