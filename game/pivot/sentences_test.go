package pivot_test

import (
	"testing"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/pivot"
)

const (
	start  = "4/4/4/4 1"
	corner = "4/4/4/C3 2"
	// locked leaves no card that could pivot.
	locked = "1c1C/cScC/SsSs/SCSc 1"
	won    = "CCC1/1s1S/4/2s1 1"
)

var refused = []gametest.Refused{
	{
		Ground: pivot.Syntax, Position: corner, Move: "a1-a2",
		Want: "a1-a2: a move is an opposing card, the cell it pivots to, then + and your card with its cell " +
			"(capital: black, small: silver), such as b2-b3+S@d4; without a pivot just S@d4",
	},
	{
		Ground: pivot.Syntax, Position: start, Move: "d4",
		Want: "d4: a move is an opposing card, the cell it pivots to, then + and your card with its cell " +
			"(capital: black, small: silver), such as b2-b3+C@d4; without a pivot just C@d4",
	},
	{
		Ground: pivot.WrongCard, Position: start, Move: "S@d4",
		Want: "S@d4: you play circles: your card is written C or c, capital for black and small for silver",
	},
	{
		Ground: pivot.WrongCard, Position: corner, Move: "a1-a2+c@d4",
		Want: "a1-a2+c@d4: you play squares: your card is written S or s, capital for black and small for silver",
	},
	{
		Ground: pivot.MustPivot, Position: corner, Move: "S@d4",
		Want: "S@d4: you have to pivot an opposing card before you place yours, such as the one on a1",
	},
	{
		Ground: pivot.CannotPivot, Position: locked, Move: "a1-a2+C@a4",
		Want: "a1-a2+C@a4: no opposing card can pivot, so just place your card",
	},
	{
		Ground: pivot.CannotPivot, Position: start, Number: new(game.Move(1 << 5)),
		Want: "a1-a2+C@a1: no opposing card can pivot, so just place your card",
	},
	{
		Ground: pivot.NothingHere, Position: corner, Move: "b1-b2+S@d4",
		Want: "b1-b2+S@d4: there is no card on b1 to pivot",
	},
	{
		Ground: pivot.OwnCard, Position: "4/4/4/C2S 1", Move: "a1-a2+C@d4",
		Want: "a1-a2+C@d4: the card on a1 is yours; you can only pivot opposing cards",
	},
	{
		Ground: pivot.TooFar, Position: corner, Move: "a1-b2+S@d4",
		Want: "a1-b2+S@d4: a card pivots one cell up, down, left or right, and b2 is not next to a1",
	},
	{
		Ground: pivot.TooFar, Position: corner, Move: "a1-a1+S@d4",
		Want: "a1-a1+S@d4: a card pivots one cell up, down, left or right, and a1 is not next to a1",
	},
	{
		Ground: pivot.TargetTaken, Position: "4/4/C3/S3 1", Move: "a1-a2+C@d4",
		Want: "a1-a2+C@d4: the card cannot pivot to a2: there is another card there",
	},
	{
		Ground: pivot.DropTaken, Position: corner, Move: "a1-a2+S@a2",
		Want: "a1-a2+S@a2: you cannot place your card on a2: there is another card there",
	},
	{
		Ground: pivot.DropTaken, Position: locked, Move: "C@d4",
		Want: "C@d4: you cannot place your card on d4: there is another card there",
	},
	{Ground: game.GameOver, Position: won, Move: "b3-a3+C@d4", Want: "b3-a3+C@d4: the game is over"},
	{
		Ground: game.OffBoard, Position: start, Move: "C@e5",
		Want: "C@e5: e5 is not on the board, which goes from a1 to d4",
	},
	{
		Ground: game.OffBoard, Position: corner, Move: "a1-a5+S@d4",
		Want: "a1-a5+S@d4: a5 is not on the board, which goes from a1 to d4",
	},
	{
		Ground: game.OffBoard, Position: corner, Move: "i1-i2+S@d4",
		Want: "i1-i2+S@d4: i1 is not on the board, which goes from a1 to d4",
	},
	// From b1 to b1.
	{Ground: game.NotAMove, Position: corner, Number: new(game.Move(4<<9 | 4<<5)), Want: "2176: no move has the number 2176"},
	{Ground: game.NotAMove, Position: won, Number: new(game.NoMove), Want: "65535: no move has the number 65535"},
	// Two circles on a1, then a single square.
	{Ground: game.NotAKey, Key: new(uint64(0x1_0001)), Want: "65537: no position has the key 65537"},
	{Ground: game.NotAKey, Key: new(uint64(1 << 32)), Want: "4294967296: no position has the key 4294967296"},

	{
		Ground: game.WrongRows, Position: "4/4/4/4/4 1",
		Want: "4/4/4/4/4 1: a board has 4 rows separated by /, but this one has 5",
	},
	{
		Ground: game.WrongRow, Position: "4/4/4/C 2",
		Want: "4/4/4/C 2: row 1 must have 4 cells, but it has 1",
	},
	{
		Ground: game.WrongLetter, Position: "4/4/4/3x 2",
		Want: "4/4/4/3x 2: x in row 1 is not a piece of this game; its letters are C c S s",
	},
	{
		Ground: game.WrongSeat, Position: "4/4/4/4 C",
		Want: "4/4/4/4 C: C is not a player in this game; after the board and a space comes the player to move: 1, 2",
	},
	{
		Ground: game.TrailingText, Position: "4/4/4/4 1 2",
		Want: "4/4/4/4 1 2: nothing may follow the player to move, but 2 does",
	},
	{
		Ground: pivot.WrongTurn, Position: "4/4/4/C3 1",
		Want: "4/4/4/C3 1: it is player 2's turn (circles: 1, squares: 0)",
	},
	{
		Ground: pivot.WrongCount, Position: "4/4/4/S3 1",
		Want: "4/4/4/S3 1: there must be as many circles as squares, or one more (circles: 0, squares: 1)",
	},
	{
		Ground: pivot.TooMany, Position: "CcCc/SsSs/CcCc/SsSC 2",
		Want: "CcCc/SsSs/CcCc/SsSC 2: there are 9 circles, but each player only has 8 cards",
	},
	{
		Ground: pivot.TooMany, Position: "SSSS/SSSS/S3/4 1",
		Want: "SSSS/SSSS/S3/4 1: there are 9 squares, but each player only has 8 cards",
	},
}

var ended = []gametest.Ended{
	{
		Reason: pivot.LineStands, Before: "CCC1/1s1S/4/2sC 2", Position: "CCC1/1s1S/3c/s1s1 1",
		Want: "their line was neither broken nor answered, in row 4 (a4 b4 c4)",
	},
	{
		Reason: pivot.LineStands, Position: "3C/1sC1/1CS1/2s1 1",
		Want: "their line was neither broken nor answered, in the diagonal (b2 c3 d4)",
	},
	{
		Reason: pivot.LineGiven, Before: "C1C1/1C2/2S1/ss2 1", Position: "C1Cc/1C2/4/sss1 2",
		Want: "the losing side's own pivot made the line, in row 1 (a1 b1 c1)",
	},
	{
		Reason: pivot.Unanswerable, Position: "CSSS/cCSs/C1cs/1cCS 1",
		Want: "a line that no turn can break or answer, in row 4 (b4 c4 d4)",
	},
	{
		Reason: pivot.FullLine, Position: "SSSc/CsCs/sCcS/cScC 1",
		Want: "the board is full and only they have a line, in row 4 (a4 b4 c4)",
	},
	{
		Reason: pivot.FullBoth, Position: "CCCs/Scsc/cSsC/sCsS 1",
		Want: "the board is full and both sides have a line",
	},
	{
		Reason: pivot.FullBoard, Position: "Cscs/CCSc/SscC/SsSc 1",
		Want: "the board is full and nobody has a line",
	},
}

var typed = []gametest.Typed{
	{Position: start, Text: "Cd4", Want: "C@d4"},
	{Position: start, Text: " c @ D4 ", Want: "c@d4"},
	{Position: start, Text: "cc4", Want: "c@c4"},
	{Position: corner, Text: "A1-A2+S@D4", Want: "a1-a2+S@d4"},
	{Position: corner, Text: "a1xa2 s@d4", Want: "a1-a2+s@d4"},
	{Position: corner, Text: "a1 > a2 + S a1", Want: "a1-a2+S@a1"},
	{Position: corner, Text: "a1→a2sd4", Want: "a1-a2+s@d4"},
	{Position: corner, Text: "a1a2sd4", Want: "a1-a2+s@d4"},

	{Text: "4/4/4/4", Want: start},
	{Text: " 4/4/4/C...  2", Want: corner},
	{Text: "4/4/4/C12", Want: corner},
}

func TestSentences(t *testing.T) {
	gametest.Sentences[pivot.State, *pivot.State](t, pivot.Spec(), refused, ended)
}

func TestForgiving(t *testing.T) { gametest.Forgiving(t, pivot.Spec(), typed) }
