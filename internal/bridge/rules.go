package bridge

import (
	"maps"
	"slices"
	"strings"

	"plateau/game"
)

// PositionRequest names a position of a game. An empty text is the usual start.
type PositionRequest struct {
	Game string `json:"game"`
	Text string `json:"text"`
}

// find parses the position of a request.
func (b *Bridge) find(id, text string) (game.Position, error) {
	if len(id) > maxText || len(text) > maxText {
		return nil, refuseLarge("position", maxText)
	}
	g, err := b.games.Games().Find(id)
	if err != nil {
		return nil, err
	}
	if text == "" {
		return usualStart(g), nil
	}
	return g.Parse(text)
}

func usualStart(g game.Game) game.Position { return g.Start(g.Openers()[0]) }

// Position shows a position with its legal moves.
func (b *Bridge) Position(r PositionRequest) (PositionView, error) {
	p, err := b.find(r.Game, r.Text)
	if err != nil {
		return PositionView{}, err
	}
	return newPositionView(p, p.Verdict(nil)), nil
}

// MoveRequest names a move of a position, in any notation that is understood.
type MoveRequest struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Text     string `json:"text"`
}

// ReadMove gives a typed move in exact notation.
func (b *Bridge) ReadMove(r MoveRequest) (string, error) {
	p, err := b.find(r.Game, r.Position)
	if err != nil {
		return "", err
	}
	if len(r.Text) > maxText {
		return "", refuseLarge("move", maxText)
	}
	m, err := p.ParseMove(r.Text)
	if err != nil {
		return "", err
	}
	return p.MoveText(m), nil
}

// PicksRequest has the choices made so far for a move of a position.
type PicksRequest struct {
	Game     string     `json:"game"`
	Position string     `json:"position"`
	Picks    game.Picks `json:"picks"`
}

// candidate is a legal move with its choices.
type candidate struct {
	move  game.Move
	picks game.Picks
}

// fitting returns the position of a request and the legal moves that fit its
// choices. Choices that fit no move are refused; without any choice, a position
// without moves is fine.
func (b *Bridge) fitting(r PicksRequest) (game.Position, []candidate, error) {
	p, err := b.find(r.Game, r.Position)
	if err != nil {
		return nil, nil, err
	}
	if len(r.Picks) > maxPicks {
		return nil, nil, refuseLarge("choices", maxPicks)
	}
	for slot, value := range r.Picks {
		if len(slot)+len(value) > maxText {
			return nil, nil, refuseLarge("choice", maxText)
		}
	}
	var fits []candidate
	for _, m := range p.Moves() {
		if picks := p.Picks(m); r.Picks.Fits(picks) {
			fits = append(fits, candidate{m, picks})
		}
	}
	if len(fits) == 0 && len(r.Picks) > 0 {
		return nil, nil, refuseChoices(p, r.Picks)
	}
	return p, fits, nil
}

// refuseChoices says why no legal move has these choices.
func refuseChoices(p game.Position, picks game.Picks) error {
	text := p.Attempt(picks)
	if _, err := p.ParseMove(text); err != nil {
		return err
	}
	// The text leaves out a choice that no move of this game has.
	return BadRequest.Refuse(text, "problem", "no move has these choices")
}

// Preview shows the board after the choices made so far.
func (b *Bridge) Preview(r PicksRequest) (Preview, error) {
	p, fits, err := b.fitting(r)
	if err != nil {
		return Preview{}, err
	}
	letters := lettersOf(p)
	var motions []game.Motion
	text := ""
	if len(fits) > 0 {
		// All moves that fit agree on what is decided so far.
		first := fits[0]
		motions = decidedMotions(p, first.move, r.Picks)
		if maps.Equal(r.Picks, first.picks) {
			text = p.MoveText(first.move)
		}
	}
	game.Carry(letters, motions)
	view := Preview{Cells: cellTexts(letters), Motions: newMotions(motions), Move: text}
	view.markOpen(p, fits, r.Picks)
	return view, nil
}

// openSign follows a letter that a later choice may change.
const openSign = "?"

// markOpen marks the letters that differ between the moves that fit, such as
// that of a cube whose dot has not been chosen yet.
func (v *Preview) markOpen(p game.Position, fits []candidate, made game.Picks) {
	if len(v.Motions) == 0 {
		return
	}
	for _, other := range fits[1:] {
		for i, m := range newMotions(decidedMotions(p, other.move, made)) {
			if shown := &v.Motions[i]; !strings.HasSuffix(shown.Letter, openSign) && shown.Letter != m.Letter {
				shown.Letter += openSign
				v.Cells[shown.To] = shown.Letter
			}
		}
	}
}

// decidedMotions are the motions of a move that the choices so far decide: all
// choices that they need have been made.
func decidedMotions(p game.Position, m game.Move, made game.Picks) []game.Motion {
	isOpen := func(slot game.SlotID) bool {
		_, chosen := made[slot]
		return !chosen
	}
	return slices.DeleteFunc(p.Motions(m), func(motion game.Motion) bool { return slices.ContainsFunc(motion.Needs, isOpen) })
}

// Refusals says for every cell that cannot be chosen next why not.
func (b *Bridge) Refusals(r PicksRequest) (map[string]Refusal, error) {
	p, fits, err := b.fitting(r)
	if err != nil {
		return nil, err
	}
	found := map[string]Refusal{}
	next, ok := nextOnBoard(p, fits, r.Picks)
	if !ok {
		return found, nil
	}
	open := map[string]bool{}
	for _, m := range fits {
		open[m.picks[next]] = true
	}
	for c := range game.Cells(p.Game().Size()) {
		if open[c.String()] {
			continue
		}
		picks := game.Picks{next: c.String()}
		maps.Copy(picks, r.Picks)
		found[c.String()] = NewRefusal(refuseChoices(p, picks))
	}
	return found, nil
}

// nextOnBoard is the next choice of a cell in a fitting move. If no choice can
// be made at all, it is the first one, so that every cell has a reason.
func nextOnBoard(p game.Position, fits []candidate, made game.Picks) (game.SlotID, bool) {
	var first game.SlotID
	for _, slot := range p.Game().Slots() {
		if _, chosen := made[slot.ID]; chosen || !slot.OnBoard {
			continue
		}
		if first == "" {
			first = slot.ID
		}
		for _, m := range fits {
			if _, has := m.picks[slot.ID]; has {
				return slot.ID, true
			}
		}
	}
	return first, len(made) == 0
}
