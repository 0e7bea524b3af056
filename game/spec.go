package game

// SeatInfo describes a place at the table as the game knows it.
type SeatInfo struct {
	// ID is the seat's name in the notation: "1", "X", "O2".
	ID string
	// Team is the side the seat plays for.
	Team Team
	// Colour names what the seat plays with: "light", "circles", "crosses".
	Colour string
}

// Spec is all that a game package says about itself: the data and functions
// from which generic code and the dynamic face are made. The functions take
// states by address only to spare the copy; none keeps or changes them.
type Spec[S any] struct {
	// ID is the name in notation, records and commands.
	ID string
	// Name is for people; it is not translated.
	Name string
	// Size is the number of cells along an edge of the board.
	Size int
	// Seats are in turn order; their number is that of the players.
	Seats []SeatInfo
	// TeamIDs name the two sides in results: "1" and "2", "X" and "O".
	TeamIDs [2]string
	// Openers are the seats that may begin.
	Openers []Seat
	// MaxPlies bounds the length of a game; 0 where only repetition does.
	MaxPlies int
	// Repeats tells whether positions can recur, so that a third occurrence
	// draws the match.
	Repeats bool
	// Decisive tells that the game knows no draw, not even by agreement.
	Decisive bool
	// Phrases lists every refusal and reason of this game, for translators.
	Phrases []Phrase
	// Letters are all that can lie on the board.
	Letters string
	// Slots are the choices that make a move, in the order in which people
	// usually make them. A move need not have all of them.
	Slots []Slot

	Start func(begins Seat) S
	// FromKey is the inverse of State.Key and refuses what is no key.
	FromKey func(key uint64) (S, error)
	// Parse reads a position forgivingly; its errors are refusals.
	Parse  func(text string) (S, error)
	Format func(s *S) string
	// ParseMove reads a legal move forgivingly; its errors are refusals.
	ParseMove  func(s *S, text string) (Move, error)
	FormatMove func(s *S, m Move) string
	// Picks are the choices that make the legal move m.
	Picks func(s *S, m Move) Picks
	// Attempt writes choices as the text of a move, legal or not. Those that
	// were not made are filled in such that ParseMove, where no legal move
	// has the choices made, refuses the text for one of these. Values are
	// taken as they come.
	Attempt func(s *S, picks Picks) string
	// Motions are what the legal move m visibly does.
	Motions func(s *S, m Move) []Motion
	// Refuse says why m may not be played, or nil if it may.
	Refuse func(s *S, m Move) *Refusal
	// Verdict explains the outcome; before is the position one ply earlier,
	// or nil when it is not known.
	Verdict func(s, before *S) Verdict
	// Letter is the notation's letter for what lies on a cell, 0 if nothing.
	Letter func(s *S, c Cell) byte
	// Reserve is what a seat still has to place, as letters; nil in games
	// without a reserve.
	Reserve    func(s *S, seat Seat) string
	Symmetries Symmetries[S]
}
