package game

import (
	"fmt"
	"slices"
	"strings"
)

// Game is the dynamic interface to one game's rules, made by [New]. Compare
// games by ID.
type Game interface {
	ID() string
	Name() string
	Size() int
	Seats() []SeatInfo
	TeamID(t Team) string
	Openers() []Seat
	MaxPlies() int
	Repeats() bool
	Decisive() bool
	// FreeColours reports whether either seat may have either colour, so that
	// the colours belong to the match. Notation does not know them.
	FreeColours() bool
	// Swapped is the same game whose two seats have each other's colours, and
	// IsSwapped tells it apart. Only games with free colours can be swapped.
	Swapped() Game
	IsSwapped() bool
	Casual() bool
	// Refusals are the grounds on which only some games refuse: see [Spec].
	Refusals() []Ground
	// Letters are those of all pieces.
	Letters() string
	// Slots are the choices that make a move, in their usual order.
	Slots() []Slot
	// Start is the start position; begins must be one of the openers.
	Start(begins Seat) Position
	// Parse reads a position forgivingly; its errors are refusals.
	Parse(text string) (Position, error)
	// Notations are those of other programs that positions can be written
	// in; Parse reads them.
	Notations() []string
}

// Position is the dynamic interface to one state: immutable, and safe to share.
type Position interface {
	Game() Game
	ToMove() Seat
	Outcome() Outcome
	// Verdict explains the outcome. The position one ply earlier, if known,
	// makes the reason more exact; pass nil otherwise.
	Verdict(before Position) Verdict
	// Moves are the legal moves in ascending order.
	Moves() []Move
	// Play returns the position after m, or a refusal.
	Play(m Move) (Position, error)
	// ParseMove reads a legal move forgivingly; its errors are refusals.
	ParseMove(text string) (Move, error)
	// PlayText reads a move as ParseMove does and plays it, so that it is
	// checked once.
	PlayText(text string) (Move, Position, error)
	// MoveText writes a move exactly.
	MoveText(m Move) string
	// Picks are the choices that make a legal move.
	Picks(m Move) Picks
	// Attempt writes choices as the text of a move, so that ParseMove can
	// say what is wrong with them: see [Spec].
	Attempt(picks Picks) string
	// Motions are the visible effects of a legal move.
	Motions(m Move) []Motion
	// At is the letter of the piece on a cell, or 0.
	At(c Cell) byte
	// Reserve is the letters of the pieces that a seat still has to place.
	Reserve(seat Seat) string
	Key() uint64
	// Canonical is the canonical form: the same for all symmetric
	// positions.
	Canonical() Position
	// String is the position in exact notation.
	String() string
	// In writes the position in one of the notations of the game.
	In(notation string) string
	// Perft counts the move sequences of exactly depth plies, on one thread.
	Perft(depth int) uint64
}

// New makes the dynamic interface from a game's Spec.
func New[S any, P State[S]](spec Spec[S]) Game {
	return (&adapter[S, P]{spec: spec}).withOtherColours()
}

type adapter[S any, P State[S]] struct {
	spec    Spec[S]
	swapped bool
	other   *adapter[S, P]
}

func (g *adapter[S, P]) ID() string           { return g.spec.ID }
func (g *adapter[S, P]) Name() string         { return g.spec.Name }
func (g *adapter[S, P]) Size() int            { return g.spec.Size }
func (g *adapter[S, P]) Seats() []SeatInfo    { return slices.Clone(g.spec.Seats) }
func (g *adapter[S, P]) TeamID(t Team) string { return g.spec.TeamIDs[t] }
func (g *adapter[S, P]) Openers() []Seat      { return slices.Clone(g.spec.Openers) }
func (g *adapter[S, P]) MaxPlies() int        { return g.spec.MaxPlies }
func (g *adapter[S, P]) Repeats() bool        { return g.spec.Repeats }
func (g *adapter[S, P]) Decisive() bool       { return g.spec.Decisive }
func (g *adapter[S, P]) Casual() bool         { return g.spec.Casual }
func (g *adapter[S, P]) Refusals() []Ground   { return slices.Clone(g.spec.Refusals) }
func (g *adapter[S, P]) Letters() string      { return g.spec.Letters }
func (g *adapter[S, P]) Slots() []Slot        { return slices.Clone(g.spec.Slots) }

func (g *adapter[S, P]) FreeColours() bool { return g.spec.FreeColours }
func (g *adapter[S, P]) IsSwapped() bool   { return g.swapped }

func (g *adapter[S, P]) Swapped() Game {
	if g.other == nil {
		panic("game: the colours of " + g.spec.ID + " are not free")
	}
	return g.other
}

// withOtherColours makes the swapped game, where colours are free.
func (g *adapter[S, P]) withOtherColours() *adapter[S, P] {
	if !g.spec.FreeColours {
		return g
	}
	g.other = &adapter[S, P]{spec: g.spec, swapped: true, other: g}
	seats := slices.Clone(g.spec.Seats)
	seats[0].Colour, seats[1].Colour = seats[1].Colour, seats[0].Colour
	g.other.spec.Seats = seats
	return g
}

func (g *adapter[S, P]) Start(begins Seat) Position {
	if !slices.Contains(g.spec.Openers, begins) {
		panic(fmt.Sprintf("game: seat %d cannot begin %s", begins, g.spec.ID))
	}
	return &position[S, P]{g, g.spec.Start(begins)}
}

func (g *adapter[S, P]) Parse(text string) (Position, error) {
	s, err := g.spec.Parse(text)
	if err != nil {
		return nil, err
	}
	return &position[S, P]{g, s}, nil
}

func (g *adapter[S, P]) Notations() []string {
	ids := make([]string, len(g.spec.Notations))
	for i, n := range g.spec.Notations {
		ids[i] = n.ID
	}
	return ids
}

type position[S any, P State[S]] struct {
	game  *adapter[S, P]
	state S
}

func (p *position[S, P]) Game() Game       { return p.game }
func (p *position[S, P]) ToMove() Seat     { return P(&p.state).ToMove() }
func (p *position[S, P]) Outcome() Outcome { return P(&p.state).Outcome() }
func (p *position[S, P]) Moves() []Move    { return P(&p.state).AppendMoves(nil) }
func (p *position[S, P]) Key() uint64      { return P(&p.state).Key() }
func (p *position[S, P]) String() string   { return p.game.spec.Format(&p.state) }
func (p *position[S, P]) At(c Cell) byte   { return p.game.spec.Letter(&p.state, c) }

func (p *position[S, P]) In(notation string) string {
	for _, n := range p.game.spec.Notations {
		if n.ID == notation {
			return n.Format(&p.state)
		}
	}
	panic("game: " + p.game.spec.ID + " is not written in " + notation)
}

func (p *position[S, P]) Verdict(before Position) Verdict {
	if b, ok := before.(*position[S, P]); ok {
		return p.game.spec.Verdict(&p.state, &b.state)
	}
	return p.game.spec.Verdict(&p.state, nil)
}

func (p *position[S, P]) Play(m Move) (Position, error) {
	if refusal := p.game.spec.Refuse(&p.state, m); refusal != nil {
		return nil, refusal
	}
	return p.after(m), nil
}

// after is the position after a legal move.
func (p *position[S, P]) after(m Move) Position {
	next := &position[S, P]{p.game, p.state}
	P(&next.state).Play(m)
	return next
}

func (p *position[S, P]) ParseMove(text string) (Move, error) {
	return p.game.spec.ParseMove(&p.state, strings.TrimSpace(text))
}

func (p *position[S, P]) PlayText(text string) (Move, Position, error) {
	m, err := p.ParseMove(text)
	if err != nil {
		return NoMove, nil, err
	}
	return m, p.after(m), nil
}

func (p *position[S, P]) MoveText(m Move) string     { return p.game.spec.FormatMove(&p.state, m) }
func (p *position[S, P]) Picks(m Move) Picks         { return p.game.spec.Picks(&p.state, m) }
func (p *position[S, P]) Attempt(picks Picks) string { return p.game.spec.Attempt(&p.state, picks) }
func (p *position[S, P]) Motions(m Move) []Motion    { return p.game.spec.Motions(&p.state, m) }

func (p *position[S, P]) Reserve(seat Seat) string {
	if p.game.spec.Reserve == nil {
		return ""
	}
	return p.game.spec.Reserve(&p.state, seat)
}

func (p *position[S, P]) Canonical() Position {
	s, _ := p.game.spec.Symmetries.Canonical(&p.state)
	return &position[S, P]{p.game, s}
}

// List is some games, in the order in which they are shown.
type List []Game

// Find returns the game with the id, in either case.
func (l List) Find(id string) (Game, error) {
	ids := make([]string, len(l))
	for i, g := range l {
		if strings.EqualFold(g.ID(), strings.TrimSpace(id)) {
			return g, nil
		}
		ids[i] = g.ID()
	}
	return nil, UnknownGame.Refuse(id, "games", strings.Join(ids, ", "))
}

// UnknownGame refuses an id that no game has.
var UnknownGame = Invalid("game.unknown", "there is no such game; the games are {games}")
