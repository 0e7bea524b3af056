package bridge

import (
	"slices"
	"strconv"

	"plateau/game"
)

// MatchRequest asks for a match.
type MatchRequest struct {
	Match MatchText `json:"match"`
}

// Match replays a match and shows all of its plies.
func (b *Bridge) Match(r MatchRequest) (MatchView, error) {
	m, err := b.Replay(r.Match)
	if err != nil {
		return MatchView{}, err
	}
	now := m.Position()
	view := MatchView{
		Start: m.Start().String(), Plies: []PlyView{},
		Now: newPositionView(now, m.Verdict()), Occurrences: m.Occurrences(now),
	}
	for i, played := range m.Moves() {
		before := m.PositionAfter(i)
		view.Plies = append(view.Plies, PlyView{
			Seat: int(before.ToMove()), Text: before.MoveText(played),
			Motions: newMotions(before.Motions(played)), Cells: choicesOnBoard(before, played),
			Announces: before.Picks(played)[game.AnnounceSlot] != "",
			Position:  m.PositionAfter(i + 1).String(),
		})
	}
	return view, nil
}

// choicesOnBoard are the cells that a move names, each once, in the order of its
// slots.
func choicesOnBoard(p game.Position, m game.Move) []string {
	cells := []string{}
	picks := p.Picks(m)
	for _, slot := range p.Game().Slots() {
		if cell, has := picks[slot.ID]; has && slot.OnBoard && !slices.Contains(cells, cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// Replay makes a match from its text.
func (b *Bridge) Replay(text MatchText) (*game.Match, error) {
	start, err := b.find(text.Game, text.Start)
	if err != nil {
		return nil, err
	}
	if len(text.Moves) > maxMoves {
		return nil, refuseLarge("moves", maxMoves)
	}
	if err := refusePlayers(start.Game(), text.Players); err != nil {
		return nil, err
	}
	if text.Swapped {
		if start, err = swapped(start); err != nil {
			return nil, err
		}
	}
	m := game.MatchFrom(start, text.Players)
	for i, played := range text.Moves {
		if len(played) > maxText {
			return nil, plyError{refuseLarge("move", maxText), i}
		}
		if err := m.Play(played); err != nil {
			return nil, plyError{err, i}
		}
	}
	return m, closeMatch(m, text.Closing)
}

// swapped is a position of the game whose seats have each other's colours.
func swapped(start game.Position) (game.Position, error) {
	g := start.Game()
	if !g.FreeColours() {
		return nil, FixedColours.Refuse("", "game", g.Name())
	}
	return g.Swapped().Parse(start.String())
}

func refusePlayers(g game.Game, players []string) error {
	if len(players) > len(g.Seats()) {
		return game.TooManyPlayers.Refuse("", "game", g.Name(),
			"seats", strconv.Itoa(len(g.Seats())), "count", strconv.Itoa(len(players)))
	}
	if slices.ContainsFunc(players, func(name string) bool { return len(name) > maxName }) {
		return refuseLarge("name", maxName)
	}
	return nil
}

// closeMatch ends a match the way its players or a referee did.
func closeMatch(m *game.Match, c *Closing) error {
	if c == nil {
		return nil
	}
	seats := len(m.Game().Seats())
	if c.Seat < 0 || c.Seat >= seats {
		return game.NoSuchSeat.Refuse("")
	}
	seat := game.Seat(c.Seat)
	switch c.How {
	case game.Resignation.Code:
		return m.Resign(seat)
	case game.Timeout.Code:
		return m.RunOutOfTime(seat)
	case game.Agreement.Code:
		// The next seat is always on the other side.
		if err := m.OfferDraw((seat + 1) % game.Seat(seats)); err != nil {
			return err
		}
		return m.AcceptDraw(seat)
	case drawnByProof:
		return m.Rule(game.Verdict{Outcome: game.Drawn, Reason: game.Adjudication})
	case game.TooLong.Code:
		return m.Rule(game.Verdict{Outcome: game.Drawn, Reason: game.TooLong})
	}
	for _, reason := range []game.Phrase{game.Crash, game.IllegalMove, game.Adjudication} {
		if c.How == reason.Code {
			return m.Rule(game.Verdict{Outcome: game.Won(m.Game().Seats()[seat].Team.Other()), Reason: reason})
		}
	}
	return BadClosing.Refuse(c.How)
}
