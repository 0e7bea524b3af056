package bridge

import (
	"maps"
	"slices"
	"strings"

	"plateau/game"
)

// positionAsked names a position of a game; an empty text is the usual start.
type positionAsked struct {
	Game string `json:"game"`
	Text string `json:"text"`
}

// find reads the position that a request speaks of.
func (b *Bridge) find(id, text string) (game.Position, error) {
	if len(id) > maxText || len(text) > maxText {
		return nil, refuseLarge("position", maxText)
	}
	g, err := b.games.Find(id)
	if err != nil {
		return nil, err
	}
	if text == "" {
		return usualStart(g), nil
	}
	return g.Parse(text)
}

func usualStart(g game.Game) game.Position { return g.Start(g.Openers()[0]) }

func (b *Bridge) position(asked positionAsked) (positionView, error) {
	p, err := b.find(asked.Game, asked.Text)
	if err != nil {
		return positionView{}, err
	}
	return newPositionView(p, p.Verdict(nil)), nil
}

type moveAsked struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Text     string `json:"text"`
}

func (b *Bridge) readMove(asked moveAsked) (string, error) {
	p, err := b.find(asked.Game, asked.Position)
	if err != nil {
		return "", err
	}
	if len(asked.Text) > maxText {
		return "", refuseLarge("move", maxText)
	}
	m, err := p.ParseMove(asked.Text)
	if err != nil {
		return "", err
	}
	return p.MoveText(m), nil
}

// picksAsked are choices made for a move of a position.
type picksAsked struct {
	Game     string     `json:"game"`
	Position string     `json:"position"`
	Picks    game.Picks `json:"picks"`
}

// candidate is a legal move with its choices.
type candidate struct {
	move  game.Move
	picks game.Picks
}

// fitting gives the position of a request, and the legal moves that have the
// choices made. Where there are none, it refuses these choices; but without any
// choice a finished game is no mistake.
func (b *Bridge) fitting(asked picksAsked) (game.Position, []candidate, error) {
	p, err := b.find(asked.Game, asked.Position)
	if err != nil {
		return nil, nil, err
	}
	if len(asked.Picks) > maxPicks {
		return nil, nil, refuseLarge("choices", maxPicks)
	}
	for slot, value := range asked.Picks {
		if len(slot)+len(value) > maxText {
			return nil, nil, refuseLarge("choice", maxText)
		}
	}
	var fits []candidate
	for _, m := range p.Moves() {
		if picks := p.Picks(m); asked.Picks.Fits(picks) {
			fits = append(fits, candidate{m, picks})
		}
	}
	if len(fits) == 0 && len(asked.Picks) > 0 {
		return nil, nil, refuseChoices(p, asked.Picks)
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

func (b *Bridge) preview(asked picksAsked) (preview, error) {
	p, fits, err := b.fitting(asked)
	if err != nil {
		return preview{}, err
	}
	letters := lettersOf(p)
	var motions []game.Motion
	text := ""
	if len(fits) > 0 {
		// Whichever move it will be, what is decided so far is the same.
		first := fits[0]
		motions = decidedMotions(p, first.move, asked.Picks)
		if maps.Equal(asked.Picks, first.picks) {
			text = p.MoveText(first.move)
		}
	}
	game.Carry(letters, motions)
	seen := preview{Cells: cellTexts(letters), Motions: newMotions(motions), Move: text}
	seen.leaveOpen(p, fits, asked.Picks)
	return seen, nil
}

// openSign follows a letter that a choice still to be made may change.
const openSign = "?"

// leaveOpen marks the letters that are not the same in all moves that fit, such
// as that of a cube whose dot has not been turned yet.
func (seen *preview) leaveOpen(p game.Position, fits []candidate, made game.Picks) {
	if len(seen.Motions) == 0 {
		return
	}
	for _, other := range fits[1:] {
		for i, m := range newMotions(decidedMotions(p, other.move, made)) {
			if shown := &seen.Motions[i]; !strings.HasSuffix(shown.Letter, openSign) && shown.Letter != m.Letter {
				shown.Letter += openSign
				seen.Cells[shown.To] = shown.Letter
			}
		}
	}
}

// decidedMotions are those motions of a move that the choices made so far decide.
func decidedMotions(p game.Position, m game.Move, made game.Picks) []game.Motion {
	return slices.DeleteFunc(p.Motions(m), func(motion game.Motion) bool { return !decided(made, motion) })
}

// decided tells whether all has been chosen that a motion needs.
func decided(picks game.Picks, m game.Motion) bool {
	for _, slot := range m.Needs {
		if _, made := picks[slot]; !made {
			return false
		}
	}
	return true
}

// refusals says of every cell that cannot be chosen next why not.
func (b *Bridge) refusals(asked picksAsked) (map[string]refusal, error) {
	p, fits, err := b.fitting(asked)
	if err != nil {
		return nil, err
	}
	found := map[string]refusal{}
	next, ok := nextOnBoard(p, fits, asked.Picks)
	if !ok {
		return found, nil
	}
	open := map[string]bool{}
	for _, m := range fits {
		open[m.picks[next]] = true
	}
	for _, c := range cellsOf(p.Game()) {
		if open[c.String()] {
			continue
		}
		picks := maps.Clone(asked.Picks)
		if picks == nil {
			picks = game.Picks{}
		}
		picks[next] = c.String()
		found[c.String()] = newRefusal(refuseChoices(p, picks))
	}
	return found, nil
}

// nextOnBoard is the next choice of a cell that a fitting move has. Where no
// choice at all can be made, it is the first, so that every cell says why.
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
