package bridge

import (
	"math"
	"slices"

	"plateau/game"
)

// PremovesRequest names a seat that is not to move in a position.
type PremovesRequest struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Seat     int    `json:"seat"`
}

// maxSequences bounds how many sequences of moves by others are looked at. All
// replies of one opponent are fewer; of three others, a spread of each turn's
// moves has to do.
const maxSequences = 1000

// Premoves are the moves that a seat can choose before its turn: those that
// will be legal if the others leave the cells of the move as they are. They
// are the legal moves after at least one sequence of moves by the others that
// does so. What is said with a move waits for the turn. The seat to move, and
// a game that is over, have none.
func (b *Bridge) Premoves(r PremovesRequest) ([]Premove, error) {
	p, err := b.find(r.Game, r.Position)
	if err != nil {
		return nil, err
	}
	seats := len(p.Game().Seats())
	if r.Seat < 0 || r.Seat >= seats {
		return nil, BadRequest.Refuse("", "problem", "there is no such seat")
	}
	found := premoves{now: p, seat: game.Seat(r.Seat), known: map[game.Move]bool{}, list: []Premove{}}
	for _, slot := range p.Game().Slots() {
		if slot.OnBoard {
			found.onBoard = append(found.onBoard, slot.ID)
		}
	}
	turns := (r.Seat - int(p.ToMove()) + seats) % seats
	if turns > 0 {
		found.width = int(math.Pow(maxSequences, 1/float64(turns)))
		found.collect(p, turns)
	}
	return found.list, nil
}

// premoves collects moves that can be chosen in advance.
type premoves struct {
	now     game.Position
	seat    game.Seat
	onBoard []game.SlotID
	width   int // how many moves of a turn are looked at
	known   map[game.Move]bool
	list    []Premove
}

// collect adds the moves after every sequence of this many turns of others.
func (f *premoves) collect(p game.Position, turns int) {
	if p.Outcome().Over() {
		return
	}
	if turns == 0 {
		f.add(p)
		return
	}
	moves := p.Moves()
	step := (len(moves) + f.width - 1) / f.width
	for i := 0; i < len(moves); i += step {
		if next, err := p.Play(moves[i]); err == nil {
			f.collect(next, turns-1)
		}
	}
}

// add adds the legal moves of a later position.
func (f *premoves) add(later game.Position) {
	if later.ToMove() != f.seat {
		return
	}
	for _, m := range later.Moves() {
		if f.known[m] {
			continue
		}
		picks := later.Picks(m)
		_, announces := picks[game.AnnounceSlot]
		if len(picks) == 0 || announces || !f.untouched(later, picks) {
			continue
		}
		f.known[m] = true
		// What happens to other pieces depends on the position.
		own := slices.DeleteFunc(later.Motions(m), func(motion game.Motion) bool { return motion.Kind == game.Slides })
		f.list = append(f.list, Premove{later.MoveText(m), picks, newMotions(own)})
	}
}

// untouched says whether the cells of a move hold what they hold now.
func (f *premoves) untouched(later game.Position, picks game.Picks) bool {
	for _, slot := range f.onBoard {
		if name, chosen := picks[slot]; chosen {
			c, err := game.ParseCell(name, f.now.Game().Size())
			if err != nil || later.At(c) != f.now.At(c) {
				return false
			}
		}
	}
	return true
}
