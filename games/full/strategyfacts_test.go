package full_test

import (
	"encoding/csv"
	"math/bits"
	"os"
	"strconv"
	"strings"

	exactpivot "plateau/exact/pivot"
	"plateau/game"
	"plateau/game/pivot"
	"plateau/games"
	"plateau/games/full"
)

// repliesInRegion counts the moves in a position of Quantik, those to which the
// opponent wins at once, and the others to which a reply in the same region
// wins.
func (t *strategyTest) repliesInRegion(about string) []string {
	p := t.position(about)
	all, atOnce, inRegion := 0, 0, 0
	for _, m := range p.Moves() {
		all++
		next := t.play(p, m)
		replies := t.analyse(next)
		if replies.Moves[0].Value == game.WinIn(1) {
			atOnce++
			continue
		}
		region := regionOf(p.Picks(m)["cell"])
		for _, reply := range replies.Moves {
			if reply.Value.IsWin() && regionOf(next.Picks(reply.Move)["cell"]) == region {
				inRegion++
				break
			}
		}
	}
	return countsText(all, atOnce, inRegion)
}

// regionOf is one of four regions of a board of 4×4 cells.
func regionOf(cell string) [2]bool { return [2]bool{cell[0] >= 'c', cell[1] >= '3'} }

// repliesDraw counts the moves to which every reply draws.
func (t *strategyTest) repliesDraw(about string) []string {
	p := t.position(about)
	count := 0
	for _, m := range p.Moves() {
		drawn := true
		for _, reply := range t.analyse(t.play(p, m)).Moves {
			drawn = drawn && reply.Value == game.Draw
		}
		if drawn {
			count++
		}
	}
	return countsText(count)
}

// quixoCounts are the published counts of Quixo: for the marks of the player to
// move and of the opponent, how many positions are won, lost and drawn.
func (t *strategyTest) quixoCounts() map[[2]string][]string {
	t.Helper()
	file, err := os.Open("../../docs/data/quixo-counts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[[2]string][]string{}
	for _, row := range rows[1:] {
		counts[[2]string{row[1], row[2]}] = row[3:]
	}
	return counts
}

// counts is won, lost and drawn by the marks of the player to move and of the
// opponent.
func (t *strategyTest) counts(about string) []string {
	own, other, _ := strings.Cut(about, " ")
	return t.quixoCounts()[[2]string{own, other}]
}

// drawnOnFullBoard counts the drawn positions in which all cubes are marked, and
// all of them.
func (t *strategyTest) drawnOnFullBoard(string) []string {
	all, drawn := 0, 0
	for marks, row := range t.quixoCounts() {
		if t.number(marks[0])+t.number(marks[1]) != 25 {
			continue
		}
		drawn += t.number(row[2])
		all += t.number(row[0]) + t.number(row[1]) + t.number(row[2])
	}
	return countsText(drawn, all)
}

func (t *strategyTest) number(text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// oneMarkATurn plays a game in which both teams only fill a column, and finds
// the turn in which it ends. It cannot end earlier: it fails if a move ever adds
// more than one mark.
func (t *strategyTest) oneMarkATurn(about string) []string {
	p := t.position(about)
	for turn := 1; ; turn++ {
		column := "a"
		if turn%2 == 0 {
			column = "e"
		}
		for _, m := range p.Moves() {
			if after := marksOn(t.play(p, m)); after > marksOn(p)+1 {
				t.Fatalf("%s: %s adds more than one mark", p, p.MoveText(m))
			}
		}
		_, next, err := p.PlayText(column + "1-" + column + "5.1")
		if err != nil {
			t.Fatal(err)
		}
		if p = next; p.Outcome() != game.Running {
			return countsText(turn)
		}
	}
}

func marksOn(p game.Position) int {
	board, _, _ := strings.Cut(p.String(), " ")
	return strings.Count(strings.ToUpper(board), "X") + strings.Count(strings.ToUpper(board), "O")
}

// pivotLayer calls do with every position with so many cards, and how many
// positions it stands for, up to symmetry. To turn over all cards is a symmetry,
// and the index also joins positions in which those of one player are turned.
func pivotLayer(index *exactpivot.Index, cards int, do func(s *pivot.State, count int)) {
	layer := exactpivot.Layer(cards)
	for i := range index.Size(layer) {
		s := index.State(layer, i)
		do(&s, max(1, exactpivot.FlipVariants(cards)/2))
	}
}

// pivotLosses is the lost positions with up to 11 cards.
func (t *strategyTest) pivotLosses() *exactpivot.Losses {
	t.Helper()
	data, err := full.Data(games.PivotLosses)
	if err != nil {
		t.Fatal(err)
	}
	losses, err := exactpivot.ReadLosses(data)
	if err != nil {
		t.Fatal(err)
	}
	return losses
}

// leadsToLoss says whether some move leaves the opponent a lost position, which
// is what a won position is.
func leadsToLoss(losses *exactpivot.Losses, s *pivot.State) bool {
	for _, m := range s.AppendMoves(nil) {
		next := *s
		next.Play(m)
		if losses.Value(&next).IsLoss() {
			return true
		}
	}
	return false
}

// drawnWithUpToFour counts the positions of Pivot with up to four cards that are
// neither won nor lost.
func (t *strategyTest) drawnWithUpToFour(string) []string {
	losses, index, drawn := t.pivotLosses(), exactpivot.NewIndex(), 0
	for cards := range 5 {
		pivotLayer(index, cards, func(s *pivot.State, count int) {
			if s.Outcome() == game.Running && !losses.Value(s).IsLoss() && !leadsToLoss(losses, s) {
				drawn += count
			}
		})
	}
	return countsText(drawn)
}

// wonWithFive counts the won positions with five cards, and all.
func (t *strategyTest) wonWithFive(string) []string {
	losses, won, all := t.pivotLosses(), 0, 0
	pivotLayer(exactpivot.NewIndex(), 5, func(s *pivot.State, count int) {
		all += count
		if losses.Value(s).IsLoss() {
			t.Errorf("a position with five cards is lost: %v", s)
		}
		if leadsToLoss(losses, s) {
			won += count
		}
	})
	return countsText(won, all)
}

// lostWithSix counts the lost positions with six cards, and all.
func (t *strategyTest) lostWithSix(string) []string {
	losses, lost, all := t.pivotLosses(), 0, 0
	pivotLayer(exactpivot.NewIndex(), 6, func(s *pivot.State, count int) {
		all += count
		if losses.Value(s).IsLoss() {
			lost += count
		}
	})
	return countsText(lost, all)
}

// openLinesWithSix counts the running positions with six cards in which only the
// player who has just moved has a line: those that are not lost for the other,
// and all.
func (t *strategyTest) openLinesWithSix(string) []string {
	losses, held, all := t.pivotLosses(), 0, 0
	pivotLayer(exactpivot.NewIndex(), 6, func(s *pivot.State, count int) {
		circles, squares := pivotLines(s.Cards()), pivotLines(s.Cards()>>32)
		if s.Outcome() != game.Running || circles > 0 || squares == 0 {
			return
		}
		all += count
		if !losses.Value(s).IsLoss() {
			held += count
		}
	})
	return countsText(held, all)
}

// pivotLines counts the lines of a player, whose black and silver cards are two
// lanes of 16 cells, column by column.
func pivotLines(cards uint64) int {
	count := 0
	for _, face := range []uint64{cards & 0xFFFF, cards >> 16 & 0xFFFF} {
		for _, d := range []struct {
			step   int
			starts uint64
		}{{1, 0x3333}, {4, 0x00FF}, {5, 0x0033}, {3, 0x00CC}} {
			count += bits.OnesCount64(face & (face >> d.step) & (face >> (2 * d.step)) & d.starts)
		}
	}
	return count
}
