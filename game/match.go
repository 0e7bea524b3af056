package game

import (
	"fmt"
	"slices"
)

// Match is a game being played: who sits where, what was played, and how it
// stands. It takes moves as text, leaves itself unchanged on every error, and
// knows no clock. It is not safe for concurrent use.
//
// The history is persistent: nothing in it ever changes, and a new move only
// points to those before it. So [Match.Clone] costs the same for a long game
// as for a short one, and clones that are played on share what they have in
// common:
//
//	start ◄── a1-a5 ◄── e1-e5 ◄── b1-b5   m
//	                      ▲
//	                      └────── c1-c5   a clone that was undone and played on
type Match struct {
	players []string
	// last is the present; undone is what was taken back and can be redone.
	last   *ply
	undone *undone
	// closed is how the match ended by a decision of its players.
	closed Verdict
	offer  Seat
}

// ply is a position of a match with the move that led to it, and all before.
type ply struct {
	before *ply
	// jump leads further back, so that any ply is found in a logarithmic
	// number of steps.
	jump     *ply
	number   int // the plies before it; 0 is the start
	position Position
	move     Move
	text     string
	seen     *tally
}

// undone is a stack of plies that were taken back.
type undone struct {
	ply  *ply
	next *undone
}

// MatchFrom begins a match at any position, with one name per seat.
func MatchFrom(start Position, players []string) *Match {
	var none *tally
	first := &ply{position: start, seen: none.add(start.Key())}
	first.jump = first
	m := &Match{players: make([]string, len(start.Game().Seats())), last: first, offer: NoSeat}
	copy(m.players, players)
	return m
}

// Clone is a match that continues independently from the same history.
func (m *Match) Clone() *Match {
	c := *m
	return &c
}

// next is the ply after a move.
func (p *ply) next(move Move, position Position) *ply {
	n := &ply{
		before: p, jump: p, number: p.number + 1, position: position, move: move,
		text: p.position.MoveText(move), seen: p.seen.add(position.Key()),
	}
	// Jumps of equal length are joined to one of twice the length, as in the
	// skew binary numbers.
	if p.number-p.jump.number == p.jump.number-p.jump.jump.number {
		n.jump = p.jump.jump
	}
	return n
}

// at is an earlier ply, or p itself.
func (p *ply) at(number int) *ply {
	if number < 0 || number > p.number {
		panic(fmt.Sprintf("game: ply %d of a match with %d", number, p.number))
	}
	for p.number > number {
		if p.jump.number >= number {
			p = p.jump
		} else {
			p = p.before
		}
	}
	return p
}

// Game is the game that is played.
func (m *Match) Game() Game { return m.last.position.Game() }

// Players are the names by seat; a name may be empty.
func (m *Match) Players() []string { return slices.Clone(m.players) }

// Start is the position the match began with.
func (m *Match) Start() Position { return m.last.at(0).position }

// Position is the present one.
func (m *Match) Position() Position { return m.last.position }

// PositionAfter is the position after a number of plies, up to the present.
func (m *Match) PositionAfter(plies int) Position { return m.last.at(plies).position }

// Moves are those played up to the present.
func (m *Match) Moves() []Move {
	moves := make([]Move, m.Plies())
	for p := m.last; p.before != nil; p = p.before {
		moves[p.number-1] = p.move
	}
	return moves
}

// MoveTexts are the exact texts of the moves played up to the present.
func (m *Match) MoveTexts() []string {
	texts := make([]string, m.Plies())
	for p := m.last; p.before != nil; p = p.before {
		texts[p.number-1] = p.text
	}
	return texts
}

// MoveText is the exact text of the move at a ply, counted from 0.
func (m *Match) MoveText(ply int) string { return m.last.at(ply + 1).text }

// Plies is the number of moves played.
func (m *Match) Plies() int { return m.last.number }

// Verdict says how the match stands and why.
func (m *Match) Verdict() Verdict {
	if m.closed.Outcome.Over() {
		return m.closed
	}
	now := m.last.position
	if now.Outcome().Over() {
		if m.last.before == nil {
			return now.Verdict(nil)
		}
		return now.Verdict(m.last.before.position)
	}
	if m.Game().Repeats() && m.Occurrences(now) >= 3 {
		return Verdict{Outcome: Drawn, Reason: Repetition}
	}
	return Verdict{}
}

// over tells whether the match has ended. It costs less than the verdict.
func (m *Match) over() bool {
	now := m.last.position
	return m.closed.Outcome.Over() || now.Outcome().Over() || m.Game().Repeats() && m.Occurrences(now) >= 3
}

// Occurrences is how often a position of the game has occurred up to the
// present.
func (m *Match) Occurrences(p Position) int { return m.last.seen.of(p.Key()) }

// Play makes a move given as text; its errors are refusals.
func (m *Match) Play(text string) error {
	if m.over() {
		return GameOver.Refuse(text)
	}
	move, next, err := m.last.position.PlayText(text)
	if err != nil {
		return err
	}
	m.advance(move, next)
	return nil
}

// PlayMove makes a move; its errors are refusals.
func (m *Match) PlayMove(move Move) error {
	now := m.last.position
	if m.over() {
		return GameOver.Refuse(now.MoveText(move))
	}
	next, err := now.Play(move)
	if err != nil {
		return err
	}
	m.advance(move, next)
	return nil
}

// advance continues with a position. What was undone is forgotten, and a draw
// offered by the other side lapses.
func (m *Match) advance(move Move, next Position) {
	if m.offer != NoSeat && m.team(m.offer) != m.team(m.last.position.ToMove()) {
		m.offer = NoSeat
	}
	m.last, m.undone = m.last.next(move, next), nil
}

// Undo takes back the decision that ended the match, or else the last move. It
// reports whether there was anything to take back.
func (m *Match) Undo() bool {
	if m.closed.Outcome.Over() {
		m.closed = Verdict{}
		return true
	}
	if m.last.before == nil {
		return false
	}
	m.offer = NoSeat
	m.undone = &undone{m.last, m.undone}
	m.last = m.last.before
	return true
}

// Redo plays an undone move again. It reports whether there was one.
func (m *Match) Redo() bool {
	if m.undone == nil || m.closed.Outcome.Over() {
		return false
	}
	m.offer = NoSeat
	m.last, m.undone = m.undone.ply, m.undone.next
	return true
}

// Refusals of what players do besides moving.
var (
	NoSuchSeat = Invalid("match.seat", "there is no such seat at this table")
	NoOffer    = Conflict("match.nooffer", "no draw has been offered")
	OwnOffer   = Conflict("match.ownoffer", "your own side offered the draw; it is up to the other side to answer")
	OfferTwice = Conflict("match.offertwice", "a draw has already been offered")
	NoDraws    = Conflict("match.nodraws", "there are no draws in {game}")
)

func (m *Match) team(seat Seat) Team { return m.Game().Seats()[seat].Team }

// refuseAction says why nothing can be done from a seat now.
func (m *Match) refuseAction(seat Seat) error {
	switch {
	case int(seat) >= len(m.players):
		return NoSuchSeat.Refuse("")
	case m.over():
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
	m.closed, m.offer = Verdict{Outcome: Won(m.team(seat).Other()), Reason: reason}, NoSeat
	return nil
}

// Rule ends the match by a decision of its referee.
func (m *Match) Rule(v Verdict) error {
	switch {
	case m.over():
		return GameOver.Refuse("")
	case v.Outcome == Drawn && m.Game().Decisive():
		return NoDraws.Refuse("", "game", m.Game().Name())
	}
	m.closed, m.offer = v, NoSeat
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
	m.closed, m.offer = Verdict{Outcome: Drawn, Reason: Agreement}, NoSeat
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

// tally counts how often each position has occurred. It is a search tree that
// never changes: add copies the nodes on its way and shares the others. The
// order of its keys is as good as random, which keeps it shallow.
type tally struct {
	key        uint64 // scrambled
	count      int
	less, more *tally
}

// scramble spreads keys over all numbers; no two become the same.
func scramble(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }

// of is how often a position has occurred.
func (t *tally) of(key uint64) int {
	key = scramble(key)
	for t != nil {
		switch {
		case key < t.key:
			t = t.less
		case key > t.key:
			t = t.more
		default:
			return t.count
		}
	}
	return 0
}

// add counts a position once more.
func (t *tally) add(key uint64) *tally { return t.addScrambled(scramble(key)) }

func (t *tally) addScrambled(key uint64) *tally {
	if t == nil {
		return &tally{key: key, count: 1}
	}
	c := *t
	switch {
	case key < t.key:
		c.less = t.less.addScrambled(key)
	case key > t.key:
		c.more = t.more.addScrambled(key)
	default:
		c.count++
	}
	return &c
}
