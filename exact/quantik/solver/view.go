package solver

import (
	"plateau/game"
	"plateau/game/quantik"
)

// View reads a stored layer, in which classes are numbered from 0.
type View struct{ index *keyIndex }

// NewView makes a view of the contents of a layer.
func NewView(stored []byte) View { return View{newKeyIndex(stored)} }

// Classes is how many there are.
func (v View) Classes() int { return len(v.index.values) }

// State is the canonical position of a class.
func (v View) State(class int) quantik.State {
	return quantik.Make(quantik.PiecesOf(v.index.key(class) * unmixFactor))
}

// Value is the value of a class.
func (v View) Value(class int) game.Value { return game.Value(v.index.values[class]) }

// Find is the class of a position, which must be in the layer.
func (v View) Find(s *quantik.State) int { return v.index.find(storedKey(s)) }
