package quixo

import (
	"cmp"
	"fmt"

	"plateau/game"
	"plateau/game/square"
)

var (
	seats = []game.SeatInfo{
		{ID: "X", Team: 0, Colour: "crosses"},
		{ID: "O", Team: 1, Colour: "circles"},
	}
	seats4 = []game.SeatInfo{
		{ID: "X1", Team: 0, Colour: "crosses"},
		{ID: "O1", Team: 1, Colour: "circles"},
		{ID: "X2", Team: 0, Colour: "crosses"},
		{ID: "O2", Team: 1, Colour: "circles"},
	}
)

// Spec is the game for two on a board with size cells along an edge, 3 to 5.
func Spec(size int) game.Spec[State] {
	id, name := "quixo", "Quixo"
	if size < 5 {
		id, name = fmt.Sprintf("quixo%d", size), fmt.Sprintf("Quixo %d×%d", size, size)
	}
	return game.Spec[State]{
		ID: id, Name: name, Size: size,
		Seats: seats, TeamIDs: [2]string{"X", "O"},
		Openers:    []game.Seat{Cross, Circle},
		Repeats:    true,
		Refusals:   sharedRefusals(Syntax, NoPassing),
		Reasons:    []game.Phrase{OwnLine, OpponentLine, BothLines},
		Letters:    letters,
		Slots:      slots,
		Start:      func(begins game.Seat) State { return Start(size, begins) },
		FromKey:    func(key uint64) (State, error) { return fromKey(size, key) },
		Parse:      func(text string) (State, error) { return parse(size, text) },
		Format:     (*State).format,
		ParseMove:  (*State).parseMove,
		FormatMove: func(_ *State, m game.Move) string { return formatPush(m) },
		Picks:      func(_ *State, m game.Move) game.Picks { return pushPicks(m) },
		Attempt:    func(_ *State, picks game.Picks) string { return attemptPush(picks) },
		Motions:    (*State).motions,
		Refuse:     (*State).refuse,
		Verdict: func(s, _ *State) game.Verdict {
			return s.geometry().verdict(s.outcome, &s.marks, game.Team(s.toMove))
		},
		Letter:     (*State).letter,
		Symmetries: symmetries(turnOn(size, turnMove), (*State).turned, (*State).canonical),
	}
}

// Spec4 is the game for four.
func Spec4() game.Spec[State4] {
	return game.Spec[State4]{
		ID: "quixo4p", Name: "Quixo for four", Size: board4.size,
		Seats: seats4, TeamIDs: [2]string{"X", "O"},
		Openers:    []game.Seat{0, 1},
		Repeats:    true,
		Refusals:   sharedRefusals(Syntax4, PartnersDot, MustPlay, MustPass),
		Reasons:    []game.Phrase{OwnLine, OpponentLine, BothLines},
		Letters:    letters4,
		Slots:      slots4,
		Start:      Start4,
		FromKey:    fromKey4,
		Parse:      parse4,
		Format:     (*State4).format,
		ParseMove:  (*State4).parseMove,
		FormatMove: (*State4).formatMove,
		Picks:      picks4,
		Attempt:    (*State4).attempt,
		Motions:    (*State4).motions,
		Refuse:     (*State4).refuse,
		Verdict: func(s, _ *State4) game.Verdict {
			return board4.verdict(s.outcome, &s.marks, game.Team(s.team()))
		},
		Letter:     (*State4).letter,
		Symmetries: symmetries(turnOn(board4.size, turnMove4), (*State4).turned, (*State4).canonical),
	}
}

// fromKey is the inverse of [State.Key].
func fromKey(size int, key uint64) (State, error) {
	crosses, circles, toMove := uint32(key&grid), uint32(key>>cells&grid), key>>(2*cells)
	outside := geometryOf(size).outside
	if toMove > 1 || crosses&circles != 0 || (crosses|circles)&outside != 0 {
		return State{}, game.RefuseKey(key)
	}
	return Make(size, crosses, circles, game.Seat(toMove)), nil
}

var (
	slots = []game.Slot{{ID: game.FromSlot, OnBoard: true}, {ID: game.ToSlot, OnBoard: true}}
	// The dot comes last: it is turned when the cube goes back.
	slots4 = append(slots[:2:2], game.Slot{ID: game.DotSlot})
	// pushing is the choices that decide where the cubes go.
	pushing = []game.SlotID{game.FromSlot, game.ToSlot}
)

func pushPicks(push game.Move) game.Picks {
	from, to, _ := splitMove(push)
	return game.Picks{game.FromSlot: from.String(), game.ToSlot: to.String()}
}

func picks4(_ *State4, m game.Move) game.Picks {
	if m == Pass {
		return game.Picks{}
	}
	p := pushPicks(m >> 1)
	p[game.DotSlot] = string(rune('1' + m&1))
	return p
}

// attemptPush returns a cube to where it was taken, since taking is checked
// before returning.
func attemptPush(picks game.Picks) string {
	return picks.Join(
		game.Part{Slot: game.FromSlot, Else: "a1"},
		game.Part{Sign: "-", Slot: game.ToSlot, Else: picks[game.FromSlot]})
}

// attempt is a pass if it is the only legal move and nothing was chosen.
func (s *State4) attempt(picks game.Picks) string {
	if len(picks) == 0 && s.takeable() == 0 {
		return passText
	}
	return attemptPush(picks) + picks.Join(game.Part{Sign: ".", Slot: game.DotSlot, Else: "1"})
}

func (s *State) motions(m game.Move) []game.Motion {
	return pushMotions(m, letters[s.toMove&1], s.letter)
}

func (s *State4) motions(m game.Move) []game.Motion {
	if m == Pass {
		return nil
	}
	return pushMotions(m>>1, letters4[int(s.team())+2*int(m&1)], s.letter)
}

// pushMotions are the motions of the cube that is pushed in, with its new
// letter, and of those that make room for it, the nearest to the gap first.
func pushMotions(push game.Move, letter byte, at func(c game.Cell) byte) []game.Motion {
	from, to, _ := splitMove(push)
	motions := []game.Motion{{Kind: game.Pushes, From: from, To: to, Letter: letter, Needs: pushing}}
	for gap := from; gap != to; {
		next := game.Cell{Col: towards(gap.Col, to.Col), Row: towards(gap.Row, to.Row)}
		motions = append(motions, game.Motion{Kind: game.Slides, From: next, To: gap, Letter: at(next), Needs: pushing})
		gap = next
	}
	return motions
}

// towards is one step towards an end.
func towards(at, end uint8) uint8 { return at + uint8(cmp.Compare(end, at)) }

// cellImages maps the cells of each board under its 8 symmetries.
var cellImages = [3][square.Symmetries][cells]uint8{makeCellImages(3), makeCellImages(4), makeCellImages(5)}

func makeCellImages(size int) (lookup [square.Symmetries][cells]uint8) {
	for y := range lookup {
		for bit := range lookup[y] {
			c := cellAt(bit)
			if int(c.Col) < size && int(c.Row) < size {
				lookup[y][bit] = uint8(bitOf(square.Turn(c, size, game.Symmetry(y))))
			}
		}
	}
	return lookup
}

// permute moves every cell of a plane.
func permute(plane uint32, to *[cells]uint8) uint32 {
	turned := uint32(0)
	for bit := 0; plane != 0; bit, plane = bit+1, plane>>1 {
		turned |= plane & 1 << to[bit]
	}
	return turned
}

func turnMove(m game.Move, to *[cells]uint8) game.Move {
	from, end := m>>cellBits, m%(1<<cellBits)
	return game.Move(to[from])<<cellBits | game.Move(to[end])
}

func turnMove4(m game.Move, to *[cells]uint8) game.Move {
	if m == Pass {
		return Pass
	}
	return turnMove(m>>1, to)<<1 | m&1
}

func (s *State) turned(by game.Symmetry) State {
	to := &cellImages[s.size-3][by]
	turned := *s
	turned.marks = [2]uint32{permute(s.marks[0], to), permute(s.marks[1], to)}
	return turned
}

func (s *State4) turned(by game.Symmetry) State4 {
	to := &cellImages[board4.size-3][by]
	turned := *s
	turned.marks = [2]uint32{permute(s.marks[0], to), permute(s.marks[1], to)}
	turned.second = permute(s.second, to)
	return turned
}

// canonical is the image with the smallest key.
func (s *State) canonical() (State, game.Symmetry) {
	best, by := *s, game.Symmetry(0)
	for y := game.Symmetry(1); y < square.Symmetries; y++ {
		if image := s.turned(y); image.Key() < best.Key() {
			best, by = image, y
		}
	}
	return best, by
}

func (s *State4) canonical() (State4, game.Symmetry) {
	best, by := *s, game.Symmetry(0)
	for y := game.Symmetry(1); y < square.Symmetries; y++ {
		if image := s.turned(y); image.Key() < best.Key() {
			best, by = image, y
		}
	}
	return best, by
}

// symmetries are the 8 of the board.
func symmetries[S any](
	move func(m game.Move, by game.Symmetry) game.Move,
	turned func(s *S, by game.Symmetry) S, canonical func(s *S) (S, game.Symmetry),
) game.Symmetries[S] {
	return game.Symmetries[S]{
		Count: square.Symmetries, State: turned, Move: move,
		Inverse: square.Inverse, Compose: square.Compose, Canonical: canonical,
	}
}

// turnOn turns moves on a board, also for four players: a dot names a partner and not
// a direction.
func turnOn(size int, turn func(m game.Move, to *[cells]uint8) game.Move) func(m game.Move, by game.Symmetry) game.Move {
	return func(m game.Move, by game.Symmetry) game.Move { return turn(m, &cellImages[size-3][by]) }
}
