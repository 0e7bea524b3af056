package quixo_test

import (
	"testing"
	"unsafe"

	"plateau/game"
	"plateau/game/gametest"
	"plateau/game/gametest/reference"
	"plateau/game/quixo"
)

// announceable adds the announcements to the texts of usual moves.
func announceable(moves []string) []string {
	return append(append(gametest.Join(moves, "", []string{"!"}), moves...), "!")
}

func announcedNotation(size int) gametest.Notation {
	n := notation(size)
	n.Reference = func(text string) (reference.Position, error) { return reference.QuixoAnnounced(size, text) }
	n.Moves = func(cells []string) []string { return announceable(notation(size).Moves(cells)) }
	return n
}

var announcedNotation4 = gametest.Notation{
	Reference: reference.Quixo4pAnnounced,
	Letters:   notation4.Letters,
	Moves:     func(cells []string) []string { return announceable(notation4.Moves(cells)) },
}

func TestAnnouncedConformance(t *testing.T) {
	for size := 3; size <= 5; size++ {
		spec := quixo.AnnouncedSpec(size)
		t.Run(spec.ID, func(t *testing.T) {
			gametest.Run[quixo.Announced, *quixo.Announced](t, spec, announcedNotation(size))
		})
	}
	spec := quixo.AnnouncedSpec4()
	t.Run(spec.ID, func(t *testing.T) { gametest.Run[quixo.Announced4, *quixo.Announced4](t, spec, announcedNotation4) })
}

// Until the first line, there are as many games as in the usual game; on 3×3
// the counts are the reference's.
func TestAnnouncedPerft(t *testing.T) {
	for size := 3; size <= 5; size++ {
		gametest.Perft[quixo.Announced, *quixo.Announced](t, quixo.AnnouncedSpec(size))
	}
	gametest.Perft[quixo.Announced4, *quixo.Announced4](t, quixo.AnnouncedSpec4())
}

// Searches keep arrays of states, so announcing must not make them larger.
func TestAnnouncedStatesAreAsSmall(t *testing.T) {
	if got, want := unsafe.Sizeof(quixo.Announced{}), unsafe.Sizeof(quixo.State{}); got != want {
		t.Errorf("a state for two has %d bytes, want %d", got, want)
	}
	if got, want := unsafe.Sizeof(quixo.Announced4{}), unsafe.Sizeof(quixo.State4{}); got != want {
		t.Errorf("a state for four has %d bytes, want %d", got, want)
	}
}

const (
	// inRow has a line of the crosses that nobody has announced.
	inRow      = "5/5/5/XXXXX/OO3 X"
	announced  = "5/5/5/XXXXX/OO3 O !X"
	announced4 = "5/5/5/XxXxX/Oo3 O2 !X"
	// ringTaken leaves the circles nothing to take.
	ringTaken = "XXXXX/XOOOX/X1OOX/XO1OX/XXXXX O"
)

var announcedRefused = []gametest.Refused{
	{
		Ground: quixo.AnnouncedSyntax, Position: start, Move: "c1",
		Want: "c1: a move is written like c1-c5; ! after it announces a line, and ! by itself announces one that is already there",
	},
	{
		Ground: quixo.NoPassing, Position: start, Move: " Pass",
		Want: " Pass: nobody may pass: take a cube from the outer ring that is neutral or shows your mark",
	},
	{
		Ground: quixo.NoPassing, Position: inRow, Move: "pass!",
		Want: "pass!: nobody may pass: take a cube from the outer ring that is neutral or shows your mark",
	},
	{
		Ground: quixo.NoLineAfterPush, Position: start, Move: "c1-c5!",
		Want: "c1-c5!: this push leaves you without a line, so there is nothing to announce",
	},
	{
		// The line was there, and the push breaks it.
		Ground: quixo.NoLineAfterPush, Position: inRow, Move: "a2-a5!",
		Want: "a2-a5!: this push leaves you without a line, so there is nothing to announce",
	},
	{
		Ground: quixo.NoLineToClaim, Position: "5/5/5/XXXXX/OO3 O", Move: "!",
		Want: "!: you have no line on the board, so there is nothing to announce",
	},
	{
		Ground: quixo.NoLineToClaim, Position: start, Number: new(quixo.Claim),
		Want: "!: you have no line on the board, so there is nothing to announce",
	},
	{Ground: game.GameOver, Position: announced, Move: "!", Want: "!: the game is over"},
	{Ground: game.GameOver, Position: announced, Move: "a1-a5", Want: "a1-a5: the game is over"},
	{Ground: game.GameOver, Position: ringTaken, Move: "!", Want: "!: the game is over"},
	{Ground: game.GameOver, Position: ringTaken, Move: "a1-a5", Want: "a1-a5: the game is over"},
	{
		Ground: quixo.WrongAnnouncer, Position: "5/5/5/XXXXX/OO3 O !",
		Want: "5/5/5/XXXXX/OO3 O !: after ! comes the side that has won, X or O, and nothing else",
	},
	{
		Ground: quixo.WrongAnnouncer, Position: "5/5/5/XXXXX/OO3 O !X O",
		Want: "5/5/5/XXXXX/OO3 O !X O: after ! comes the side that has won, X or O, and nothing else",
	},
	{
		Ground: quixo.NoLineWon, Position: "5/5/5/XXXXX/OO3 X !O",
		Want: "5/5/5/XXXXX/OO3 X !O: the game cannot have ended like this: O has no line",
	},
	{
		// The circles have just announced, and lost, without a line.
		Ground: quixo.NoLineWon, Position: "5/5/5/XXXXX/OO3 X !X",
		Want: "5/5/5/XXXXX/OO3 X !X: the game cannot have ended like this: O has no line",
	},
	{
		Ground: quixo.NotOnRing, Position: start, Move: "c2-c1!",
		Want: "c2-c1!: the cube on c2 is not on the outer ring; only cubes on the ring can be taken",
	},
	{Ground: quixo.Opposing, Position: middle, Move: "b1-a1", Want: "b1-a1: the cube on b1 shows your opponent's cross"},
	{
		Ground: quixo.SamePlace, Position: start, Move: "c1-c1",
		Want: "c1-c1: the cube cannot go back in at c1, where it was taken",
	},
	{
		Ground: quixo.NotAnEnd, Position: start, Move: "c1-d1",
		Want: "c1-d1: d1 is not an end of the row or column of c1; those are a1, c5, e1",
	},
	{
		Ground: game.OffBoard, Position: start, Move: "f1-a1",
		Want: "f1-a1: f1 is not on the board, which goes from a1 to e5",
	},
	{Ground: game.NotAMove, Position: start, Number: new(game.Move(25 << 1)), Want: "50: no move has the number 50"},
	// Nobody has a line, the third outcome, and a draw.
	{Ground: game.NotAKey, Key: new(uint64(1 << 51)), Want: "2251799813685248: no position has the key 2251799813685248"},
	{Ground: game.NotAKey, Key: new(uint64(3 << 51)), Want: "6755399441055744: no position has the key 6755399441055744"},
	{Ground: game.WrongRows, Position: "5/5/5/5 X", Want: "5/5/5/5 X: a board has 5 rows separated by /, but this one has 4"},
	{Ground: game.WrongRow, Position: "5/5/5/5/X3 O", Want: "5/5/5/5/X3 O: row 1 must have 5 cells, but it has 4"},
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

var announcedEnded = []gametest.Ended{
	{
		Reason: quixo.AnnouncedLine, Before: inRow, Position: announced,
		Want: "they announced a line of their own mark in row 2 (a2 b2 c2 d2 e2)",
	},
	{
		// Both have a line, and nobody has made one with this push.
		Reason: quixo.AnnouncedLine, Before: "OOOOO/5/5/XXXXX/5 X", Position: "OOOOO/5/5/XXXXX/5 O !X",
		Want: "they announced a line of their own mark in row 2 (a2 b2 c2 d2 e2)",
	},
	{
		// The circles had their line before, so the crosses have not made it.
		Reason: quixo.AnnouncedLine, Before: "OOOOO/5/5/5/1XXXX X", Position: "OOOOO/5/5/5/XXXXX O !X",
		Want: "they announced a line of their own mark in row 1 (a1 b1 c1 d1 e1)",
	},
	{
		// Pushing a1 in at a5 makes row 5 and moves a circle down to row 3.
		Reason: quixo.BothLines, Before: "OXXXX/O4/1OOOO/5/5 X", Position: "XXXXX/O4/OOOOO/5/5 O !O",
		Want: "the other side made a line of its own, but one for them as well, in row 3 (a3 b3 c3 d3 e3)",
	},
	{
		Reason: quixo.NothingToTake, Before: "XXXOX/XOOOX/X1OOX/XO1XX/XXXXX X", Position: ringTaken,
		Want: "the other side cannot take any cube",
	},
	{
		// The same push, announced.
		Reason: quixo.AnnouncedLine, Before: "XXXOX/XOOOX/X1OOX/XO1XX/XXXXX X", Position: ringTaken + " !X",
		Want: "they announced a line of their own mark in row 1 (a1 b1 c1 d1 e1)",
	},
}

var announcedTyped = []gametest.Typed{
	{Position: inRow, Text: " ! ", Want: "!"},
	{Position: inRow, Text: "A5 > E5 !", Want: "a5-e5!"},
	{Position: start, Text: "c1xc5", Want: "c1-c5"},
	{Text: "5/5/5/xxxxx/oo3 o ! x", Want: announced},
}

func TestAnnouncedSentences(t *testing.T) {
	gametest.Sentences[quixo.Announced, *quixo.Announced](t, quixo.AnnouncedSpec(5), announcedRefused, announcedEnded)
}

// Announcing takes nothing from the rules of the usual games.
func TestAnnouncedRefusesAsTheUsualGames(t *testing.T) {
	gametest.Variant[quixo.Announced, *quixo.Announced](t, quixo.AnnouncedSpec(5), refused,
		map[game.Ground]game.Ground{quixo.Syntax: quixo.AnnouncedSyntax})
	gametest.Variant[quixo.Announced4, *quixo.Announced4](t, quixo.AnnouncedSpec4(), refused4,
		map[game.Ground]game.Ground{quixo.Syntax4: quixo.AnnouncedSyntax})
}

func TestAnnouncedForgiving(t *testing.T) {
	gametest.Forgiving(t, quixo.AnnouncedSpec(5), announcedTyped)
	gametest.Forgiving(t, quixo.AnnouncedSpec4(), []gametest.Typed{
		{Position: "5/5/5/XxXxX/Oo3 X1", Text: "!", Want: "!"},
		{Position: "5/5/5/XxXxX/Oo3 X1", Text: "a5 e5 2 !", Want: "a5-e5.2!"},
		{Position: starved, Text: " Pass ", Want: "pass"},
		{Text: "5/5/5/XxXxX/Oo3 o2 !x", Want: announced4},
	})
}

// What is particular to four: the seat to move announces for its team, also
// when it can take no cube; a pass announces nothing.
func TestAnnouncedForFour(t *testing.T) {
	const stuck = "xxxxx/O3x/x3O/O3x/xOxOx X1"
	for _, r := range []gametest.Refused{
		{
			Ground: quixo.AnnouncedSyntax, Position: stuck, Move: "pass!",
			Want: "pass!: a move is written like c1-c5.2; ! after it announces a line, and ! by itself announces one that is already there",
		},
		{Ground: quixo.MustPass, Position: stuck, Move: "a1-a5.1!", Want: "a1-a5.1!: there is no cube that you may take: you have to pass"},
		{
			Ground: quixo.PartnersDot, Position: middle4, Move: "b1-a1.2",
			Want: "b1-a1.2: the dot of the cube on b1 faces your partner X1",
		},
		{
			Ground: quixo.MustPlay, Position: start4, Move: "pass",
			Want: "pass: you cannot pass while there is a cube that you may take, such as the one on a1",
		},
		{
			Ground: quixo.NoLineToClaim, Position: "5/5/5/XxXxX/Oo3 O1", Move: "!",
			Want: "!: you have no line on the board, so there is nothing to announce",
		},
	} {
		gametest.CheckRefused[quixo.Announced4, *quixo.Announced4](t, quixo.AnnouncedSpec4(), r)
	}
	p, err := game.New(quixo.AnnouncedSpec4()).Parse(stuck)
	if err != nil {
		t.Fatal(err)
	}
	_, after, err := p.PlayText("!")
	if err != nil {
		t.Fatal(err)
	}
	if v := after.Verdict(p); v.Outcome != game.WonByFirst || v.Reason != quixo.AnnouncedLine {
		t.Errorf("the claim of X1 gives %v", v)
	}
}

func TestLeavesUnsaid(t *testing.T) {
	for _, c := range []struct {
		position, move string
		want           bool
	}{
		{start, "a1-a5", false},
		{inRow, "!", false},
		{inRow, "c5-c1", true},
		{inRow, "a5-e5", true},
		{inRow, "a5-e5!", true},
		{"5/5/5/5/1XXXX X", "a1-a5", false},
		{"5/5/5/5/1XXXX X", "a2-a1", true},
		{"5/5/5/5/1XXXX X", "a2-a1!", false},
	} {
		s, err := quixo.AnnouncedSpec(5).Parse(c.position)
		if err != nil {
			t.Fatal(err)
		}
		m, err := quixo.AnnouncedSpec(5).ParseMove(&s, c.move)
		if err != nil {
			t.Errorf("%s: %v", c.position, err)
			continue
		}
		if got := s.LeavesUnsaid(m); got != c.want {
			t.Errorf("%s leaves a line unsaid in %q: %v", c.move, c.position, got)
		}
	}
}
