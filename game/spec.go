package game

// SeatInfo describes a seat.
type SeatInfo struct {
	// ID is the seat's name in the notation: "1", "X", "O2".
	ID string
	// Team is the side the seat plays for.
	Team Team
	// Colour names what the seat plays with: "light", "circles", "crosses".
	Colour string
}

// Spec is how a game package describes itself: the data and functions that
// generic code and the dynamic interface are made from. The functions take
// pointers to states only to avoid copies; none keeps or changes them.
type Spec[S any] struct {
	// ID is the name in notation, records and commands.
	ID string
	// Name is the name for people; it is not translated.
	Name string
	// Size is the number of cells along an edge of the board.
	Size int
	// Seats are in turn order; their number is that of the players.
	Seats []SeatInfo
	// TeamIDs name the two sides in results: "1" and "2", "X" and "O".
	TeamIDs [2]string
	// Openers are the seats that may begin.
	Openers []Seat
	// MaxPlies bounds the length of a game; 0 if only repetition does.
	MaxPlies int
	// Repeats is set if positions can recur; a third occurrence draws the
	// match.
	Repeats bool
	// FreeColours is set if either of the two seats may have either colour:
	// who begins does not say what they play with. See [Game].
	FreeColours bool
	// Decisive is set if the game has no draws, not even by agreement.
	Decisive bool
	// Casual is set if games are not rated and moves are not graded, because
	// more than good moves decides them.
	Casual bool
	// Refusals are the grounds on which this game refuses moves and positions,
	// besides those that all games share. The conformance suite checks that it
	// does so on each of them, and on no other.
	Refusals []Ground
	// Reasons are those for which this game ends.
	Reasons []Phrase
	// Letters are those of all pieces.
	Letters string
	// Slots are the choices that make a move, in the order in which people
	// usually make them. A move need not have all of them.
	Slots []Slot

	Start func(begins Seat) S
	// FromKey is the inverse of State.Key and refuses anything else.
	FromKey func(key uint64) (S, error)
	// Parse reads a position forgivingly; its errors are refusals.
	Parse  func(text string) (S, error)
	Format func(s *S) string
	// Notations are those of other programs. Parse reads them, too.
	Notations []Notation[S]
	// ParseMove reads a legal move forgivingly; its errors are refusals.
	ParseMove  func(s *S, text string) (Move, error)
	FormatMove func(s *S, m Move) string
	// Picks are the choices that make the legal move m.
	Picks func(s *S, m Move) Picks
	// Attempt writes choices as the text of a move, legal or not. Open
	// choices are filled in such that, if no legal move has the choices
	// made, ParseMove refuses the text because of one of these. Values are
	// not checked.
	Attempt func(s *S, picks Picks) string
	// Motions are the visible effects of the legal move m.
	Motions func(s *S, m Move) []Motion
	// Refuse returns why m is illegal, or nil if it is legal.
	Refuse func(s *S, m Move) *Refusal
	// Verdict explains the outcome; before is the position one ply earlier,
	// or nil if unknown.
	Verdict func(s, before *S) Verdict
	// Letter is the letter of the piece on a cell, or 0.
	Letter func(s *S, c Cell) byte
	// Reserve is the letters of the pieces that a seat still has to place;
	// nil in games without a reserve.
	Reserve    func(s *S, seat Seat) string
	Symmetries Symmetries[S]
}

// Notation is how other programs write positions.
type Notation[S any] struct {
	// ID is its name in commands.
	ID     string
	Format func(s *S) string
}

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
