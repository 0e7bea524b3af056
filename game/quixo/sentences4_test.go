package quixo_test

import (
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quixo"
)

const (
	start4 = "5/5/5/5/5 X1"
	// starved leaves X1 nothing to take.
	starved = "xOxOx/O3x/x3O/O3x/xOxOx X1"
	middle4 = "5/5/5/5/1Xo1X X2"
	won4    = "5/OoOoO/5/5/5 X2"
)

const syntax4 = ": a move is the cell of the cube, the end where it comes back in, " +
	"and the player of your team whom its dot will face, such as c1-c5.2; or pass"

var refused4 = []gametest.Refused{
	{Ground: quixo.Syntax4, Position: start4, Move: "c1-c5", Want: "c1-c5" + syntax4},
	{Ground: quixo.Syntax4, Position: start4, Move: "c1-c5.3", Want: "c1-c5.3" + syntax4},
	{Ground: quixo.Syntax4, Position: starved, Move: "passe", Want: "passe" + syntax4},
	{
		Ground: quixo.NotOnRing, Position: start4, Move: "c2-c1.1",
		Want: "c2-c1.1: the cube on c2 is not on the outer ring; only cubes on the ring can be taken",
	},
	{
		Ground: quixo.Opposing, Position: middle4, Move: "c1-a1.1",
		Want: "c1-a1.1: the cube on c1 shows your opponent's circle",
	},
	{
		Ground: quixo.PartnersDot, Position: middle4, Move: "b1-a1.2",
		Want: "b1-a1.2: the dot of the cube on b1 faces your partner X1",
	},
	{
		Ground: quixo.PartnersDot, Position: "5/5/5/5/1Xo1X O1", Number: new(game.Move(10<<6 | 0<<1 | 1)),
		Want: "c1-a1.2: the dot of the cube on c1 faces your partner O2",
	},
	{
		Ground: quixo.SamePlace, Position: start4, Move: "c1-c1.1",
		Want: "c1-c1.1: the cube cannot go back in at c1, where it was taken",
	},
	{
		Ground: quixo.NotAnEnd, Position: start4, Move: "a3-b3.1",
		Want: "a3-b3.1: b3 is not an end of the row or column of a3; those are a1, a5, e3",
	},
	{
		Ground: quixo.MustPlay, Position: middle4, Move: "pass",
		Want: "pass: you cannot pass while there is a cube that you may take, such as the one on a1",
	},
	{
		Ground: quixo.MustPlay, Position: start4, Number: new(quixo.Pass),
		Want: "pass: you cannot pass while there is a cube that you may take, such as the one on a1",
	},
	{
		Ground: quixo.MustPass, Position: starved, Move: "a1-a5.1",
		Want: "a1-a5.1: there is no cube that you may take: you have to pass",
	},
	{Ground: game.GameOver, Position: won4, Move: "a1-a5.1", Want: "a1-a5.1: the game is over"},
	{Ground: game.GameOver, Position: won4, Move: "pass", Want: "pass: the game is over"},
	{
		Ground: game.OffBoard, Position: start4, Move: "a1-a6.1",
		Want: "a1-a6.1: a6 is not on the board, which goes from a1 to e5",
	},
	{Ground: game.NotAMove, Position: start4, Number: new(quixo.Pass + 1), Want: "2049: no move has the number 2049"},
	// Four times 5 to the power of 25 is the first number after all keys.
	{
		Ground: game.NotAKey, Key: new(uint64(4 * 298023223876953125)),
		Want: "1192092895507812500: no position has the key 1192092895507812500",
	},

	{
		Ground: game.WrongRows, Position: "3/3/3 X1",
		Want: "3/3/3 X1: a board has 5 rows separated by /, but this one has 3",
	},
	{
		Ground: game.WrongRow, Position: "5/5/5/5/xX9 O1",
		Want: "5/5/5/5/xX9 O1: row 1 must have 5 cells, but it has 11",
	},
	{
		Ground: game.WrongLetter, Position: "5/5/5/5/40 X1",
		Want: "5/5/5/5/40 X1: 0 in row 1 is not a piece of this game; its letters are X O x o",
	},
	{
		Ground: game.WrongSeat, Position: "5/5/5/5/5 X3",
		Want: "5/5/5/5/5 X3: X3 is not a player in this game; after the board and a space comes the player to move: X1, O1, X2, O2",
	},
	{
		Ground: game.MissingSeat, Position: "5/5/5/5/5 ",
		Want: "5/5/5/5/5 : the player to move is missing; add a space and one of X1, O1, X2, O2 after the board",
	},
	{
		Ground: game.TrailingText, Position: "5/5/5/5/5 X1 O1",
		Want: "5/5/5/5/5 X1 O1: nothing may follow the player to move, but O1 does",
	},
}

var ended4 = []gametest.Ended{
	{Reason: quixo.OwnLine, Position: won4, Want: "a line of their own mark in row 4 (a4 b4 c4 d4 e4)"},
	{
		Reason: quixo.OpponentLine, Position: "5/OoOoO/5/5/5 O2",
		Want: "the other side made a line for them in row 4 (a4 b4 c4 d4 e4)",
	},
	{
		Reason: quixo.BothLines, Position: "5/OoOoO/5/xxxxX/5 O2",
		Want: "the other side made a line of its own, but one for them as well, in row 4 (a4 b4 c4 d4 e4)",
	},
}

var typed4 = []gametest.Typed{
	{Position: start4, Text: "C1 > C5 2", Want: "c1-c5.2"},
	{Position: start4, Text: "c1c51", Want: "c1-c5.1"},
	{Position: start4, Text: " c1 x c5 . 1 ", Want: "c1-c5.1"},
	{Position: starved, Text: " Pass ", Want: "pass"},

	{Text: "5/5/5/5/5  x1", Want: start4},
	{Text: "...../23/5/5/.Xo.X x2", Want: middle4},
}

func TestSentences4(t *testing.T) {
	gametest.Sentences[quixo.State4, *quixo.State4](t, quixo.Spec4(), refused4, ended4)
}

func TestForgiving4(t *testing.T) { gametest.Forgiving(t, quixo.Spec4(), typed4) }
