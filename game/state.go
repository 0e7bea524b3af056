package game

// State is the static interface to a game: a constraint on *S, where S is a
// small value that is copied freely. Generic code keeps one S per ply in an
// array, so that nothing is allocated and nothing escapes.
//
// A state has no history: repetition belongs to [Match].
type State[S any] interface {
	*S
	// AppendMoves appends the legal moves in ascending order without
	// duplicates; a finished game has none. It allocates only when dst is
	// too short.
	AppendMoves(dst []Move) []Move
	// Play makes the move, which must be legal: it is not checked.
	Play(m Move)
	// ToMove is the seat to move, in finished games too.
	ToMove() Seat
	// Outcome is kept up to date by Play and costs nothing.
	Outcome() Outcome
	// Key is exact: two states have the same key if and only if they are
	// equal, and the game's Spec turns a key back into the state.
	Key() uint64
}

// Symmetry numbers one element of a game's symmetry group; 0 changes nothing.
type Symmetry uint16

// Symmetries is the symmetry group of a game: applying a symmetry commutes with
// playing a move.
type Symmetries[S any] struct {
	// Count is the order of the group.
	Count int
	// State applies a symmetry to a state.
	State func(s *S, by Symmetry) S
	// Move applies a symmetry to a move of any state.
	Move func(m Move, by Symmetry) Move
	// Inverse undoes a symmetry.
	Inverse func(y Symmetry) Symmetry
	// Compose is the first symmetry followed by the second.
	Compose func(first, then Symmetry) Symmetry
	// Canonical is the canonical form, which is the same for all symmetric
	// states, and a symmetry that leads from s to it.
	Canonical func(s *S) (S, Symmetry)
}
