package reference_test

import (
	"fmt"
	"slices"
	"testing"

	"plateau/game/gametest/reference"
)

// openPosition reads a position of the game with an id.
func openPosition(id, text string) (reference.Position, error) {
	switch id {
	case "quantik":
		return reference.Quantik(text)
	case "pivot":
		return reference.Pivot(text)
	case "quixo3":
		return reference.Quixo(3, text)
	case "quixo4":
		return reference.Quixo(4, text)
	case "quixo":
		return reference.Quixo(5, text)
	case "quixo4p":
		return reference.Quixo4p(text)
	case "quixo3-announced":
		return reference.QuixoAnnounced(3, text)
	case "quixo-announced":
		return reference.QuixoAnnounced(5, text)
	case "quixo4p-announced":
		return reference.Quixo4pAnnounced(text)
	}
	return nil, fmt.Errorf("no game is called %q", id)
}

func open(t *testing.T, id, text string) reference.Position {
	t.Helper()
	p, err := openPosition(id, text)
	if err != nil {
		t.Fatalf("Open(%s): %v", id, err)
	}
	if p.Text() != text {
		t.Fatalf("Open(%s, %q) writes itself %q", id, text, p.Text())
	}
	return p
}

// perft counts the sequences of exactly this many turns.
func perft(p reference.Position, depth int) int {
	moves := p.Moves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, move := range moves {
		n += perft(p.Play(move), depth-1)
	}
	return n
}

func TestPerft(t *testing.T) {
	for _, test := range []struct {
		id, start string
		counts    []int
	}{
		{"quantik", "4/4/4/4 1", []int{64, 3392, 167552}},
		{"pivot", "4/4/4/4 1", []int{32, 2880, 224000}},
		{"quixo3", "3/3/3 X", []int{20, 356, 6332, 99648}},
		{"quixo4", "4/4/4/4 X", []int{32, 952, 28312}},
		{"quixo", "5/5/5/5/5 X", []int{44, 1836, 76596}},
		{"quixo", "5/5/5/5/5 O", []int{44, 1836, 76596}},
		{"quixo4p", "5/5/5/5/5 X1", []int{88, 7344}},
		{"quixo4p", "5/5/5/5/5 O1", []int{88, 7344}},
		{"quixo3-announced", "3/3/3 X", []int{20, 356, 6332, 99648, 1663824}},
		{"quixo-announced", "5/5/5/5/5 X", []int{44, 1836, 76596}},
		{"quixo4p-announced", "5/5/5/5/5 X1", []int{88, 7344}},
	} {
		for i, want := range test.counts {
			if got := perft(open(t, test.id, test.start), i+1); got != want {
				t.Errorf("%s from %q, depth %d: %d sequences, want %d", test.id, test.start, i+1, got, want)
			}
		}
	}
}

func TestOutcome(t *testing.T) {
	for _, test := range []struct{ why, id, text, state, winner string }{
		{"four shapes in a row, two shades", "quantik", "SyCn/4/4/4 1", "won", "2"},
		{"four shapes in a column, one shade", "quantik", "y2S/s2Y/3C/c2N 2", "won", "1"},
		{"four shapes in a region", "quantik", "2Sy/2cN/4/4 1", "won", "2"},
		{"a shape twice", "quantik", "SySc/4/4/4 1", "running", ""},
		{"four shapes across two regions", "quantik", "1Sy1/1Cn1/4/4 1", "running", ""},
		{"nowhere for a cylinder or a cone", "quantik", "yC1C/1S1n/1nS1/2y1 1", "won", "2"},

		{"a line that survived", "pivot", "CCC1/1s1S/4/2s1 1", "won", "1"},
		{"a line not yet answered", "pivot", "CCC1/1s1S/4/4 2", "running", ""},
		{"a line of two faces", "pivot", "CcC1/1s1S/4/2s1 1", "running", ""},
		{"a line with a gap", "pivot", "CC1C/1s1S/4/2s1 1", "running", ""},
		{"a line on a diagonal", "pivot", "3C/1sC1/1CS1/2s1 1", "won", "1"},
		{"a line on a diagonal off the corners", "pivot", "1c2/1sc1/S2c/2s1 1", "won", "1"},
		{"a line each", "pivot", "CCC1/4/4/sss1 1", "running", ""},
		{"full board, no line", "pivot", "Cscs/CCSc/SscC/SsSc 1", "drawn", ""},
		{"full board, a line of the player to move", "pivot", "CCCs/ScSc/cSsC/sCsS 1", "won", "1"},
		{"full board, a line of the opponent", "pivot", "SSSc/CsCs/sCcS/cScC 1", "won", "2"},
		{"full board, a line each", "pivot", "CCCs/Scsc/cSsC/sCsS 1", "drawn", ""},
		{"a line that a pivot can break", "pivot", "CCC1/S1s1/s1S1/cCcs 2", "running", ""},
		{"two lines, and a pivot breaks only one", "pivot", "CCC1/S1s1/s1S1/cccs 2", "won", "1"},
		{"two lines, and a drop can answer", "pivot", "CCC1/S1s1/s1S1/cccS 2", "running", ""},
		{"a line and no pivot possible", "pivot", "CSSS/cCSs/C1cs/1cCS 1", "won", "2"},

		{"a row", "quixo", "5/OOOOO/5/5/X4 X", "won", "O"},
		{"a column", "quixo", "1X3/1X3/1X3/1X3/OX3 O", "won", "X"},
		{"a line each, crosses to move", "quixo", "5/OOOOO/5/XXXXX/5 X", "won", "X"},
		{"a line each, circles to move", "quixo", "5/OOOOO/5/XXXXX/5 O", "won", "O"},
		{"a diagonal", "quixo3", "X1O/1X1/O1X O", "won", "X"},
		{"the other diagonal", "quixo4", "3O/2O1/1O2/O3 X", "won", "O"},
		{"a short diagonal", "quixo4", "2O1/1O2/O3/4 X", "running", ""},
		{"three of four", "quixo4", "1OOO/4/4/4 X", "running", ""},
		{"dots do not matter in a line", "quixo4p", "5/OoOoO/5/5/5 X2", "won", "O"},
		{"marks of both teams are no line", "quixo4p", "5/OoXoO/5/5/5 X2", "running", ""},
		{"a line each, a circle player to move", "quixo4p", "5/OoOoO/5/xxxxX/5 O2", "won", "O"},
	} {
		t.Run(test.why, func(t *testing.T) {
			p := open(t, test.id, test.text)
			want := reference.Outcome{State: test.state, Winner: test.winner}
			if p.Outcome() != want {
				t.Errorf("%s %q is %v, want %v", test.id, test.text, p.Outcome(), want)
			}
			if running := p.Outcome().State == "running"; running != (len(p.Moves()) > 0) {
				t.Errorf("%s %q is %v and has %d moves", test.id, test.text, p.Outcome(), len(p.Moves()))
			}
		})
	}
}

func TestMoves(t *testing.T) {
	for _, test := range []struct {
		why, id, text string
		want          []string
	}{
		{
			"only ring cubes that are neutral or own", "quixo3", "XOX/O2/XOX O",
			[]string{
				"a2-a1", "a2-a3", "a2-c2", "b1-a1", "b1-b3", "b1-c1",
				"b3-a3", "b3-b1", "b3-c3", "c2-a2", "c2-c1", "c2-c3",
			},
		},
		{
			"a corner goes back two ways, the dot either way", "quixo4p", "xOxOx/O3x/x3O/O3x/XOxOx X1",
			[]string{"a1-a5.1", "a1-a5.2", "a1-e1.1", "a1-e1.2"},
		},
		{"nothing to take", "quixo4p", "xOxOx/O3x/x3O/O3x/xOxOx X1", []string{"pass"}},
		{
			"no pivot possible", "pivot", "1c1C/cScC/SsSs/SCSc 1",
			[]string{"C@a4", "C@c4", "c@a4", "c@c4"},
		},
		{
			"the drop goes where the pivot came from", "pivot", "CCC1/SsCs/cSsc/CScS 2",
			[]string{"c4-d4+S@c4", "c4-d4+s@c4"},
		},
	} {
		if got := open(t, test.id, test.text).Moves(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %s %q has %q, want %q", test.why, test.id, test.text, got, test.want)
		}
	}
}

// A move without a position after it is illegal.
func TestPlay(t *testing.T) {
	for _, test := range []struct{ why, id, text, move, after string }{
		{"player 2 places a small letter", "quantik", "4/4/4/S3 2", "S@c2", "4/4/2s1/S3 1"},
		{"an opposing shape in the row", "quantik", "4/4/4/S3 2", "S@d1", ""},
		{"an opposing shape in the column", "quantik", "4/4/4/S3 2", "S@a4", ""},
		{"an opposing shape in the region", "quantik", "4/4/4/S3 2", "S@b2", ""},
		{"another shape may stand there", "quantik", "4/4/4/S3 2", "Y@b2", "4/4/1y2/S3 1"},
		{"my own shape never forbids", "quantik", "4/4/3y/S3 1", "S@b1", "4/4/3y/SS2 2"},
		{"my own shape does not allow either", "quantik", "s3/4/4/3S 1", "S@d4", ""},
		{"an occupied cell", "quantik", "4/4/4/S3 2", "Y@a1", ""},
		{"a third piece of a shape", "quantik", "y2y/4/4/SS2 1", "S@c1", ""},
		{"moves have capitals only", "quantik", "4/4/4/S3 2", "y@b2", ""},
		{"a finished game", "quantik", "SyCn/4/4/4 1", "S@b1", ""},

		{"the first turn has no pivot", "pivot", "4/4/4/4 1", "c@d4", "3c/4/4/4 2"},
		{"the vacated cell is free", "pivot", "4/4/4/C3 2", "a1-a2+S@a1", "4/4/c3/S3 1"},
		{"silver becomes black", "pivot", "4/4/4/c3 2", "a1-b1+s@d4", "3s/4/4/1C2 1"},
		{"pivoting is compulsory", "pivot", "4/4/4/C3 2", "S@d4", ""},
		{"no pivot along a diagonal", "pivot", "4/4/4/C3 2", "a1-b2+S@d4", ""},
		{"no pivot by two cells", "pivot", "4/4/4/C3 2", "a1-c1+S@d4", ""},
		{"no pivot of an own card", "pivot", "4/4/4/C2S 1", "a1-a2+C@d4", ""},
		{"no drop on the pivoted card", "pivot", "4/4/4/C3 2", "a1-a2+S@a2", ""},
		{"no drop of an opposing card", "pivot", "4/4/4/C3 2", "a1-a2+C@d4", ""},

		{"along the whole row", "quixo", "5/5/5/5/1XO1X X", "a1-e1", "5/5/5/5/XO1XX O"},
		{"along a part of the row", "quixo", "5/5/5/5/1XO1X O", "c1-a1", "5/5/5/5/O1X1X X"},
		{"down a column", "quixo3", "1O1/1X1/3 O", "b3-b1", "1X1/3/1O1 X"},
		{"back to the same place", "quixo", "5/5/5/5/5 X", "c1-c1", ""},
		{"a cube inside the ring", "quixo", "5/5/5/5/5 X", "c2-c1", ""},
		{"the opponent's mark", "quixo", "5/5/5/5/1XO1X O", "b1-a1", ""},

		{"the dot to the partner", "quixo4p", "5/5/5/5/1Xo1X X1", "b1-a1.2", "5/5/5/5/x1o1X O1"},
		{"the dot to oneself", "quixo4p", "5/5/5/5/1Xo1X O2", "c1-c5.2", "2o2/5/5/5/1X2X X1"},
		{"the dot faces the partner", "quixo4p", "5/5/5/5/1Xo1X X2", "b1-a1.2", ""},
		{"the dot faces the partner, first player", "quixo4p", "5/5/5/5/1Xo1X O1", "c1-a1.1", ""},
		{"passing when there is something to take", "quixo4p", "5/5/5/5/1Xo1X X2", "pass", ""},
		{
			"passing changes only the player", "quixo4p",
			"xOxOx/O3x/x3O/O3x/xOxOx X1", "pass", "xOxOx/O3x/x3O/O3x/xOxOx O1",
		},
	} {
		t.Run(test.why, func(t *testing.T) {
			p := open(t, test.id, test.text)
			defer func() {
				if refused := recover() != nil; refused != (test.after == "") {
					t.Errorf("%s %q: %s refused: %t", test.id, test.text, test.move, refused)
				}
			}()
			if got := p.Play(test.move).Text(); got != test.after {
				t.Errorf("%s %q: %s gives %q, want %q", test.id, test.text, test.move, got, test.after)
			}
			if p.Text() != test.text {
				t.Errorf("%s %q: %s changed the position to %q", test.id, test.text, test.move, p.Text())
			}
		})
	}
}

// It does not matter who made a line.
func TestPivotCompletingAnOpposingLine(t *testing.T) {
	p := open(t, "pivot", "C1C1/1C2/2S1/ss2 1").Play("c2-c1+c@d4")
	if want := (reference.Outcome{State: "won", Winner: "2"}); p.Outcome() != want {
		t.Errorf("%q is %v, want %v", p.Text(), p.Outcome(), want)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ why, id, text string }{
		{"unknown game", "chess", "4/4/4/4 1"},
		{"no player", "quantik", "4/4/4/4"},
		{"unknown player", "quixo", "5/5/5/5/5 X1"},
		{"something after the player", "quantik", "4/4/4/4 1 "},
		{"a row too few", "quantik", "4/4/4 1"},
		{"a row too many", "quixo3", "3/3/3/3 X"},
		{"a cell too few", "quantik", "4/4/3/4 1"},
		{"a cell too many", "quixo", "5/5/5/5/5X X"},
		{"a run too long", "quixo4", "4/4/4/5 X"},
		{"unknown letter", "quixo", "5/5/5/5/4x X"},
		{"a split run", "pivot", "4/4/4/22 1"},
		{"a run of nothing", "quixo4p", "5/5/5/5/50 X1"},
		{"three of a kind", "quantik", "SS2/S3/3y/2yc 1"},
		{"player 1 to move after one piece", "quantik", "4/4/4/S3 1"},
		{"player 2 to move at the start", "quantik", "4/4/4/4 2"},
		{"both shades of a shape in a row", "quantik", "S2s/4/4/4 1"},
		{"both shades of a shape in a column", "quantik", "S3/4/4/s3 1"},
		{"both shades of a shape in a region", "quantik", "S3/1s2/4/4 1"},
		{"more squares than circles", "pivot", "4/4/4/S3 1"},
		{"squares to move at the start", "pivot", "4/4/4/4 2"},
		{"circles to move after one circle", "pivot", "4/4/4/C3 1"},
		{"nine circles", "pivot", "CcCc/SsSs/CcCc/SsSC 2"},
	} {
		if p, err := openPosition(test.id, test.text); err == nil {
			t.Errorf("%s: %s %q was read as %q", test.why, test.id, test.text, p.Text())
		}
	}
	if _, err := reference.Quixo(6, "6/6/6/6/6/6 X"); err == nil {
		t.Error("a Quixo board of size 6 was read")
	}
}
