package quixo_test

import (
	"strings"
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
)

const (
	start  = "5/5/5/5/5 X"
	middle = "5/5/5/5/1XO1X O"
	won    = "5/OOOOO/5/5/X4 X"
)

var refused = []gametest.Refused{
	{
		Ground: quixo.Syntax, Position: start, Move: "c1",
		Want: "c1: a move is the cell of the cube and the end where it comes back in, such as c1-c5",
	},
	{
		Ground: quixo.Syntax, Position: start, Move: "c1-c5.1",
		Want: "c1-c5.1: a move is the cell of the cube and the end where it comes back in, such as c1-c5",
	},
	{
		Ground: quixo.NoPassing, Position: start, Move: "Pass",
		Want: "Pass: nobody may pass: take a cube from the outer ring that is neutral or shows your mark",
	},
	{
		Ground: quixo.NotOnRing, Position: start, Move: "c2-c1",
		Want: "c2-c1: the cube on c2 is not on the outer ring; only cubes on the ring can be taken",
	},
	{
		Ground: quixo.Opposing, Position: middle, Move: "b1-a1",
		Want: "b1-a1: the cube on b1 shows your opponent's cross",
	},
	{
		Ground: quixo.Opposing, Position: "5/5/5/5/1XO1X X", Move: "c1-a1",
		Want: "c1-a1: the cube on c1 shows your opponent's circle",
	},
	{
		Ground: quixo.SamePlace, Position: start, Move: "c1-c1",
		Want: "c1-c1: the cube cannot go back in at c1, where it was taken",
	},
	{
		Ground: quixo.NotAnEnd, Position: start, Move: "c1-d1",
		Want: "c1-d1: d1 is not an end of the row or column of c1; those are a1, c5, e1",
	},
	{
		Ground: quixo.NotAnEnd, Position: start, Number: new(game.Move(0<<5 | 24)),
		Want: "a1-e5: e5 is not an end of the row or column of a1; those are a5, e1",
	},
	{Ground: game.GameOver, Position: won, Move: "a1-a5", Want: "a1-a5: the game is over"},
	{
		Ground: game.OffBoard, Position: start, Move: "f1-a1",
		Want: "f1-a1: f1 is not on the board, which goes from a1 to e5",
	},
	{
		Ground: game.OffBoard, Position: start, Move: "a1-a6",
		Want: "a1-a6: a6 is not on the board, which goes from a1 to e5",
	},
	{Ground: game.NotAMove, Position: start, Number: new(game.Move(25)), Want: "25: no move has the number 25"},
	{Ground: game.NotAMove, Position: won, Number: new(game.Move(25 << 5)), Want: "800: no move has the number 800"},
	// A cross and a circle on a1, then a third player to move.
	{Ground: game.NotAKey, Key: new(uint64(1<<25 | 1)), Want: "33554433: no position has the key 33554433"},
	{Ground: game.NotAKey, Key: new(uint64(2 << 50)), Want: "2251799813685248: no position has the key 2251799813685248"},

	{
		Ground: game.WrongRows, Position: "5/5/5/5 X",
		Want: "5/5/5/5 X: a board has 5 rows separated by /, but this one has 4",
	},
	{
		Ground: game.WrongRow, Position: "5/5/5/5/X3 O",
		Want: "5/5/5/5/X3 O: row 1 must have 5 cells, but it has 4",
	},
	{
		Ground: game.WrongLetter, Position: "5/5/5/5/4* X",
		Want: "5/5/5/5/4* X: * in row 1 is not a piece of this game; its letters are X O",
	},
	{
		Ground: game.WrongSeat, Position: "5/5/5/5/5 X1",
		Want: "5/5/5/5/5 X1: X1 is not a player in this game; after the board and a space comes the player to move: X, O",
	},
	{
		Ground: game.MissingSeat, Position: "5/5/5/5/5",
		Want: "5/5/5/5/5: the player to move is missing; add a space and one of X, O after the board",
	},
	{
		Ground: game.TrailingText, Position: "5/5/5/5/5 X O",
		Want: "5/5/5/5/5 X O: nothing may follow the player to move, but O does",
	},
}

var ended = []gametest.Ended{
	{Reason: quixo.OwnLine, Position: won, Want: "a line of their own mark in row 4 (a4 b4 c4 d4 e4)"},
	{
		Reason: quixo.OwnLine, Position: "1X3/1X3/1X3/1X3/OX3 O",
		Want: "a line of their own mark in column b (b1 b2 b3 b4 b5)",
	},
	{
		Reason: quixo.OpponentLine, Position: "O4/1O3/2O2/3O1/4O O",
		Want: "the other side made a line for them in the diagonal (a5 b4 c3 d2 e1)",
	},
	{
		Reason: quixo.BothLines, Position: "5/OOOOO/5/XXXXX/5 X",
		Want: "the other side made a line of its own, but one for them as well, in row 2 (a2 b2 c2 d2 e2)",
	},
}

var typed = []gametest.Typed{
	{Position: start, Text: "C1-C5", Want: "c1-c5"},
	{Position: start, Text: "c1c5", Want: "c1-c5"},
	{Position: start, Text: "c1xc5", Want: "c1-c5"},
	{Position: start, Text: " c1 > c5 ", Want: "c1-c5"},
	{Position: start, Text: "c1->c5", Want: "c1-c5"},
	{Position: start, Text: "c1 → c5", Want: "c1-c5"},
	{Position: start, Text: "c1 – c5", Want: "c1-c5"},

	{Text: " 5/5/5/5/5  x ", Want: start},
	{Text: "5/5/5/5/1xo1x o", Want: middle},
	{Text: "5/32/...../5/.XO.X O", Want: middle},
}

func TestSentences(t *testing.T) {
	gametest.Sentences[quixo.State, *quixo.State](t, quixo.Spec(5), refused, ended)
}

func TestForgiving(t *testing.T) { gametest.Forgiving(t, quixo.Spec(5), typed) }

// The smaller boards lie within the grid of the largest, so a cell off the
// board is still a cell.
func TestSmallBoards(t *testing.T) {
	for _, r := range []gametest.Refused{
		{
			Ground: game.OffBoard, Position: "3/3/3 X", Move: "a1-a5",
			Want: "a1-a5: a5 is not on the board, which goes from a1 to c3",
		},
		{
			Ground: game.OffBoard, Position: "3/3/3 X", Number: new(game.Move(3 << 5)),
			Want: "a4-a1: a4 is not on the board, which goes from a1 to c3",
		},
		{
			Ground: quixo.NotAnEnd, Position: "3/3/3 X", Move: "b1-b2",
			Want: "b1-b2: b2 is not an end of the row or column of b1; those are a1, b3, c1",
		},
		{Ground: game.NotAKey, Key: new(uint64(1 << 3)), Want: "8: no position has the key 8"},
	} {
		gametest.CheckRefused[quixo.State, *quixo.State](t, quixo.Spec(3), r)
	}
}

// The example in a refusal is a legal move on that board.
func TestExampleMoves(t *testing.T) {
	for size := 3; size <= 5; size++ {
		g := game.New(quixo.Spec(size))
		start := g.Start(quixo.Cross)
		_, err := start.ParseMove("nonsense")
		_, example, found := strings.Cut(err.Error(), "such as ")
		if _, err := start.ParseMove(example); !found || err != nil {
			t.Errorf("size %d: the example %q: %v", size, example, err)
		}
	}
}
