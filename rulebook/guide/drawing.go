package guide

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"plateau/game"
)

// Drawing is what is drawn on the board to explain something.
//
// Items of a step are
//
//	line CELLS              a band around these cells
//	ring CELLS              a circle around each of them
//	arrow FROM TO           an arrow
//	shade CELLS             these cells, shaded
//	refused CODE SLOT PICKS the cells that are refused for this reason as the
//	                        choice of a slot, after other choices: slot=value
//	last                    arrows for what the latest move has moved
//	wins                    the lines that the side to move can complete now
//	danger                  the lines with which the other side wins after many
//	                        of the moves
//	runs LETTERS N          as many neighbouring pieces of one of these letters
type Drawing struct {
	Lines  [][]string  `json:"lines"`
	Rings  []string    `json:"rings"`
	Arrows [][2]string `json:"arrows"`
	Shaded []string    `json:"shaded"`
}

// Drawing is what the step draws.
func (s *Scene) Drawing() (Drawing, error) {
	d := Drawing{Lines: [][]string{}, Rings: []string{}, Arrows: [][2]string{}, Shaded: []string{}}
	for _, item := range s.step().Drawing {
		if err := s.draw(&d, strings.Fields(item)); err != nil {
			return d, fmt.Errorf("guide: %s: %q: %w", s.step().ID, item, err)
		}
	}
	return d, nil
}

var errDrawing = errors.New("this cannot be drawn")

func (s *Scene) draw(d *Drawing, words []string) error {
	name, args := words[0], words[1:]
	switch {
	case name == "line":
		d.Lines = append(d.Lines, args)
	case name == "ring":
		d.Rings = append(d.Rings, args...)
	case name == "shade":
		d.Shaded = append(d.Shaded, args...)
	case name == "arrow" && len(args) == 2:
		d.Arrows = append(d.Arrows, [2]string{args[0], args[1]})
	case name == "refused" && len(args) >= 2:
		d.Shaded = append(d.Shaded, s.refused(args[0], game.SlotID(args[1]), args[2:])...)
	case name == "last":
		d.Arrows = append(d.Arrows, s.lastArrows()...)
	case name == "wins":
		d.Lines = append(d.Lines, s.winningLines()...)
	case name == "danger":
		d.Lines = append(d.Lines, losingLines(s.now)...)
	case name == "runs" && len(args) == 2:
		for _, run := range runs(s.now, args[0], int(args[1][0]-'0')) {
			d.Lines = append(d.Lines, game.CellNames(run))
		}
	default:
		return errDrawing
	}
	return nil
}

// refused are the cells that are refused for a reason.
func (s *Scene) refused(code string, slot game.SlotID, given []string) []string {
	picks := game.Picks{}
	for _, one := range given {
		name, value, _ := strings.Cut(one, "=")
		if strings.HasPrefix(value, "{") {
			value = s.latest[game.SlotID(strings.Trim(value, "{}"))]
		}
		picks[game.SlotID(name)] = value
	}
	var found []string
	for cell := range game.Cells(s.now.Game().Size()) {
		tried := maps.Clone(picks)
		tried[slot] = cell.String()
		_, err := s.now.ParseMove(s.now.Attempt(tried))
		if refusal, ok := errors.AsType[*game.Refusal](err); ok && refusal.Code == code {
			found = append(found, cell.String())
		}
	}
	return found
}

// lastArrows show what the last move has moved.
func (s *Scene) lastArrows() [][2]string {
	var arrows [][2]string
	if s.before == nil {
		return arrows
	}
	for _, m := range s.before.Motions(s.last) {
		if m.Kind == game.Pushes || m.Kind == game.Flips {
			arrows = append(arrows, [2]string{m.From.String(), m.To.String()})
		}
	}
	return arrows
}

// winningLines are those that a move completes at once.
func (s *Scene) winningLines() [][]string {
	counts := lineCounts{}
	countWins(s.now, teamToMove(s.now), counts, map[string]bool{})
	return counts.atLeast(1)
}

// losingLines are those with which the other side wins at once, or at its next
// turn, after a third of the moves or more.
func losingLines(p game.Position) [][]string {
	counts := lineCounts{}
	other := teamToMove(p).Other()
	moves := p.Moves()
	for _, m := range moves {
		after, err := p.Play(m)
		if err != nil {
			continue
		}
		seen := map[string]bool{}
		if wonBy(after, other) {
			counts.add(after.Verdict(p).Line, seen)
		} else if !after.Outcome().Over() && teamToMove(after) == other {
			countWins(after, other, counts, seen)
		}
	}
	return counts.atLeast((len(moves) + 2) / 3)
}

// countWins counts the lines with which a side wins by a move now, each once.
func countWins(p game.Position, side game.Team, counts lineCounts, seen map[string]bool) {
	for _, m := range p.Moves() {
		if after, err := p.Play(m); err == nil && wonBy(after, side) {
			counts.add(after.Verdict(p).Line, seen)
		}
	}
}

// lineCounts counts lines by the names of their cells.
type lineCounts map[string]int

func (l lineCounts) add(line []game.Cell, seen map[string]bool) {
	key := strings.Join(game.CellNames(line), " ")
	if key == "" || seen[key] {
		return
	}
	seen[key] = true
	l[key]++
}

func (l lineCounts) atLeast(n int) [][]string {
	var found [][]string
	for _, key := range slices.Sorted(maps.Keys(l)) {
		if l[key] >= n {
			found = append(found, strings.Fields(key))
		}
	}
	return found
}
