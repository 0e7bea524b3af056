package game

import (
	"maps"
	"slices"
)

// Match is a game being played: who sits where, what was played, and how it
// stands. It takes moves as text, leaves itself unchanged on every error, and
// knows no clock. It is not safe for concurrent use.
type Match struct {
	players []string
	// positions has one more than moves; both reach beyond the present by
	// what was undone and can be redone.
	positions []Position
	moves     []Move
	plies     int
	// seen counts how often each position up to the present has occurred.
	seen map[uint64]int
	// closed is how the match ended by a decision of its players.
	closed Verdict
	offer  Seat
}

// MatchFrom begins a match at any position, with a name a seat.
func MatchFrom(start Position, players []string) *Match {
	m := &Match{
		players:   make([]string, len(start.Game().Seats())),
		positions: []Position{start},
		seen:      map[uint64]int{start.Key(): 1},
		offer:     NoSeat,
	}
	copy(m.players, players)
	return m
}

// Clone is a match that goes on independently from the same history.
func (m *Match) Clone() *Match {
	c := *m
	c.positions = slices.Clone(m.positions)
	c.moves = slices.Clone(m.moves)
	c.seen = maps.Clone(m.seen)
	return &c
}

// Game is the game that is played.
func (m *Match) Game() Game { return m.positions[0].Game() }

// Players are the names by seat; a name may be empty.
func (m *Match) Players() []string { return slices.Clone(m.players) }

// Start is the position the match began with.
func (m *Match) Start() Position { return m.positions[0] }

// Position is the present one.
func (m *Match) Position() Position { return m.positions[m.plies] }

// PositionAfter is the position after a number of plies, up to the present.
func (m *Match) PositionAfter(plies int) Position { return m.positions[:m.plies+1][plies] }

// Moves are those played up to the present.
func (m *Match) Moves() []Move { return slices.Clone(m.moves[:m.plies]) }

// MoveText is the exact text of the move at a ply, counted from 0.
func (m *Match) MoveText(ply int) string {
	return m.positions[ply].MoveText(m.moves[:m.plies][ply])
}

// Plies is the number of moves played.
func (m *Match) Plies() int { return m.plies }

// Verdict says how the match stands and why.
func (m *Match) Verdict() Verdict {
	if m.closed.Outcome.Over() {
		return m.closed
	}
	now := m.Position()
	if now.Outcome().Over() {
		var before Position
		if m.plies > 0 {
			before = m.positions[m.plies-1]
		}
		return now.Verdict(before)
	}
	if m.Game().Repeats() && m.seen[now.Key()] >= 3 {
		return Verdict{Outcome: Drawn, Reason: Repetition}
	}
	return Verdict{}
}

// Occurrences is how often a position of the game has occurred up to the
// present.
func (m *Match) Occurrences(p Position) int { return m.seen[p.Key()] }

// Play makes a move given as text; its errors are refusals.
func (m *Match) Play(text string) error {
	if m.Verdict().Outcome.Over() {
		return GameOver.Refuse(text)
	}
	move, err := m.Position().ParseMove(text)
	if err != nil {
		return err
	}
	return m.PlayMove(move)
}

// PlayMove makes a move; its errors are refusals. What was undone is
// forgotten, and a draw offered by the other side lapses.
func (m *Match) PlayMove(move Move) error {
	now := m.Position()
	if m.Verdict().Outcome.Over() {
		return GameOver.Refuse(now.MoveText(move))
	}
	next, err := now.Play(move)
	if err != nil {
		return err
	}
	if m.offer != NoSeat && m.team(m.offer) != m.team(now.ToMove()) {
		m.offer = NoSeat
	}
	m.moves = append(m.moves[:m.plies], move)
	m.positions = append(m.positions[:m.plies+1], next)
	m.advance()
	return nil
}

func (m *Match) advance() {
	m.plies++
	m.seen[m.Position().Key()]++
}

// Undo takes back the decision that ended the match, or else the last move. It
// reports whether there was anything to take back.
func (m *Match) Undo() bool {
	if m.closed.Outcome.Over() {
		m.closed = Verdict{}
		return true
	}
	if m.plies == 0 {
		return false
	}
	m.offer = NoSeat
	m.seen[m.Position().Key()]--
	m.plies--
	return true
}

// Redo plays an undone move again. It reports whether there was one.
func (m *Match) Redo() bool {
	if m.plies == len(m.moves) || m.closed.Outcome.Over() {
		return false
	}
	m.offer = NoSeat
	m.advance()
	return true
}

// Refusals of what players do beside moving.
var (
	NoSuchSeat = Phrase{"match.seat", "there is no such seat at this table"}
	NoOffer    = Phrase{"match.nooffer", "no draw has been offered"}
	OwnOffer   = Phrase{"match.ownoffer", "your own side offered the draw; the other side answers it"}
	OfferTwice = Phrase{"match.offertwice", "a draw has been offered already"}
	NoDraws    = Phrase{"match.nodraws", "there are no draws in {game}"}
)

// MatchPhrases lists the refusals that a match gives beside its game's.
func MatchPhrases() []Phrase {
	return []Phrase{NoSuchSeat, NoOffer, OwnOffer, OfferTwice, NoDraws, TooManyPlayers, SideBegins, UnknownGame}
}

func (m *Match) team(seat Seat) Team { return m.Game().Seats()[seat].Team }

// refuseAction says why nothing can be done from a seat now.
func (m *Match) refuseAction(seat Seat) error {
	switch {
	case int(seat) >= len(m.players):
		return NoSuchSeat.Refuse("")
	case m.Verdict().Outcome.Over():
		return GameOver.Refuse("")
	}
	return nil
}

// Resign ends the match; the seat's whole team loses.
func (m *Match) Resign(seat Seat) error { return m.lose(seat, Resignation) }

// RunOutOfTime ends the match; the seat's whole team loses.
func (m *Match) RunOutOfTime(seat Seat) error { return m.lose(seat, Timeout) }

func (m *Match) lose(seat Seat, reason Phrase) error {
	if err := m.refuseAction(seat); err != nil {
		return err
	}
	m.closed = Verdict{Outcome: Won(m.team(seat).Other()), Reason: reason}
	m.offer = NoSeat
	return nil
}

// Offer is the seat whose offer of a draw stands, or NoSeat.
func (m *Match) Offer() Seat { return m.offer }

// OfferDraw offers a draw to the other side. The offer stands until that side
// answers or moves, or something is undone.
func (m *Match) OfferDraw(seat Seat) error {
	if err := m.refuseAction(seat); err != nil {
		return err
	}
	switch {
	case m.Game().Decisive():
		return NoDraws.Refuse("", "game", m.Game().Name())
	case m.offer != NoSeat:
		return OfferTwice.Refuse("")
	}
	m.offer = seat
	return nil
}

// AcceptDraw ends the match drawn, if the other side has offered that.
func (m *Match) AcceptDraw(seat Seat) error {
	if err := m.refuseAnswer(seat); err != nil {
		return err
	}
	m.closed = Verdict{Outcome: Drawn, Reason: Agreement}
	m.offer = NoSeat
	return nil
}

// DeclineDraw lets the other side's offer lapse.
func (m *Match) DeclineDraw(seat Seat) error {
	if err := m.refuseAnswer(seat); err != nil {
		return err
	}
	m.offer = NoSeat
	return nil
}

func (m *Match) refuseAnswer(seat Seat) error {
	if err := m.refuseAction(seat); err != nil {
		return err
	}
	switch {
	case m.offer == NoSeat:
		return NoOffer.Refuse("")
	case m.team(m.offer) == m.team(seat):
		return OwnOffer.Refuse("")
	}
	return nil
}
