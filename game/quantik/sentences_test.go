package quantik_test

import (
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/quantik"
)

const (
	start = "4/4/4/4 1"
	// corner has the first player's sphere on a1.
	corner = "4/4/4/S3 2"
	won    = "SyCn/4/4/4 1"
)

var refused = []gametest.Refused{
	{
		Ground: quantik.Syntax, Position: start, Move: "b3",
		Want: "b3: a move is the letter of a shape (S sphere, Y cylinder, C cube, N cone), @ and a cell, such as S@b3",
	},
	{
		Ground: quantik.Syntax, Position: start, Move: "S@b3 S@b4",
		Want: "S@b3 S@b4: a move is the letter of a shape (S sphere, Y cylinder, C cube, N cone), @ and a cell, such as S@b3",
	},
	{Ground: quantik.Occupied, Position: corner, Move: "Y@a1", Want: "Y@a1: a1 is taken by a sphere"},
	{Ground: quantik.Occupied, Position: corner, Number: new(game.Move(0)), Want: "C@a1: a1 is taken by a sphere"},
	{
		Ground: quantik.NoneLeft, Position: "y2y/4/4/SS2 1", Move: "S@c1",
		Want: "S@c1: you have no sphere left: both are on the board",
	},
	{
		Ground: quantik.Opposed, Position: "4/4/4/1S2 2", Move: "S@b3",
		Want: "S@b3: your opponent's sphere on b1 is in the same column",
	},
	{
		Ground: quantik.Opposed, Position: corner, Move: "s d1",
		Want: "s d1: your opponent's sphere on a1 is in the same row",
	},
	{
		Ground: quantik.Opposed, Position: corner, Number: new(game.Move(37)),
		Want: "S@b2: your opponent's sphere on a1 is in the same region",
	},
	{Ground: game.GameOver, Position: won, Move: "S@b1", Want: "S@b1: the game is over"},
	{Ground: game.GameOver, Position: won, Number: new(game.Move(0)), Want: "C@a1: the game is over"},
	{
		Ground: game.OffBoard, Position: start, Move: "N@e4",
		Want: "N@e4: e4 is not on the board, which goes from a1 to d4",
	},
	{Ground: game.NotAMove, Position: start, Number: new(game.Move(64)), Want: "64: no move has the number 64"},
	{Ground: game.NotAMove, Position: won, Number: new(game.NoMove), Want: "65535: no move has the number 65535"},
	// The second player owns the piece of an empty cell.
	{Ground: game.NotAKey, Key: new(uint64(1 << 16)), Want: "65536: no position has the key 65536"},
	// Both players have a cube in row 1.
	{Ground: game.NotAKey, Key: new(uint64(0x10_0011)), Want: "1048593: no position has the key 1048593"},

	{
		Ground: game.WrongRows, Position: "4/4/4 1",
		Want: "4/4/4 1: a board has 4 rows separated by /, but this one has 3",
	},
	{
		Ground: game.WrongRow, Position: "4/4/S/4 2",
		Want: "4/4/S/4 2: row 2 must have 4 cells, but it has 1",
	},
	{
		Ground: game.WrongRow, Position: "4/4/4/4S 2",
		Want: "4/4/4/4S 2: row 1 must have 4 cells, but it has 5",
	},
	{
		Ground: game.WrongLetter, Position: "4/X3/4/4 2",
		Want: "4/X3/4/4 2: X in row 3 is not a piece of this game; its letters are C N S Y c n s y",
	},
	{
		Ground: game.WrongLetter, Position: "é3/4/4/4 2",
		Want: "é3/4/4/4 2: é in row 4 is not a piece of this game; its letters are C N S Y c n s y",
	},
	{
		Ground: game.WrongLetter, Position: "\x1b3/4/4/4 2",
		Want: `"\x1b3/4/4/4 2": "\x1b" in row 4 is not a piece of this game; its letters are C N S Y c n s y`,
	},
	{
		Ground: game.WrongSeat, Position: "4/4/4/4 3",
		Want: "4/4/4/4 3: 3 is not a player in this game; after the board and a space comes the player to move: 1, 2",
	},
	{
		Ground: game.WrongSeat, Position: "4/4/4/4 X 1",
		Want: "4/4/4/4 X 1: X is not a player in this game; after the board and a space comes the player to move: 1, 2",
	},
	{
		Ground: game.TrailingText, Position: "4/4/4/4 1 S@b3",
		Want: "4/4/4/4 1 S@b3: nothing may follow the player to move, but S@b3 does",
	},
	{
		Ground: quantik.Mixed, Position: "A.../..s./..../....",
		Want: "A.../..s./..../....: the letters of two notations are mixed: the shapes are S, Y, C and N, or in QFEN A, B, C and D",
	},
	{
		Ground: quantik.WrongTurn, Position: "4/4/4/S3 1",
		Want: "4/4/4/S3 1: it is player 2's turn (pieces on the board: 1)",
	},
	{
		Ground: quantik.WrongTurn, Position: "4/4/4/4 2",
		Want: "4/4/4/4 2: it is player 1's turn (pieces on the board: 0)",
	},
	{
		Ground: quantik.WrongCount, Position: "4/4/4/s3 1",
		Want: "4/4/4/s3 1: pieces placed: 0 by player 1, 1 by player 2; they take turns, and player 1 goes first",
	},
	{
		Ground: quantik.ThreeAlike, Position: "SS2/S3/3y/2yc 1",
		Want: "SS2/S3/3y/2yc 1: player 1 has 3 pieces of one shape (sphere), the last on b4; there are only two",
	},
	{
		Ground: quantik.ThreeAlike, Position: "S1Y1/y3/1y2/2yC 1",
		Want: "S1Y1/y3/1y2/2yC 1: player 2 has 3 pieces of one shape (cylinder), the last on c1; there are only two",
	},
	{
		Ground: quantik.Clash, Position: "S2s/4/4/4 1",
		Want: "S2s/4/4/4 1: the sphere on a4 and the opposing one on d4 are in the same row",
	},
	{
		Ground: quantik.Clash, Position: "n3/4/4/N3 1",
		Want: "n3/4/4/N3 1: the cone on a1 and the opposing one on a4 are in the same column",
	},
	{
		Ground: quantik.Clash, Position: "C3/1c2/4/4 1",
		Want: "C3/1c2/4/4 1: the cube on a4 and the opposing one on b3 are in the same region",
	},
}

var ended = []gametest.Ended{
	{Reason: quantik.FourShapes, Position: won, Want: "four different shapes in row 4 (a4 b4 c4 d4)"},
	{
		Reason: quantik.FourShapes, Position: "y2S/s2Y/3C/c2N 2",
		Want: "four different shapes in column d (d1 d2 d3 d4)",
	},
	{
		Reason: quantik.FourShapes, Position: "2Sy/2cN/4/4 1",
		Want: "four different shapes in the region (c3 c4 d3 d4)",
	},
	{
		Reason: quantik.Blocked, Before: "yC1C/1S1n/2S1/2y1 2", Position: "yC1C/1S1n/1nS1/2y1 1",
		Want: "the other side cannot place a piece",
	},
}

var typed = []gametest.Typed{
	{Position: start, Text: "s@b3", Want: "S@b3"},
	{Position: start, Text: "S@B3", Want: "S@b3"},
	{Position: start, Text: "Sb3", Want: "S@b3"},
	{Position: start, Text: "cc3", Want: "C@c3"},
	{Position: start, Text: "  n  @\tD1 ", Want: "N@d1"},
	{Position: corner, Text: "y@d4", Want: "Y@d4"},

	{Text: "4/4/4/4", Want: start},
	{Text: "  4/4/4/S3   2 ", Want: corner},
	{Text: "4/4/4/S3", Want: corner},
	{Text: "..../1111/22/S... 2", Want: corner},
}

func TestSentences(t *testing.T) {
	gametest.Sentences[quantik.State, *quantik.State](t, quantik.Spec(), refused, ended)
}

func TestForgiving(t *testing.T) { gametest.Forgiving(t, quantik.Spec(), typed) }
