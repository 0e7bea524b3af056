package figures

import (
	"testing"

	exactquantik "plateau/exact/quantik"
	"plateau/game"
	"plateau/game/quantik"
	"plateau/internal/lanes"
)

// A strategy for the second player that was published as always winning ("A Simple
// Solution of Quantik", Maksym Neyra-Nesterenko, 2026, after Antonio Carlucci):
// complete a line if you can; otherwise answer diagonally opposite in the same
// region, with the partner of the shape. Shapes are partners in pairs. As it is
// written there, it loses this game, as docs/quantik.md says.
func TestPartnersLose(t *testing.T) {
	spec, e := quantik.Spec(), exactquantik.New()
	s := quantik.Start()
	for _, text := range []string{"S@c3", "N@a3", "N@a4"} {
		m, err := spec.ParseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		if s.Play(m); s.Completing() != 0 {
			t.Fatalf("%s: the second player could complete a line", s.QFEN())
		}
		if value := e.Value(&s); !value.IsWin() {
			t.Fatalf("%s: the second player has lost already", s.QFEN())
		}
		reply := partnerReply(m)
		if s.Legal()>>reply&1 == 0 {
			t.Fatalf("%s: the answer is not legal", s.QFEN())
		}
		s.Play(reply)
	}
	m, err := spec.ParseMove(&s, "S@c4")
	if err != nil {
		t.Fatal(err)
	}
	if s.Play(m); s.QFEN() != "DcAb/DcA./..../...." || spec.Verdict(&s, nil).Outcome != game.Won(0) {
		t.Errorf("the first player has not won in %s", s.QFEN())
	}
}

// partnerReply is the answer to a move: the other shape of the pair, diagonally
// opposite in the region.
func partnerReply(m game.Move) game.Move {
	shape, cell := int(m)/lanes.Cells^1, lanes.Cell(int(m))
	opposite := game.Cell{Col: cell.Col ^ 1, Row: cell.Row ^ 1}
	return game.Move(shape*lanes.Cells + lanes.Bit(opposite))
}
