package quixo

import (
	"plateau/game"
	"plateau/internal/dihedral"
)

// cellImages maps the cells of each board under its 8 symmetries.
var cellImages = [3][dihedral.Count][cells]uint8{makeCellImages(3), makeCellImages(4), makeCellImages(5)}

func makeCellImages(size int) (lookup [dihedral.Count][cells]uint8) {
	for y := range lookup {
		for bit := range lookup[y] {
			c := cellAt(bit)
			if int(c.Col) < size && int(c.Row) < size {
				lookup[y][bit] = uint8(bitOf(dihedral.Cell(c, size, game.Symmetry(y))))
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
	for y := game.Symmetry(1); y < dihedral.Count; y++ {
		if image := s.turned(y); image.Key() < best.Key() {
			best, by = image, y
		}
	}
	return best, by
}

func (s *State4) canonical() (State4, game.Symmetry) {
	best, by := *s, game.Symmetry(0)
	for y := game.Symmetry(1); y < dihedral.Count; y++ {
		if image := s.turned(y); image.Key() < best.Key() {
			best, by = image, y
		}
	}
	return best, by
}

// symmetries are the 8 of the board, also for four players: a dot names a
// partner and not a direction.
func symmetries[S any](
	size int, move func(m game.Move, to *[cells]uint8) game.Move,
	turned func(s *S, by game.Symmetry) S, canonical func(s *S) (S, game.Symmetry),
) game.Symmetries[S] {
	return game.Symmetries[S]{
		Count:     dihedral.Count,
		State:     turned,
		Move:      func(m game.Move, by game.Symmetry) game.Move { return move(m, &cellImages[size-3][by]) },
		Inverse:   dihedral.Inverse,
		Compose:   dihedral.Compose,
		Canonical: canonical,
	}
}
