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

func (s *State) turned(by game.Symmetry) State {
	to := &cellImages[s.size-3][by]
	s2 := *s
	s2.marks[0], s2.marks[1] = permute(s.marks[0], to), permute(s.marks[1], to)
	return s2
}

func (s *State4) turned(by game.Symmetry) State4 {
	to := &cellImages[board4.size-3][by]
	s2 := *s
	s2.marks[0], s2.marks[1] = permute(s.marks[0], to), permute(s.marks[1], to)
	s2.second = permute(s.second, to)
	return s2
}

// symmetries are the 8 of the board, also for four players: a dot names a
// partner and not a direction.
func symmetries(size int) game.Symmetries[State] {
	return game.Symmetries[State]{
		Count: dihedral.Count,
		State: (*State).turned,
		Move: func(m game.Move, by game.Symmetry) game.Move {
			return turnMove(m, &cellImages[size-3][by])
		},
		Inverse:   dihedral.Inverse,
		Compose:   dihedral.Compose,
		Canonical: (*State).canonical,
	}
}

func symmetries4() game.Symmetries[State4] {
	return game.Symmetries[State4]{
		Count: dihedral.Count,
		State: (*State4).turned,
		Move: func(m game.Move, by game.Symmetry) game.Move {
			if m == Pass {
				return Pass
			}
			return turnMove(m>>1, &cellImages[board4.size-3][by])<<1 | m&1
		},
		Inverse:   dihedral.Inverse,
		Compose:   dihedral.Compose,
		Canonical: (*State4).canonical,
	}
}

// canonical is the image with the smallest key.
func (s *State) canonical() (State, game.Symmetry) {
	var keys [dihedral.Count]uint64
	for y := range keys {
		turned := s.turned(game.Symmetry(y))
		keys[y] = turned.Key()
	}
	by := smallest(&keys)
	return s.turned(by), by
}

func (s *State4) canonical() (State4, game.Symmetry) {
	var keys [dihedral.Count]uint64
	for y := range keys {
		turned := s.turned(game.Symmetry(y))
		keys[y] = turned.Key()
	}
	by := smallest(&keys)
	return s.turned(by), by
}

func smallest(keys *[dihedral.Count]uint64) (at game.Symmetry) {
	for y, key := range keys {
		if key < keys[at] {
			at = game.Symmetry(y)
		}
	}
	return at
}
